// What every view of a set's vectors is given: inspect/VectorView, MatrixView, NeighborsView, CompareView and map/MapView.
import type { EmbeddingRow, EmbeddingSet } from '#shared/schemas/embedding-set'
import type { Vectors } from './vectors/vectors'

export interface SetViewProps {
  readonly set: EmbeddingSet
  /** All of the set, in its order; texts and cells are shortened, for they serve as labels. */
  readonly rows: readonly EmbeddingRow[]
  readonly vectors: Vectors
  /** The id of the row that is looked at; null while none is. */
  readonly chosen: number | null
  readonly onSelect: (rowId: number) => void
}

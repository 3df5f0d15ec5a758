// One row's neighbors in both sets, side by side: those that stay are marked.
import { useCallback, useMemo } from 'react'
import { Skeleton } from '../../../../components/Skeleton'
import { useEmbeddingComparison } from '../../state/embedding-comparing'
import type { Comparison } from '../../vectors/compare-vectors'
import type { VectorCallOptions } from '../../vectors/vector-calls'
import type { Vectors } from '../../vectors/vectors'
import { NeighborList } from '../neighbours/NeighbourList'
import type { RowNames } from '../row-names'
import { useComputation } from '../use-work'
import { ComputationStatus } from '../WorkLine'

interface MovedRowProps {
  readonly rowId: number
  readonly comparison: Comparison
  readonly vectors: Vectors
  readonly other: Vectors
  readonly otherName: string
  readonly names: RowNames
  readonly onSelect: (rowId: number) => void
}

export function MovedRow({ rowId, comparison, vectors, other, otherName, names, onSelect }: MovedRowProps) {
  const { metric, normalise } = useEmbeddingComparison()
  const { k, rowIds, otherRowIds } = comparison
  const pairs = useMemo(() => pairUp(rowIds, otherRowIds), [rowIds, otherRowIds])
  const request = useCallback(
    async ({ signal }: Required<VectorCallOptions>) => {
      const options = { metric, normalise, k, signal }
      const otherId = pairs.theirs.get(rowId) ?? 0
      // Only rows that both sets have were compared: others must not take their places.
      const [here, there] = await Promise.all([
        vectors.neighbours({ ...options, origin: { rowId }, among: rowIds }),
        other.neighbours({ ...options, origin: { rowId: otherId }, among: otherRowIds }),
      ])
      return { here, there: there.map((each) => ({ ...each, rowId: pairs.mine.get(each.rowId) ?? 0 })) }
    },
    [rowId, rowIds, otherRowIds, pairs, k, vectors, other, metric, normalise],
  )
  const work = useComputation(request)
  const marked = useMemo(() => {
    const there = new Set(work.answer?.there.map((each) => each.rowId))
    const both = work.answer?.here.filter((each) => there.has(each.rowId)) ?? []
    return { rowIds: new Set(both.map((each) => each.rowId)), word: 'in both' }
  }, [work.answer])
  if (work.error) return <ComputationStatus doing="Finding neighbours" work={work} />
  if (!work.answer) return <Skeleton label="Finding neighbours" widths={['72%', '64%', '80%']} />
  const sides = [
    { title: 'In this set', neighbours: work.answer.here },
    { title: `In “${otherName}”`, neighbours: work.answer.there },
  ]
  return (
    <div className="grid min-w-0 grid-cols-[repeat(auto-fit,minmax(220px,1fr))] gap-4">
      {sides.map(({ title, neighbours }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a side is its place, and two sets may have one name.
        <div key={index} className="flex min-w-0 flex-col gap-1">
          <h3 className="truncate px-2 text-faint text-sm">{title}</h3>
          <NeighborList
            label={`Neighbours ${title.replace('In', 'in')}`}
            neighbours={neighbours}
            metric={metric}
            names={names}
            marked={marked}
            onSelect={onSelect}
          />
        </div>
      ))}
    </div>
  )
}

/** Which rows stand for one another. */
function pairUp(rowIds: Uint32Array, otherRowIds: Uint32Array) {
  return {
    theirs: new Map(Array.from(rowIds, (rowId, index) => [rowId, otherRowIds[index] ?? 0])),
    mine: new Map(Array.from(otherRowIds, (otherId, index) => [otherId, rowIds[index] ?? 0])),
  }
}

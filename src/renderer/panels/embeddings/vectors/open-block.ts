// The block of a set's vectors as it is held: each row is here as soon as it has come, before those after it.
import { ApiError } from '#shared/schemas/api-error'
import { countInBlock, readBlock, sizeOfBlock, sizeOfHead } from '#shared/vectors/vector-block'
import type { VectorTable } from './find-neighbours'
import type { ReducedRows } from './lay-out'
import { measureNorms } from './measure-vector'
import type { IncomingBlock } from './take-block'

export interface VectorBuffer extends VectorTable {
  readonly rowIds: Uint32Array
  readonly places: ReadonlyMap<number, number>
  /** By whether they are normalized: found once, for maps and clusters alike. */
  readonly reduced: Map<boolean, Promise<ReducedRows>>
  readonly coming: IncomingBlock
}

/** Settles once it is known which rows it has. `requested`: numbers in each vector. */
export async function openBuffer(coming: IncomingBlock, requested: number): Promise<VectorBuffer> {
  const { room } = coming
  await coming.reach(sizeOfHead(countInBlock(room.byteLength, requested)))
  const { dimensions, rowIds, values } = readBlock(room)
  const places = new Map<number, number>()
  for (const [place, rowId] of rowIds.entries()) places.set(rowId, place)
  let norms: Float64Array | undefined
  return {
    dimensions,
    rowIds,
    values,
    places,
    coming,
    // Whoever opens a set to look at one vector need not wait for the lengths of all.
    get norms() {
      norms ??= measureNorms(values, dimensions)
      return norms
    },
    reduced: new Map(),
  }
}

export async function whenComplete(block: VectorBuffer): Promise<VectorBuffer> {
  await block.coming.reach(sizeOfBlock(block.rowIds.length, block.dimensions))
  return block
}

export function findRowIndex({ places }: VectorBuffer, rowId: number): number {
  const place = places.get(rowId)
  if (place === undefined) throw new ApiError('NOT_FOUND', `Row ${rowId} has no vector of this length.`)
  return place
}

/** A view of what is held. */
export function getRow(block: VectorBuffer, rowId: number): Float32Array {
  const start = findRowIndex(block, rowId) * block.dimensions
  return block.values.subarray(start, start + block.dimensions)
}

/** The same, once it has come. */
export async function whenRowLoaded(block: VectorBuffer, rowId: number): Promise<Float32Array> {
  const row = getRow(block, rowId)
  await block.coming.reach(row.byteOffset + row.byteLength)
  return row
}

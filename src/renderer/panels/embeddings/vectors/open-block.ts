// The block of a set's vectors as it is held: each row is here as soon as it has come, before those after it.
import { ApiError } from '#shared/schemas/api-error'
import { countInBlock, readBlock, sizeOfBlock, sizeOfHead } from '#shared/vectors/vector-block'
import type { Held } from './find-neighbours'
import type { Reduced } from './lay-out'
import { measureNorms } from './measure-vector'
import type { ComingBlock } from './take-block'

export interface OpenBlock extends Held {
  readonly rowIds: Uint32Array
  readonly places: ReadonlyMap<number, number>
  /** By whether they are normalised: found once, for maps and clusters alike. */
  readonly reduced: Map<boolean, Promise<Reduced>>
  readonly coming: ComingBlock
}

/** Settles once it is known which rows it has. `wished`: numbers in each vector. */
export async function holdBlock(coming: ComingBlock, wished: number): Promise<OpenBlock> {
  const { room } = coming
  await coming.reach(sizeOfHead(countInBlock(room.byteLength, wished)))
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

export async function untilWhole(block: OpenBlock): Promise<OpenBlock> {
  await block.coming.reach(sizeOfBlock(block.rowIds.length, block.dimensions))
  return block
}

export function findPlace({ places }: OpenBlock, rowId: number): number {
  const place = places.get(rowId)
  if (place === undefined) throw new ApiError('NOT_FOUND', `Row ${rowId} has no vector of this length.`)
  return place
}

/** A view of what is held. */
export function takeRow(block: OpenBlock, rowId: number): Float32Array {
  const start = findPlace(block, rowId) * block.dimensions
  return block.values.subarray(start, start + block.dimensions)
}

/** The same, once it has come. */
export async function untilRow(block: OpenBlock, rowId: number): Promise<Float32Array> {
  const row = takeRow(block, rowId)
  await block.coming.reach(row.byteOffset + row.byteLength)
  return row
}

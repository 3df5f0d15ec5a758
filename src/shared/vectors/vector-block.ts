// The binary format in which the page receives a set's vectors, and the shortest form of its numbers.

export interface VectorBlock {
  /** Numbers in each vector. */
  readonly dimensions: number
  /** Rows of the set, in order; rows without a vector of this length are omitted. */
  readonly rowIds: Uint32Array<ArrayBuffer>
  /** `rowIds.length × dimensions`, row by row. */
  readonly values: Float32Array<ArrayBuffer>
}

/** Little-endian, as on all supported machines: version, dimensions, count, 0 as 32-bit numbers, then ids, then values. */
const version = 1
const headLength = 16

export function sizeOfBlock(count: number, dimensions: number): number {
  return sizeOfHead(count) + count * dimensions * 4
}

/** Size of everything before the values. */
export function sizeOfHead(count: number): number {
  return headLength + count * 4
}

export function countInBlock(byteLength: number, dimensions: number): number {
  return (byteLength - headLength) / (4 + dimensions * 4)
}

/** Creates an empty block, whose parts are views of `bytes`. */
export function makeBlock(
  count: number,
  dimensions: number,
): VectorBlock & { readonly bytes: Uint8Array<ArrayBuffer> } {
  const bytes = new Uint8Array(sizeOfBlock(count, dimensions))
  new Uint32Array(bytes.buffer, 0, 4).set([version, dimensions, count, 0])
  return { bytes, ...viewParts(bytes.buffer, count, dimensions) }
}

/** Creates everything before the values, for streaming them. The caller fills in `rowIds`. */
export function makeBlockHead(
  count: number,
  dimensions: number,
): Pick<VectorBlock, 'rowIds'> & { readonly bytes: Uint8Array<ArrayBuffer> } {
  const bytes = new Uint8Array(sizeOfHead(count))
  new Uint32Array(bytes.buffer, 0, 4).set([version, dimensions, count, 0])
  return { bytes, rowIds: new Uint32Array(bytes.buffer, headLength, count) }
}

/** Returns views of the bytes, without copying them. Throws if they are incomplete or in another format. */
export function readBlock(buffer: ArrayBuffer): VectorBlock {
  const [found, dimensions = 0, count = 0] =
    buffer.byteLength >= headLength ? new Uint32Array(buffer, 0, 4) : []
  if (found !== version || buffer.byteLength !== sizeOfBlock(count, dimensions))
    throw new Error('The vector data is incomplete.')
  return viewParts(buffer, count, dimensions)
}

function viewParts(buffer: ArrayBuffer, count: number, dimensions: number): VectorBlock {
  return {
    dimensions,
    rowIds: new Uint32Array(buffer, headLength, count),
    values: new Float32Array(buffer, sizeOfHead(count), count * dimensions),
  }
}

/** Returns `0.1` instead of `0.10000000149011612`. Nine digits are enough for any 32-bit float. */
export function toShortest(value: number): number {
  for (let digits = 6; digits <= 9; digits += 1) {
    const rounded = Number(value.toPrecision(digits))
    if (Math.fround(rounded) === value) return rounded
  }
  return value
}

export function listShortest(vector: Float32Array): number[] {
  return Array.from(vector, toShortest)
}

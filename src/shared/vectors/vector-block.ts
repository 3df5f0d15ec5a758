// The vectors of a set in one piece of bytes: what the page computes with, and what is asked for when a set is opened.

export interface VectorBlock {
  /** Numbers in each vector. */
  readonly dimensions: number
  /** Rows of the set, in its order; those without a vector of this length are left out. */
  readonly rowIds: Uint32Array<ArrayBuffer>
  /** `rowIds.length × dimensions`, row by row. */
  readonly values: Float32Array<ArrayBuffer>
}

/** Little-endian, as every machine it runs on: version, dimensions, count, 0 as 32-bit numbers, then ids, then values. */
const version = 1
const headLength = 16

export function sizeOfBlock(count: number, dimensions: number): number {
  return sizeOfHead(count) + count * dimensions * 4
}

/** Of what stands before the values. */
export function sizeOfHead(count: number): number {
  return headLength + count * 4
}

export function countInBlock(byteLength: number, dimensions: number): number {
  return (byteLength - headLength) / (4 + dimensions * 4)
}

/** A block of that size to be filled: its parts are views of `bytes`. */
export function makeBlock(
  count: number,
  dimensions: number,
): VectorBlock & { readonly bytes: Uint8Array<ArrayBuffer> } {
  const bytes = new Uint8Array(sizeOfBlock(count, dimensions))
  new Uint32Array(bytes.buffer, 0, 4).set([version, dimensions, count, 0])
  return { bytes, ...viewParts(bytes.buffer, count, dimensions) }
}

/** What stands before the values, for one who writes them piece by piece: its ids are to be filled. */
export function makeBlockHead(
  count: number,
  dimensions: number,
): Pick<VectorBlock, 'rowIds'> & { readonly bytes: Uint8Array<ArrayBuffer> } {
  const bytes = new Uint8Array(sizeOfHead(count))
  new Uint32Array(bytes.buffer, 0, 4).set([version, dimensions, count, 0])
  return { bytes, rowIds: new Uint32Array(bytes.buffer, headLength, count) }
}

/** Views of these bytes, which are not copied, and of which the head is here. Throws where they are none of ours, or not whole. */
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

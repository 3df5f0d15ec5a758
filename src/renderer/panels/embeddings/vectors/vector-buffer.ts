// A set's vectors in memory, received over a port in chunks; each row can be used as soon as it is received.

import { ApiError } from '#shared/schemas/api-error'
import { countInBlock, readBlock, sizeOfBlock, sizeOfHead } from '#shared/vectors/vector-block'
import { chunkAck, type VectorsMessage } from '#shared/vectors/vector-port'
import type { ReducedRows } from './principal-components'
import type { VectorTable } from './similarity'
import { measureNorms } from './vector-math'

export interface VectorBuffer extends VectorTable {
  readonly rowIds: Uint32Array
  readonly indices: ReadonlyMap<number, number>
  /** Reduced rows by whether they are normalized; computed once for maps and clusters. */
  readonly reduced: Map<boolean, Promise<ReducedRows>>
  readonly incoming: IncomingBlock
}

/** Resolves once the row ids are known. `requested`: the number of dimensions. */
export async function openBuffer(incoming: IncomingBlock, requested: number): Promise<VectorBuffer> {
  const { buffer } = incoming
  await incoming.whenReceived(sizeOfHead(countInBlock(buffer.byteLength, requested)))
  const { dimensions, rowIds, values } = readBlock(buffer)
  const indices = new Map<number, number>()
  for (const [index, rowId] of rowIds.entries()) indices.set(rowId, index)
  let norms: Float64Array | undefined
  return {
    dimensions,
    rowIds,
    values,
    indices,
    incoming,
    // Computed lazily, so that one vector can be shown before the norms of all.
    get norms() {
      norms ??= measureNorms(values, dimensions)
      return norms
    },
    reduced: new Map(),
  }
}

export async function whenComplete(block: VectorBuffer): Promise<VectorBuffer> {
  await block.incoming.whenReceived(sizeOfBlock(block.rowIds.length, block.dimensions))
  return block
}

export function findRowIndex({ indices }: VectorBuffer, rowId: number): number {
  const index = indices.get(rowId)
  if (index === undefined)
    throw new ApiError('NOT_FOUND', `Row ${rowId} has no vector with this many dimensions.`)
  return index
}

/** A view of the buffer. */
export function getRow(block: VectorBuffer, rowId: number): Float32Array {
  const start = findRowIndex(block, rowId) * block.dimensions
  return block.values.subarray(start, start + block.dimensions)
}

/** Returns the row once it has been received. */
export async function whenRowLoaded(block: VectorBuffer, rowId: number): Promise<Float32Array> {
  const row = getRow(block, rowId)
  await block.incoming.whenReceived(row.byteOffset + row.byteLength)
  return row
}

/** The largest allocation in Chromium: 2 GiB minus the allocator's overhead. */
const maxBytes = 2 ** 31 - 2 ** 21

/** A block that is being received in order. */
export interface IncomingBlock {
  /** Has the size of the whole block; bytes not received yet are zero. */
  readonly buffer: ArrayBuffer
  /** Resolves once the first `byteLength` bytes have been received; rejects with an `ApiError` if they are not. */
  whenReceived(byteLength: number): Promise<void>
}

/** Resolves once the length is known; rejects with an `ApiError`. Closes the port at the end. */
export function receiveBlock(port: MessagePort, dimensions: number): Promise<IncomingBlock> {
  let block: WritableBlock | undefined
  return new Promise((resolve, reject) => {
    const append = (message: VectorsMessage) => {
      if (message.type === 'failure') throw new ApiError(message.code, message.message)
      if (message.type === 'size') {
        block = fillBlock(allocate(message.byteLength, dimensions))
        return resolve(block)
      }
      const isComplete = block?.append(message.bytes)
      port.postMessage(chunkAck)
      if (isComplete) port.close()
    }
    port.onmessage = ({ data }: MessageEvent<VectorsMessage>) => {
      try {
        append(data)
      } catch (error) {
        port.close()
        block?.fail(error)
        reject(error)
      }
    }
  })
}

interface WritableBlock extends IncomingBlock {
  /** Returns true if the block is complete. */
  append(bytes: Uint8Array): boolean
  /** Rejects everything that has not been received. */
  fail(reason: unknown): void
}

interface PendingReach {
  readonly byteLength: number
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

function fillBlock(buffer: Uint8Array<ArrayBuffer>): WritableBlock {
  const pendingReaches = new Set<PendingReach>()
  let at = 0
  let failure: { readonly reason: unknown } | undefined
  const settle = (reach: PendingReach) => {
    if (at >= reach.byteLength) reach.resolve()
    else if (failure) reach.reject(failure.reason)
    else return
    pendingReaches.delete(reach)
  }
  return {
    buffer: buffer.buffer,
    whenReceived: (byteLength) =>
      new Promise((resolve, reject) => {
        const reach = { byteLength, resolve, reject }
        pendingReaches.add(reach)
        settle(reach)
      }),
    append: (bytes) => {
      buffer.set(bytes, at)
      at += bytes.length
      pendingReaches.forEach(settle)
      return at === buffer.length
    },
    fail: (reason) => {
      failure = { reason }
      pendingReaches.forEach(settle)
    },
  }
}

function allocate(byteLength: number, dimensions: number): Uint8Array<ArrayBuffer> {
  const count = countInBlock(byteLength, dimensions)
  const summary = `${formatCount(count)} vectors with ${dimensions} dimensions need ${megabytes(byteLength)} MB`
  if (byteLength > maxBytes)
    throw new ApiError(
      'RESOURCE_EXHAUSTED',
      `${summary}. The limit is ${megabytes(maxBytes)} MB. Split the texts into two sets, or use fewer dimensions.`,
    )
  try {
    return new Uint8Array(byteLength)
  } catch {
    throw new ApiError(
      'RESOURCE_EXHAUSTED',
      `${summary}, more than is free. Close other apps, or use fewer dimensions.`,
    )
  }
}

function megabytes(bytes: number): string {
  return formatCount(Math.ceil(bytes / 1e6))
}

/** `1,234`. A copy, because the worker's code imports nothing from the page. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}

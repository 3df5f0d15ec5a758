// Streams a set's vectors to the page as one block, with only a few chunks in memory.
import type { MessagePort } from 'node:worker_threads'
import { z } from 'zod'
import { ApiError } from '#shared/schemas/api-error'
import { chunkAck, type VectorsMessage } from '#shared/vectors/vector-port'
import type { VectorChunks, VectorReader } from '#workspace/embeddings/vector-reader'

/** The main process's end of a channel to the page. */
export interface PagePort {
  postMessage(message: VectorsMessage): void
  on(event: 'message', listen: (event: { readonly data: unknown }) => void): unknown
  on(event: 'close', listen: () => void): unknown
}

/** Wraps one end of a channel between threads; chunks are transferred instead of copied. */
export function toPagePort(port: MessagePort): PagePort {
  return {
    postMessage: (message) =>
      port.postMessage(message, message.type === 'piece' ? [message.bytes.buffer] : []),
    on: (name: 'message' | 'close', listen: (event: { readonly data: unknown }) => void) =>
      port.on(name, (data) => listen({ data })),
  }
}

const VectorsQuery = z.object({ id: z.string(), dimensions: z.number().int().min(1) })

/** Maximum number of chunks that are not acknowledged. */
const maxInFlight = 8

/**
 * Starts with the page's request, as described in `shared/vectors/vector-block`. The page closes the port. A forwarding
 * thread may return the memory of chunks over it.
 */
export function streamVectors(port: PagePort, reader: Pick<VectorReader, 'read'>): void {
  let inFlight = 0
  let isClosed = false
  let resume = () => {}
  let releaseMemory: VectorChunks['release'] = () => {}
  port.on('close', () => {
    isClosed = true
    resume()
  })
  const send = (message: VectorsMessage) => {
    if (!isClosed) port.postMessage(message)
  }
  const stream = async (request: unknown) => {
    const { byteLength, chunks, ...memory } = await reader.read(parseRequest(request))
    releaseMemory = memory.release
    send({ type: 'size', byteLength })
    for await (const bytes of chunks) {
      while (inFlight >= maxInFlight && !isClosed) await new Promise<void>((resolve) => (resume = resolve))
      if (isClosed) return
      inFlight += 1
      send({ type: 'piece', bytes })
    }
  }
  port.on('message', ({ data }) => {
    if (data instanceof ArrayBuffer) return releaseMemory(data)
    if (data !== chunkAck)
      return void stream(data).catch((error) => send({ type: 'failure', ...toFailure(error) }))
    inFlight -= 1
    resume()
  })
}

function parseRequest(request: unknown) {
  const { data } = VectorsQuery.safeParse(request)
  if (data) return data
  throw new ApiError('INVALID_ARGUMENT', 'dimensions: must be a whole number', { param: 'dimensions' })
}

function toFailure(error: unknown): Pick<ApiError, 'code' | 'message'> {
  if (error instanceof ApiError) return { code: error.code, message: error.message }
  const reason = error instanceof Error ? error.message : String(error)
  return { code: 'INTERNAL', message: `Couldn’t read the vectors: ${reason}.` }
}

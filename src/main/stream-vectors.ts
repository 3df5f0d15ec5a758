// Gives the page the vectors of a set in one block of bytes, of which only a few pieces are held here.
import type { MessagePort } from 'node:worker_threads'
import { z } from 'zod'
import { ApiError } from '#shared/schemas/api-error'
import { chunkAck, type VectorsMessage } from '#shared/vectors/vector-port'
import type { VectorChunks, VectorReader } from '#workspace/embeddings/vector-reader'

/** One end of a channel whose other end the page has. */
export interface PagePort {
  postMessage(message: VectorsMessage): void
  on(event: 'message', listen: (event: { readonly data: unknown }) => void): unknown
  on(event: 'close', listen: () => void): unknown
}

/** For one end of a channel between threads: pieces go over with their memory. */
export function toPagePort(port: MessagePort): PagePort {
  return {
    postMessage: (news) => port.postMessage(news, news.type === 'piece' ? [news.bytes.buffer] : []),
    on: (name: 'message' | 'close', listen: (event: { readonly data: unknown }) => void) =>
      port.on(name, (data) => listen({ data })),
  }
}

const Wish = z.object({ id: z.string(), dimensions: z.number().int().min(1) })

/** Pieces that are on their way, and not taken yet. */
const mostAhead = 8

/**
 * Once the page has said which: as `shared/vectors/vector-port` tells. It is the page that closes the port. Whoever hands
 * the pieces on may give their memory back over it.
 */
export function streamVectors(port: PagePort, reader: Pick<VectorReader, 'read'>): void {
  let ahead = 0
  let isClosed = false
  let goOn = () => {}
  let giveBack: VectorChunks['release'] = () => {}
  port.on('close', () => {
    isClosed = true
    goOn()
  })
  const tell = (news: VectorsMessage) => {
    if (!isClosed) port.postMessage(news)
  }
  const give = async (wish: unknown) => {
    const { byteLength, chunks: pieces, ...memory } = await reader.read(readWish(wish))
    giveBack = memory.release
    tell({ type: 'size', byteLength })
    for await (const bytes of pieces) {
      while (ahead >= mostAhead && !isClosed) await new Promise<void>((resolve) => (goOn = resolve))
      if (isClosed) return
      ahead += 1
      tell({ type: 'piece', bytes })
    }
  }
  port.on('message', ({ data }) => {
    if (data instanceof ArrayBuffer) return giveBack(data)
    if (data !== chunkAck)
      return void give(data).catch((error) => tell({ type: 'failure', ...toTold(error) }))
    ahead -= 1
    goOn()
  })
}

function readWish(wish: unknown) {
  const { data } = Wish.safeParse(wish)
  if (data) return data
  throw new ApiError('INVALID_ARGUMENT', 'dimensions: must be a whole number', { param: 'dimensions' })
}

function toTold(error: unknown): Pick<ApiError, 'code' | 'message'> {
  if (error instanceof ApiError) return { code: error.code, message: error.message }
  const reason = error instanceof Error ? error.message : String(error)
  return { code: 'INTERNAL', message: `Couldn’t read the vectors: ${reason}.` }
}

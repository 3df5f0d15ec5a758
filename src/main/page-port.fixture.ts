// A page, for tests, that asks for the vectors of a set over a port of its own.
import { once } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import { chunkAck, type VectorsMessage } from '#shared/vectors/vector-port'
import { type PagePort, toPagePort } from './stream-vectors'

/** Whoever has the other end of the page's port. */
type Answer = (port: PagePort) => void

export interface TestPage {
  /** All that it has been told. */
  readonly news: readonly VectorsMessage[]
  ask(wish: unknown): void
  take(): void
  /** Resolves once it has been told so much. */
  hears(count: number): Promise<void>
  leave(): void
}

/** It takes nothing by itself. */
export function requestPageVectors(answer: Answer, wish: unknown): TestPage {
  const page = openTestPage(answer)
  page.ask(wish)
  return page
}

/** It has a port, and asks later. */
export function openTestPage(answer: Answer): TestPage {
  const { port1, port2: page } = new MessageChannel()
  // Copied, as what goes to another process is.
  answer({ ...toPagePort(port1), postMessage: (news) => port1.postMessage(news) })
  const news: VectorsMessage[] = []
  page.on('message', (told: VectorsMessage) => news.push(told))
  return {
    news,
    ask: (wish) => page.postMessage(wish),
    take: () => page.postMessage(chunkAck),
    async hears(count) {
      while (news.length < count) await once(page, 'message')
    },
    leave: () => page.close(),
  }
}

/** All bytes, joined; the page takes each piece as it comes. */
export async function readVectors(
  answer: Answer,
  wish: unknown,
): Promise<{ byteLength: number; bytes: ArrayBuffer }> {
  const page = requestPageVectors(answer, wish)
  await page.hears(1)
  const [first] = page.news
  if (first?.type !== 'size') throw new Error(first?.type === 'failure' ? first.message : 'No size was told.')
  const joined = new Uint8Array(first.byteLength)
  for (let [at, next] = [0, 1]; at < joined.length; next += 1) {
    await page.hears(next + 1)
    const piece = page.news[next]
    if (piece?.type !== 'piece') throw new Error('A piece is missing.')
    joined.set(piece.bytes, at)
    at += piece.bytes.length
    page.take()
  }
  page.leave()
  return { byteLength: first.byteLength, bytes: joined.buffer }
}

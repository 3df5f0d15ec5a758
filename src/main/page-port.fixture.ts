// A page, for tests, that asks for the vectors of a set over a port of its own.
import { once } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import { chunkAck, type VectorsMessage } from '#shared/vectors/vector-port'
import { type PagePort, toPagePort } from './stream-vectors'

/** Whoever has the other end of the page's port. */
type ServeVectors = (port: PagePort) => void

export interface TestPage {
  /** All that it has been told. */
  readonly messages: readonly VectorsMessage[]
  request(request: unknown): void
  acknowledge(): void
  /** Resolves once it has been told so much. */
  waitForMessages(count: number): Promise<void>
  close(): void
}

/** It takes nothing by itself. */
export function requestPageVectors(serve: ServeVectors, request: unknown): TestPage {
  const page = openTestPage(serve)
  page.request(request)
  return page
}

/** It has a port, and asks later. */
export function openTestPage(serve: ServeVectors): TestPage {
  const { port1, port2: page } = new MessageChannel()
  // Copied, as what goes to another process is.
  serve({ ...toPagePort(port1), postMessage: (messages) => port1.postMessage(messages) })
  const messages: VectorsMessage[] = []
  page.on('message', (message: VectorsMessage) => messages.push(message))
  return {
    messages,
    request: (request) => page.postMessage(request),
    acknowledge: () => page.postMessage(chunkAck),
    async waitForMessages(count) {
      while (messages.length < count) await once(page, 'message')
    },
    close: () => page.close(),
  }
}

/** All bytes, joined; the page takes each piece as it comes. */
export async function readVectors(
  serve: ServeVectors,
  request: unknown,
): Promise<{ byteLength: number; bytes: ArrayBuffer }> {
  const page = requestPageVectors(serve, request)
  await page.waitForMessages(1)
  const [first] = page.messages
  if (first?.type !== 'size') throw new Error(first?.type === 'failure' ? first.message : 'No size was told.')
  const joined = new Uint8Array(first.byteLength)
  for (let [at, next] = [0, 1]; at < joined.length; next += 1) {
    await page.waitForMessages(next + 1)
    const piece = page.messages[next]
    if (piece?.type !== 'piece') throw new Error('A piece is missing.')
    joined.set(piece.bytes, at)
    at += piece.bytes.length
    page.acknowledge()
  }
  page.close()
  return { byteLength: first.byteLength, bytes: joined.buffer }
}

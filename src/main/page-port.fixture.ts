// A fake page that requests a set's vectors over a port.
import { once } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import { chunkAck, type VectorsMessage } from '#shared/vectors/vector-port'
import { type PagePort, toPagePort } from './stream-vectors'

/** Serves the other end of the page's port. */
type ServeVectors = (port: PagePort) => void

export interface TestPage {
  /** All messages it has received. */
  readonly messages: readonly VectorsMessage[]
  request(request: unknown): void
  acknowledge(): void
  /** Resolves when it has received this number of messages. */
  waitForMessages(count: number): Promise<void>
  close(): void
}

/** Sends the request, but acknowledges no chunk. */
export function requestPageVectors(serve: ServeVectors, request: unknown): TestPage {
  const page = openTestPage(serve)
  page.request(request)
  return page
}

/** Opens the page's port without a request. */
export function openTestPage(serve: ServeVectors): TestPage {
  const { port1, port2: page } = new MessageChannel()
  // Copies messages instead of transferring them, as between processes.
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

/** Acknowledges each chunk, and returns all bytes. */
export async function readVectors(
  serve: ServeVectors,
  request: unknown,
): Promise<{ byteLength: number; bytes: ArrayBuffer }> {
  const page = requestPageVectors(serve, request)
  await page.waitForMessages(1)
  const [first] = page.messages
  if (first?.type !== 'size') throw new Error(first?.type === 'failure' ? first.message : 'There is no size.')
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

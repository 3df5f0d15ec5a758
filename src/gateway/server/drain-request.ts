// Reads on, for a while, in a request that was answered before it was whole: closing at once would lose the answer on the way.
import type { IncomingMessage } from 'node:http'

const mostBytes = 64 * 1024 * 1024
const mostMilliseconds = 3000

/** Resolves when the request has ended, one way or the other. */
export function drainRequest(incoming: IncomingMessage): Promise<void> {
  if (incoming.complete || incoming.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    let bytes = 0
    const cut = (): void => {
      incoming.socket.destroy()
    }
    const timer = setTimeout(cut, mostMilliseconds)
    timer.unref()
    const settle = (): void => {
      clearTimeout(timer)
      resolve()
    }
    incoming.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > mostBytes) cut()
    })
    incoming.on('end', settle)
    incoming.on('close', settle)
    incoming.on('error', settle)
    incoming.resume()
  })
}

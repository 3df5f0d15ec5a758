// Reads on, for a while, in a request that was answered before it was whole: closing at once would lose the answer on the way.
import type { IncomingMessage } from 'node:http'

const mostBytes = 64 * 1024 * 1024
const mostMilliseconds = 3000

export function drainRequest(incoming: IncomingMessage): void {
  if (incoming.complete || incoming.destroyed) return
  let bytes = 0
  const stop = (): void => {
    clearTimeout(timer)
    if (!incoming.complete) incoming.socket.destroy()
  }
  const timer = setTimeout(stop, mostMilliseconds)
  timer.unref()
  incoming.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > mostBytes) stop()
  })
  incoming.on('end', () => clearTimeout(timer))
  incoming.on('close', () => clearTimeout(timer))
  incoming.on('error', () => clearTimeout(timer))
  incoming.resume()
}

// Serves files on loopback that it can hold back halfway.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename } from 'node:path'

/** Bytes, a response of its own, or undefined, which is answered with 404. */
export type Download = Buffer | ((response: ServerResponse) => void) | undefined

export interface DownloadServer {
  readonly origin: string
  /** The requests, by the name of the file. */
  readonly requests: { readonly name: string; readonly headers: IncomingHttpHeaders }[]
  /** Files are sent only up to half, until the connection is closed or `release` is called. */
  hold(): void
  release(): void
  /** The number of downloads whose connection was closed before their end. */
  aborted(): number
  close(): Promise<void>
}

export async function openDownloadServer(
  find: (name: string) => Download | Promise<Download>,
): Promise<DownloadServer> {
  const requests: DownloadServer['requests'] = []
  const held: (() => void)[] = []
  let isHolding = false
  let aborted = 0
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const name = basename(new URL(request.url ?? '', 'http://server').pathname)
    requests.push({ name, headers: request.headers })
    response.on('close', () => {
      if (!response.writableEnded) aborted += 1
    })
    const file = await find(name)
    if (!file) return response.writeHead(404).end('Not found')
    if (typeof file === 'function') return file(response)
    response.writeHead(200, { 'content-length': file.length })
    if (!isHolding || name.endsWith('.yml')) return response.end(file)
    const half = Math.floor(file.length / 2)
    response.write(file.subarray(0, half))
    return held.push(() => response.end(file.subarray(half)))
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A TCP server has no other kind of address.
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    hold: () => {
      isHolding = true
    },
    release: () => {
      isHolding = false
      for (const send of held.splice(0)) send()
    },
    aborted: () => aborted,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

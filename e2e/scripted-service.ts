// A service on loopback that answers each request as the test says, and tells what it was asked.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Seen {
  method: string
  path: string
  headers: IncomingHttpHeaders
}

export interface ScriptedService {
  url: string
  seen: Seen[]
  /** What is done with the next requests. */
  answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void
  close(): void
}

export const saying = (text: string) => ({ candidates: [{ content: { role: 'model', parts: [{ text }] } }] })

export async function openScriptedService(): Promise<ScriptedService> {
  const server = createServer((incoming, outgoing) => {
    const { method = '', url: path = '', headers } = incoming
    service.seen.push({ method, path, headers })
    service.answer(incoming, outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const service: ScriptedService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: [],
    answer: (_incoming, outgoing) => outgoing.end(JSON.stringify(saying('42'))),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return service
}

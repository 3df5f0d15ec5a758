// An HTTP service on loopback that responds as the test says, and records its requests.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface ReceivedRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
}

export interface ScriptedService {
  url: string
  received: ReceivedRequest[]
  /** Responds to each request. */
  answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void
  close(): void
}

export const textResponse = (text: string) => ({
  candidates: [{ content: { role: 'model', parts: [{ text }] } }],
})

export async function openScriptedService(): Promise<ScriptedService> {
  const server = createServer((incoming, outgoing) => {
    const { method = '', url: path = '', headers } = incoming
    service.received.push({ method, path, headers })
    service.answer(incoming, outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const service: ScriptedService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    answer: (_incoming, outgoing) => outgoing.end(JSON.stringify(textResponse('42'))),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return service
}

// An HTTP service on loopback that responds as the test says, and records its requests.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { openScriptedUpstream, sendEvent, sendJson } from '../src/dev/scripted-upstream.mjs'

interface ReceivedRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
}

export interface ScriptedService {
  url: string
  received: ReceivedRequest[]
  /** Responds to each request. */
  answer: (incoming: IncomingMessage, outgoing: ServerResponse) => unknown
  close(): void
}

export const textResponse = (text: string) => ({
  candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP' }],
})

/** Responds with “42” unless the test says otherwise, and rejects other keys than the given one. */
export async function openScriptedService(key?: string): Promise<ScriptedService> {
  const service: ScriptedService = {
    url: '',
    received: [],
    answer: ({ url }, outgoing) => {
      if (url?.includes('stream')) sendEvent(outgoing, textResponse('42'))
      else outgoing.write(JSON.stringify(textResponse('42')))
      outgoing.end()
    },
    close: () => {},
  }
  const { url, close } = await openScriptedUpstream((incoming, outgoing) => {
    const { method = '', url: path = '', headers } = incoming
    service.received.push({ method, path, headers })
    const isAccepted = key === undefined || path.includes(`key=${key}`)
    const rejection = { error: { code: 401, message: 'Unknown key.', status: 'UNAUTHENTICATED' } }
    return isAccepted ? service.answer(incoming, outgoing) : sendJson(outgoing, rejection, 401)
  })
  return Object.assign(service, { url, close })
}

// An HTTP service on loopback that responds as the test says, and records its requests.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { openScriptedUpstream, sendEvent, sendJson } from '../src/dev/scripted-upstream.mjs'
import type { Application } from './application'
import { selectService } from './settings-steps'

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

/** Opens a service as the application's provider, and then a panel of the application. */
export async function openProvider(application: Application, panel: string): Promise<ScriptedService> {
  const service = await openScriptedService()
  await selectService(application, { name: 'Scripted', url: service.url, key: 'key-of-the-scripted-service' })
  await application.page.getByRole('button', { name: panel, exact: true }).click()
  return service
}

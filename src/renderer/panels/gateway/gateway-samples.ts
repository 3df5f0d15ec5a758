// Requests for an empty log: like those of a script, through the gateway to the current provider.
import type { ReferenceRequest } from '#shared/desktop/gateway-contract'
import { desktop } from '../../api/desktop'

/** Resolves once the response is complete; an error response is a result for the log, too. */
async function send(request: Pick<ReferenceRequest, 'method' | 'path' | 'body'>): Promise<void> {
  const headers: Record<string, string> = request.body === null ? {} : { 'content-type': 'application/json' }
  for await (const _ of await desktop.reference.send({ ...request, headers })) {
    // The log shows the response.
  }
}

const prompt = { contents: [{ role: 'user', parts: [{ text: 'Write a haiku about rivers.' }] }] }

export const gatewaySamples = [
  { label: 'List models', run: () => send({ method: 'GET', path: '/v1beta/models', body: null }) },
  {
    label: 'Generate a response',
    run: () =>
      send({
        method: 'POST',
        path: '/v1beta/models/gen-2.5-flash:generateContent',
        body: JSON.stringify(prompt),
      }),
  },
] as const

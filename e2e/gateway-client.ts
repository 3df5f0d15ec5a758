// Sends requests to the application's gateway, as a script does.
import type { Application } from './application'

export const generate = '/v1beta/models/gen-2.5-flash:generateContent'
export const toPrompt = (text: string) => ({ contents: [{ role: 'user', parts: [{ text }] }] })

/** With the local key, unless the headers have another one. */
export async function openGateway(application: Application) {
  const { key } = await (await application.desktop()).localKey.read()
  const send = (path: string, body?: object, headers: Record<string, string> = {}) =>
    fetch(application.gatewayUrl + path, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', 'x-goog-api-key': key, ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
  return { key, send }
}

// An HTTP server on loopback that answers as its user says, in place of a model provider.
import { once } from 'node:events'
import { createServer } from 'node:http'

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */
/** @typedef {(incoming: IncomingMessage, outgoing: ServerResponse) => unknown} Answer may return a promise; if it rejects, the connection is closed */

/** The key that `selectService` gives to the application. */
export const serviceKey = 'key-of-the-service'

/** `close` also ends open connections. @param {Answer} answer @param {import('node:http').ServerOptions} [options] */
export async function openScriptedUpstream(answer, options = {}) {
  const server = createServer(options, async (incoming, outgoing) => {
    // The client may close the connection at any time.
    outgoing.on('error', () => {})
    try {
      await answer(incoming, outgoing)
    } catch {
      outgoing.destroy()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}`, port, close }
}

/** @param {ServerResponse} outgoing @param {object} body @param {number} [status] */
export function sendJson(outgoing, body, status = 200) {
  outgoing.writeHead(status, { 'content-type': 'application/json' })
  outgoing.end(JSON.stringify(body))
}

/** A server-sent event. @param {object} document */
export function toEvent(document) {
  return `data: ${JSON.stringify(document)}\r\n\r\n`
}

/** Sends an event, after the headers if it is the first. Returns false if its bytes must wait. @param {ServerResponse} outgoing @param {object} document */
export function sendEvent(outgoing, document) {
  if (!outgoing.headersSent) outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
  return outgoing.write(toEvent(document))
}

/** An answer of Gemini, or an event of a stream, which only the last one finishes. @param {readonly object[]} parts @param {string | null} [finishReason] */
export function answerOf(parts, finishReason = 'STOP') {
  const candidate = { content: { role: 'model', parts }, index: 0, ...(finishReason && { finishReason }) }
  return { candidates: [candidate] }
}

/** @param {string} text @param {string | null} [finishReason] */
export const textAnswer = (text, finishReason) => answerOf([{ text }], finishReason)

/** @param {Buffer | string} image bytes of a PNG, or Base64 */
export function imageAnswer(image) {
  return answerOf([{ inlineData: { mimeType: 'image/png', data: image.toString('base64') } }])
}

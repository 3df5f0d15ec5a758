// An HTTP server on loopback that answers as its user says, in place of a model provider.
import { once } from 'node:events'
import { createServer } from 'node:http'

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */
/** @typedef {(incoming: IncomingMessage, outgoing: ServerResponse) => unknown} Answer may return a promise; if it rejects, the connection is closed */
/** @typedef {{ method: string, path: string, headers: import('node:http').IncomingHttpHeaders }} ReceivedRequest `path`: with the query */

/**
 * @typedef {object} ScriptedUpstream
 * @property {string} url
 * @property {number} port
 * @property {ReceivedRequest[]} received in order of arrival
 * @property {Answer} answer responds to each request; can be replaced at any time
 * @property {() => void} close also ends open connections
 */

/**
 * @param {{ answer?: Answer, isRecorded?: boolean, server?: import('node:http').ServerOptions }} [options] `isRecorded`: false for
 * more requests than memory has space for
 * @returns {Promise<ScriptedUpstream>}
 */
export async function openScriptedUpstream({ answer, isRecorded = true, server: options = {} } = {}) {
  const server = createServer(options, async (incoming, outgoing) => {
    const { method = '', url: path = '', headers } = incoming
    if (isRecorded) upstream.received.push({ method, path, headers })
    // The client may close the connection at any time.
    outgoing.on('error', () => {})
    try {
      await upstream.answer(incoming, outgoing)
    } catch {
      outgoing.destroy()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  /** @type {ScriptedUpstream} */
  const upstream = {
    url: `http://127.0.0.1:${port}`,
    port,
    received: [],
    answer: answer ?? ((_incoming, outgoing) => sendJson(outgoing, textAnswer('42'))),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return upstream
}

/** @param {ServerResponse} outgoing @param {object} body @param {{ status?: number, headers?: Record<string, string> }} [options] */
export function sendJson(outgoing, body, { status = 200, headers = {} } = {}) {
  outgoing.writeHead(status, { 'content-type': 'application/json', ...headers })
  outgoing.end(JSON.stringify(body))
}

/** Sends one server-sent event, after the headers if it is the first. Returns false if its bytes must wait. @param {ServerResponse} outgoing @param {object} document */
export function sendEvent(outgoing, document) {
  if (!outgoing.headersSent) outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
  return outgoing.write(`data: ${JSON.stringify(document)}\r\n\r\n`)
}

/** Sends an error in Gemini's format. @param {ServerResponse} outgoing @param {number} status @param {string} message */
export function sendError(outgoing, status, message) {
  const names = {
    400: 'INVALID_ARGUMENT',
    403: 'PERMISSION_DENIED',
    404: 'NOT_FOUND',
    429: 'RESOURCE_EXHAUSTED',
  }
  const name = names[/** @type {keyof typeof names} */ (status)] ?? 'UNKNOWN'
  sendJson(outgoing, { error: { code: status, message, status: name } }, { status })
}

/** An answer of Gemini, or an event of a stream, which only the last one finishes. @param {readonly object[]} parts @param {string | null} [finishReason] */
export function answerOf(parts, finishReason = 'STOP') {
  const candidate = { content: { role: 'model', parts }, index: 0, ...(finishReason && { finishReason }) }
  return { candidates: [candidate] }
}

/** @param {string} text @param {string | null} [finishReason] */
export const textAnswer = (text, finishReason) => answerOf([{ text }], finishReason)

/** @param {Buffer | string} image bytes, or Base64 @param {string} [mimeType] */
export function imageAnswer(image, mimeType = 'image/png') {
  return answerOf([{ inlineData: { mimeType, data: image.toString('base64') } }])
}

/** Of a single text, or of as many as a batch has. @param {readonly number[]} values @param {number} [count] */
export function embeddingAnswer(values, count) {
  return count === undefined
    ? { embedding: { values } }
    : { embeddings: Array.from({ length: count }, () => ({ values })) }
}

/** An operation that generates a video; it is done if there is a URL. @param {string} name such as `models/veo/operations/1` @param {string} [uri] */
export function videoOperation(name, uri) {
  if (uri === undefined) return { name }
  return { name, done: true, response: { generateVideoResponse: { generatedSamples: [{ video: { uri } }] } } }
}

/** @param {string} text */
export const transcriptionAnswer = (text) => ({ text })

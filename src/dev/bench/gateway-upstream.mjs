// The upstream of the gateway's benchmark: small and large answers, uploads, and streams whose pace the prompt sets.
import { createServer } from 'node:http'
import { now } from './http-client.mjs'

export const upstreamKey = 'upstream-key'
/** Bytes of Base64 in the answer of an image model. */
const imageBytes = 4 * 1024 * 1024
/** Bytes per write of a stream without pauses. */
const batchBytes = 65_536

/** @typedef {{ events?: number, perSecond?: number, delayMs?: number }} AnswerOptions without `perSecond`, events are sent as fast as they are read */
/** @typedef {{ name: 'started' | 'aborted', at: number }} UpstreamNotice `at` is a time of `now()` */

/** Writes a prompt that `readOptions` understands. @param {AnswerOptions} options */
export function toPrompt({ events = 0, perSecond = 0, delayMs = 0 } = {}) {
  return `Write one short paragraph about a fox. events=${events} per-second=${perSecond} delay-ms=${delayMs}`
}

/** @param {string} body @returns {Required<AnswerOptions>} */
function readOptions(body) {
  const match = /events=(\d+) per-second=(\d+) delay-ms=(\d+)/.exec(body) ?? []
  const [, events = 0, perSecond = 0, delayMs = 0] = match.map(Number)
  return { events, perSecond, delayMs }
}

const words = 'the quick brown fox jumps over the lazy dog and runs through the forest '
/** @param {object} part @param {string} [finishReason] */
const toAnswer = (part, finishReason) => {
  const candidate = { content: { parts: [part], role: 'model' }, index: 0, finishReason }
  const usageMetadata = { promptTokenCount: 12, candidatesTokenCount: 118, totalTokenCount: 130 }
  return JSON.stringify({ candidates: [candidate], usageMetadata, modelVersion: 'gen-2.5-flash' })
}
const small = Buffer.from(toAnswer({ text: words.repeat(8) }, 'STOP'))
const large = Buffer.from(
  toAnswer({ inlineData: { mimeType: 'image/png', data: 'Wlpa'.repeat(imageBytes / 4) } }, 'STOP'),
)
const lastEvent = `data: ${toAnswer({ text: '' }, 'STOP')}\r\n\r\n`
/** The time of an event is in its text, so that every gateway passes it on. @param {number} at */
const toEvent = (at) => `data: ${toAnswer({ text: `T${at.toFixed(0).padStart(16, '0')}E ${words}` })}\r\n\r\n`

const server = createServer({ keepAliveTimeout: 600_000, requestTimeout: 0 }, (request, response) => {
  response.on('close', () => {
    if (!response.writableFinished) notify('aborted')
  })
  if (!isAuthorized(request)) return answer(response, Buffer.from('{"error":{"message":"Wrong key"}}'), 403)
  if (request.headers['content-type']?.startsWith('multipart/')) {
    request.resume()
    return request.on('end', () => answer(response, Buffer.from('{"text":"A fox."}')))
  }
  let body = ''
  request.setEncoding('latin1')
  request.on('data', (chunk) => {
    body += chunk
  })
  return request.on('end', () => {
    const options = readOptions(body)
    if (options.delayMs > 0) {
      notify('started')
      setTimeout(answer, options.delayMs, response, small)
    } else if (request.url?.includes(':stream')) stream(response, options)
    else answer(response, request.url?.includes('-image:') ? large : small)
  })
})

/** @param {UpstreamNotice['name']} name */
function notify(name) {
  process.send?.({ name, at: now() })
}

/** @param {import('node:http').IncomingMessage} request */
function isAuthorized({ url, headers }) {
  return url?.endsWith(`key=${upstreamKey}`) || headers.authorization === `Bearer ${upstreamKey}`
}

/** @param {import('node:http').ServerResponse} response @param {Buffer} body @param {number} [status] */
function answer(response, body, status = 200) {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length })
  response.end(body)
}

/** @param {import('node:http').ServerResponse} response @param {Required<AnswerOptions>} options */
function stream(response, { events, perSecond }) {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  if (perSecond === 0) return streamFast(response, events)
  const began = performance.now()
  let sent = 0
  const sendNext = () => {
    if (response.destroyed) return
    if (sent === events) {
      response.end(lastEvent)
      return
    }
    response.write(toEvent(now()))
    sent += 1
    // Follows the clock, to catch up after a delay that was too long.
    setTimeout(sendNext, Math.max(1, began + (sent * 1000) / perSecond - performance.now()))
  }
  sendNext()
}

/** @param {import('node:http').ServerResponse} response @param {number} events */
function streamFast(response, events) {
  const event = Buffer.from(toEvent(0))
  const perBatch = Math.floor(batchBytes / event.length)
  const batch = Buffer.alloc(perBatch * event.length, event)
  let sent = 0
  const fill = () => {
    while (sent < events) {
      const count = Math.min(perBatch, events - sent)
      sent += count
      if (!response.write(batch.subarray(0, count * event.length))) return
    }
    response.off('drain', fill)
    response.end(lastEvent)
  }
  response.on('drain', fill)
  fill()
}

// Listens only if started as a process; also imported for its constants.
if (process.send && process.argv[1]?.endsWith('gateway-upstream.mjs')) {
  process.once('disconnect', () => process.exit())
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    process.send?.({ port: typeof address === 'object' ? address?.port : undefined })
  })
}

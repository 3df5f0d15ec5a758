// The model provider of the benchmark: it does what the last prompt says. For the gateway's benchmark, it runs in its own process.
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import {
  imageAnswer,
  openScriptedUpstream,
  sendEvent,
  sendJson,
  serviceKey,
  textAnswer,
  toEvent,
} from '../scripted-upstream.mjs'

/** @typedef {import('node:http').ServerResponse} ServerResponse */

/**
 * What a prompt requests, as JSON.
 * @typedef {object} AnswerOptions
 * @property {number} [length] characters of Markdown
 * @property {number} [atOnce] how many of them a stream sends in its first event; the others follow in pieces of 16
 * @property {number} [events] instead of Markdown, a stream of events with the time at which they were sent
 * @property {number} [perSecond] events of a stream; 0 for as fast as they are read
 * @property {string} [padding] makes the prompt longer
 */

/** Microseconds of a clock that all processes of a machine share. */
export function now() {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1e6 + nanoseconds / 1000
}

/** Bytes of Base64 in the answer of an image model, and per write of a stream that is as fast as possible. */
const [imageBytes, batchBytes] = [4 * 1024 * 1024, 65_536]
const image = JSON.stringify(imageAnswer('Wlpa'.repeat(imageBytes / 4)))
const words = ' the quick brown fox jumps over the lazy dog and runs through the forest'
const pieceLength = 16

const section = (/** @type {number} */ number) => `## Part ${number}: what light does

Light **bends** as it enters a drop, and *bends again* as it leaves: the angle is \`${number}\` degrees, $\\theta_${number}$ in all.
It continues through the drop, is reflected by its far side, and leaves it near the point where it entered it.

- A drop is a prism, and each eye sees a [bow](https://example.org/bow) of its own.

\`\`\`js
// Snell's law, for part ${number}
export function refract(angle, from = 1.0, to = 1.33) {
  return Math.asin((from / to) * Math.sin(angle + ${number}))
}
\`\`\`

| color | wavelength | angle |
| --- | --- | --- |
| red | 700 nm | 42.4 |

$$
n_1 \\sin \\theta_1 = n_2 \\sin \\theta_{${number}}
$$

`

/** @param {number} length */
export function writeMarkdown(length) {
  let markdown = ''
  for (let number = 1; markdown.length < length; number += 1) markdown += section(number)
  return markdown.slice(0, length)
}

/** @type {import('../scripted-upstream.mjs').Answer} */
async function answer(incoming, outgoing) {
  const { url = '', headers } = incoming
  const hasKey = [url, headers['x-goog-api-key'], headers.authorization].some((text) =>
    text?.includes(serviceKey),
  )
  if (!hasKey) return sendJson(outgoing, { error: { code: 403, message: 'Wrong key' } }, 403)
  if (headers['content-type']?.startsWith('multipart/')) {
    await once(incoming.resume(), 'end')
    return sendJson(outgoing, { text: 'A fox.' })
  }
  /** @type {AnswerOptions} */
  const options = JSON.parse(JSON.parse(await text(incoming)).contents.at(-1).parts[0].text)
  if (url.includes(':stream')) return streamAnswer(outgoing, options)
  const body = url.includes('-image:')
    ? image
    : JSON.stringify(textAnswer(writeMarkdown(options.length ?? 600)))
  const length = Buffer.byteLength(body)
  return outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': length }).end(body)
}

/** @param {ServerResponse} outgoing @param {AnswerOptions} options */
async function streamAnswer(outgoing, options) {
  const { perSecond = 50 } = options
  if (perSecond === 0) return streamFast(outgoing, options)
  const began = performance.now()
  let sent = 0
  for (const piece of options.events ? timedTexts(options.events) : markdownPieces(options)) {
    sendEvent(outgoing, textAnswer(piece, null))
    sent += 1
    // Follows the clock, to catch up after a delay that was too long.
    await pause(Math.max(0, began + (sent * 1000) / perSecond - performance.now()))
    if (outgoing.destroyed) return
  }
  outgoing.end(toEvent(textAnswer('')))
}

/** The time is in the text, so that every gateway passes it on. @param {number} count */
function* timedTexts(count) {
  for (let sent = 0; sent < count; sent += 1) yield `T${now().toFixed(0).padStart(16, '0')}E${words}`
}

/** @param {AnswerOptions} options */
function* markdownPieces({ length = 600, atOnce = 0 }) {
  const markdown = writeMarkdown(length)
  if (atOnce > 0) yield markdown.slice(0, atOnce)
  for (let at = atOnce; at < length; at += pieceLength) yield markdown.slice(at, at + pieceLength)
}

/** @param {ServerResponse} outgoing @param {AnswerOptions} options */
async function streamFast(outgoing, { events = 0 }) {
  outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
  const event = Buffer.from(toEvent(textAnswer(`T${'0'.repeat(16)}E${words}`, null)))
  const perBatch = Math.floor(batchBytes / event.length)
  const batch = Buffer.alloc(perBatch * event.length, event)
  for (let sent = 0; sent < events; sent += perBatch) {
    const count = Math.min(perBatch, events - sent)
    if (!outgoing.write(batch.subarray(0, count * event.length))) await once(outgoing, 'drain')
  }
  outgoing.end(toEvent(textAnswer('')))
}

/** @template Result @param {(url: string) => Promise<Result>} work */
export async function withUpstream(work) {
  const { url, close } = await openScriptedUpstream(answer)
  try {
    return await work(url)
  } finally {
    close()
  }
}

// Listens if it is started as a process.
if (process.send && process.argv[1]?.endsWith('upstream.mjs')) {
  process.once('disconnect', () => process.exit())
  const { url } = await openScriptedUpstream(answer, { keepAliveTimeout: 600_000, requestTimeout: 0 })
  console.log(JSON.stringify({ url }))
}

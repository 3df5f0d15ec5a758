// The upstream of the gateway's benchmark: small and large answers, uploads, and streams whose pace the prompt sets.
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { imageAnswer, openScriptedUpstream, sendJson, textAnswer } from '../scripted-upstream.mjs'
import { now } from './http-client.mjs'

/** @typedef {import('node:http').ServerResponse} ServerResponse */
/** @typedef {{ events?: number, perSecond?: number, delayMs?: number }} AnswerOptions without `perSecond`, events are sent as fast as they are read */
/** @typedef {{ name: 'started' | 'aborted', at: number }} UpstreamNotice `at` is a time of `now()` */

export const upstreamKey = 'upstream-key'
/** Bytes of Base64 in the answer of an image model. */
const imageBytes = 4 * 1024 * 1024
/** Bytes per write of a stream without pauses. */
const batchBytes = 65_536

/** Writes a prompt that the upstream follows. @param {AnswerOptions} options */
export function toPrompt({ events = 0, perSecond = 0, delayMs = 0 } = {}) {
  return `Write one short paragraph about a fox. events=${events} per-second=${perSecond} delay-ms=${delayMs}`
}
const options = /events=(\d+) per-second=(\d+) delay-ms=(\d+)/

const words = 'the quick brown fox jumps over the lazy dog and runs through the forest '
const usageMetadata = { promptTokenCount: 12, candidatesTokenCount: 118, totalTokenCount: 130 }
const toJson = (/** @type {object} */ answer) => JSON.stringify({ ...answer, usageMetadata })
const small = Buffer.from(toJson(textAnswer(words.repeat(8))))
const large = Buffer.from(toJson(imageAnswer('Wlpa'.repeat(imageBytes / 4))))
const lastEvent = `data: ${toJson(textAnswer(''))}\r\n\r\n`
/** The time of an event is in its text, so that every gateway passes it on. @param {number} at */
const toEvent = (at) =>
  `data: ${toJson(textAnswer(`T${at.toFixed(0).padStart(16, '0')}E ${words}`, null))}\r\n\r\n`

/** @param {UpstreamNotice['name']} name */
function notify(name) {
  process.send?.({ name, at: now() })
}

/** @type {import('../scripted-upstream.mjs').Answer} */
async function answer(incoming, outgoing) {
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) notify('aborted')
  })
  const { url = '', headers } = incoming
  if (!url.endsWith(`key=${upstreamKey}`) && headers.authorization !== `Bearer ${upstreamKey}`)
    return sendJson(outgoing, { error: { code: 403, message: 'Wrong key' } }, 403)
  if (headers['content-type']?.startsWith('multipart/')) {
    await once(incoming.resume(), 'end')
    return sendJson(outgoing, { text: 'A fox.' })
  }
  const numbers = options.exec(await text(incoming))?.map(Number) ?? []
  const [, events = 0, perSecond = 0, delayMs = 0] = numbers
  if (url.includes(':stream')) {
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
    return perSecond === 0 ? streamFast(outgoing, events) : stream(outgoing, events, perSecond)
  }
  const bytes = url.includes('-image:') ? large : small
  if (delayMs > 0) {
    notify('started')
    await pause(delayMs)
  }
  outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length })
  return outgoing.end(bytes)
}

/** @param {ServerResponse} outgoing @param {number} events @param {number} perSecond */
async function stream(outgoing, events, perSecond) {
  const began = performance.now()
  for (let sent = 1; sent <= events && !outgoing.destroyed; sent += 1) {
    outgoing.write(toEvent(now()))
    // Follows the clock, to catch up after a delay that was too long.
    await pause(Math.max(1, began + (sent * 1000) / perSecond - performance.now()))
  }
  outgoing.end(lastEvent)
}

/** @param {ServerResponse} outgoing @param {number} events */
async function streamFast(outgoing, events) {
  const event = Buffer.from(toEvent(0))
  const perBatch = Math.floor(batchBytes / event.length)
  const batch = Buffer.alloc(perBatch * event.length, event)
  for (let sent = 0; sent < events; sent += perBatch) {
    const count = Math.min(perBatch, events - sent)
    if (!outgoing.write(batch.subarray(0, count * event.length))) await once(outgoing, 'drain')
  }
  outgoing.end(lastEvent)
}

// Listens only if started as a process; also imported for its constants.
if (process.send && process.argv[1]?.endsWith('gateway-upstream.mjs')) {
  process.once('disconnect', () => process.exit())
  const server = { keepAliveTimeout: 600_000, requestTimeout: 0 }
  const { url } = await openScriptedUpstream(answer, server)
  console.log(JSON.stringify({ url }))
}

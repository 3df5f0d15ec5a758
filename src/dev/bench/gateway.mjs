// Measures the gateway beside a minimal proxy in Node.js: their measurements alternate in every round, and a ratio compares
// values of one round, so that the machine's other load affects all alike.
import { setTimeout as pause } from 'node:timers/promises'
import { log } from '../command.mjs'
import { toPrompt } from '../http-client.mjs'
import * as servers from './gateway-servers.mjs'
import { toMedian, toQuantile, toRow } from './measure.mjs'
import { now } from './upstream.mjs'

/** @typedef {servers.Subject} Subject */
/** @typedef {import('./upstream.mjs').AnswerOptions} AnswerOptions */
/** @typedef {Record<string, number>} Values by the row's key */
/** @typedef {(subject: Subject) => Promise<Values>} Measure */

/** The usual length of a measurement. */
const milliseconds = 1000
const callers = 32
const streams = 50
const eventsPerSecond = 100
const eventsInFastStream = 50_000
const megabyte = 1_000_000
const uploadBytes = 20 * megabyte

/** Each is compared with the proxy. @type {[key: string, name: string, target: string][]} */
const rows = [
  ['many', `requests/s at ${callers} callers`, '≥ 0.75'],
  ['processor', `CPU per request at ${callers} callers (µs)`, '≤ 1.5'],
  ['one', 'added p50 of one caller (µs)', '≤ 1.5'],
  ['events', 'streamed events/s', '≥ 0.5'],
  ['streams', `added p99 of ${streams} streams (µs)`, '≤ 1.5'],
  ['image', '4 MB of JSON (MB/s)', '≥ 0.9'],
  ['upload', '20 MB upload (MB/s)', '≥ 0.9'],
]

/** @param {{ rounds: number }} options */
export async function measure({ rounds }) {
  return await servers.withServers(async (upstream, gateway, undici) => {
    for (const subject of [upstream, gateway, undici])
      await callRepeatedly(subject, toRequest(subject, ':generateContent'), { count: 8, milliseconds })
    /** Values of each round. @type {{ gateway: Values, undici: Values }[]} */
    const results = []
    for (let round = 0; round < rounds; round += 1) {
      results.push(await measureRound({ upstream, gateway, undici }, round))
      log(`  round ${round + 1} of ${rounds}`)
    }
    return rows.map(([key, name, target]) => {
      const list = (/** @type {'gateway' | 'undici'} */ subject) =>
        results.map((values) => values[subject][key] ?? Number.NaN)
      const [ours, others] = [list('gateway'), list('undici')]
      const compared = { gateway: toMedian(ours), undici: toMedian(others) }
      // The median of the rounds' ratios. An added latency that is lost in the noise has no ratio.
      const ratios = ours.map((value, round) => value / (others[round] ?? 0))
      const measured = toMedian(ratios.filter((_, round) => (others[round] ?? 0) > 0))
      return toRow(name, measured, { unit: '× undici', target, compared })
    })
  })
}

/** @param {{ upstream: Subject, gateway: Subject, undici: Subject }} subjects @param {number} round */
async function measureRound({ upstream, gateway, undici }, round) {
  /** @type {{ direct: Values, gateway: Values, undici: Values }} */
  const values = { direct: {}, gateway: {}, undici: {} }
  const subjects = [upstream, gateway, undici]
  // Each round begins with another one.
  const ordered = [...subjects, ...subjects].slice(round % 3, (round % 3) + 3)
  for (const measure of [measureOne, measureStreams, measureMany, measureEvents, measureImage, measureUpload])
    for (const subject of ordered) Object.assign(values[subject.name], await measure(subject))
  // The latencies of the upstream alone are subtracted.
  for (const subject of [values.gateway, values.undici])
    for (const key of ['one', 'streams'])
      subject[key] = (subject[key] ?? Number.NaN) - (values.direct[key] ?? 0)
  return values
}

/** @param {Subject} subject @param {string} operation with the end of its model's name @param {AnswerOptions} [options] @returns {import('../http-client.mjs').Post} */
function toRequest({ key }, operation, options = {}) {
  return {
    path: `/v1beta/models/gen-2.5-flash${operation}`,
    headers: { 'content-type': 'application/json', 'x-goog-api-key': key },
    body: toPrompt(JSON.stringify(options)),
  }
}

/** @param {Subject} subject @returns {import('../http-client.mjs').Post} */
function toUpload({ key }) {
  const field = '--bench\r\ncontent-disposition: form-data; name='
  const body = Buffer.concat([
    Buffer.from(`${field}"model"\r\n\r\ngen-4o-transcribe\r\n`),
    Buffer.from(`${field}"file"; filename="a.wav"\r\ncontent-type: audio/wav\r\n\r\n`),
    Buffer.alloc(uploadBytes, 'A'),
    Buffer.from('\r\n--bench--\r\n'),
  ])
  const headers = { 'content-type': 'multipart/form-data; boundary=bench', authorization: `Bearer ${key}` }
  return { path: '/v1/audio/transcriptions', headers, body }
}

/** @param {Subject} subject @param {import('../http-client.mjs').Post} request @param {{ count: number, milliseconds: number }} options `count` of callers */
async function callRepeatedly(subject, request, { count, milliseconds }) {
  /** @type {number[]} */
  const times = []
  let bytes = 0
  const connections = Array.from({ length: count }, () => servers.openConnection(subject))
  const began = now()
  const end = began + milliseconds * 1000
  const call = async (/** @type {servers.Connection} */ { send, close }) => {
    do {
      const reply = await send(request)
      times.push(reply.elapsed)
      bytes += reply.bytes
    } while (now() < end)
    close()
  }
  await Promise.all(connections.map(call))
  const seconds = (now() - began) / 1e6
  return { times, bytesPerSecond: bytes / seconds, perSecond: times.length / seconds }
}

/** A single caller, after a short warm-up. @param {Subject} subject @param {import('../http-client.mjs').Post} request */
async function callAlone(subject, request) {
  await callRepeatedly(subject, request, { count: 1, milliseconds: milliseconds / 10 })
  return await callRepeatedly(subject, request, { count: 1, milliseconds })
}

/** @type {Measure} */
async function measureOne(subject) {
  const { times } = await callAlone(subject, toRequest(subject, ':generateContent'))
  return { one: toQuantile(times, 0.5) }
}

/** @type {Measure} */
async function measureMany(subject) {
  const before = servers.readProcessorTime(subject)
  const options = { count: callers, milliseconds: 2 * milliseconds }
  const { times, perSecond } = await callRepeatedly(subject, toRequest(subject, ':generateContent'), options)
  const spent = (servers.readProcessorTime(subject) - before) / times.length
  return { many: perSecond, processor: spent }
}

/** One stream as fast as it is read, again and again. @type {Measure} */
async function measureEvents(subject) {
  const options = { events: eventsInFastStream, perSecond: 0 }
  const request = toRequest(subject, ':streamGenerateContent?alt=sse', options)
  const { perSecond } = await callRepeatedly(subject, request, { count: 1, milliseconds })
  return { events: perSecond * eventsInFastStream }
}

/** @type {Measure} */
async function measureStreams(subject) {
  const events = Math.ceil((1.5 * milliseconds * eventsPerSecond) / 1000)
  const request = toRequest(subject, ':streamGenerateContent?alt=sse', { events, perSecond: eventsPerSecond })
  const connections = Array.from({ length: streams }, () => servers.openConnection(subject))
  /** @type {number[]} */
  const delays = []
  await Promise.all(
    connections.map(async ({ send, close }, at) => {
      // Spreads the streams over the time between two events.
      await pause((at * 1000) / eventsPerSecond / streams)
      await send(request, (chunk) => {
        const received = now()
        for (const [, sent] of chunk.toString('latin1').matchAll(/"T(\d{16})E/g))
          delays.push(received - Number(sent))
      })
      close()
    }),
  )
  return { streams: toQuantile(delays, 0.99) }
}

/** @type {Measure} */
async function measureImage(subject) {
  const { bytesPerSecond } = await callAlone(subject, toRequest(subject, '-image:generateContent'))
  return { image: bytesPerSecond / megabyte }
}

/** @type {Measure} */
async function measureUpload(subject) {
  const { perSecond } = await callAlone(subject, toUpload(subject))
  return { upload: (perSecond * uploadBytes) / megabyte }
}

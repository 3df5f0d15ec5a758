// The measurements of the gateway's benchmark, each of one server.
import { setTimeout as pause } from 'node:timers/promises'
import { isInstalled, runWrk } from './gateway-subjects.mjs'
import { toPrompt } from './gateway-upstream.mjs'
import { now, openConnection, toPost } from './http-client.mjs'
import { beginPeak, readPeak, readProcessorTime, toMedian, toQuantile } from './measure.mjs'

/** @typedef {import('./gateway-subjects.mjs').Subject} Subject */
/** @typedef {import('./gateway-upstream.mjs').AnswerOptions} AnswerOptions */
/** @typedef {import('./gateway-upstream.mjs').UpstreamNotice} UpstreamNotice */
/** @typedef {import('node:child_process').ChildProcess} Child */
/** @typedef {{ processes: import('./gateway-subjects.mjs').Processes, upstream: Child, milliseconds: number }} Context `milliseconds`: the usual length of a measurement */
/** @typedef {'one' | 'many' | 'processor' | 'events' | 'streams' | 'chunk' | 'image' | 'upload' | 'memory' | 'abortEarly' | 'abortLate'} Metric */
/** @typedef {Partial<Record<Metric, number>>} Values */

export const callers = 32
export const streams = 50
export const uploadsAtOnce = 4
const eventsPerSecond = 100
const eventsInFastStream = 50_000
const megabyte = 1_000_000
const uploadBytes = 20 * megabyte
const aborts = 5
const maxNoticeMs = 10_000

const json = { 'content-type': 'application/json' }

/** @param {Subject} subject @param {string} operation with the end of its model's name */
function toModelUrl({ port, key }, operation) {
  const url = new URL(`http://127.0.0.1:${port}/v1beta/models/gen-2.5-flash${operation}`)
  url.searchParams.append('key', key)
  return url.href
}

/** @param {AnswerOptions} [options] */
function toBody(options) {
  return JSON.stringify({ contents: [{ role: 'user', parts: [{ text: toPrompt(options) }] }] })
}

/** @param {Subject} subject @param {AnswerOptions} [options] */
function toSmallRequest(subject, options) {
  return toPost(toModelUrl(subject, ':generateContent'), json, toBody(options))
}

/** @param {Subject} subject @param {AnswerOptions} options */
function toStreamRequest(subject, options) {
  return toPost(toModelUrl(subject, ':streamGenerateContent?alt=sse'), json, toBody(options))
}

/** @param {Subject} subject */
function toUploadRequest({ port, key }) {
  const field = '--bench\r\ncontent-disposition: form-data; name='
  const body = Buffer.concat([
    Buffer.from(`${field}"model"\r\n\r\ngen-4o-transcribe\r\n`),
    Buffer.from(`${field}"file"; filename="a.wav"\r\ncontent-type: audio/wav\r\n\r\n`),
    Buffer.alloc(uploadBytes, 'A'),
    Buffer.from('\r\n--bench--\r\n'),
  ])
  const headers = { 'content-type': 'multipart/form-data; boundary=bench', authorization: `Bearer ${key}` }
  return toPost(`http://127.0.0.1:${port}/v1/audio/transcriptions`, headers, body)
}

/** @param {Subject} subject @param {Context} context */
export async function warmUp(subject, { milliseconds }) {
  await callRepeatedly(subject, toSmallRequest(subject), { callers: 8, milliseconds })
}

/** @param {Subject} subject @param {Buffer} request @param {{ callers: number, milliseconds: number }} options */
async function callRepeatedly({ port }, request, { callers: count, milliseconds }) {
  /** @type {number[]} */
  const times = []
  let bytes = 0
  const connections = await Promise.all(Array.from({ length: count }, () => openConnection(port)))
  const began = now()
  const end = began + milliseconds * 1000
  await Promise.all(
    connections.map(async ({ send, close }) => {
      do {
        const reply = await send(request)
        times.push(reply.elapsed)
        bytes += reply.bytes
      } while (now() < end)
      close()
    }),
  )
  const seconds = (now() - began) / 1e6
  return { times, bytesPerSecond: bytes / seconds, count: times.length, perSecond: times.length / seconds }
}

/** A single caller, after a short warm-up. @param {Subject} subject @param {Buffer} request @param {Context} context */
async function callAlone(subject, request, { milliseconds }) {
  await callRepeatedly(subject, request, { callers: 1, milliseconds: milliseconds / 10 })
  return await callRepeatedly(subject, request, { callers: 1, milliseconds })
}

/** @param {Subject} subject @param {Context} context @returns {Promise<Values>} */
export async function measureOne(subject, context) {
  return { one: toQuantile((await callAlone(subject, toSmallRequest(subject), context)).times, 0.5) }
}

/** @param {Subject} subject @param {Context} context @returns {Promise<Values>} */
export async function measureMany(subject, { processes, milliseconds }) {
  const seconds = Math.round((2 * milliseconds) / 1000)
  // wrk measures whole seconds only.
  const hasWrk = seconds > 0 && isInstalled('wrk', '-v')
  const url = toModelUrl(subject, ':generateContent')
  const before = readProcessorTime(subject.pid)
  const { count, perSecond } = hasWrk
    ? await runWrk(processes, { url, headers: json, body: toBody(), callers, seconds })
    : await callRepeatedly(subject, toSmallRequest(subject), { callers, milliseconds: 2 * milliseconds })
  return { many: perSecond, processor: (readProcessorTime(subject.pid) - before) / count }
}

/** One stream as fast as it is read, again and again. @param {Subject} subject @param {Context} context @returns {Promise<Values>} */
export async function measureEvents(subject, { milliseconds }) {
  const events = Math.min(eventsInFastStream, 50 * milliseconds)
  const request = toStreamRequest(subject, { events })
  return {
    events: (await callRepeatedly(subject, request, { callers: 1, milliseconds })).perSecond * events,
  }
}

/** @param {Subject} subject @param {Context} context @returns {Promise<Values>} */
export async function measureStreams(subject, { milliseconds }) {
  const events = Math.ceil((1.5 * milliseconds * eventsPerSecond) / 1000)
  const request = toStreamRequest(subject, { events, perSecond: eventsPerSecond })
  const connections = await Promise.all(Array.from({ length: streams }, () => openConnection(subject.port)))
  /** @type {number[]} */
  const delays = []
  const before = readProcessorTime(subject.pid)
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
  const spent = readProcessorTime(subject.pid) - before
  return { streams: toQuantile(delays, 0.99), chunk: spent / (streams * events) }
}

/** @param {Subject} subject @param {Context} context @returns {Promise<Values>} */
export async function measureImage(subject, context) {
  const request = toPost(toModelUrl(subject, '-image:generateContent'), json, toBody())
  return { image: (await callAlone(subject, request, context)).bytesPerSecond / megabyte }
}

/** @param {Subject} subject @param {Context} context @returns {Promise<Values>} */
export async function measureUpload(subject, context) {
  const { perSecond } = await callAlone(subject, toUploadRequest(subject), context)
  return { upload: (perSecond * uploadBytes) / megabyte }
}

/** @param {Subject} subject @returns {Promise<Values>} */
export async function measureUploadMemory(subject) {
  const request = toUploadRequest(subject)
  const before = beginPeak(subject.pid)
  await callRepeatedly(subject, request, { callers: uploadsAtOnce, milliseconds: 0 })
  return { memory: readPeak(subject.pid) - before }
}

/** Milliseconds from closing a connection until the upstream sees it. @param {Subject} subject @param {Context} context @returns {Promise<Values>} */
export async function measureAborts(subject, { upstream }) {
  const early = []
  const late = []
  for (let time = 0; time < aborts; time += 1) {
    early.push(await measureAbort(subject, upstream, { isEarly: true }))
    late.push(await measureAbort(subject, upstream, { isEarly: false }))
  }
  return { abortEarly: toMedian(early) / 1000, abortLate: toMedian(late) / 1000 }
}

/** @param {Subject} subject @param {Child} upstream @param {{ isEarly: boolean }} options before the response begins, or during a stream */
async function measureAbort(subject, upstream, { isEarly }) {
  const connection = await openConnection(subject.port)
  const request = isEarly
    ? toSmallRequest(subject, { delayMs: 2 * maxNoticeMs })
    : toStreamRequest(subject, { events: 100_000, perSecond: eventsPerSecond })
  let chunks = 0
  await new Promise((resolve, reject) => {
    if (isEarly) waitForNotice(upstream, 'started', 0).then(resolve, reject)
    const onData = () => {
      chunks += 1
      if (chunks === 4) resolve(undefined)
    }
    connection.send(request, onData).then(() => reject(new Error('The response ended.')), reject)
  })
  const closed = now()
  const notice = waitForNotice(upstream, 'aborted', closed)
  connection.close()
  return (await notice) - closed
}

/** Returns the time of the first notice after another time. @param {Child} upstream @param {UpstreamNotice['name']} name @param {number} after @returns {Promise<number>} */
function waitForNotice(upstream, name, after) {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(limit)
      upstream.off('message', listen)
    }
    const listen = (/** @type {unknown} */ message) => {
      const notice = /** @type {UpstreamNotice} */ (message)
      if (notice.name !== name || notice.at < after) return
      end()
      resolve(notice.at)
    }
    const limit = setTimeout(() => {
      end()
      reject(new Error(`The upstream saw nothing ${name} within ${maxNoticeMs / 1000} seconds.`))
    }, maxNoticeMs)
    upstream.on('message', listen)
  })
}

// Measures the gateway beside a minimal proxy in Node.js: their measurements alternate in every round, and a ratio compares
// values of one round, so that the machine's other load affects all alike.
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { log } from '../command.mjs'
import * as servers from './gateway-servers.mjs'
import { toPrompt } from './gateway-upstream.mjs'
import { now, openConnection, toPost } from './http-client.mjs'
import { toMedian, toQuantile, toRow } from './measure.mjs'

/** @typedef {servers.Subject} Subject */
/** @typedef {import('./gateway-upstream.mjs').AnswerOptions} AnswerOptions */
/** @typedef {Record<string, number>} Values by the row's name */
/** @typedef {{ upstream: Subject, milliseconds: number }} Context `milliseconds`: the usual length of a measurement */
/** @typedef {(subject: Subject, context: Context) => Promise<Values>} Measure */
/** @typedef {Map<string, Values[]>} Results values of each round by the subject's name */

const callers = 32
const streams = 50
const uploadsAtOnce = 4
const eventsPerSecond = 100
const eventsInFastStream = 50_000
const megabyte = 1_000_000
const uploadBytes = 20 * megabyte
const aborts = 5
const maxNoticeMs = 10_000

const names = {
  many: `requests/s at ${callers} callers`,
  processor: `CPU per request at ${callers} callers (µs)`,
  one: 'added p50 of one caller (µs)',
  events: 'streamed events/s',
  streams: `added p99 of ${streams} streams (µs)`,
  chunk: `CPU per chunk of ${streams} streams (µs)`,
  image: '4 MB of JSON (MB/s)',
  upload: '20 MB upload (MB/s)',
  memory: `peak memory growth of ${uploadsAtOnce} × 20 MB uploads`,
  abortEarly: 'abort before the response reaches the upstream',
  abortLate: 'abort of a stream reaches the upstream',
}

/** Targets of rows that are compared with the proxy, and of the others with their unit. @type {[name: string, target: string | null][]} */
const comparedRows = [
  [names.many, '≥ 0.75'],
  [names.processor, '≤ 1.5'],
  [names.one, '≤ 1.5'],
  [names.events, '≥ 0.5'],
  [names.streams, '≤ 1.5'],
  [names.chunk, null],
  [names.image, '≥ 0.9'],
  [names.upload, '≥ 0.9'],
]
const ownRows = /** @type {const} */ ([
  [names.memory, '≤ 16', 'MB'],
  [names.abortEarly, '≤ 5', 'ms'],
  [names.abortLate, '≤ 5', 'ms'],
])

/** @param {{ rounds?: number, milliseconds?: number }} [options] */
export async function measureGateway({ rounds = 5, milliseconds = 1000 } = {}) {
  return await servers.withProcesses(async (processes) => {
    const upstream = await servers.startUpstream(processes)
    const context = { upstream, milliseconds }
    const gateway = await servers.startGateway(processes, upstream)
    const compared = [gateway, await servers.startUndiciProxy(processes, upstream)]
    for (const subject of [upstream, ...compared]) await warmUp(subject, context)
    /** @type {Results} */
    const results = new Map()
    for (let round = 0; round < rounds; round += 1) {
      await measureRound({ compared, round, results }, context)
      log(`  round ${round + 1} of ${rounds}`)
    }
    for (let round = 0; round < rounds; round += 1)
      for (const isLogged of round % 2 === 0 ? [false, true] : [true, false]) {
        const subject = await servers.startLoggedGateway(processes, upstream, isLogged)
        await warmUp(subject, context)
        addValues(results, subject, await measureMany(subject, context))
        subject.child.kill('SIGKILL')
        await once(subject.child, 'exit')
      }
    return toRows(results)
  })
}

/** @param {{ compared: Subject[], round: number, results: Results }} options @param {Context} context */
async function measureRound({ compared, round, results }, context) {
  const { upstream } = context
  const latencies = [measureOne, measureStreams]
  const others = [measureMany, measureEvents, measureImage, measureUploadMemory, measureUpload, measureAborts]
  /** @type {Map<Subject, Values>} */
  const values = new Map()
  for (const measure of [...latencies, ...others]) {
    // Without a gateway, only the latencies are needed, to subtract them from those with one.
    const measured = latencies.includes(measure) ? [upstream, ...compared] : compared
    for (const at of measured.keys()) {
      const subject = measured[(at + round) % measured.length] ?? upstream
      values.set(subject, { ...values.get(subject), ...(await measure(subject, context)) })
    }
  }
  const added = [names.one, names.streams]
  for (const subject of compared) {
    const entries = Object.entries(values.get(subject) ?? {}).map(([name, value]) => [
      name,
      added.includes(name) ? value - (values.get(upstream)?.[name] ?? 0) : value,
    ])
    addValues(results, subject, Object.fromEntries(entries))
  }
}

/** @param {Results} results @param {Subject} subject @param {Values} values */
function addValues(results, { name }, values) {
  results.set(name, [...(results.get(name) ?? []), values])
}

/** @param {Results} results */
function toRows(results) {
  const list = (/** @type {string} */ subject, /** @type {string} */ name) =>
    (results.get(subject) ?? []).map((values) => values[name] ?? Number.NaN)
  const medians = (/** @type {string} */ name, /** @type {string[]} */ subjects) =>
    Object.fromEntries(subjects.map((subject) => [subject, toMedian(list(subject, name))]))
  /** The median of the rounds' ratios. An added latency that is lost in the noise has no ratio. @param {string} name @param {[string, string]} subjects */
  const compare = (name, subjects) => {
    const [values, divisors] = [list(subjects[0], name), list(subjects[1], name)]
    const ratios = values.map((value, round) => value / (divisors[round] ?? 0))
    const measured = toMedian(ratios.filter((_, round) => (divisors[round] ?? 0) > 0))
    return { measured, compared: medians(name, subjects) }
  }
  const logged = compare(names.many, ['with the log', 'without the log'])
  return [
    ...comparedRows.map(([name, target]) => {
      const { measured, compared } = compare(name, ['gateway', 'undici'])
      return toRow(name, measured, { unit: '× undici', target, compared })
    }),
    ...ownRows.map(([name, target, unit]) => {
      const compared = medians(name, ['gateway', 'undici'])
      return toRow(name, compared.gateway ?? Number.NaN, { unit, target, compared })
    }),
    toRow('requests/s with the request log', logged.measured, {
      unit: '× without',
      target: '≥ 0.9',
      compared: logged.compared,
    }),
  ]
}

const json = { 'content-type': 'application/json' }

/** @param {Subject} subject @param {string} operation with the end of its model's name @param {AnswerOptions} [options] */
function toRequest({ port, key }, operation, options) {
  const url = new URL(`http://127.0.0.1:${port}/v1beta/models/gen-2.5-flash${operation}`)
  url.searchParams.append('key', key)
  const body = { contents: [{ role: 'user', parts: [{ text: toPrompt(options) }] }] }
  return toPost(url.href, json, JSON.stringify(body))
}

/** @param {Subject} subject */
function toUpload({ port, key }) {
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
async function warmUp(subject, { milliseconds }) {
  await callRepeatedly(subject, toRequest(subject, ':generateContent'), { count: 8, milliseconds })
}

/** @param {Subject} subject @param {Buffer} request @param {{ count: number, milliseconds: number }} options `count` of callers */
async function callRepeatedly({ port }, request, { count, milliseconds }) {
  /** @type {number[]} */
  const times = []
  let bytes = 0
  const connections = await Promise.all(Array.from({ length: count }, () => openConnection(port)))
  const began = now()
  const end = began + milliseconds * 1000
  const call = async (/** @type {import('./http-client.mjs').Connection} */ { send, close }) => {
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

/** A single caller, after a short warm-up. @param {Subject} subject @param {Buffer} request @param {Context} context */
async function callAlone(subject, request, { milliseconds }) {
  await callRepeatedly(subject, request, { count: 1, milliseconds: milliseconds / 10 })
  return await callRepeatedly(subject, request, { count: 1, milliseconds })
}

/** @type {Measure} */
async function measureOne(subject, context) {
  const { times } = await callAlone(subject, toRequest(subject, ':generateContent'), context)
  return { [names.one]: toQuantile(times, 0.5) }
}

/** @type {Measure} */
async function measureMany(subject, { milliseconds }) {
  const before = servers.readProcessorTime(subject)
  const options = { count: callers, milliseconds: 2 * milliseconds }
  const { times, perSecond } = await callRepeatedly(subject, toRequest(subject, ':generateContent'), options)
  const spent = (servers.readProcessorTime(subject) - before) / times.length
  return { [names.many]: perSecond, [names.processor]: spent }
}

/** One stream as fast as it is read, again and again. @type {Measure} */
async function measureEvents(subject, { milliseconds }) {
  const events = Math.min(eventsInFastStream, 50 * milliseconds)
  const request = toRequest(subject, ':streamGenerateContent?alt=sse', { events })
  const { perSecond } = await callRepeatedly(subject, request, { count: 1, milliseconds })
  return { [names.events]: perSecond * events }
}

/** @type {Measure} */
async function measureStreams(subject, { milliseconds }) {
  const events = Math.ceil((1.5 * milliseconds * eventsPerSecond) / 1000)
  const request = toRequest(subject, ':streamGenerateContent?alt=sse', { events, perSecond: eventsPerSecond })
  const connections = await Promise.all(Array.from({ length: streams }, () => openConnection(subject.port)))
  /** @type {number[]} */
  const delays = []
  const before = servers.readProcessorTime(subject)
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
  const spent = servers.readProcessorTime(subject) - before
  return { [names.streams]: toQuantile(delays, 0.99), [names.chunk]: spent / (streams * events) }
}

/** @type {Measure} */
async function measureImage(subject, context) {
  const { bytesPerSecond } = await callAlone(subject, toRequest(subject, '-image:generateContent'), context)
  return { [names.image]: bytesPerSecond / megabyte }
}

/** @type {Measure} */
async function measureUpload(subject, context) {
  const { perSecond } = await callAlone(subject, toUpload(subject), context)
  return { [names.upload]: (perSecond * uploadBytes) / megabyte }
}

/** @type {Measure} */
async function measureUploadMemory(subject) {
  const before = servers.beginPeak(subject)
  await callRepeatedly(subject, toUpload(subject), { count: uploadsAtOnce, milliseconds: 0 })
  return { [names.memory]: servers.readPeak(subject) - before }
}

/** Milliseconds from closing a connection until the upstream sees it. @type {Measure} */
async function measureAborts(subject, { upstream }) {
  /** @type {number[]} */
  const early = []
  /** @type {number[]} */
  const late = []
  for (let time = 0; time < aborts; time += 1) {
    early.push(await measureAbort(subject, upstream, true))
    late.push(await measureAbort(subject, upstream, false))
  }
  return { [names.abortEarly]: toMedian(early) / 1000, [names.abortLate]: toMedian(late) / 1000 }
}

/** @param {Subject} subject @param {Subject} upstream @param {boolean} isEarly before the response begins; otherwise during a stream */
async function measureAbort(subject, upstream, isEarly) {
  const connection = await openConnection(subject.port)
  const request = isEarly
    ? toRequest(subject, ':generateContent', { delayMs: 2 * maxNoticeMs })
    : toRequest(subject, ':streamGenerateContent?alt=sse', { events: 100_000, perSecond: eventsPerSecond })
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

/** The time of the first notice after another time. @param {Subject} upstream @param {'started' | 'aborted'} name @param {number} after @returns {Promise<number>} */
async function waitForNotice({ child }, name, after) {
  const signal = AbortSignal.timeout(maxNoticeMs)
  for (;;) {
    /** @type {import('./gateway-upstream.mjs').UpstreamNotice[]} */
    const [notice] = await once(child, 'message', { signal })
    if (notice?.name === name && notice.at >= after) return notice.at
  }
}

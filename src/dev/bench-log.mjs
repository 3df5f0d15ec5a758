// Measures the request log: reads of 100,000 requests in its thread and in the page, and what logging costs the gateway.
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { measureCalls, withUpstream } from './bench-gateway.mjs'
import { measureLogPage } from './bench-log-page.mjs'
import { key, toMedian, toRow } from './bench-servers.mjs'
import { bundleModule } from './bundle-module.mjs'
import { root } from './paths.mjs'

const rows = 100_000
const batch = 200
const repeats = 9
const day = 86_400_000

const settings = { maxRows: rows, maxDays: 30, maxMegabytes: 10_000, bodies: true }
const filter = {
  text: '',
  statusClasses: [],
  endpoints: [],
  models: [],
  clients: [],
  providers: [],
  outcomes: [],
  operation: null,
  from: null,
  to: null,
}
const byTime = { key: 'startedAt', descending: true }
const query = { filter, sort: byTime, cursor: null, limit: 100 }

export async function measureLog() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-log-'))
  const file = join(folder, 'exchanges.db')
  try {
    return {
      ...(await measureReads(file)),
      ...(await measureLogPage(file)),
      ...(await measureThroughput()),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const rounds = 5
const requests = 4000

const prices = { currency: 'USD', entries: [] }

/** The gateway and the log in their threads, with and without the log. */
async function measureThroughput() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-log-'))
  /** @type {Record<'log' | 'none', number[]>} */
  const perSecond = { log: [], none: [] }
  try {
    await withUpstream(async (upstream) => {
      for (let round = 0; round < rounds; round += 1)
        for (const mode of /** @type {const} */ (['none', 'log']))
          perSecond[mode].push(await measureGatewayWith(mode, upstream, folder))
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
  const [log, none] = [toMedian(perSecond.log), toMedian(perSecond.none)]
  return {
    'requests per second without the log': toRow(Math.round(none)),
    'requests per second with the log': toRow(Math.round(log)),
    'with the log, of the rate without it': toRow(Math.round((log / none) * 100) / 100, '≥ 0.9'),
  }
}

/** @param {'log' | 'none'} mode @param {string} upstream @param {string} folder */
async function measureGatewayWith(mode, upstream, folder) {
  const gateway = fork(join(root, 'src', 'dev', 'bench-logged-gateway.mjs'), [upstream, folder, key, mode])
  try {
    const [url] = await once(gateway, 'message')
    await measureCalls(String(url), 32, 500)
    return (await measureCalls(String(url), 32, requests)).perSecond
  } finally {
    gateway.kill()
    await once(gateway, 'exit')
  }
}

/** @param {string} file */
async function openStore(file) {
  const { openLogStore } = await import(
    await bundleModule('log-store', 'src', 'workspace', 'exchange-log', 'log-store.ts')
  )
  return openLogStore({ file, onNotice: () => {} })
}

/** Writes requests to a log, without their search index. @param {string} file @param {number} count */
export async function createExchangeLog(file, count) {
  const store = await openStore(file)
  await writeExchanges(store, count)
  store.close()
}

/** @param {{ write: (batch: object) => unknown }} store @param {number} count */
async function writeExchanges(store, count) {
  for (let from = 0; from < count; from += batch) {
    const exchanges = Array.from({ length: batch }, (_, at) => makeExchange(from + at))
    await store.write({ exchanges, summaryIds: [], settings, mediaFolder: null })
  }
}

/** @param {string} file The log to create. */
async function measureReads(file) {
  const store = await openStore(file)
  try {
    const began = performance.now()
    await writeExchanges(store, rows)
    const written = (performance.now() - began) / (rows / batch)
    const indexing = performance.now()
    const search = { ...query, filter: { ...filter, text: 'nothing like this' } }
    while (store.list(search).notIndexed > 0) await pause(1000)
    const indexed = (performance.now() - indexing) / 1000
    const measure = (/** @type {object} */ changes, /** @type {object} */ other = {}) =>
      toRow(
        time(() => store.list({ ...query, filter: { ...filter, ...changes }, ...other })),
        '≤ 50',
      )
    return {
      'write of 200 requests, ms': toRow(Math.round(written * 10) / 10),
      'indexing of all while idle, s': toRow(Math.round(indexed)),
      'file, MB': toRow(Math.round(statSync(file).size / 1_048_576)),
      'newest page, ms': measure({}),
      'page of one model, ms': measure({ models: ['rare-model'] }),
      'page of errors, ms': measure({ statusClasses: [5], outcomes: ['failed'] }),
      'page by duration, ms': measure({}, { sort: { key: 'total', descending: true } }),
      'search for a rare word, ms': measure({ text: 'w99-41' }),
      'search for a common word, ms': measure({ text: 'generateContent' }),
      'search for a common word, rare model, ms': measure({
        text: 'generateContent',
        models: ['rare-model'],
      }),
      'search for a common word by duration, ms': measure(
        { text: 'generateContent' },
        { sort: { key: 'total', descending: true } },
      ),
      'search for a word that does not occur, ms': measure({ text: 'nothing like this' }),
      'counts for the filters, ms': toRow(
        time(() => store.counts(filter)),
        '≤ 50',
      ),
      'counts of a common word, ms': toRow(
        time(() => store.counts({ ...filter, text: 'generateContent' })),
        '≤ 50',
      ),
      'usage of all days, ms': toRow(
        time(() => store.usage({ days: null, groupBy: ['day', 'model'], prices })),
      ),
    }
  } finally {
    store.close()
  }
}

/** @param {() => unknown} work */
function time(work) {
  const times = Array.from({ length: repeats }, () => {
    const began = performance.now()
    work()
    return performance.now() - began
  })
  return Math.round(toMedian(times) * 10) / 10
}

/** Three kilobytes of text, like a short chat. @param {number} at */
function makeExchange(at) {
  const words = Array.from({ length: 100 }, (_, word) => `w${word}-${(at * 7 + word * 13) % 997}`)
  const isFailure = at % 500 === 0
  return {
    id: randomUUID(),
    endpoint: 'E2',
    route: 'generateContent',
    method: 'POST',
    path: '/v1beta/models/gen-2.5-flash:generateContent',
    model: at % 1000 === 0 ? 'rare-model' : `model-${at % 9}`,
    upstream: 'service',
    provider: 'service',
    client: `script-${at % 5}/1.0`,
    operation: null,
    startedAt: Date.now() - day + at * 500,
    status: isFailure ? 500 : 200,
    outcome: isFailure ? 'failed' : 'completed',
    errorClass: isFailure ? 'server' : null,
    error: isFailure ? `Internal error ${at}` : null,
    requestBytes: 900,
    responseBytes: 2000,
    times: { sentUpstream: 0.3, upstreamHeaders: 200, firstByte: 300 + (at % 700), total: 900 + (at % 5003) },
    overhead: 0.5,
    media: { images: 0, videos: 0, audios: 0 },
    usage: { promptTokenCount: 200, candidatesTokenCount: 400, totalTokenCount: 600 },
    hasBodies: true,
    requestHeaders: { 'content-type': 'application/json', 'user-agent': 'script/1.0' },
    responseHeaders: { 'content-type': 'application/json' },
    requestBody: JSON.stringify({ contents: [{ parts: [{ text: words.slice(0, 40).join(' ') }] }] }),
    responseBody: JSON.stringify({ candidates: [{ content: { parts: [{ text: words.join(' ') }] } }] }),
    timeline: [],
  }
}

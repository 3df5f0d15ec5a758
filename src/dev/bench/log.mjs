// Measures the request log: reads of 100,000 requests in its thread and in the page.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { bundleModule } from '../bundle-module.mjs'
import { measureLogPage } from './log-page.mjs'
import { toMedian, toRow } from './measure.mjs'

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
    return [...(await measureReads(file)), ...(await measureLogPage(file))]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const prices = { currency: 'USD', entries: [] }

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
  const { encodeBatch } = await import(
    await bundleModule('exchange-batch', 'src', 'workspace', 'exchange-log', 'exchange-batch.ts')
  )
  for (let from = 0; from < count; from += batch) {
    const exchanges = Array.from({ length: batch }, (_, at) => makeExchange(from + at))
    await store.write({ batches: [encodeBatch(exchanges)], settings, mediaFolder: null })
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
    /** @param {string} name @param {object} changes of the filter @param {object} [other] */
    const measure = (name, changes, other = {}) => {
      const list = () => store.list({ ...query, filter: { ...filter, ...changes }, ...other })
      return toRow(name, time(list), { unit: 'ms', target: '≤ 50' })
    }
    return [
      toRow('write of 200 requests to the log', written, { unit: 'ms' }),
      toRow('indexing of all requests while idle', indexed, { unit: 's' }),
      toRow('size of the file', statSync(file).size / 1_048_576, { unit: 'MB' }),
      measure('newest page of the log', {}),
      measure('page of one model', { models: ['rare-model'] }),
      measure('page of errors', { statusClasses: [5], outcomes: ['failed'] }),
      measure('page by duration', {}, { sort: { key: 'total', descending: true } }),
      measure('search for a rare word', { text: 'w99-41' }),
      measure('search for a common word', { text: 'generateContent' }),
      measure('search for a common word, rare model', {
        text: 'generateContent',
        models: ['rare-model'],
      }),
      measure(
        'search for a common word by duration',
        { text: 'generateContent' },
        { sort: { key: 'total', descending: true } },
      ),
      measure('search for a word that does not occur', { text: 'nothing like this' }),
      toRow(
        'counts for the log’s filters',
        time(() => store.counts(filter)),
        { unit: 'ms', target: '≤ 50' },
      ),
      toRow(
        'counts of a search for a common word',
        time(() => store.counts({ ...filter, text: 'generateContent' })),
        { unit: 'ms', target: '≤ 50' },
      ),
      toRow(
        'usage of all days by model',
        time(() => store.usage({ days: null, groupBy: ['day', 'model'], prices })),
        { unit: 'ms' },
      ),
    ]
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
  return toMedian(times)
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

// Measures the request log with 100,000 requests: reads in its thread, and opening, scrolling and new requests in the page.
import { randomUUID } from 'node:crypto'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { bundleModule } from '../bundle-module.mjs'
import { toPrompt } from '../http-client.mjs'
import { selectService } from '../running-application.mjs'
import { textAnswer } from '../scripted-upstream.mjs'
import { repeat, toRow } from './measure.mjs'
import {
  countFrames,
  countFramesWhile,
  findByText,
  measureFrame,
  measureTasks,
  openPanel,
  pointAt,
  withApplication,
  withUserData,
} from './page-driver.mjs'
import { withUpstream } from './upstream.mjs'

/** @typedef {import('./page-driver.mjs').Bench} Bench */

/** Of tasks and reads. */
const task = { unit: 'ms', target: '≤ 50' }
const rows = 100_000
const batch = 200
const seconds = 5
const perSecond = 20
const path = '/v1beta/models/gen-2.5-flash:generateContent'

const settings = { maxRows: rows, maxDays: 30, maxMegabytes: 10_000, bodies: true }
const filter = {
  ...{ statusClasses: [], endpoints: [], models: [], clients: [], providers: [], outcomes: [] },
  ...{ text: '', operation: null, from: null, to: null },
}
const query = { filter, sort: { key: 'startedAt', descending: true }, cursor: null, limit: 100 }

export async function measure() {
  return await withUserData(async (environment) => {
    const reads = await measureReads(join(environment.folder, 'measured.db'))
    await copyFile(join(environment.folder, 'measured.db'), join(environment.folder, 'exchanges.db'))
    return await withApplication(environment, async (bench) => {
      // The log is opened a few seconds after the start.
      await pause(5000)
      const opening = await measureOpening(bench)
      const scrolling = await measureScrolling(bench)
      const logging = await withUpstream((url) => measureLargeRequests(bench, url))
      return [...reads, ...opening, ...scrolling, ...logging]
    })
  })
}

/** Writes requests to a new log, and reads it. @param {string} file */
async function measureReads(file) {
  const load = async (/** @type {string} */ name) =>
    await import(await bundleModule(name, 'src', 'workspace', 'exchange-log', `${name}.ts`))
  const [{ openLogStore }, { encodeBatch }] = [await load('log-store'), await load('exchange-batch')]
  const store = openLogStore({ file, onNotice: () => {} })
  try {
    for (let from = 0; from < rows; from += batch) {
      const exchanges = Array.from({ length: batch }, (_, at) => makeExchange(from + at))
      await store.write({ batches: [encodeBatch(exchanges)], settings, mediaFolder: null })
    }
    const search = (/** @type {string} */ text, /** @type {object} */ changes = {}) => ({
      ...query,
      filter: { ...filter, text, ...changes },
    })
    const [common, never] = ['generateContent', 'nothing like this']
    while (store.list(search(never)).notIndexed > 0) await pause(1000)
    /** @type {Record<string, () => unknown>} */
    const reads = {
      'newest page of the log': () => store.list(query),
      'page by duration': () => store.list({ ...query, sort: { key: 'total', descending: true } }),
      'search for a rare word': () => store.list(search('w99-41')),
      'search for a common word, rare model': () => store.list(search(common, { models: ['rare-model'] })),
      'search for a word that does not occur': () => store.list(search(never)),
      'counts of a search for a common word': () => store.counts(search(common).filter),
    }
    const results = []
    for (const [name, read] of Object.entries(reads))
      results.push(toRow(name, await repeat(9, () => timeOf(read)), task))
    return results
  } finally {
    store.close()
  }
}

/** @param {() => unknown} work */
function timeOf(work) {
  const start = performance.now()
  work()
  return performance.now() - start
}

/** Three kilobytes of text, like a short chat. @param {number} at */
function makeExchange(at) {
  const words = Array.from({ length: 100 }, (_, word) => `w${word}-${(at * 7 + word * 13) % 997}`)
  const request = { contents: [{ parts: [{ text: words.slice(0, 40).join(' ') }] }] }
  return {
    ...{ id: randomUUID(), endpoint: 'E2', route: 'generateContent', method: 'POST', path },
    model: at % 1000 === 0 ? 'rare-model' : `model-${at % 9}`,
    ...{ upstream: 'service', provider: 'service', client: `script-${at % 5}/1.0`, operation: null },
    startedAt: Date.now() - 86_400_000 + at * 500,
    ...{ status: 200, outcome: 'completed', errorClass: null, error: null },
    ...{ requestBytes: 900, responseBytes: 2000, overhead: 0.5, timeline: [], hasBodies: true },
    times: { sentUpstream: 0.3, upstreamHeaders: 200, firstByte: 300 + (at % 700), total: 900 + (at % 5003) },
    media: { images: 0, videos: 0, audios: 0 },
    usage: { promptTokenCount: 200, candidatesTokenCount: 400, totalTokenCount: 600 },
    requestHeaders: { 'content-type': 'application/json', 'user-agent': 'script/1.0' },
    responseHeaders: { 'content-type': 'application/json' },
    requestBody: JSON.stringify(request),
    responseBody: JSON.stringify(textAnswer(words.join(' '))),
  }
}

/** From the click to the first frame with rows. @param {Bench} bench */
async function measureOpening({ page }) {
  const press = `${findByText('nav[aria-label=Panels] button', 'Gateway')}.click()`
  const open = () => measureFrame(page, press, `document.querySelector('[data-request-list] [data-id]')`)
  const reopen = async () => {
    await pause(1000)
    await openPanel(page, 'Chat')
    await pause(1000)
    return await open()
  }
  const target = { unit: 'ms', target: '≤ 150' }
  return [
    toRow('first opening of the log, until rows are shown', await open(), target),
    toRow('opening the log again, until rows are shown', await repeat(5, reopen), target),
  ]
}

/** Scrolls with the wheel; further pages are read meanwhile. @param {Bench} bench */
async function measureScrolling(bench) {
  const { page } = bench
  await pointAt(page, page.getByRole('grid', { name: 'Requests' }))
  const scroll = () => countFramesWhile(page, seconds, () => page.mouse.wheel(0, 480))
  const { ofPage, result } = await measureTasks(bench, scroll)
  return [
    toRow('frames per second while the log is scrolled', result, { target: '≥ 55' }),
    toRow('longest task of the page while the log is scrolled', ofPage, task),
  ]
}

/** 250 kB each, with the newest request open beside the list. @param {Bench} bench @param {string} url of the provider */
async function measureLargeRequests(bench, url) {
  const { page, desktop } = bench
  const body = toPrompt(JSON.stringify({ length: 250_000, padding: 'fox '.repeat(62_500) }))
  await selectService(desktop, url)
  const { gateway } = await desktop.application.status()
  const { key } = await desktop.localKey.read()
  const send = async () => {
    const headers = { 'content-type': 'application/json', 'x-goog-api-key': key }
    const response = await fetch(gateway.url + path, { method: 'POST', headers, body })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`The gateway answered ${response.status}.`)
  }
  await send()
  await pause(1000)
  await page.getByRole('grid', { name: 'Requests' }).locator('[data-id]').first().click()
  await pause(2000)
  const frames = countFrames(page, seconds)
  /** @type {Promise<void>[]} */
  const sent = []
  const { ofPage, ofMain } = await measureTasks(bench, async () => {
    const began = performance.now()
    while (performance.now() < began + seconds * 1000) {
      sent.push(send())
      // Follows the clock, to catch up after a delay that was too long.
      await pause(Math.max(0, began + (sent.length * 1000) / perSecond - performance.now()))
    }
  })
  await Promise.all(sent)
  const target = { target: '≥ 55', compared: { requests: sent.length } }
  return [
    toRow('frames per second while they are logged', await frames, target),
    toRow('longest task of the page while they are logged', ofPage, task),
    toRow('longest task of the main process while they are logged', ofMain, task),
  ]
}

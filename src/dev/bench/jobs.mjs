// Measures jobs: the gateway's memory for a large audio file, the page's tasks for 200 files, a start with 1,000 ended jobs.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'libsql'
import { request } from 'undici'
import { beginPeak, readPeak, toMedian, toRow } from './measure.mjs'
import { key, withGateway, withService } from './servers.mjs'
import { readMaxTask } from './watch.mjs'
import {
  chooseService,
  openOnce,
  openPanel,
  waitUntil,
  withUserData,
  withWindow,
  writeRows,
} from './window.mjs'

/** @typedef {import('./window.mjs').Bench} Bench */
/** @typedef {import('./window.mjs').Environment} Environment */
/** @typedef {import('playwright').Page} Page */

const megabyte = 1_048_576
const files = 200
const ended = 1000
const rounds = 5

export async function measureJobs() {
  return await withService(answerLength, async (service) => {
    const upload = await measureUpload(service)
    const queue = await withUserData((environment) =>
      withWindow(environment, async (bench) => {
        await chooseService(bench.page, service)
        return measureQueue(bench)
      }),
    )
    return [...upload, ...queue, ...(await withUserData(measureEnded))]
  })
}

/** Responds after the whole request was received. @type {import('node:http').RequestListener} */
async function answerLength(incoming, outgoing) {
  let bytes = 0
  for await (const chunk of incoming) bytes += chunk.length
  outgoing.writeHead(200, { 'content-type': 'application/json' })
  outgoing.end(JSON.stringify({ text: `Heard ${bytes} bytes.` }))
}

/** Measures in a separate process, after smaller requests. @param {string} upstream */
function measureUpload(upstream) {
  return withGateway(upstream, async (url, pid) => {
    for (let time = 0; time < 20; time += 1) await upload(url, megabyte)
    const increases = []
    for (let time = 0; time < rounds; time += 1) {
      const before = beginPeak(pid)
      await upload(url, 25 * megabyte - 1024)
      increases.push(readPeak(pid) - before)
    }
    return [
      toRow('increase of the gateway’s memory for 25 MB of audio', toMedian(increases), {
        unit: 'MB',
        target: '≤ 8',
      }),
      toRow('maximum increase of five uploads', Math.max(...increases), { unit: 'MB' }),
    ]
  })
}

/** @param {string} url @param {number} length */
async function upload(url, length) {
  const boundary = 'bench-boundary'
  const head = Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="model"\r\n\r\ngen-4o-transcribe\r\n--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\ncontent-type: audio/wav\r\n\r\n`,
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  const answer = await request(`${url}/v1/audio/transcriptions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(head.length + length + tail.length),
    },
    body: Readable.from(flow(head, length, tail)),
  })
  const response = await answer.body.text()
  if (answer.statusCode !== 200)
    throw new Error(`The gateway responded with ${answer.statusCode}: ${response}`)
}

/** @param {Buffer} head @param {number} length @param {Buffer} tail */
async function* flow(head, length, tail) {
  const piece = Buffer.alloc(65_536, 7)
  yield head
  for (let left = length; left > 0; left -= piece.length)
    yield piece.subarray(0, Math.min(left, piece.length))
  yield tail
}

/** @param {Bench} bench */
async function measureQueue({ page, folder }) {
  await openPanel(page, 'Transcribe')
  // Files on disk, because bytes passed by Playwright would cause a long task in the page.
  const audioFiles = Array.from({ length: files }, (_, index) => {
    const path = join(folder, `audio ${index + 1}.wav`)
    writeFileSync(path, makeAudio(index))
    return path
  })
  await page.getByLabel('Audio files to add').waitFor({ state: 'attached' })
  await readMaxTask(page)
  await page.getByLabel('Audio files to add').setInputFiles(audioFiles)
  const count = openCount(folder)
  await waitUntil(async () => count('SELECT count(*) AS jobs FROM jobs') === files)
  const queued = await readMaxTask(page)
  await waitUntil(async () => count("SELECT count(*) AS jobs FROM jobs WHERE state = 'succeeded'") === files)
  const worked = await readMaxTask(page)
  const list = page.getByRole('grid', { name: 'Files' })
  await list.hover()
  for (let time = 0; time < 40; time += 1) {
    await page.mouse.wheel(0, time < 20 ? 600 : -600)
    await pause(50)
  }
  return [
    toRow('longest task of the page while 200 files are added', queued, { unit: 'ms', target: '≤ 100' }),
    toRow('longest task of the page while they are transcribed', worked, { unit: 'ms', target: '≤ 100' }),
    toRow('longest task of the page while their list is scrolled', await readMaxTask(page), {
      unit: 'ms',
      target: '≤ 100',
    }),
  ]
}

/** @param {string} folder @returns {(sql: string) => number} */
function openCount(folder) {
  const database = new Database(join(folder, 'workspace.db'), { readonly: true })
  return (sql) => Number(/** @type {{ jobs: number }} */ (database.prepare(sql).get()).jobs)
}

/** One second of a unique tone, because equal bytes would be stored as one file. @param {number} index */
export function makeAudio(index) {
  const rate = 8000
  const numbers = (/** @type {number[]} */ ...values) => Buffer.from(Uint32Array.from(values).buffer)
  const wave = Array.from(
    { length: rate },
    (_, at) => 9000 * Math.sin((at * 2 * Math.PI * (200 + index)) / rate),
  )
  const head = [Buffer.from('RIFF'), numbers(36 + rate * 2), Buffer.from('WAVEfmt ')]
  const format = numbers(16, 0x10001, rate, rate * 2, 0x100002)
  const data = [Buffer.from('data'), numbers(rate * 2), Buffer.from(Int16Array.from(wave, Math.round).buffer)]
  return Buffer.concat([...head, format, ...data])
}

/** @param {Environment} environment */
async function measureEnded(environment) {
  await openOnce(environment)
  const without = await measureStarts(environment)
  seedEnded(environment.folder)
  const many = await measureStarts(environment)
  return [
    toRow('start without jobs, median', without, { unit: 'ms' }),
    toRow('start with 1,000 ended jobs ÷ start without', many / without, { target: '≤ 1.05' }),
  ]
}

/** @param {Environment} environment */
async function measureStarts(environment) {
  const times = []
  for (let time = 0; time < rounds; time += 1) times.push((await openOnce(environment)).milliseconds)
  return toMedian(times)
}

/** Writes ended jobs while the application is closed. @param {string} folder */
function seedEnded(folder) {
  writeRows(folder, (database) => {
    const insert = database.prepare(
      `INSERT INTO jobs (id, kind, state, open, position, created_at, ended_at, input, progress)
        VALUES (?, ?, 'succeeded', 0, ?, ?, ?, ?, ?)`,
    )
    for (let index = 0; index < ended; index += 1) {
      const isVideo = index % 2 === 0
      const { input, progress } = isVideo ? endedVideo(index) : endedTranscription(index)
      const at = Date.now() - index * 60_000
      const times = [index, at, at + 5000]
      const kind = isVideo ? 'video' : 'transcription'
      insert.run([`ended ${index}`, kind, ...times, JSON.stringify(input), JSON.stringify(progress)])
    }
  })
}

const upstream = { kind: 'demo', id: 'demo', label: 'Demo' }

/** @param {number} index */
function endedVideo(index) {
  return {
    input: { model: 'gen-video-3.1-fast-generate-preview', prompt: `A fox in the snow, number ${index}.` },
    progress: {
      submittedAt: index,
      upstream,
      operation: `operations/${index}`,
      polls: Array.from({ length: 20 }, (_, at) => ({ at, found: 'running', message: null })),
      pollCount: 20,
      results: [],
      reasons: [],
      error: null,
      canFetchAgain: false,
      exchangeId: null,
      repeats: null,
    },
  }
}

/** @param {number} index */
function endedTranscription(index) {
  const source = { media: '0'.repeat(64), mimeType: 'audio/wav', name: `${index}.wav`, bytes: 9, seconds: 9 }
  return {
    input: { settings: { model: 'gen-4o-transcribe' }, source },
    progress: {
      startedAt: index,
      pausing: false,
      pieces: [],
      upstream,
      words: 2,
      ending: 'Two words.',
      error: null,
      exchangeId: null,
    },
  }
}

// The soak of the application: its panels and its gateway are used for long, and its memory is measured meanwhile.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { countDrawn } from '../bench/images.mjs'
import { countMemory, openPanel, waitUntil, withUserData, withWindow } from '../bench/window.mjs'
import { writeWav } from './hostile-targets.mjs'
import { describeTrend, findGrowth, withoutWarmUp } from './memory-trend.mjs'
import { createRandom } from './part.mjs'
import { sendOperations } from './soak-operations.mjs'

/** @typedef {import('../bench/window.mjs').Bench} Bench */
/** @typedef {import('playwright').Page} Page */
/** @typedef {import('./memory-trend.mjs').Sample} Sample */
/** @typedef {import('./part.mjs').PartOptions} PartOptions */
/** @typedef {import('./part.mjs').Random} Random */

const minutes = 60
const samples = 30
const requestSeconds = 2
const concurrency = 4

/** @type {import('./part.mjs').Part} */
export const part = {
  name: 'soak',
  description:
    'the application in use for an hour: chats, images, transcripts, Library, and requests to its gateway',
  // `soak-gateway` runs there instead.
  ciShare: 0,
  minutes,
  run: (options) =>
    withUserData(({ folder, env }) =>
      withWindow({ folder, env: { ...env, GEN_PLAYGROUND_DEMO_PACE: 'instant' } }, (bench) =>
        soak(bench, options),
      ),
    ),
}

/** @param {Bench} bench @param {PartOptions} options */
async function soak(bench, { seed, share, count, check, log }) {
  const random = createRandom(seed)
  const access = await readAccess(bench.page)
  const stepMs = (minutes * 60_000 * share) / samples
  const began = performance.now()
  /** @type {Record<string, Sample[]>} */
  const trends = {}
  /** @type {string[]} */
  const problems = []
  const used = { rounds: 0, requests: 0 }
  for (let step = 1; step <= samples; step += 1) {
    do {
      used.rounds += 1
      await workInPanels(bench, random, used.rounds)
      const end = performance.now() + requestSeconds * 1000
      const isOver = () => performance.now() > end
      const onSent = () => {
        used.requests += 1
      }
      problems.push(...(await sendOperations({ ...access, random, concurrency, isOver, onSent })))
    } while (performance.now() - began < step * stepMs)
    const seconds = Math.round((performance.now() - began) / 1000)
    const memory = await measureMemory(bench)
    for (const [name, bytes] of Object.entries(memory))
      trends[name] = [...(trends[name] ?? []), { seconds, bytes }]
    const texts = Object.entries(memory).map(([name, bytes]) => `${name} ${(bytes / 2 ** 20).toFixed(1)} MB`)
    log(`${seconds} s: ${used.rounds} rounds, ${used.requests} requests; ${texts.join(', ')}`)
  }
  count('rounds through the panels', used.rounds)
  count('requests to the gateway', used.requests)
  const measured = Object.entries(trends).map(
    ([name, values]) => /** @type {[string, Sample[]]} */ ([name, withoutWarmUp(values)]),
  )
  for (const trend of measured) log(describeTrend(...trend))
  check('every request gets its response', problems)
  check(
    'memory stays flat within 10 %',
    measured.flatMap((trend) => findGrowth(...trend)),
  )
  const errors = await readFile(join(bench.folder, 'errors.log'), 'utf8').catch(() => '')
  check('the error log is empty', errors ? [errors.slice(0, 2000)] : [])
}

/** @param {Page} page */
async function readAccess(page) {
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  const sections = page.getByRole('navigation', { name: 'Settings sections' })
  await sections.getByRole('link', { name: 'Gateway' }).click()
  const gateway = page.getByRole('region', { name: 'Gateway', exact: true })
  const read = (/** @type {string} */ name) =>
    gateway.getByRole('textbox', { name, exact: true }).inputValue()
  return { url: await read('URL'), key: await read('Local key') }
}

/** @param {Bench} bench @param {Random} random @param {number} round */
async function workInPanels({ page, folder }, random, round) {
  await chat(page, random)
  if (round % 5 === 0) await drawImage(page)
  if (round % 5 === 1) await transcribe(page, folder, round)
  await openPanel(page, 'Embeddings')
  await searchLibrary(page, random)
  for (const name of ['Gateway', 'Settings', 'Video'])
    await page.getByRole('button', { name, exact: true }).first().click()
}

const prompts = [
  'Write a table of three rivers.',
  'Write 300 words about a lighthouse.',
  'Explain a rainbow with a formula.',
  'Write a function that reverses a list.',
  'What is 6 times 7?',
]

/** @param {Page} page @param {Random} random */
async function chat(page, random) {
  await openPanel(page, 'Chat')
  if (random.chance(0.5)) await page.getByRole('button', { name: 'New chat' }).first().click()
  const answers = page.locator('article[aria-label="Response"][aria-busy="false"]')
  await page.getByRole('textbox', { name: 'Prompt' }).fill(random.pick(prompts))
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.locator('article[aria-label="Your prompt"]').first().waitFor()
  const busy = page.locator('article[aria-label="Response"][aria-busy="true"]')
  await waitUntil(async () => (await answers.count()) > 0 && (await busy.count()) === 0)
}

/** @param {Page} page */
async function drawImage(page) {
  await openPanel(page, 'Images')
  await page.getByRole('button', { name: 'New session' }).first().click()
  const form = page.getByRole('form', { name: 'New prompt' })
  await form.getByRole('textbox', { name: 'Prompt' }).fill('A lighthouse at dusk.')
  await form.getByRole('button', { name: 'Generate', exact: true }).click()
  await waitUntil(async () => (await countDrawn(page)) > 0)
}

/** @param {Page} page @param {string} folder @param {number} round */
async function transcribe(page, folder, round) {
  const path = join(folder, 'soak', `${round}.wav`)
  await mkdir(join(folder, 'soak'), { recursive: true })
  await writeFile(path, writeWav(8000 + round))
  await openPanel(page, 'Transcribe')
  await page.locator('input[type=file]').first().setInputFiles(path)
  await page.locator(`[role=row][aria-label^="${round}.wav, "]`).first().waitFor()
}

/** @param {Page} page @param {Random} random */
async function searchLibrary(page, random) {
  await openPanel(page, 'Library')
  const search = page.getByRole('searchbox', { name: 'Search Library' })
  await search.fill(random.pick(['light', 'river', 'dusk', '42']))
  await pause(300)
  await search.fill('')
}

/** Bytes after garbage collection, in an empty chat. @param {Bench} bench @returns {Promise<Record<string, number>>} */
async function measureMemory({ application, page, session }) {
  await openPanel(page, 'Chat')
  await page.getByRole('button', { name: 'New chat' }).first().click()
  let main = 0
  for (let time = 0; time < 2; time += 1) {
    await session.send('HeapProfiler.collectGarbage')
    // Chromium releases its caches only if memory is scarce.
    await session.send('Memory.simulatePressureNotification', { level: 'critical' })
    main = await application.evaluate(() => {
      globalThis.gc?.()
      return process.memoryUsage().heapUsed
    })
    await pause(1000)
  }
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const total = (await countMemory(application.process().pid ?? 0)) * 2 ** 20
  return { 'all processes (PSS)': total, 'heap of the main process': main, 'heap of the page': usedSize }
}

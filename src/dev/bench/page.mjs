// Measures the page: a streamed answer, a long one, a long conversation, and memory after many.

import { setTimeout as pause } from 'node:timers/promises'
import { toRow } from './measure.mjs'
import { answerBenchPrompt, toPrompt, withService, writeMarkdown } from './servers.mjs'
import { countFrames, countShown, measurePaint, readGap, readLastAnswer, readMaxTask } from './watch.mjs'
import {
  chooseService,
  openPanel,
  readTaskSeconds,
  waitUntil,
  withUserData,
  withWindow,
  writeRows,
} from './window.mjs'

const pace = 200
const long = 100_000

const messages = 10_000
const longTitle = 'Ten thousand messages'

/** @typedef {import('playwright').Page} Page */
/** @typedef {import('./window.mjs').Bench} Bench */

export async function measurePage() {
  return await withService(answerBenchPrompt, (url) =>
    withUserData(async (environment) => {
      await withWindow(environment, async () => {})
      seedConversation(environment.folder)
      return await withWindow(environment, async (bench) => {
        const opening = await measureOpening(bench)
        await chooseService(bench.page, url)
        await openPanel(bench.page, 'Chat')
        return [
          ...opening,
          ...(await measureDeltas(bench)),
          ...(await measureWriting(bench)),
          ...(await measureMemory(bench)),
        ]
      })
    }),
  )
}

/** Streams 100 KB at 200 tokens per second with the CPU slowed down to a quarter, and scrolls in the last part. @param {Bench} bench */
async function measureWriting(bench) {
  const { page, session } = bench
  await beginConversation(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await readMaxTask(page)
  await ask(page, { length: long, atOnce: 0, tokensPerSecond: pace })
  await waitForText(page, long * 0.05)
  const start = await readMaxTask(page)
  await waitForText(page, long * 0.8)
  const growth = await readMaxTask(page)
  const { shown, drawn } = await scrollThrough(bench)
  const scrolling = await readMaxTask(page)
  await waitForEnd(page)
  // Its statistics and controls are rendered after its end.
  await pause(1000)
  const end = await readMaxTask(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const maxTask = Math.max(start, growth, scrolling, end)
  return [
    toRow('longest task while 100 KB are streamed (CPU ÷ 4)', maxTask, { unit: 'ms', target: '≤ 100' }),
    toRow('longest task at its start (0 is below 50)', start, { unit: 'ms' }),
    toRow('longest task in its middle', growth, { unit: 'ms' }),
    toRow('longest task while it is streamed and scrolled', scrolling, { unit: 'ms' }),
    toRow('longest task at its end', end, { unit: 'ms' }),
    toRow('frames per second shown while scrolling it (CPU ÷ 4)', shown, { target: '≥ 50' }),
    toRow('frames per second rendered by the page while scrolling it', drawn),
  ]
}

/** @param {Bench} bench */
async function measureDeltas(bench) {
  const short = await measureGrowth(bench, 10_000)
  const far = await measureGrowth(bench, 1_000_000)
  return [
    toRow('CPU of the page for a delta at 10 KB', short, { unit: 'ms' }),
    toRow('CPU of the page for a delta at 1 MB', far, { unit: 'ms' }),
    toRow('a delta at 1 MB ÷ one at 10 KB', far / short, { target: '≤ 1.5' }),
  ]
}

/** CPU milliseconds of the page's main thread per delta, after `atOnce` characters. @param {Bench} bench @param {number} atOnce */
async function measureGrowth({ page, session }, atOnce) {
  const seconds = 8
  const pieces = (pace / 4) * seconds
  await beginConversation(page)
  await ask(page, { length: atOnce + pieces * 16 * 3, atOnce, tokensPerSecond: pace })
  await waitForText(page, atOnce)
  // Excludes rendering the initial text.
  await pause(4000)
  const before = await readTaskSeconds(session)
  await pause(seconds * 1000)
  const spent = (await readTaskSeconds(session)) - before
  const gap = await readGap(page)
  if (gap > 100) throw new Error(`The chat does not scroll to its end: it is ${gap} pixels behind.`)
  await page.getByRole('button', { name: 'Stop' }).first().click()
  await waitForEnd(page)
  return (spent * 1000) / pieces
}

/** @param {Bench} bench */
async function measureOpening({ page }) {
  const row = page.getByText(longTitle).first()
  await row.waitFor()
  // Waits until the start, which is measured separately, is over.
  await pause(2000)
  await readMaxTask(page)
  const { ofPress, ofClick } = await measurePaint(page, longTitle)
  await pause(1500)
  return [
    toRow('first paint of 10,000 messages, from the click', ofClick, { unit: 'ms', target: '≤ 200' }),
    toRow('first paint of 10,000 messages, from pressing the mouse button', ofPress, { unit: 'ms' }),
    toRow('longest task while 10,000 messages are opened', await readMaxTask(page), {
      unit: 'ms',
      target: '≤ 100',
    }),
  ]
}

/** @param {Bench} bench */
async function measureMemory({ application, page, session }) {
  await beginConversation(page)
  const sizes = []
  for (let count = 1; count <= 10; count += 1) {
    await ask(page, { length: long, atOnce: long - 1_600, tokensPerSecond: pace })
    await waitForEnd(page)
    if (count === 1 || count === 10) sizes.push(await readMemory(application, session))
  }
  const [one = 1, ten = 1] = sizes
  return [
    toRow('memory of the page after one answer', one, { unit: 'MB' }),
    toRow('memory of the page after ten answers', ten, { unit: 'MB' }),
    toRow('memory after ten answers ÷ after one', ten / one, { target: '≤ 1.5' }),
  ]
}

/** @param {Page} page */
async function beginConversation(page) {
  await page.getByRole('button', { name: 'New chat' }).first().click()
}

/** @param {Page} page @param {Parameters<typeof toPrompt>[0]} options */
async function ask(page, options) {
  await page.getByRole('textbox', { name: 'Prompt' }).fill(toPrompt(options))
  await page.getByRole('button', { name: 'Send' }).first().click()
  await page.getByRole('button', { name: 'Stop' }).first().waitFor()
}

/** A character takes about a pixel of height here. @param {Page} page @param {number} length */
async function waitForText(page, length) {
  await waitUntil(async () => (await readLastAnswer(page)).height >= length / 2)
}

/** @param {Page} page */
async function waitForEnd(page) {
  await waitUntil(async () => !(await readLastAnswer(page)).isBusy)
}

/**
 * Scrolls up and down with the wheel for ten seconds. Counts all frames shown, because scrolling needs no rendering by the
 * page. @param {Bench} bench
 */
async function scrollThrough(bench) {
  const { page } = bench
  const box = await page.getByRole('region', { name: 'Messages' }).boundingBox()
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2)
  let drawn = 0
  const began = performance.now()
  let seconds = 10
  const shown = await countShown(bench, async () => {
    const frames = countFrames(page, 10_000)
    const end = performance.now() + 10_000
    for (let step = 0; performance.now() < end; step += 1) {
      await page.mouse.wheel(0, step % 80 < 40 ? -240 : 240)
      await pause(30)
    }
    drawn = await frames
    seconds = (performance.now() - began) / 1000
  })
  return { shown: Math.round(shown / seconds), drawn: Math.round(drawn) }
}

/** @param {Bench['application']} application @param {Bench['session']} session */
async function readMemory(application, session) {
  await session.send('HeapProfiler.collectGarbage')
  await pause(1000)
  await session.send('HeapProfiler.collectGarbage')
  const kilobytes = await application.evaluate(({ app }) => {
    return app.getAppMetrics().find(({ type }) => type === 'Tab')?.memory.workingSetSize ?? 0
  })
  return kilobytes / 1024
}

/** @param {string} folder the user's data */
function seedConversation(folder) {
  const began = Date.now() - messages * 1000
  const id = (/** @type {number} */ index) => `bench-turn-${index}`
  const parameters = JSON.stringify({ model: 'gen-2.5-flash' })
  writeRows(folder, (database) => {
    database
      .prepare(
        `INSERT INTO conversations (id, title, parameters, head_turn_id, created_at, updated_at)
       VALUES ('bench', ?, ?, ?, ?, ?)`,
      )
      .run(longTitle, parameters, id(messages - 1), began, began)
    const insert = database.prepare(
      `INSERT INTO turns (id, conversation_id, parent_id, role, state, created_at, model, finish_reason, parts)
     VALUES (?, 'bench', ?, ?, 'complete', ?, ?, ?, ?)`,
    )
    const answer = writeMarkdown(1_500)
    for (let index = 0; index < messages; index += 1) {
      const isAnswer = index % 2 === 1
      const text = isAnswer ? answer : `What of drop number ${index / 2}?`
      const model = isAnswer ? 'gen-2.5-flash' : null
      const parent = index ? id(index - 1) : null
      const parts = JSON.stringify([{ text }])
      insert.run(
        id(index),
        parent,
        isAnswer ? 'model' : 'user',
        began + index,
        model,
        isAnswer ? 'STOP' : null,
        parts,
      )
    }
  })
}

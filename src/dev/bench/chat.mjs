// Measures the chat: opening a long conversation, a streamed answer, a long one, and memory after many.
import { setTimeout as pause } from 'node:timers/promises'
import { selectService } from '../running-application.mjs'
import { seedConversation } from './content.mjs'
import { toRow } from './measure.mjs'
import {
  countFramesWhile,
  measureFrame,
  openPanel,
  pointAt,
  readMaxTask,
  readTaskSeconds,
  waitForPage,
  withApplication,
  withUserData,
} from './page-driver.mjs'
import { withUpstream } from './upstream.mjs'

/** @typedef {import('playwright').Page} Page */
/** @typedef {import('./page-driver.mjs').Bench} Bench */

/** Pieces of a streamed answer. */
const perSecond = 50
const long = 100_000
const scrollSeconds = 10
const messages = 10_000
const longTitle = 'Ten thousand messages'

export async function measure() {
  return await withUpstream((url) =>
    withUserData(async (environment) => {
      seedConversation(environment.folder, longTitle, messages)
      return await withApplication(environment, async (bench) => {
        const opening = await measureOpening(bench)
        await selectService(bench.desktop, url)
        await openPanel(bench.page, 'Chat')
        const [near, far] = [await measureGrowth(bench, 10_000), await measureGrowth(bench, 1_000_000)]
        const compared = { 'CPU ms at 10 KB': near, 'CPU ms at 1 MB': far }
        return [
          ...opening,
          toRow('a delta at 1 MB ÷ one at 10 KB', far / near, { target: '≤ 1.5', compared }),
          await measureWriting(bench),
          await measureMemory(bench),
        ]
      })
    }),
  )
}

/** @param {Bench} bench */
async function measureOpening({ page }) {
  const row = page.locator('button, a').filter({ hasText: longTitle }).first()
  await row.waitFor()
  // Waits until the start, which is measured separately, is over.
  await pause(2000)
  await row.hover()
  await readMaxTask(page)
  const whenClicked = `addEventListener('click', ({ timeStamp }) => { window.clickedAt = timeStamp - began },
    { capture: true, once: true })`
  const isThere = `document.querySelector('[aria-label="Messages"] .markdown-block')`
  const painted = measureFrame(page, whenClicked, isThere)
  await page.mouse.down()
  await page.mouse.up()
  const sinceClick = (await painted) - Number(await page.evaluate('clickedAt'))
  await pause(1500)
  const maxTask = await readMaxTask(page)
  return [
    toRow('first paint of 10,000 messages, from the click', sinceClick, { unit: 'ms', target: '≤ 200' }),
    toRow('longest task while 10,000 messages are opened', maxTask, { unit: 'ms', target: '≤ 100' }),
  ]
}

/** CPU milliseconds of the page's main thread per delta, after `atOnce` characters. @param {Bench} bench @param {number} atOnce */
async function measureGrowth(bench, atOnce) {
  const { page } = bench
  const seconds = 8
  const pieces = perSecond * seconds
  await beginConversation(page)
  await ask(page, atOnce + pieces * 16 * 3, atOnce)
  await waitForText(page, atOnce)
  // Excludes rendering the initial text.
  await pause(4000)
  const before = await readTaskSeconds(bench)
  await pause(seconds * 1000)
  const spent = (await readTaskSeconds(bench)) - before
  const gap = await page.evaluate(`(() => {
    const messages = document.querySelector('[aria-label="Messages"]')
    return Math.round(messages.scrollHeight - messages.scrollTop - messages.clientHeight)
  })()`)
  if (Number(gap) > 100) throw new Error(`The chat does not scroll to its end: it is ${gap} pixels behind.`)
  await page.getByRole('button', { name: 'Stop' }).first().click()
  await waitForEnd(page)
  return (spent * 1000) / pieces
}

/** Streams 100 KB with the CPU slowed down to a quarter, and scrolls in the last part. @param {Bench} bench */
async function measureWriting(bench) {
  const { page, session } = bench
  await beginConversation(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await readMaxTask(page)
  await ask(page, long, 0)
  await waitForText(page, long * 0.8)
  const growing = await readMaxTask(page)
  await pointAt(page, page.getByRole('region', { name: 'Messages' }))
  await countFramesWhile(page, scrollSeconds, (step) => page.mouse.wheel(0, step % 80 < 40 ? -240 : 240))
  const scrolling = await readMaxTask(page)
  await waitForEnd(page)
  // Its statistics and controls are rendered after its end.
  await pause(1000)
  const ending = await readMaxTask(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const maxTask = Math.max(growing, scrolling, ending)
  const options = { unit: 'ms', target: '≤ 100', compared: { growing, scrolling, ending } }
  return toRow('longest task while 100 KB are streamed (CPU ÷ 4)', maxTask, options)
}

/** @param {Bench} bench */
async function measureMemory({ electron, page, session }) {
  await beginConversation(page)
  const sizes = []
  for (let count = 1; count <= 10; count += 1) {
    await ask(page, long, long - 1_600)
    await waitForEnd(page)
    if (count > 1 && count < 10) continue
    await session.send('HeapProfiler.collectGarbage')
    await pause(1000)
    await session.send('HeapProfiler.collectGarbage')
    const kilobytes = await electron.evaluate(({ app }) => {
      return app.getAppMetrics().find(({ type }) => type === 'Tab')?.memory.workingSetSize ?? 0
    })
    sizes.push(kilobytes / 1024)
  }
  const [one = 1, ten = 1] = sizes
  const compared = { 'MB after one': one, 'MB after ten': ten }
  return toRow('memory after ten answers ÷ after one', ten / one, { target: '≤ 1.5', compared })
}

/** @param {Page} page */
async function beginConversation(page) {
  await page.getByRole('button', { name: 'New chat' }).first().click()
}

/** @param {Page} page @param {number} length @param {number} atOnce */
async function ask(page, length, atOnce) {
  await page.getByRole('textbox', { name: 'Prompt' }).fill(JSON.stringify({ length, atOnce, perSecond }))
  await page.getByRole('button', { name: 'Send' }).first().click()
  await page.getByRole('button', { name: 'Stop' }).first().waitFor()
}

/** @param {Page} page @returns {Promise<{ isBusy: boolean, height: number }>} */
function readLastAnswer(page) {
  return page.evaluate(`(() => {
    const answer = [...document.querySelectorAll('[aria-label="Response"]')].at(-1)
    return { isBusy: answer?.getAttribute('aria-busy') !== 'false', height: answer?.clientHeight ?? 0 }
  })()`)
}

/** A character takes about a pixel of height here. @param {Page} page @param {number} length */
async function waitForText(page, length) {
  await waitForPage(async () => (await readLastAnswer(page)).height >= length / 2)
}

/** @param {Page} page */
async function waitForEnd(page) {
  await waitForPage(async () => !(await readLastAnswer(page)).isBusy)
}

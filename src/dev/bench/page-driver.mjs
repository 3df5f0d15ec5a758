// Runs the application with a prepared data folder, and measures tasks, frames and memory in its page. Code that runs in the
// page is passed as text.
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { withDesktop } from '../desktop-session.mjs'
import { connectPage, launchElectron, waitForWindow } from '../running-application.mjs'
import { waitUntil } from '../wait-until.mjs'

/** @typedef {import('playwright').Page} Page */
/** @typedef {import('playwright').ElectronApplication} ElectronApplication */
/** @typedef {import('../running-application.mjs').LaunchOptions} Environment */
/** @typedef {{ electron: ElectronApplication, page: Page, session: import('playwright').CDPSession, desktop: any, folder: string }} Bench `desktop`: the client of the desktop API */

/** A data folder that the application has opened once, which is deleted after `work`. @template Result @param {(environment: Environment) => Promise<Result>} work */
export async function withUserData(work) {
  return await withDesktop(async (environment) => {
    await withApplication(environment, async () => {})
    return await work(environment)
  })
}

/** Opens the application during `work`. @template Result @param {Environment} environment @param {(bench: Bench) => Promise<Result>} work */
export async function withApplication(environment, work) {
  const electron = await launchElectron(environment)
  try {
    await electron.evaluate(watchLoop)
    const page = await waitForWindow(electron)
    const session = await page.context().newCDPSession(page)
    // CPU time of the thread, independent of other programs.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.evaluate(`{
      window.longestTask = 0
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) window.longestTask = Math.max(window.longestTask, duration)
      }).observe({ type: 'longtask' })
    }`)
    const desktop = await connectPage(page)
    return await work({ electron, page, session, desktop, folder: environment.folder })
  } finally {
    await electron.close()
  }
}

/** Runs in the main process: records for how long its event loop does not turn, in milliseconds of its thread's own processor time. */
function watchLoop() {
  const intervalMs = 5
  const { readFileSync } = /** @type {NodeJS.Module} */ (process.mainModule).require('node:fs')
  /** Other programs may delay the thread. Linux only. */
  const readOwnMs = () => Number(readFileSync('/proc/self/schedstat', 'latin1').split(' ')[0]) / 1e6
  const loop = { longest: 0 }
  Object.assign(globalThis, { loop })
  let [start, before] = [performance.now(), readOwnMs()]
  setInterval(() => {
    if (performance.now() - start - intervalMs >= 20)
      loop.longest = Math.max(loop.longest, readOwnMs() - before)
    start = performance.now()
    before = readOwnMs()
  }, intervalMs)
}

/** Duration of the longest block of the main process since the last call, in milliseconds; 0 if none took 20. @param {Bench} bench @returns {Promise<number>} */
export function readMaxBlock({ electron }) {
  return electron.evaluate(() => {
    const { loop } = /** @type {any} */ (globalThis)
    const { longest } = loop
    loop.longest = 0
    return Math.round(longest)
  })
}

/** The longest tasks of both main threads during `work`. @template Result @param {Bench} bench @param {() => Promise<Result>} work */
export async function measureTasks(bench, work) {
  await Promise.all([readMaxTask(bench.page), readMaxBlock(bench)])
  const result = await work()
  return { result, ofPage: await readMaxTask(bench.page), ofMain: await readMaxBlock(bench) }
}

/** Opens a panel from the rail. @param {Page} page @param {string} name */
export async function openPanel(page, name) {
  await page.getByRole('button', { name, exact: true }).first().click()
}

/** Code for the page that finds the element with exactly this text. @param {string} selector @param {string} text */
export function findByText(selector, text) {
  return `[...document.querySelectorAll('${selector}')].find((each) => each.textContent === '${text}')`
}

/** Polls, because Playwright's own waiting evaluates text, which the page's policy forbids. @param {() => Promise<boolean>} isTrue */
export async function waitForPage(isTrue) {
  if (!(await waitUntil(300, isTrue))) throw new Error('Timed out after five minutes waiting for the page.')
}

/** CPU time of the page's main thread. @param {Bench} bench */
export async function readTaskSeconds({ session }) {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
}

/** Duration of the longest task since the last call, in milliseconds; 0 if none took longer than 50. @param {Page} page @returns {Promise<number>} */
export function readMaxTask(page) {
  return page.evaluate(
    '(() => { const longest = longestTask; longestTask = 0; return Math.round(longest) })()',
  )
}

/** Frames per second. @param {Page} page @param {number} seconds @returns {Promise<number>} */
export function countFrames(page, seconds) {
  return page.evaluate(`new Promise((resolve) => {
    const began = performance.now()
    let frames = 0
    const count = () => {
      frames += 1
      const passed = performance.now() - began
      if (passed < ${seconds * 1000}) requestAnimationFrame(count)
      else resolve((frames * 1000) / passed)
    }
    requestAnimationFrame(count)
  })`)
}

/** Frames per second while `act` is repeated with the number of the step. @param {Page} page @param {number} seconds @param {(step: number) => Promise<void>} act */
export async function countFramesWhile(page, seconds, act) {
  const frames = countFrames(page, seconds)
  const end = performance.now() + seconds * 1000
  for (let step = 0; performance.now() < end; step += 1) {
    await act(step)
    await pause(16)
  }
  return Math.round(await frames)
}

/** Moves the pointer to the center, and returns it. @param {Page} page @param {import('playwright').Locator} locator */
export async function pointAt(page, locator) {
  const { x, y, width, height } = (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const center = { x: x + width / 2, y: y + height / 2, reach: Math.min(width, height) * 0.4 }
  await page.mouse.move(center.x, center.y)
  return center
}

/** Milliseconds from a click to the end of the first frame that meets the condition. Both are passed as text. @param {Page} page @param {string} press @param {string} isThere @returns {Promise<number>} */
export function measureFrame(page, press, isThere) {
  return page.evaluate(`new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('Timed out after five minutes.')), 300000)
    const changes = new MutationObserver(() => {
      if (!(${isThere})) return
      changes.disconnect()
      clearTimeout(late)
      // The observer runs during layout of the frame, and the message arrives after it is painted.
      const frame = new ResizeObserver(() => {
        frame.disconnect()
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.now() - began)
        port2.postMessage(null)
      })
      frame.observe(document.body)
    })
    changes.observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true })
    const began = performance.now()
    { ${press} }
  })`)
}

/** Proportional set size of a process and its descendants in megabytes; Linux only, 0 elsewhere. @param {number} pid @returns {Promise<number>} */
export async function countMemory(pid) {
  const read = (/** @type {string} */ path) => readFile(`/proc/${pid}/${path}`, 'latin1').catch(() => '')
  const own = Number(/^Pss:\s+(\d+)/m.exec(await read('smaps_rollup'))?.[1] ?? 0) / 1024
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const children = (await Promise.all(threads.map((id) => read(`task/${id}/children`)))).join(' ')
  const sizes = await Promise.all((children.match(/\d+/g) ?? []).map(Number).map(countMemory))
  return sizes.reduce((sum, size) => sum + size, own)
}

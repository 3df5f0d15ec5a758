// Runs the application with a prepared data folder, and measures tasks, frames and memory in its page. Code that runs in the
// page is passed as text.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDesktopSession } from '../desktop-session.mjs'
import { connectPage, launchElectron, waitForWindow } from '../running-application.mjs'
import { toRow } from './measure.mjs'

/** @typedef {import('playwright').Page} Page */
/** @typedef {import('playwright').ElectronApplication} ElectronApplication */
/** @typedef {import('../running-application.mjs').LaunchOptions} Environment */
/** @typedef {{ electron: ElectronApplication, page: Page, session: import('playwright').CDPSession, desktop: any, folder: string }} Bench `desktop`: the client of the desktop API */

/** A data folder that the application has opened once, which is deleted after `work`. @template Result @param {(environment: Environment) => Promise<Result>} work */
export async function withUserData(work) {
  const session = await openDesktopSession({ alwaysVirtual: true })
  const folder = await mkdtemp(join(tmpdir(), 'gen-playground-bench-'))
  const environment = { folder, env: session.env }
  try {
    await withApplication(environment, async () => {})
    return await work(environment)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    await session.close()
  }
}

/**
 * Opens the application during `work`.
 * @template Result @param {Environment} environment @param {(bench: Bench) => Promise<Result>} work
 * @param {(electron: ElectronApplication) => Promise<void>} [onLaunch] called before there is a window
 */
export async function withApplication(environment, work, onLaunch) {
  const electron = await launchElectron({ ...environment, switches: ['--js-flags=--expose-gc'] })
  try {
    await onLaunch?.(electron)
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

/** Opens a panel from the rail. @param {Page} page @param {string} name */
export async function openPanel(page, name) {
  await page.getByRole('button', { name, exact: true }).first().click()
}

/** Code for the page that finds the element with exactly this text. @param {string} selector @param {string} text */
export function findByText(selector, text) {
  return `[...document.querySelectorAll('${selector}')].find((each) => each.textContent === '${text}')`
}

/** Polls, because Playwright's own waiting evaluates text, which the page's policy forbids. @param {() => Promise<boolean>} isTrue */
export async function waitUntil(isTrue) {
  const end = performance.now() + 300_000
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error('Timed out after five minutes waiting for the page.')
    await pause(250)
  }
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

/** @typedef {{ name: string, ph: string, pid: number, tid: number, dur?: number, tdur?: number, args?: { name?: string } }} TraceEvent */
/** @typedef {{ clock: number, own: number }} MaxTask in milliseconds; `own`: on the processor, or 0 if Electron does not trace it */

/** The longest tasks of both main threads. @param {Bench} bench @param {() => Promise<unknown>} work */
export async function traceTasks({ electron, folder }, work) {
  const path = join(folder, 'bench-trace.json')
  const options = { included_categories: ['toplevel'], excluded_categories: ['*'] }
  await electron.evaluate(({ contentTracing }, included) => contentTracing.startRecording(included), options)
  await work()
  await electron.evaluate(({ contentTracing }, to) => contentTracing.stopRecording(to), path)
  /** @type {{ traceEvents: TraceEvent[] }} */
  const { traceEvents } = JSON.parse(await readFile(path, 'utf8'))
  return {
    ofPage: findMaxTask(traceEvents, 'CrRendererMain'),
    ofMain: findMaxTask(traceEvents, 'CrBrowserMain'),
  }
}

/** @param {TraceEvent[]} events @param {string} thread @returns {MaxTask} */
function findMaxTask(events, thread) {
  const toThread = (/** @type {TraceEvent} */ { pid, tid }) => `${pid}:${tid}`
  const named = events.filter(({ name, args }) => name === 'thread_name' && args?.name === thread)
  const threads = new Set(named.map(toThread))
  const isTask = (/** @type {TraceEvent} */ event) => event.ph === 'X' && event.name.endsWith('RunTask')
  const tasks = events.filter((event) => isTask(event) && threads.has(toThread(event)))
  const max = (/** @type {'dur' | 'tdur'} */ field) =>
    Math.round(tasks.reduce((longest, event) => Math.max(longest, event[field] ?? 0), 0) / 1000)
  return { clock: max('dur'), own: max('tdur') }
}

/** @param {string} name @param {MaxTask} maxTask */
export function toTaskRow(name, { clock, own }) {
  return toRow(name, clock, { unit: 'ms', target: '≤ 50', compared: { 'CPU of its thread': own } })
}

/** Proportional set size of a process and its descendants in megabytes; Linux only, 0 elsewhere. @param {number} pid */
export async function countMemory(pid) {
  /** @type {Map<number, number>} */
  const parents = new Map()
  for (const name of await readdir('/proc').catch(() => [])) {
    const stat = await readFile(`/proc/${name}/stat`, 'latin1').catch(() => '')
    parents.set(Number(name), Number(stat.split(') ')[1]?.split(' ')[1]))
  }
  const descends = (/** @type {number} */ one) => {
    for (let at = one; at > 1; at = parents.get(at) ?? 0) if (at === pid) return true
    return false
  }
  let kilobytes = 0
  for (const one of [...parents.keys()].filter(descends)) {
    const rollup = await readFile(`/proc/${one}/smaps_rollup`, 'latin1').catch(() => '')
    kilobytes += Number(rollup.match(/^Pss:\s+(\d+)/m)?.[1] ?? 0)
  }
  return Math.round(kilobytes / 1024)
}

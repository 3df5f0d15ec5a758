// Measures long tasks, frames and the last answer of the page. Code that runs in the page is passed as text.
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { toRow } from './measure.mjs'

/** @typedef {import('playwright').Page} Page */

/** Starts observing long tasks. @param {Page} page */
export async function watchTasks(page) {
  await page.evaluate(`{
    window.longestTask = 0
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longestTask = Math.max(window.longestTask, duration)
    }).observe({ type: 'longtask' })
  }`)
}

/** Duration of the longest task since the last call, in milliseconds; 0 if none took longer than 50. @param {Page} page @returns {Promise<number>} */
export function readMaxTask(page) {
  return page.evaluate(
    '(() => { const longest = longestTask; longestTask = 0; return Math.round(longest) })()',
  )
}

/** Frames per second. @param {Page} page @param {number} milliseconds @returns {Promise<number>} */
export function countFrames(page, milliseconds) {
  return page.evaluate(`new Promise((resolve) => {
    const began = performance.now()
    let frames = 0
    const count = () => {
      frames += 1
      const passed = performance.now() - began
      if (passed < ${milliseconds}) requestAnimationFrame(count)
      else resolve((frames * 1000) / passed)
    }
    requestAnimationFrame(count)
  })`)
}

/** Milliseconds from a click to the end of the first frame that meets the condition. Both are passed as text. @param {Page} page @param {string} press @param {string} isThere @returns {Promise<number>} */
export function measureFrame(page, press, isThere) {
  return page.evaluate(toFrame(`{ begin(); ${press} }`, isThere))
}

/**
 * Milliseconds to a conversation's first frame with messages, from pressing the mouse button and from the click, which
 * follows the release. Users take longer between the two.
 * @param {Page} page @param {string} title @returns {Promise<{ ofPress: number, ofClick: number }>}
 */
export async function measurePaint(page, title) {
  const row = page.locator('button, a').filter({ hasText: title }).first()
  await row.hover()
  const whenPressed = `{
    const options = { capture: true, once: true }
    addEventListener('pointerdown', ({ timeStamp }) => { begin(); window.pressedAt = timeStamp }, options)
    addEventListener('click', ({ timeStamp }) => { window.clickedAt = timeStamp }, options)
  }`
  const isThere = `document.querySelector('[aria-label="Messages"] .markdown-block')`
  await page.evaluate(`void (window.painted = ${toFrame(whenPressed, isThere)})`)
  await page.mouse.down()
  await page.mouse.up()
  return page.evaluate('painted.then((ofPress) => ({ ofPress, ofClick: ofPress - (clickedAt - pressedAt) }))')
}

/** Text of a promise for the milliseconds from `begin()`, which `start` calls, to the end of that frame. @param {string} start @param {string} isThere */
function toFrame(start, isThere) {
  return `new Promise((resolve, reject) => {
    let began = 0
    const begin = () => {
      changes.observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true })
      began = performance.now()
    }
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
    ${start}
  })`
}

/** Pixels between the visible part and the end of the messages. @param {Page} page @returns {Promise<number>} */
export function readGap(page) {
  return page.evaluate(`(() => {
    const messages = document.querySelector('[aria-label="Messages"]')
    return Math.round(messages.scrollHeight - messages.scrollTop - messages.clientHeight)
  })()`)
}

/** @param {Page} page @returns {Promise<{ isBusy: boolean, height: number }>} */
export function readLastAnswer(page) {
  return page.evaluate(`(() => {
    const answer = [...document.querySelectorAll('[aria-label="Response"]')].at(-1)
    return { isBusy: answer?.getAttribute('aria-busy') !== 'false', height: answer?.clientHeight ?? 0 }
  })()`)
}

/** @typedef {{ name: string, ph: string, pid: number, tid: number, dur?: number, tdur?: number, args?: { name?: string } }} TraceEvent */
/** @typedef {{ clock: number, own: number }} MaxTask in milliseconds */
/** @typedef {{ application: import('playwright').ElectronApplication, folder: string }} Traced */

/**
 * Wall-clock time depends on the load of the machine; `own` is CPU time, or 0 if Electron does not trace it.
 * @param {Traced} where @param {() => Promise<unknown>} work @returns {Promise<{ ofPage: MaxTask, ofMain: MaxTask }>}
 */
export async function traceTasks(where, work) {
  const events = await trace(where, 'toplevel', work)
  return { ofPage: findMaxTask(events, 'CrRendererMain'), ofMain: findMaxTask(events, 'CrBrowserMain') }
}

/** Counts frames that the page has composited, even without rendering. @param {Traced} where @param {() => Promise<unknown>} work */
export async function countShown(where, work) {
  const events = await trace(
    where,
    'disabled-by-default-devtools.timeline.frame,devtools.timeline.frame',
    work,
  )
  return events.filter(({ name }) => name === 'DrawFrame').length
}

/** @param {Traced} where @param {string} categories @param {() => Promise<unknown>} work */
async function trace({ application, folder }, categories, work) {
  const path = join(folder, 'bench-trace.json')
  await application.evaluate(
    ({ contentTracing }, included) =>
      contentTracing.startRecording({ included_categories: included.split(','), excluded_categories: ['*'] }),
    categories,
  )
  await work()
  await application.evaluate(({ contentTracing }, to) => contentTracing.stopRecording(to), path)
  /** @type {{ traceEvents: TraceEvent[] }} */
  const { traceEvents } = JSON.parse(await readFile(path, 'utf8'))
  await rm(path)
  return traceEvents
}

/** @param {TraceEvent[]} events @param {string} thread @returns {MaxTask} */
function findMaxTask(events, thread) {
  const toThread = (/** @type {TraceEvent} */ { pid, tid }) => `${pid}:${tid}`
  const named = events.filter(({ name, args }) => name === 'thread_name' && args?.name === thread)
  const threads = new Set(named.map(toThread))
  const maxTask = { clock: 0, own: 0 }
  for (const event of events) {
    if (event.ph !== 'X' || !event.name.endsWith('RunTask') || !threads.has(toThread(event))) continue
    maxTask.clock = Math.max(maxTask.clock, Math.round((event.dur ?? 0) / 1000))
    maxTask.own = Math.max(maxTask.own, Math.round((event.tdur ?? 0) / 1000))
  }
  return maxTask
}

/** @param {string} name @param {MaxTask} maxTask @param {string} target */
export function toTaskRow(name, { clock, own }, target) {
  return toRow(name, clock, { unit: 'ms', target, compared: { 'CPU of its thread': own } })
}

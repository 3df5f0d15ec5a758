// Traces the application: the longest tasks of its main threads, by the clock and by the time that the thread itself has worked, and the frames it shows.
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** @typedef {{ name: string, ph: string, pid: number, tid: number, dur?: number, tdur?: number, args?: { name?: string } }} TraceEvent */
/** @typedef {{ clock: number, own: number }} Longest in milliseconds */
/** @typedef {{ application: import('playwright').ElectronApplication, folder: string }} Traced */

/**
 * By the clock a task is longer the more else runs on the machine. An Electron that traces no time of threads tells 0.
 * @param {Traced} where @param {() => Promise<unknown>} work @returns {Promise<{ ofPage: Longest, ofMain: Longest }>}
 */
export async function traceTasks(where, work) {
  const events = await trace(where, 'toplevel', work)
  return { ofPage: findLongest(events, 'CrRendererMain'), ofMain: findLongest(events, 'CrBrowserMain') }
}

/** Frames that the page has put together meanwhile, be it of what was drawn before. @param {Traced} where @param {() => Promise<unknown>} work */
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

/** @param {TraceEvent[]} events @param {string} thread @returns {Longest} */
function findLongest(events, thread) {
  const toThread = (/** @type {TraceEvent} */ { pid, tid }) => `${pid}:${tid}`
  const named = events.filter(({ name, args }) => name === 'thread_name' && args?.name === thread)
  const threads = new Set(named.map(toThread))
  const longest = { clock: 0, own: 0 }
  for (const event of events) {
    if (event.ph !== 'X' || !event.name.endsWith('RunTask') || !threads.has(toThread(event))) continue
    longest.clock = Math.max(longest.clock, Math.round((event.dur ?? 0) / 1000))
    longest.own = Math.max(longest.own, Math.round((event.tdur ?? 0) / 1000))
  }
  return longest
}

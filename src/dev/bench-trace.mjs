// Traces the main threads of the page and of the application: their longest tasks by the clock, and by the time that the thread itself has worked.
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** @typedef {{ name: string, ph: string, pid: number, tid: number, dur?: number, tdur?: number, args?: { name?: string } }} TraceEvent */
/** @typedef {{ clock: number, own: number }} Longest in milliseconds */

/**
 * By the clock a task is longer the more else runs on the machine. An Electron that traces no time of threads tells 0.
 * @param {{ application: import('playwright').ElectronApplication, folder: string }} where
 * @param {() => Promise<unknown>} work @returns {Promise<{ ofPage: Longest, ofMain: Longest }>}
 */
export async function traceTasks({ application, folder }, work) {
  const path = join(folder, 'bench-trace.json')
  await application.evaluate(({ contentTracing }) =>
    contentTracing.startRecording({ included_categories: ['toplevel'], excluded_categories: ['*'] }),
  )
  await work()
  await application.evaluate(({ contentTracing }, to) => contentTracing.stopRecording(to), path)
  /** @type {{ traceEvents: TraceEvent[] }} */
  const { traceEvents } = JSON.parse(await readFile(path, 'utf8'))
  await rm(path)
  return {
    ofPage: findLongest(traceEvents, 'CrRendererMain'),
    ofMain: findLongest(traceEvents, 'CrBrowserMain'),
  }
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

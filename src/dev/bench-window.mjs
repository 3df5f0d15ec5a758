// The application's window as the bench opens it: over a folder of its own, with a service that the bench answers for.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { _electron } from 'playwright'
import { watchTasks } from './bench-watch.mjs'
import { openDisplay } from './desktop-session.mjs'
import { findElectron } from './electron-runtime.mjs'
import { root } from './paths.mjs'
import { isRoot } from './sandbox.mjs'

/** @typedef {import('playwright').Page} Page */
/** @typedef {{ page: Page, session: import('playwright').CDPSession, application: import('playwright').ElectronApplication }} Bench */
/** @typedef {{ folder: string, env: NodeJS.ProcessEnv }} Place */

/** The user's data go with what was to be done. @template Result @param {(place: Place) => Promise<Result>} work */
export async function inPlace(work) {
  const display = await openDisplay({ alwaysVirtual: true })
  const folder = await mkdtemp(join(tmpdir(), 'gen-playground-bench-'))
  try {
    return await work({ folder, env: display.env })
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    display.close()
  }
}

/** @param {Place} place @returns {Promise<Bench>} */
async function openWindow({ folder, env }) {
  const application = await _electron.launch({
    executablePath: await findElectron(),
    args: [root, `--user-data-dir=${folder}`, '--gateway-port=0', '--js-flags=--expose-gc'],
    // Undefined values stand for variables that are to be removed.
    env: /** @type {Record<string, string>} */ ({ ...process.env, ...env }),
    chromiumSandbox: !isRoot,
  })
  const page = await application.firstWindow()
  await page.getByRole('navigation', { name: 'Panels' }).waitFor()
  const session = await page.context().newCDPSession(page)
  // The thread's own time: other programs on the machine do not count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await watchTasks(page)
  return { application, page, session }
}

/** The application is closed when the work is done. @template Result @param {Place} place @param {(bench: Bench) => Promise<Result>} work */
export async function inWindow(place, work) {
  const bench = await openWindow(place)
  try {
    return await work(bench)
  } finally {
    await bench.application.close()
  }
}

/** @param {Page} page @param {string} url */
export async function chooseService(page, url) {
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('radio', { name: 'Service' }).click()
  const form = page.getByRole('form', { name: 'New service' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Bench')
  await form.getByRole('textbox', { name: 'Base URL', exact: true }).fill(url)
  await form.getByRole('button', { name: 'Add service' }).click()
  const keyForm = page.getByRole('form', { name: 'Key of Bench' })
  await keyForm.locator('input[type=password]').fill('bench')
  await keyForm.getByRole('button', { name: 'Save key' }).click()
}

/** From the rail. @param {Page} page @param {'Chat' | 'Images' | 'Transcribe' | 'Embeddings' | 'Library'} name */
export async function openPanel(page, name) {
  await page.getByRole('button', { name, exact: true }).first().click()
}

/** The page's policy allows no code as text, by which Playwright would wait. @param {() => Promise<boolean>} isTrue */
export async function waitUntil(isTrue) {
  const end = performance.now() + 300_000
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error('The page has not come so far within five minutes.')
    await pause(250)
  }
}

/** Of the page's main thread. @param {Bench['session']} session */
export async function readTaskSeconds(session) {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
}

/** @param {number} figure */
export function round(figure) {
  return Math.round(figure * 100) / 100
}

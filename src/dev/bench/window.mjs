// Opens the application's window for benchmarks, with a temporary data folder and the benchmark's service.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'libsql'
import { _electron } from 'playwright'
import { openDisplay } from '../desktop-session.mjs'
import { findElectron } from '../electron-runtime.mjs'
import { root } from '../paths.mjs'
import { isRoot } from '../sandbox.mjs'
import { watchTasks } from './watch.mjs'

/** @typedef {import('playwright').Page} Page */
/** @typedef {{ page: Page, session: import('playwright').CDPSession, application: import('playwright').ElectronApplication, folder: string }} Bench */
/** @typedef {{ folder: string, env: NodeJS.ProcessEnv, onLaunch?: (application: import('playwright').ElectronApplication) => Promise<void> }} Environment `onLaunch`: called before there is a window */

/** Deletes the data folder after `work`. @template Result @param {(environment: Environment) => Promise<Result>} work */
export async function withUserData(work) {
  const display = await openDisplay({ alwaysVirtual: true })
  const folder = await mkdtemp(join(tmpdir(), 'gen-playground-bench-'))
  try {
    return await work({ folder, env: display.env })
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    display.close()
  }
}

/** @typedef {{ electron: string, folder: string, waitForPage: (page: Page) => Promise<void> }} Program */

/** @param {Environment} environment @param {string[]} [args] @param {Program} [program] */
async function launch({ folder, env }, args = [], program) {
  return _electron.launch({
    executablePath: program?.electron ?? (await findElectron()),
    args: [program?.folder ?? root, `--user-data-dir=${folder}`, '--gateway-port=0', ...args],
    // Undefined values remove variables.
    env: /** @type {Record<string, string>} */ ({ ...process.env, GEN_PLAYGROUND_WELCOME: 'off', ...env }),
    chromiumSandbox: !isRoot,
  })
}

/** @param {Environment} environment @returns {Promise<Bench>} */
async function openWindow(environment) {
  const application = await launch(environment, ['--js-flags=--expose-gc'])
  await environment.onLaunch?.(application)
  const page = await application.firstWindow()
  await page.getByRole('navigation', { name: 'Panels' }).waitFor()
  const session = await page.context().newCDPSession(page)
  // CPU time of the thread, independent of other programs.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await watchTasks(page)
  return { application, page, session, folder: environment.folder }
}

/** Opens the application during `work`. @template Result @param {Environment} environment @param {(bench: Bench) => Promise<Result>} work */
export async function withWindow(environment, work) {
  const bench = await openWindow(environment)
  try {
    return await work(bench)
  } finally {
    await bench.application.close()
  }
}

/** Writes to the database of a closed application, in one transaction. @param {string} folder @param {(database: import('libsql').Database) => void} write */
export function writeRows(folder, write) {
  const database = new Database(join(folder, 'workspace.db'))
  database.exec('BEGIN')
  write(database)
  database.exec('COMMIT')
  database.close()
}

/** @param {Page} page @param {string} url */
export async function chooseService(page, url) {
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('radio', { name: 'Custom service' }).click()
  const form = page.getByRole('form', { name: 'New service' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Bench')
  await form.getByRole('textbox', { name: 'Base URL', exact: true }).fill(url)
  await form.getByRole('button', { name: 'Add service' }).click()
  const keyForm = page.getByRole('form', { name: 'Bench key' })
  await keyForm.locator('input[type=password]').fill('bench')
  await keyForm.getByRole('button', { name: 'Save key' }).click()
}

/** Opens a panel from the rail. @param {Page} page @param {'Chat' | 'Images' | 'Transcribe' | 'Embeddings' | 'Library' | 'Gateway'} name */
export async function openPanel(page, name) {
  await page.getByRole('button', { name, exact: true }).first().click()
}

/** Polls, because Playwright's own waiting evaluates text, which the page's policy forbids. @param {() => Promise<boolean>} isTrue */
export async function waitUntil(isTrue) {
  const end = performance.now() + 300_000
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error('Timed out after five minutes waiting for the page.')
    await pause(250)
  }
}

/** CPU time of the page's main thread. @param {Bench['session']} session */
export async function readTaskSeconds(session) {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
}

/** @typedef {{ milliseconds: number, megabytes: number }} Start */

/** @param {Page} page */
const waitForPrompt = (page) => page.getByRole('textbox', { name: 'Prompt' }).waitFor()

/** Measures until the page can be used, and the memory of all processes some time later. @param {Environment} environment @param {{ idleMs?: number, program?: Program }} [options] @returns {Promise<Start>} */
export async function openOnce(environment, { idleMs = 0, program } = {}) {
  const began = performance.now()
  const application = await launch(environment, [], program)
  const page = await application.firstWindow()
  await (program?.waitForPage ?? waitForPrompt)(page)
  const milliseconds = performance.now() - began
  await pause(idleMs)
  const megabytes = await countMemory(application.process().pid ?? 0)
  await application.close()
  return { milliseconds, megabytes }
}

/** Proportional set size of a process and its descendants; Linux only, 0 elsewhere. @param {number} pid */
export async function countMemory(pid) {
  const parents = new Map()
  for (const name of await readdir('/proc').catch(() => [])) {
    const stat = await readFile(`/proc/${name}/stat`, 'latin1').catch(() => '')
    parents.set(Number(name), Number(stat.split(') ')[1]?.split(' ')[1]))
  }
  let kilobytes = 0
  for (const one of parents.keys()) {
    if (!descendsFrom(one, pid, parents)) continue
    const rollup = await readFile(`/proc/${one}/smaps_rollup`, 'latin1').catch(() => '')
    kilobytes += Number(rollup.match(/^Pss:\s+(\d+)/m)?.[1] ?? 0)
  }
  return Math.round(kilobytes / 1024)
}

/** @param {number} one @param {number} ancestor @param {Map<number, number>} parents */
function descendsFrom(one, ancestor, parents) {
  for (let at = one; at > 1; at = parents.get(at) ?? 0) if (at === ancestor) return true
  return false
}

// Measures the application's start and idle memory beside those of an empty window of the same Electron, in pairs, and the
// first click on each panel.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { launchElectron } from '../running-application.mjs'
import { toMedian, toRow } from './measure.mjs'
import { countMemory, findByText, measureFrame, withApplication, withUserData } from './page-driver.mjs'

/** @typedef {import('./page-driver.mjs').Environment} Environment */
/** @typedef {{ milliseconds: number, megabytes: number }} Start */

/** Time for what the application does only when it is idle, before a panel is opened. */
const idleMs = 5000
/** Before the memory is measured: threads without work end after ten seconds. */
const memoryIdleMs = 20_000

const panels = ['Images', 'Video', 'Transcribe', 'Embeddings', 'Library', 'Gateway', 'Settings']

/** @param {{ rounds: number }} options */
export async function measure({ rounds }) {
  return await withUserData(async ({ folder, env }) => {
    const environment = { folder: join(folder, 'application'), env }
    // Both have the same Electron (see `wait-for-playwright.cjs`).
    const program = join(folder, 'empty-window.cjs')
    await writeFile(program, emptyProgram)
    const emptyEnv = { ...env, GEN_PLAYGROUND_TEST_HOST: program }
    const emptyEnvironment = { folder: join(folder, 'empty'), env: emptyEnv }
    // Later starts need no new data folder.
    for (const each of [environment, emptyEnvironment]) await openOnce(each, 0)
    /** @type {{ application: Start, empty: Start }[]} */
    const pairs = []
    for (let round = 0; round < rounds; round += 1) {
      const empty = await openOnce(emptyEnvironment, memoryIdleMs)
      pairs.push({ application: await openOnce(environment, memoryIdleMs), empty })
    }
    return [
      toPairRow(pairs, 'milliseconds', { name: 'start until the prompt can be used (ms)', target: '≤ 1.8' }),
      toPairRow(pairs, 'megabytes', { name: 'idle memory of all processes (MB of PSS)', target: '≤ 1.3' }),
      await measurePanels(environment),
    ]
  })
}

/** Measures until the page can be used, and the memory of all processes some time later. @param {Environment} environment @param {number} idle in milliseconds @returns {Promise<Start>} */
async function openOnce(environment, idle) {
  const began = performance.now()
  const electron = await launchElectron(environment)
  const page = await electron.firstWindow()
  await page
    .getByText('Empty')
    .or(page.getByRole('textbox', { name: 'Prompt' }))
    .waitFor()
  const milliseconds = performance.now() - began
  await pause(idle)
  const megabytes = await countMemory(electron.process().pid ?? 0)
  await electron.close()
  return { milliseconds, megabytes }
}

/** The ratio to the empty window: the median of the pairs' ratios. @param {{ application: Start, empty: Start }[]} pairs @param {keyof Start} value @param {{ name: string, target: string }} options */
function toPairRow(pairs, value, { name, target }) {
  const ratios = pairs.map(({ application, empty }) => application[value] / empty[value])
  const compared = {
    application: toMedian(pairs.map(({ application }) => application[value])),
    'empty window': toMedian(pairs.map(({ empty }) => empty[value])),
  }
  return toRow(name, toMedian(ratios), { unit: '× empty window', target, compared })
}

/** The slowest first click, after the page was idle. @param {Environment} environment */
async function measurePanels(environment) {
  return await withApplication(environment, async ({ page }) => {
    await pause(idleMs)
    /** @type {Record<string, number>} */
    const times = {}
    for (const name of panels) {
      const button = findByText('nav[aria-label=Panels] button', name)
      const isOpen = `${button}.getAttribute('aria-current') === 'page' &&
        !document.querySelector('main [role=status][aria-label="Loading…"]') &&
        document.querySelector('main :is(button, input, textarea)')`
      times[name] = await measureFrame(page, `${button}.click()`, isOpen)
      await pause(1000)
    }
    const slowest = Math.max(...Object.values(times))
    return toRow('slowest first click on a panel', slowest, { unit: 'ms', target: '≤ 100', compared: times })
  })
}

/** An application with nothing but a window. */
const emptyProgram = `const { app, BrowserWindow } = require('electron')
app.whenReady().then(() => {
  const webPreferences = { sandbox: true, contextIsolation: true }
  new BrowserWindow({ width: 1280, height: 800, webPreferences }).loadURL('data:text/html,<p>Empty</p>')
})
`

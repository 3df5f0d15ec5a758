// Tests the built application in a real Electron, on virtual displays, with real keyrings.
import { availableParallelism } from 'node:os'
import { buildTestHost } from './build-test-host.mjs'
import { openDesktopSession } from './desktop-session.mjs'
import { findElectron } from './electron-runtime.mjs'
import { runTool } from './run.mjs'
import { readReport, runsOfPlaywright } from './test-runs.mjs'

// With these options, the user wants to watch.
const watching = ['--ui', '--debug']
// One application keeps about two cores busy, so that more workers only make each other slower.
const maxWorkers = Math.min(4, availableParallelism())

/** @param {string[]} args for Playwright @param {string} [config] @param {NodeJS.ProcessEnv} [env] added to the environment */
export async function runEndToEnd(args, config = 'e2e/playwright.config.ts', env = {}) {
  const electron = await findElectron()
  await buildTestHost()
  const alwaysVirtual = !args.some((arg) => watching.includes(arg))
  const sessions = []
  try {
    while (sessions.length < (alwaysVirtual ? maxWorkers : 1))
      sessions.push(await openDesktopSession({ alwaysVirtual }))
    const environment = {
      // All sessions remove the same variables from the environment.
      ...sessions[0]?.env,
      ...env,
      GEN_PLAYGROUND_TEST_SESSIONS: JSON.stringify(sessions.map((session) => session.env)),
      GEN_PLAYGROUND_ELECTRON: electron,
      ELECTRON_RUN_AS_NODE: undefined,
    }
    const playwright = ['test', '--config', config, '--reporter=list,json', ...args]
    const runTests = (/** @type {string} */ file) =>
      runTool('@playwright/test', playwright, { env: { ...environment, PLAYWRIGHT_JSON_OUTPUT_FILE: file } })
    return await readReport('Playwright', runTests, runsOfPlaywright)
  } finally {
    for (const session of sessions) await session.close()
  }
}

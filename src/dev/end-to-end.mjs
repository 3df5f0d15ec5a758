// Runs the tests of the built application in a real Electron, on virtual displays, with real keyrings.
import { availableParallelism } from 'node:os'
import { openDisplay } from './display.mjs'
import { findElectron } from './electron-runtime.mjs'
import { openKeyring } from './keyring.mjs'
import { readReport } from './report.mjs'
import { run } from './run.mjs'
import { tallyPlaywright } from './tally.mjs'
import { findTool } from './tools.mjs'

// With these somebody wants to watch.
const watching = ['--ui', '--debug']
// A test waits more than it computes: starts, animations, pages that settle. More than four get in each other's way.
const maxWorkers = Math.min(4, availableParallelism() + 1)

/** @param {string[]} args for Playwright */
export async function runEndToEnd(args) {
  const electron = await findElectron()
  const isWatched = args.some((arg) => watching.includes(arg))
  const sessions = await Promise.all(Array.from({ length: isWatched ? 1 : maxWorkers }, () => open(!isWatched)))
  const tool = findTool('@playwright/test', 'playwright')
  try {
    return await readReport(async (file) => {
      const playwright = [tool, 'test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json']
      return run(process.execPath, [...playwright, ...args], {
        env: {
          // What one session removes of the environment, all do.
          ...sessions[0]?.env,
          GEN_PLAYGROUND_TEST_SESSIONS: JSON.stringify(sessions.map(({ env }) => env)),
          GEN_PLAYGROUND_ELECTRON: electron,
          PLAYWRIGHT_JSON_OUTPUT_FILE: file,
          ELECTRON_RUN_AS_NODE: undefined,
        },
      })
    }, tallyPlaywright)
  } finally {
    for (const session of sessions) await session.close()
  }
}

/** What one worker needs. @param {boolean} alwaysVirtual */
async function open(alwaysVirtual) {
  const display = await openDisplay({ alwaysVirtual })
  const keyring = await openKeyring()
  const close = async () => {
    await keyring.close()
    display.close()
  }
  return { env: { ...display.env, ...keyring.env }, close }
}

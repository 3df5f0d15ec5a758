// Runs the tests of the built application in a real Electron, on a virtual display, with a real keyring.
import { openDisplay } from './display.mjs'
import { findElectron } from './electron-runtime.mjs'
import { openKeyring } from './keyring.mjs'
import { readReport } from './report.mjs'
import { run } from './run.mjs'
import { tallyPlaywright } from './tally.mjs'
import { findTool } from './tools.mjs'

// With these somebody wants to watch.
const watching = ['--ui', '--debug']

/** @param {string[]} args for Playwright */
export async function runEndToEnd(args) {
  const electron = await findElectron()
  const display = await openDisplay({ alwaysVirtual: !args.some((arg) => watching.includes(arg)) })
  const keyring = await openKeyring()
  try {
    return await readReport(async (file) => {
      const playwright = [
        findTool('@playwright/test', 'playwright'),
        'test',
        '--config',
        'e2e/playwright.config.ts',
      ]
      return run(process.execPath, [...playwright, '--reporter=list,json', ...args], {
        env: {
          ...display.env,
          ...keyring.env,
          GEN_PLAYGROUND_ELECTRON: electron,
          PLAYWRIGHT_JSON_OUTPUT_FILE: file,
          ELECTRON_RUN_AS_NODE: undefined,
        },
      })
    }, tallyPlaywright)
  } finally {
    await keyring.close()
    display.close()
  }
}

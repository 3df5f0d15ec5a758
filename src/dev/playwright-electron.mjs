// Lets Playwright launch the application in Electron without a race (`wait-for-playwright.cjs`).
import { fileURLToPath } from 'node:url'

const executablePath = fileURLToPath(new URL('electron-for-playwright.sh', import.meta.url))
const loaded = fileURLToPath(new URL('wait-for-playwright.cjs', import.meta.url))

/**
 * Returns what Playwright launches, with the environment that this needs. In a packaged application, which loads no
 * file before its own, the race remains. `OUTPUT_FOLDER` in the environment: where `stdout.log` and `stderr.log` are
 * written.
 * @param {string} electron @param {{ isPackaged?: boolean }} [options]
 */
export function forPlaywright(electron, { isPackaged = false } = {}) {
  const env = {
    ELECTRON_EXECUTABLE: electron,
    ELECTRON_NODE_OPTIONS: isPackaged ? '' : `--require "${loaded}"`,
  }
  return { executablePath, env }
}

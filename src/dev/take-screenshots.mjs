// Takes the pictures, in the display and keyring that `screenshots.mjs` gives: arguments are a folder and one shot's name.
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron } from 'playwright'
import { runCommand } from './command.mjs'
import { findElectron } from './electron-runtime.mjs'
import { root } from './paths.mjs'
import { isRoot } from './sandbox.mjs'
import { shots } from './shots.mjs'
import { waitUntil } from './stage.mjs'

/** @typedef {{ width: number, height: number, theme: 'light' | 'dark' }} Look */

const readmeFolder = join(root, 'resources', 'screenshots')
const [, , outFolder = '.', only] = process.argv

/** @type {Look[]} */
const looks = [
  { width: 900, height: 600, theme: 'light' },
  { width: 900, height: 600, theme: 'dark' },
  { width: 1440, height: 900, theme: 'light' },
  { width: 1440, height: 900, theme: 'dark' },
]

// On these Playwright closes Electron and lets the process go on.
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1))

await runCommand(async () => {
  await mkdir(outFolder, { recursive: true })
  await mkdir(readmeFolder, { recursive: true })
  let failures = 0
  for (const look of looks) failures += await takeAll(look)
  return failures > 0 ? 1 : 0
})

/** @param {Look} look @returns {Promise<number>} how many could not be taken */
async function takeAll(look) {
  const folder = await mkdtemp(join(tmpdir(), 'gen-playground-pictures-'))
  const application = await openApplication(folder, look)
  let failures = 0
  for (const shot of shots) {
    if (only && only !== shot.name) continue
    const path = toPath(shot, look)
    try {
      const page = await application.firstWindow()
      await shot.stage(page)
      await page.evaluate('document.fonts.ready.then(() => undefined)')
      await page.screenshot({ path, animations: 'disabled', caret: 'hide' })
      console.log(path)
    } catch (error) {
      failures += 1
      console.log(`${path} was not taken: ${error}`)
    }
  }
  await application.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  return failures
}

/** @param {string} folder @param {Look} look */
async function openApplication(folder, { width, height, theme }) {
  const application = await _electron.launch({
    executablePath: await findElectron(),
    args: [root, `--user-data-dir=${folder}`, '--gateway-port=0', '--password-store=gnome-libsecret'],
    chromiumSandbox: !isRoot,
    // Playwright's own default is light, whatever the theme of the application.
    colorScheme: null,
  })
  const page = await application.firstWindow()
  page.setDefaultTimeout(10_000)
  // A window that is resized before it has drawn anything may never answer.
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
  await application.evaluate(
    ({ BrowserWindow, nativeTheme }, look) => {
      nativeTheme.themeSource = look.theme
      BrowserWindow.getAllWindows()[0]?.setContentSize(look.width, look.height)
    },
    { width, height, theme },
  )
  await waitUntil(page, `innerWidth === ${width} && innerHeight === ${height}`)
  return application
}

/** @param {import('./shots.mjs').Shot} shot @param {Look} look */
function toPath({ name, isInReadme }, { width, height, theme }) {
  if (isInReadme && width === 1440) return join(readmeFolder, `${name}-${theme}.png`)
  return join(outFolder, `${name}-${width}x${height}-${theme}.png`)
}

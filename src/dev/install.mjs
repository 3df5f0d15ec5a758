// Installs what a script needs, if it is missing.
import { existsSync } from 'node:fs'
import { copyFile, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { log, UserError } from './command.mjs'
import { isDisplayMissing } from './desktop-session.mjs'
import { cacheFolder, root } from './paths.mjs'
import { runNpm, runQuietly } from './run.mjs'
import { isRoot } from './sandbox.mjs'

/** @typedef {'start' | 'pictures' | 'package' | 'test'} Purpose what the script does: open a window, take screenshots, build packages, run all tests */

const lockfile = join(root, 'package-lock.json')
/** A copy of the installed lockfile. `npm ci` deletes it first, and it is written last. */
const installedLockfile = join(root, 'node_modules', '.installed-lock.json')

/** Preserves Electron's executable, which `npm ci` would delete, even if an installation is interrupted. */
const savedCache = join(root, '.cache')

/** @param {Purpose} [purpose] without one, no system packages are installed */
export async function install(purpose) {
  const read = (/** @type {string} */ path) => readFile(path, 'utf8').catch(() => '')
  const expected = await read(lockfile)
  if (expected === '' || (await read(installedLockfile)) !== expected) await installDependencies()
  if (purpose) await installSystemPackages(purpose)
}

async function installDependencies() {
  log('Installing dependencies…')
  await rename(cacheFolder, savedCache).catch(() => {})
  const code = await runNpm(['ci', '--include=dev', '--loglevel=error'])
  await rename(savedCache, cacheFolder).catch(() => {})
  if (code !== 0) throw new UserError("npm couldn't install the dependencies. See the output above.")
  await copyFile(lockfile, installedLockfile)
}

const electron = ['libgtk-3-0', 'libnss3', 'libasound2', 'libgbm1', 'libxss1', 'libnotify4', 'libsecret-1-0']
const display = ['xvfb', 'xauth']
const keyring = ['dbus', 'dbus-x11', 'gnome-keyring']
const packaging = ['fakeroot']
const packageChecks = ['appstream', 'desktop-file-utils', 'curl']
/** Only some tests, and characters in pictures, need these. */
const optional = ['fonts-noto-core', 'fonts-noto-color-emoji', 'ffmpeg', 'sox', 'espeak-ng', 'nginx-light']

/** Alternatives in releases that lack a package. @type {Record<string, string>} */
const substitutes = { 'nginx-light': 'nginx' }

/** @type {Record<Purpose, string[]>} */
const lists = {
  start: electron,
  pictures: [...electron, ...display, ...keyring, ...optional.slice(0, 2)],
  package: [...electron, ...packaging],
  test: [...electron, ...packaging, ...packageChecks, ...display, ...keyring, ...optional],
}

/** @param {Purpose} purpose */
async function installSystemPackages(purpose) {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/dpkg')) return
  const names = [...new Set([...lists[purpose], ...(isDisplayMissing() ? display : [])])]
  const missing = await findMissing(names)
  if (missing.length === 0) return
  if (isRoot) {
    log('Updating the package list…')
    // If the update fails, the present list may still be sufficient.
    await runQuietly('apt-get', ['update'])
  }
  const { output } = await runQuietly('apt-cache', ['pkgnames'])
  const known = new Set(output.split('\n'))
  const available = missing.map((name) => spellings(name).find((spelling) => known.has(spelling)) ?? name)
  if (isRoot) return await installAsRoot(available)
  log(`Missing system packages. Install them with:
  sudo apt-get install --no-install-recommends ${available.join(' ')}`)
  const essential = missing.filter((name) => !optional.includes(name))
  if (essential.length > 0) throw new UserError(`Required packages missing: ${essential.join(' ')}`)
}

/** @param {string[]} names */
async function findMissing(names) {
  const { output } = await runQuietly('dpkg', ['-s', ...names.flatMap(spellings)])
  const has = (/** @type {string} */ name) =>
    output.includes(`Package: ${name}\nStatus: install ok installed\n`)
  return names.filter((name) => !spellings(name).some(has))
}

/** Possible names, best first. Newer releases add `t64` to some libraries' names. @param {string} name */
function spellings(name) {
  const substitute = substitutes[name]
  return [`${name}t64`, name, ...(substitute ? [substitute] : [])]
}

/** @param {string[]} names */
async function installAsRoot(names) {
  log(`Installing system packages: ${names.join(' ')}`)
  const args = ['-o', 'DPkg::Lock::Timeout=300', 'install', '-y', '--no-install-recommends', ...names]
  const { code, output } = await runQuietly('apt-get', args, { env: { DEBIAN_FRONTEND: 'noninteractive' } })
  if (code !== 0) throw new UserError(`${output}\napt-get install failed. See the output above.`)
}

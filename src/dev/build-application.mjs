// Builds the application into `out`, unless it was built from the same sources.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { log, UserError } from './command.mjs'
import { git } from './git.mjs'
import { outFolder, root } from './paths.mjs'
import { runTool } from './run.mjs'

const marker = join(outFolder, 'built-from.txt')
const products = ['main/main.cjs', 'main/headless.cjs', 'preload/preload.cjs', 'renderer/index.html']

/** @param {{ always?: boolean }} [options] */
export async function buildApplication({ always = false } = {}) {
  const sources = await fingerprintSources()
  if (always || !(await isBuiltFrom(sources))) await buildFrom(sources)
  // A commit may change no source, so it is not part of the bundle.
  await writeFile(join(outFolder, 'commit.json'), JSON.stringify(await readCommit()))
}

/** @param {string} sources */
async function buildFrom(sources) {
  log('Building the app…')
  await invalidateBuild()
  const code = await runTool('electron-vite', ['build', '--logLevel', 'warn'], { stdoutToStderr: true })
  if (code !== 0) throw new UserError('Build failed. See the output above.')
  await writeFile(marker, sources)
}

/**
 * The last commit, and `+` if files were changed after it. Without Git, or in a folder of another repository: null.
 * @returns {Promise<{ commit: string | null, date: string | null }>}
 */
async function readCommit() {
  try {
    const top = git('rev-parse', '--show-toplevel')
    if ((await realpath(top)) !== (await realpath(root))) return { commit: null, date: null }
    const [commit = '', date = ''] = git('log', '-1', '--format=%h %cI').split(' ')
    const isChanged = git('status', '--porcelain', '--untracked-files=no') !== ''
    return { commit: isChanged ? `${commit}+` : commit, date }
  } catch {
    return { commit: null, date: null }
  }
}

/** For scripts that write to `out` in another way. */
export async function invalidateBuild() {
  await rm(marker, { force: true })
}

/** @param {string} sources */
async function isBuiltFrom(sources) {
  const whole = products.every((path) => existsSync(join(outFolder, path)))
  return whole && (await readFile(marker, 'utf8').catch(() => '')) === sources
}

const folders = ['src', 'resources']
const files = ['electron.vite.config.ts', 'package.json', 'package-lock.json', 'tsconfig.json']
const excluded = [join('src', 'dev'), join('resources', 'screenshots')]

/** @returns {Promise<string>} a hash over the paths and contents of all sources */
async function fingerprintSources() {
  const hash = createHash('sha256')
  for (const path of await listSources()) {
    const content = await readFile(join(root, path))
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** @returns {Promise<string[]>} */
async function listSources() {
  const options = /** @type {const} */ ({ recursive: true, withFileTypes: true })
  const entries = await Promise.all(folders.map((folder) => readdir(join(root, folder), options)))
  const found = entries.flat().filter((entry) => entry.isFile())
  const paths = found.map(({ parentPath, name }) => relative(root, join(parentPath, name)))
  const isExcluded = (/** @type {string} */ path) =>
    excluded.some((folder) => path.startsWith(folder)) || /\.(test|fixture)\.\w+$/.test(path)
  return [...files, ...paths.filter((path) => !isExcluded(path)).sort()]
}

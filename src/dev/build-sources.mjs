// Tells by one fingerprint whether anything changed that the build reads.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { root } from './paths.mjs'

const places = [
  'src',
  'resources',
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]
const left = [join('src', 'dev'), join('resources', 'screenshots')]

/** @returns {Promise<string>} a hash over the paths and contents of all sources */
export async function fingerprintSources() {
  const hash = createHash('sha256')
  for (const path of await listSources()) {
    const content = await readFile(join(root, path))
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** @returns {Promise<string[]>} */
async function listSources() {
  const found = await Promise.all(places.filter((place) => existsSync(join(root, place))).map(listFiles))
  return found.flat().filter(isRead).sort()
}

/** @param {string} place @returns {Promise<string[]>} */
async function listFiles(place) {
  if (place.includes('.')) return [place]
  const entries = await readdir(join(root, place), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

/** @param {string} path */
function isRead(path) {
  return !left.some((folder) => path.startsWith(folder)) && !/\.(test|fixture)\.\w+$/.test(path)
}

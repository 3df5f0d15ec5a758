// Measures the scripts of the built application that are loaded at start.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Relative paths that a file always loads: `import … from './x'`, a page's scripts, and `require('./x')` of a module itself. */
const loads = {
  '.js': /\b(?:import|export)\b[^"'()]*["'](?<path>\.{1,2}\/[^"']+)["']/g,
  '.html': /<(?:script|link)\b[^>]*(?:src|href)="(?<path>[^"]+\.js)"/g,
  // The bundler puts the ones that a module loads itself at its start, and the later ones into functions.
  '.cjs': /(?<!=> *)\brequire\(["'`](?<path>\.{1,2}\/[^"'`]+)["'`]\)/g,
}

/** The bytes of each script that the entries, scripts or pages, load without being asked for more, by path. @param {...string} entries @returns {Promise<Map<string, number>>} */
export async function startBytes(...entries) {
  /** @type {Map<string, number>} */
  const found = new Map()
  const paths = new Set(entries)
  for (const path of paths) {
    const content = await readFile(path)
    const kind = path.slice(path.lastIndexOf('.'))
    if (kind !== '.html') found.set(path, content.length)
    const pattern = Object.entries(loads).find(([extension]) => extension === kind)?.[1] ?? /$^/g
    for (const { groups } of content.toString().matchAll(pattern)) {
      const loaded = join(dirname(path), groups?.path ?? '')
      // Text in a script can look like an import.
      if (existsSync(loaded)) paths.add(loaded)
    }
  }
  return found
}

/** @param {ReadonlyMap<string, number>} files */
export function sumBytes(files) {
  return [...files.values()].reduce((sum, bytes) => sum + bytes, 0)
}

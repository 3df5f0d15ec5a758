// Finds the installed development tools, so that they run in this Node without a shell.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.mjs'

/**
 * @param {string} packageName
 * @param {string} [command] the tool's name, where it is not the package's
 * @returns {string} the path of the tool's script
 */
export function findTool(packageName, command = packageName) {
  const folder = join(root, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[command])
}

import { execFileSync } from 'node:child_process'
import { root } from './paths.mjs'

/** Returns what Git prints, without white space around it. @param {string[]} args */
export function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
}

// Runs the npm that belongs to this Node.
import { run, runQuietly } from './run.mjs'

/** @param {string[]} args @param {import('./run.mjs').RunOptions} [options] */
export function runNpm(args, options = {}) {
  const [command, prefix, shell] = findNpm()
  return run(command, [...prefix, ...args], { ...options, shell, stdoutToStderr: true })
}

/** @param {string[]} args @param {import('./run.mjs').RunOptions} [options] */
export function runNpmQuietly(args, options = {}) {
  const [command, prefix, shell] = findNpm()
  return runQuietly(command, [...prefix, ...args], { ...options, shell })
}

/** @returns {[command: string, prefix: string[], shell: boolean]} */
function findNpm() {
  const script = process.env.npm_execpath
  // Under another package manager this variable names that one.
  if (script?.endsWith('npm-cli.js')) return [process.execPath, [script], false]
  return ['npm', [], process.platform === 'win32']
}

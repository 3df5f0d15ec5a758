// Runs other programs: signals are handed on to them, their exit codes handed back.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { root } from './paths.mjs'

/** @type {NodeJS.Signals[]} */
const forwardedSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * @typedef {object} RunOptions
 * @property {NodeJS.ProcessEnv} [env] added to the environment; `undefined` removes a variable
 * @property {string} [cwd] the repository's folder if not given
 * @property {boolean} [shell] needed for `.cmd` files on Windows
 * @property {number} [minutes] how long it may take before it is ended
 */

/**
 * Runs a program in front of the user.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions & { stdoutToStderr?: boolean }} [options]
 * @returns {Promise<number>} its exit code; 128 + N where signal N ended it
 */
export function run(command, args, { stdoutToStderr = false, ...options } = {}) {
  /** @type {import('node:child_process').StdioOptions} */
  const stdio = stdoutToStderr ? ['inherit', 2, 2] : 'inherit'
  const child = spawn(command, args, toSpawnOptions(options, stdio))
  return waitFor(child, options.minutes)
}

/**
 * Runs a program quietly.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>} what it printed, both streams as they came
 */
export async function runQuietly(command, args, options = {}) {
  const child = spawn(command, args, toSpawnOptions(options, ['ignore', 'pipe', 'pipe']))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  const code = await waitFor(child, options.minutes)
  return { code, output }
}

/**
 * @param {RunOptions} options
 * @param {import('node:child_process').StdioOptions} stdio
 * @returns {import('node:child_process').SpawnOptions}
 */
function toSpawnOptions({ env = {}, cwd = root, shell = false }, stdio) {
  return { cwd, shell, stdio, env: { ...process.env, ...env } }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} [minutes]
 * @returns {Promise<number>}
 */
async function waitFor(child, minutes) {
  // A terminal sends Ctrl-C to the child as well; a second one would cut short its way out.
  const forward = (/** @type {NodeJS.Signals} */ signal) => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  const limit = minutes && setTimeout(() => child.kill('SIGKILL'), minutes * 60_000)
  for (const signal of forwardedSignals) process.on(signal, forward)
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)))
    })
  } finally {
    if (limit) clearTimeout(limit)
    for (const signal of forwardedSignals) process.off(signal, forward)
  }
}

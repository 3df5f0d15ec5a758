// Runs other programs, passes signals on to them, and returns their exit codes.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from './paths.mjs'

/** @type {NodeJS.Signals[]} */
const forwardedSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * @typedef {object} RunOptions
 * @property {NodeJS.ProcessEnv} [env] added to the environment; `undefined` removes a variable
 * @property {string} [cwd] the repository's folder if not given
 * @property {boolean} [shell] needed for `.cmd` files on Windows
 * @property {number} [minutes] timeout
 * @property {User} [user] runs the program as another user, which only root may do
 */

/** @typedef {{ uid: number, gid: number }} User */

/**
 * Runs a program in the user's terminal.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions & { stdoutToStderr?: boolean }} [options]
 * @returns {Promise<number>} its exit code; 128 + N if signal N ended it
 */
export function run(command, args, { stdoutToStderr = false, ...options } = {}) {
  /** @type {import('node:child_process').StdioOptions} */
  const stdio = stdoutToStderr ? ['inherit', 2, 2] : 'inherit'
  const child = spawn(command, args, toSpawnOptions(options, stdio))
  return waitFor(child)
}

/** Runs a program quietly. @param {string} command @param {string[]} args @param {RunOptions} [options] @returns {Promise<{ code: number, output: string }>} both of its output streams */
export async function runQuietly(command, args, options = {}) {
  const child = spawn(command, args, toSpawnOptions(options, ['ignore', 'pipe', 'pipe']))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  const code = await waitFor(child)
  return { code, output }
}

/** @param {RunOptions} options @param {import('node:child_process').StdioOptions} stdio @returns {import('node:child_process').SpawnOptions} */
function toSpawnOptions({ env = {}, cwd = root, shell = false, minutes = 0, user }, stdio) {
  const timeout = minutes * 60_000
  return { cwd, shell, stdio, timeout, killSignal: 'SIGKILL', env: { ...process.env, ...env }, ...user }
}

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<number>} */
async function waitFor(child) {
  // A terminal also sends Ctrl-C to the child; a second one would interrupt its shutdown.
  const forward = (/** @type {NodeJS.Signals} */ signal) => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  for (const signal of forwardedSignals) process.on(signal, forward)
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)))
    })
  } finally {
    for (const signal of forwardedSignals) process.off(signal, forward)
  }
}

/** Its output goes to stderr. @param {string[]} args */
export function runNpm(args) {
  const script = process.env.npm_execpath
  // Another package manager sets this variable to its own path.
  if (script?.endsWith('npm-cli.js'))
    return run(process.execPath, [script, ...args], { stdoutToStderr: true })
  return run('npm', args, { shell: process.platform === 'win32', stdoutToStderr: true })
}

/** Runs the first tool of an npm package. @param {string} packageName @param {string[]} args @param {RunOptions & { stdoutToStderr?: boolean }} [options] */
export function runTool(packageName, args, options) {
  const folder = join(root, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return run(process.execPath, [join(folder, Object.values(bin)[0]), ...args], options)
}

// The shell owns the server. End of file on stdin, which even `kill -9` of this process causes, ends both.
const keeper = '"$@" & server=$!; exec 3>&-; cat >/dev/null; kill "$server"; wait'

/**
 * Starts a server that ends when this process ends, for whatever reason.
 * @param {string} command must write one line to file descriptor 3 when it is ready
 * @param {string[]} args
 * @param {Pick<RunOptions, 'env' | 'user'>} [options]
 * @returns {Promise<{ readyLine: string, end: () => void }>}
 */
export async function startAttachedServer(command, args, { env = {}, user } = {}) {
  const child = spawn('sh', ['-c', keeper, 'sh', command, ...args], {
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
    ...user,
    // In its own process group, so that Ctrl-C does not end the server before its clients.
    detached: true,
  })
  const end = () => child.stdin?.destroy()
  const ready = /** @type {import('node:net').Socket} */ (child.stdio[3])
  for await (const readyLine of createInterface({ input: ready })) {
    ready.destroy()
    child.unref()
    const input = /** @type {import('node:net').Socket | null} */ (child.stdin)
    input?.unref()
    return { readyLine, end }
  }
  end()
  throw new Error(`${command} exited before it was ready`)
}

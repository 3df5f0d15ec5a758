// Starts a server in a process of its own, which prints a line of JSON with its URL.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** @typedef {Awaited<ReturnType<typeof startServer>>} ServerProcess */

/**
 * Rejects if it ends before it listens. Its IPC channel is open.
 * @param {readonly string[]} args of Node.js
 * @param {{ env?: NodeJS.ProcessEnv, execPath?: string }} [options] `env` is added to the environment
 */
export async function startServer(args, { env = {}, execPath = process.execPath } = {}) {
  const child = spawn(execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk) => {
    output = (output + chunk).slice(-2000)
  })
  /** Rejects when it has ended. */
  const ended = once(child, 'exit').then(() => {
    throw new Error(`A server ended: ${args.join(' ')}\n${output}`)
  })
  ended.catch(() => {})
  const lines = createInterface({ input: /** @type {import('node:stream').Readable} */ (child.stdout) })
  const [line] = await Promise.race([once(lines, 'line'), ended])
  return { child, ended, output: () => output, port: Number(new URL(JSON.parse(line).url).port) }
}

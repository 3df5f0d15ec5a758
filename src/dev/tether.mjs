// Starts a server that ends with this process, however this process ends.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

// The shell holds the server; end of file on stdin, which even `kill -9` of this process causes, ends both.
const keeper = '"$@" & server=$!; exec 3>&-; cat >/dev/null; kill "$server"; wait'

/**
 * @param {string} command must write one line to file descriptor 3 when it is ready
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env] added to the environment
 * @returns {Promise<{ readyLine: string, end: () => void }>}
 */
export async function startTethered(command, args, env = {}) {
  const child = spawn('sh', ['-c', keeper, 'sh', command, ...args], {
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
    // In a group of its own: a Ctrl-C in the terminal must not end the server before its clients.
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
  throw new Error(`${command} ended before it was ready`)
}

// Runs the application's main process as a program without Electron, and calls its desktop API.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { bundleModule } from '../bundle-module.mjs'
import { openClient } from '../running-application.mjs'

/** The program's URL, once it is bundled. @type {Promise<string> | undefined} */
let program

/** Rejects with its message if it cannot start. @param {string} folder @param {readonly string[]} [prefix] a command that runs another one */
export async function startProgram(folder, prefix = []) {
  program ??= bundleModule('main-program', 'src', 'main', 'testing', 'main-program.fixture.ts')
  const [execPath = process.execPath, ...execArgv] = [...prefix, process.execPath]
  const child = fork(new URL(await program), [folder, 'instant'], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execPath,
    execArgv,
  })
  /** @type {import('../running-application.mjs').Listener[]} */
  const listeners = []
  /** @type {Map<number, (answer: { error?: string }) => void>} */
  const pending = new Map()
  let output = ''
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  // Ignores that the program has just been killed.
  const send = (/** @type {any} */ message) => child.connected && child.send(message, () => {})
  await new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`The program ended before it was ready. ${output}`)))
    child.on('message', (/** @type {any} */ message) => {
      if (typeof message === 'string') for (const listen of listeners) listen({ data: message })
      else if ('number' in message) pending.get(message.number)?.(message)
      else if ('failed' in message) reject(new Error(message.failed))
      else resolve(message)
    })
  })
  let commands = 0
  const run = (/** @type {object} */ command) =>
    new Promise((resolve, reject) => {
      commands += 1
      pending.set(commands, ({ error }) => (error ? reject(new Error(error)) : resolve(undefined)))
      send({ number: commands, command })
    })
  return {
    desktop: openClient(listeners, send),
    /** @type {import('./user-work.mjs').User['append']} */
    append: (id, offset, length) => run({ type: 'append', id, offset, length }),
    close: async () => {
      const exited = once(child, 'exit')
      run({ type: 'close' }).catch(() => {})
      await exited
    },
    /** What it has written to stderr. */
    output: () => output,
  }
}

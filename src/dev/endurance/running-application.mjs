// Runs the real application in Electron, or only its main process as a program, and calls its desktop API.
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import { _electron } from 'playwright'
import { bundleModule } from '../bundle-module.mjs'
import { findElectron } from '../electron-runtime.mjs'
import { root } from '../paths.mjs'
import { forPlaywright } from '../playwright-electron.mjs'
import { isRoot } from '../sandbox.mjs'

/** @typedef {(event: { data: unknown }) => void} Listener */
/** @typedef {import('@orpc/contract').ContractRouterClient<any>} Desktop */
/**
 * @typedef {object} Running
 * @property {any} desktop the client of the desktop API; its types are in `shared/desktop/contract`
 * @property {(path: string) => Promise<unknown>} choose the next results of dialogs
 * @property {(id: string, offset: number, length: number) => Promise<unknown>} append to a recording
 * @property {() => Promise<void>} kill like `kill -9`
 * @property {() => Promise<void>} close
 * @property {() => string} output what it has written to stderr
 */

/** The path of the program that `startProgram` starts. */
export async function bundleProgram() {
  return await bundleModule('main-program', 'src', 'main', 'testing', 'main-program.fixture.ts')
}

/** @typedef {Running & { command: (command: object) => Promise<unknown>, pid: number }} RunningProgram */

/** Rejects with its message if it cannot start. @param {string} program @param {string} folder @param {ProgramOptions} [options] */
export async function startProgram(program, folder, options = {}) {
  return await connectProgram(forkProgram(program, folder, options))
}

/**
 * @typedef {object} ProgramOptions
 * @property {NodeJS.ProcessEnv} [env]
 * @property {number} [uid] the user that runs it, if this one is root
 * @property {readonly string[]} [prefix] a command that runs another one
 */

/** @param {string} program @param {string} folder @param {ProgramOptions} options */
export function forkProgram(program, folder, { env = {}, uid, prefix = [] }) {
  const [execPath = process.execPath, ...execArgv] = [...prefix, process.execPath]
  return fork(new URL(program), [folder, 'instant'], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...process.env, ...env },
    execPath,
    execArgv,
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
}

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<RunningProgram>} */
async function connectProgram(child) {
  /** @type {Listener[]} */
  const listeners = []
  /** @type {Map<number, (answer: { result?: unknown, error?: string }) => void>} */
  const pending = new Map()
  let output = ''
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  const ready = new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`The program ended before it was ready. ${output}`)))
    child.on('message', (/** @type {any} */ message) => {
      if (typeof message === 'string') for (const listen of listeners) listen({ data: message })
      else if ('number' in message) pending.get(message.number)?.(message)
      else if ('failed' in message) reject(new Error(message.failed))
      else resolve(message)
    })
  })
  await ready
  let commands = 0
  /** @param {object} command @returns {Promise<unknown>} */
  const run = (command) =>
    new Promise((resolve, reject) => {
      commands += 1
      pending.set(commands, ({ result, error }) => (error ? reject(new Error(error)) : resolve(result)))
      send(child, { number: commands, command })
    })
  const end = async (/** @type {() => unknown} */ act) => {
    const exited = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
    act()
    await exited
  }
  return {
    desktop: openClient(listeners, (data) => send(child, data)),
    choose: (path) => run({ type: 'choose', path }),
    append: (id, offset, length) => run({ type: 'append', id, offset, length }),
    command: run,
    kill: () => end(() => child.kill('SIGKILL')),
    close: () => end(() => void run({ type: 'close' }).catch(() => {})),
    output: () => output,
    pid: child.pid ?? 0,
  }
}

/** Ignores a program that has just been killed. @param {import('node:child_process').ChildProcess} child @param {any} message */
function send(child, message) {
  if (child.connected) child.send(message, () => {})
}

/** @param {Listener[]} listeners @param {(data: any) => void} post */
function openClient(listeners, post) {
  const port = {
    addEventListener: (/** @type {string} */ type, /** @type {Listener} */ listen) => {
      if (type === 'message') listeners.push(listen)
    },
    postMessage: post,
  }
  // The link needs only two functions of a port.
  return createORPCClient(new RPCLink({ port: /** @type {any} */ (port) }))
}

/** @param {string} folder @param {NodeJS.ProcessEnv} env of a desktop session @param {...string} switches */
async function electronCommand(folder, env, ...switches) {
  const hasPort = switches.some((text) => text.startsWith('--gateway-port='))
  return {
    path: await findElectron(),
    args: [
      ...(isRoot ? ['--no-sandbox'] : []),
      root,
      `--user-data-dir=${folder}`,
      ...(hasPort ? [] : ['--gateway-port=0']),
      '--password-store=gnome-libsecret',
      ...switches,
    ],
    // Undefined values remove variables.
    environment: /** @type {Record<string, string>} */ ({
      ...process.env,
      GEN_PLAYGROUND_WELCOME: 'off',
      ...env,
    }),
  }
}

/** For what needs no connection to it. @param {string} folder @param {NodeJS.ProcessEnv} env @param {...string} switches */
export async function spawnElectron(folder, env, ...switches) {
  const { path, args, environment } = await electronCommand(folder, env, ...switches)
  return spawn(path, args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** @param {string} folder @param {NodeJS.ProcessEnv} env of a desktop session @param {...string} switches */
export async function launchElectron(folder, env, ...switches) {
  const { path, args, environment } = await electronCommand(folder, env, ...switches)
  const program = forPlaywright(path)
  return await _electron.launch({
    executablePath: program.executablePath,
    args: args.filter((text) => text !== '--no-sandbox'),
    env: { ...environment, ...program.env },
    chromiumSandbox: !isRoot,
  })
}

/** @param {import('playwright').ElectronApplication} electron @returns {Promise<Running>} */
export async function connectElectron(electron) {
  let output = ''
  electron.process().stderr?.on('data', (text) => {
    output += text
  })
  const page = await electron.firstWindow()
  await page.getByRole('navigation', { name: 'Panels' }).waitFor()
  /** @type {Listener[]} */
  const listeners = []
  await page.exposeFunction('reportToTest', (/** @type {string} */ data) => {
    for (const listen of listeners) listen({ data })
  })
  await page.evaluate(openPort)
  return {
    desktop: openClient(listeners, (data) => {
      page.evaluate(postToPort, data).catch(() => {})
    }),
    choose: (path) =>
      electron.evaluate(({ dialog }, selected) => {
        dialog.showSaveDialog = async () => ({ canceled: false, filePath: selected })
        dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [selected] })
      }, path),
    append: (id, offset, length) => page.evaluate(appendToRecording, { id, offset, length }),
    kill: async () => {
      const closed = electron.waitForEvent('close', { timeout: 60_000 })
      electron.process().kill('SIGKILL')
      await closed
    },
    close: async () => {
      await electron.evaluate(agreeToQuit)
      await electron.close()
    },
    output: () => output,
  }
}

/** Runs in the application. @param {typeof import('electron')} electron */
function agreeToQuit({ dialog }) {
  dialog.showMessageBox = async (/** @type {any[]} */ ...args) => ({
    response: (args.at(-1).buttons ?? []).indexOf('Quit'),
    checkboxChecked: false,
  })
}

/** Runs in the page. */
async function openPort() {
  const page = /** @type {any} */ (globalThis)
  const port = await new Promise((resolve) => {
    page.addEventListener('message', function receive(/** @type {any} */ { data, ports: [given] }) {
      if (data !== 'desktop-port' || !given) return
      page.removeEventListener('message', receive)
      resolve(given)
    })
    page.postMessage('desktop-port?', page.location.origin)
  })
  port.onmessage = (/** @type {any} */ { data }) =>
    page.reportToTest(typeof data === 'string' ? data : JSON.stringify(data))
  page.addEventListener('ask', (/** @type {any} */ event) => port.postMessage(event.detail))
}

/** Runs in the page. @param {string} data */
function postToPort(data) {
  const page = /** @type {any} */ (globalThis)
  page.dispatchEvent(new page.CustomEvent('ask', { detail: data }))
}

/** Runs in the page. @param {{ id: string, offset: number, length: number }} chunk */
async function appendToRecording({ id, offset, length }) {
  const body = new Uint8Array(length).fill(7)
  const response = await fetch(`media://recording/${id}?offset=${offset}`, { method: 'POST', body })
  if (!response.ok) throw new Error(await response.text())
}

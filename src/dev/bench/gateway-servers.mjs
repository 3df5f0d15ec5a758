// Starts the servers of the gateway's benchmark, each in its own process, and ends them in any case.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { bundleModule } from '../bundle-module.mjs'
import { outFolder, root } from '../paths.mjs'
import { upstreamKey } from './gateway-upstream.mjs'

/** @typedef {import('node:child_process').ChildProcess} Child */
/** @typedef {{ name: string, port: number, key: string, child: Child }} Subject */

/** The key of clients. The upstream accepts only its own, so every subject must replace it. */
const clientKey = 'client-key'
const programs = join(outFolder, 'main')

/** Processes with a temporary folder, which both end with `work`. @template Result @param {(processes: Processes) => Promise<Result>} work */
export async function withProcesses(work) {
  const processes = new Processes()
  const end = () => processes.end()
  process.once('exit', end)
  try {
    return await work(processes)
  } finally {
    end()
    process.off('exit', end)
  }
}

class Processes {
  folder = mkdtempSync(join(tmpdir(), 'gen-playground-bench-'))
  /** @type {Set<Child>} */
  #running = new Set()

  /** Writes its stderr to a file, as with a log. @param {string[]} args of Node.js @param {NodeJS.ProcessEnv} [env] */
  start(args, env = {}) {
    const errors = openSync(join(this.folder, 'stderr.log'), 'a')
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', errors, 'ipc'],
    })
    closeSync(errors)
    this.#running.add(child)
    child.once('exit', () => this.#running.delete(child))
    return child
  }

  /** A script of this folder, which sends its port when it is ready. @param {string} name @param {{ file: string, key?: string, args?: string[] }} options @returns {Promise<Subject>} */
  async fork(name, { file, key = clientKey, args = [] }) {
    const child = this.start([join(root, 'src', 'dev', 'bench', file), ...args])
    const [{ port }] = await this.waitFor(name, child, once(child, 'message'))
    return { name, port, key, child }
  }

  /** Rejects if the process ends before the event. @param {string} name @param {Child} child @param {Promise<any[]>} event */
  async waitFor(name, child, event) {
    const ended = new AbortController()
    const end = once(child, 'exit', { signal: ended.signal }).then(() => {
      const errors = readFileSync(join(this.folder, 'stderr.log'), 'utf8')
      throw new Error(`${name} ended before it was ready. The last lines:\n${errors.slice(-2000)}`)
    })
    end.catch(() => {})
    return await Promise.race([event, end]).finally(() => ended.abort())
  }

  end() {
    for (const child of this.#running) child.kill('SIGKILL')
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** @param {Processes} processes */
export function startUpstream(processes) {
  return processes.fork('direct', { file: 'gateway-upstream.mjs', key: upstreamKey })
}

/** The headless gateway, with everything that it does for a request, its log included. @param {Processes} processes @param {Subject} upstream @returns {Promise<Subject>} */
export async function startGateway(processes, upstream) {
  const service = ['--upstream', `http://127.0.0.1:${upstream.port}`]
  const args = [join(programs, 'headless.cjs'), '--port', '0', '--key', clientKey, ...service]
  const child = processes.start(args, { UPSTREAM_KEY: upstream.key, NO_PROXY: '127.0.0.1' })
  const output = createInterface({ input: /** @type {import('node:stream').Readable} */ (child.stdout) })
  const [line] = await processes.waitFor('gateway', child, once(output, 'line'))
  return { name: 'gateway', port: Number(new URL(JSON.parse(line).url).port), key: clientKey, child }
}

/** @param {Processes} processes @param {Subject} upstream */
export function startUndiciProxy(processes, upstream) {
  const args = [`http://127.0.0.1:${upstream.port}`, clientKey, upstream.key]
  return processes.fork('undici', { file: 'undici-proxy.mjs', args })
}

/** The gateway and the request log in their threads, as in the application, or without the log. @param {Processes} processes @param {Subject} upstream @param {boolean} isLogged */
export async function startLoggedGateway(processes, upstream, isLogged) {
  const folder = mkdtempSync(join(processes.folder, 'log-'))
  const modules = await bundleLoggedGateway()
  const target = { port: upstream.port, key: upstream.key }
  const options = { upstream: target, isLogged, programs, modules, folder, key: clientKey }
  const name = isLogged ? 'with the log' : 'without the log'
  return await processes.fork(name, { file: 'logged-gateway.mjs', args: [JSON.stringify(options)] })
}

/** The modules that the process with the application's threads imports, as URLs by name. */
async function bundleLoggedGateway() {
  const modules = [
    ['gateway-thread', 'main', 'gateway-host'],
    ['gateway-settings.fixture', 'main', 'gateway-host'],
    ['log-thread', 'main'],
    ['exchanges', 'workspace', 'exchange-log'],
  ]
  /** @type {Record<string, string>} */
  const urls = {}
  for (const [name = '', ...folder] of modules)
    urls[name] = await bundleModule(name, 'src', ...folder, `${name}.ts`)
  return urls
}

/** Microseconds of processor time that the process has used so far, in steps of 10 ms; NaN outside of Linux. @param {Subject} subject */
export function readProcessorTime({ child }) {
  // The times in user and in kernel mode, after the name, which is in parentheses.
  const [user, kernel] = readProcessFile(child, 'stat')
    .replace(/^.*\) /, '')
    .split(' ')
    .slice(11, 13)
  return (Number(user) + Number(kernel)) * 10_000
}

/** Resets the process's peak memory, and returns its memory in megabytes; NaN outside of Linux. @param {Subject} subject */
export function beginPeak({ child }) {
  if (process.platform === 'linux') writeFileSync(`/proc/${child.pid}/clear_refs`, '5')
  return readMemory(child, 'VmRSS')
}

/** Megabytes at most since `beginPeak`. @param {Subject} subject */
export function readPeak({ child }) {
  return readMemory(child, 'VmHWM')
}

/** @param {Child} child @param {'VmRSS' | 'VmHWM'} name */
function readMemory(child, name) {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readProcessFile(child, 'status'))?.[1]) / 1024
}

/** @param {Child} child @param {'stat' | 'status'} name */
function readProcessFile({ pid }, name) {
  return process.platform === 'linux' ? readFileSync(`/proc/${pid}/${name}`, 'latin1') : ''
}

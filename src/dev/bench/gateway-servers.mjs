// Starts the servers of the gateway's benchmark, each in its own process, and ends them in any case.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { outFolder, root } from '../paths.mjs'
import { upstreamKey } from './gateway-upstream.mjs'

/** @typedef {import('node:child_process').ChildProcess} Child */
/** @typedef {{ name: 'direct' | 'gateway' | 'undici', port: number, key: string, child: Child }} Subject */

/** The key of clients. The upstream accepts only its own, so every subject must replace it. */
const clientKey = 'client-key'
const here = join(root, 'src', 'dev', 'bench')

/** The headless gateway does everything that it does for a request, its log included. @template Result @param {(upstream: Subject, gateway: Subject, undici: Subject) => Promise<Result>} work */
export async function withServers(work) {
  const folder = mkdtempSync(join(tmpdir(), 'gen-playground-bench-'))
  /** @type {Child[]} */
  const children = []
  const end = () => {
    for (const child of children) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  /** Its first line of output has the port. @param {Subject['name']} name @param {string} key @param {string[]} args of Node.js @returns {Promise<Subject>} */
  const start = async (name, key, args) => {
    // Writes its stderr to a file, as with a log.
    const [file, errors] = [join(folder, name), openSync(join(folder, name), 'a')]
    const child = spawn(process.execPath, args, {
      env: { ...process.env, UPSTREAM_KEY: upstreamKey, NO_PROXY: '127.0.0.1' },
      stdio: ['ignore', 'pipe', errors, 'ipc'],
    })
    closeSync(errors)
    children.push(child)
    const lines = createInterface({ input: /** @type {import('node:stream').Readable} */ (child.stdout) })
    const ended = once(child, 'exit').then(() => {
      throw new Error(`${name} ended before it was ready:\n${readFileSync(file, 'utf8').slice(-2000)}`)
    })
    ended.catch(() => {})
    const [line] = await Promise.race([once(lines, 'line'), ended])
    return { name, port: Number(new URL(JSON.parse(line).url).port), key, child }
  }
  process.once('exit', end)
  try {
    const upstream = await start('direct', upstreamKey, [join(here, 'gateway-upstream.mjs')])
    const url = `http://127.0.0.1:${upstream.port}`
    const program = join(outFolder, 'main', 'headless.cjs')
    const options = ['--port', '0', '--key', clientKey, '--upstream', url]
    const gateway = await start('gateway', clientKey, [program, ...options])
    const proxy = [join(here, 'undici-proxy.mjs'), url, clientKey, upstreamKey]
    return await work(upstream, gateway, await start('undici', clientKey, proxy))
  } finally {
    end()
    process.off('exit', end)
  }
}

/** Microseconds of processor time that the process has used so far, in steps of 10 ms; NaN outside of Linux. @param {Subject} subject */
export function readProcessorTime({ child }) {
  // The times in user and in kernel mode, after the name, which is in parentheses.
  const [, end = ''] = /^.*\) (.*)$/m.exec(readProcessFile(child, 'stat')) ?? []
  const [user, kernel] = end.split(' ').slice(11, 13)
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

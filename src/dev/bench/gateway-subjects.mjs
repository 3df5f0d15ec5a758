// Starts the servers of the gateway's benchmark, each in its own process, and ends them in any case.
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { root } from '../paths.mjs'
import { upstreamKey } from './gateway-upstream.mjs'
import { openConnection } from './http-client.mjs'

/** @typedef {import('node:child_process').ChildProcess} Child */
/** @typedef {{ name: string, port: number, key: string, pid: number }} Subject */

/** The key of clients. The upstream accepts only its own, so every subject must replace it. */
const clientKey = 'client-key'

const signals = /** @type {const} */ ({ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 })

/**
 * Processes with a temporary folder, which both end with `work`, with an error, and with this process.
 * @template Result @param {(processes: Processes) => Promise<Result>} work
 */
export async function withProcesses(work) {
  const processes = new Processes()
  const end = () => processes.end()
  const exits = Object.entries(signals).map(([signal, code]) => {
    const exit = () => process.exit(code)
    process.once(signal, exit)
    return () => process.off(signal, exit)
  })
  process.once('exit', end)
  try {
    return await work(processes)
  } finally {
    end()
    process.off('exit', end)
    for (const remove of exits) remove()
  }
}

export class Processes {
  folder = mkdtempSync(join(tmpdir(), 'gen-playground-bench-'))
  /** @type {Set<Child>} */
  #running = new Set()

  /**
   * Writes its stderr to a file, as with a log.
   * @param {string} name @param {readonly [command: string, ...args: string[]]} line
   * @param {{ env?: NodeJS.ProcessEnv, stdout?: 'pipe' | 'ignore', ipc?: boolean }} [options]
   */
  start(name, [command, ...args], { env = {}, stdout = 'ignore', ipc = false } = {}) {
    const errors = openSync(join(this.folder, `${name}.log`), 'w')
    const child = spawn(command, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', stdout, errors, ...(ipc ? /** @type {const} */ (['ipc']) : [])],
    })
    closeSync(errors)
    this.#running.add(child)
    child.once('exit', () => this.#running.delete(child))
    return child
  }

  /** Resolves with the first event of the child, and rejects if it ends before. @param {string} name @param {Child} child @param {Promise<unknown[]>} event */
  async waitFor(name, child, event) {
    const ended = new AbortController()
    const end = once(child, 'exit', { signal: ended.signal }).then(() => {
      const log = readFileSync(join(this.folder, `${name}.log`), 'utf8')
      throw new Error(`${name} ended before it was ready. Its last lines:\n${log.slice(-2000)}`)
    })
    try {
      return await Promise.race([event, end])
    } finally {
      end.catch(() => {})
      ended.abort()
    }
  }

  /** A script of this folder, which sends a message when it is ready. @param {string} name @param {string} file @param {string[]} [args] */
  async fork(name, file, args = []) {
    const path = join(root, 'src', 'dev', 'bench', file)
    const child = this.start(name, [process.execPath, path, ...args], { ipc: true })
    const [message] = await this.waitFor(name, child, once(child, 'message'))
    return { child, port: Number(/** @type {{ port: unknown }} */ (message).port) }
  }

  end() {
    for (const child of this.#running) child.kill('SIGKILL')
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** @param {Processes} processes */
export async function startUpstream(processes) {
  const { child, port } = await processes.fork('upstream', 'gateway-upstream.mjs')
  return { child, subject: { name: 'direct', port, key: upstreamKey, pid: child.pid ?? 0 } }
}

/** The headless gateway, with everything that it does for a request, its log included. @param {Processes} processes @param {string} programs @param {Subject} upstream @returns {Promise<Subject>} */
export async function startGateway(processes, programs, upstream) {
  const service = ['--upstream', `http://127.0.0.1:${upstream.port}`]
  const args = [join(programs, 'headless.cjs'), '--port', '0', '--key', clientKey, ...service]
  const child = processes.start('gateway', [process.execPath, ...args], {
    env: { UPSTREAM_KEY: upstream.key, NO_PROXY: '127.0.0.1' },
    stdout: 'pipe',
  })
  const output = createInterface({ input: /** @type {import('node:stream').Readable} */ (child.stdout) })
  const [line] = await processes.waitFor('gateway', child, once(output, 'line'))
  const { port } = new URL(JSON.parse(String(line)).url)
  return { name: 'gateway', port: Number(port), key: clientKey, pid: child.pid ?? 0 }
}

/** @param {Processes} processes @param {Subject} upstream @returns {Promise<Subject>} */
export async function startUndiciProxy(processes, upstream) {
  const args = [`http://127.0.0.1:${upstream.port}`, clientKey, upstream.key]
  const { child, port } = await processes.fork('undici', 'undici-proxy.mjs', args)
  return { name: 'undici', port, key: clientKey, pid: child.pid ?? 0 }
}

/** As a proxy that forwards without buffering; undefined where it is not installed. @param {Processes} processes @param {Subject} upstream @returns {Promise<Subject | undefined>} */
export async function startNginx(processes, upstream) {
  if (!isInstalled('nginx', '-v')) return undefined
  const port = await findFreePort()
  const path = join(processes.folder, 'nginx.conf')
  writeFileSync(path, configureNginx({ port, upstream, folder: processes.folder }))
  const child = processes.start('nginx', ['nginx', '-e', 'stderr', '-c', path])
  await processes.waitFor('nginx', child, waitForPort(port))
  return { name: 'nginx', port, key: clientKey, pid: child.pid ?? 0 }
}

/** @param {{ port: number, upstream: Subject, folder: string }} options */
function configureNginx({ port, upstream, folder }) {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 4096; }
http {
  access_log off;
  tcp_nodelay on;
  client_max_body_size 100m;
  keepalive_requests 1000000000;
  keepalive_timeout 600s;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  map $args $upstream_args { "~^(?<before>.*)key=${clientKey}$" "\${before}key=${upstream.key}"; }
  map $http_authorization $bearer { "Bearer ${clientKey}" "Bearer ${upstream.key}"; }
  map $upstream_args$bearer $is_rejected { "" 1; }
  upstream service {
    server 127.0.0.1:${upstream.port};
    keepalive 256;
    keepalive_requests 1000000000;
    keepalive_timeout 600s;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      if ($is_rejected) { return 403; }
      set $args $upstream_args;
      proxy_pass http://service;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Authorization $bearer;
      proxy_buffering off;
      proxy_request_buffering off;
      proxy_read_timeout 600s;
    }
  }
}
`
}

/** The gateway and the request log in their threads, as in the application, or without the log. @param {Processes} processes @param {{ upstream: Subject, isLogged: boolean, programs: string, modules: Record<string, string> }} options */
export async function startLoggedGateway(processes, { upstream, isLogged, programs, modules }) {
  const name = isLogged ? 'with the log' : 'without the log'
  const folder = mkdtempSync(join(processes.folder, 'log-'))
  const options = { upstream, isLogged, programs, modules, folder, key: clientKey }
  const { child, port } = await processes.fork(name, 'logged-gateway.mjs', [JSON.stringify(options)])
  const end = async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return { subject: { name, port, key: clientKey, pid: child.pid ?? 0 }, end }
}

/** Measures requests per second with wrk, whose script has the request. @param {Processes} processes @param {{ url: string, headers: Record<string, string>, body: string, callers: number, seconds: number }} options */
export async function runWrk({ folder }, { url, headers, body, callers, seconds }) {
  const script = join(folder, 'wrk.lua')
  const headerLines = Object.entries(headers).map(([name, value]) => `wrk.headers["${name}"] = "${value}"`)
  writeFileSync(script, ['wrk.method = "POST"', `wrk.body = [==[${body}]==]`, ...headerLines].join('\n'))
  const args = ['-t1', `-c${callers}`, `-d${seconds}s`, '--timeout', '30s', '-s', script]
  const { stdout } = await promisify(execFile)('wrk', [...args, url])
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`Requests to ${url} failed:\n${stdout}`)
  return {
    count: Number(/(\d+) requests in/.exec(stdout)?.[1]),
    perSecond: Number(/Requests\/sec: +([\d.]+)/.exec(stdout)?.[1]),
  }
}

/** @param {string} command @param {string} versionOption */
export function isInstalled(command, versionOption) {
  return spawnSync(command, [versionOption]).error === undefined
}

async function findFreePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

/** @param {number} port @returns {Promise<unknown[]>} */
async function waitForPort(port) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const connection = await openConnection(port)
      connection.close()
      return []
    } catch (error) {
      if (attempt === 200) throw error
      await pause(25)
    }
  }
}

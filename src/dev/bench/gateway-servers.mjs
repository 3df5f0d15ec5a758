// Starts the servers of the gateway's benchmark, each in its own process, and ends them in any case.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'undici'
import { sendPost } from '../http-client.mjs'
import { outFolder, root } from '../paths.mjs'
import { serviceKey } from '../scripted-upstream.mjs'
import { startServer } from '../server-process.mjs'
import { now } from './upstream.mjs'

/** @typedef {import('../server-process.mjs').ServerProcess['child']} Child */
/** @typedef {{ name: 'direct' | 'gateway' | 'undici', port: number, key: string, child: Child }} Subject */
/** @typedef {Awaited<ReturnType<typeof openConnection>>} Connection */

/** The key of clients. The upstream accepts only its own, so every subject must replace it. */
const clientKey = 'client-key'
const here = join(root, 'src', 'dev', 'bench')

/** The headless gateway does everything that it does for a request, its log included. @template Result @param {(upstream: Subject, gateway: Subject, undici: Subject) => Promise<Result>} work */
export async function withServers(work) {
  /** @type {Child[]} */
  const children = []
  const end = () => {
    for (const child of children) child.kill('SIGKILL')
  }
  /** @param {Subject['name']} name @param {string} key @param {string[]} args of Node.js @returns {Promise<Subject>} */
  const start = async (name, key, args) => {
    const { child, port } = await startServer(args, {
      env: { UPSTREAM_KEY: serviceKey, NO_PROXY: '127.0.0.1' },
    })
    children.push(child)
    return { name, port, key, child }
  }
  process.once('exit', end)
  try {
    const upstream = await start('direct', serviceKey, [join(here, 'upstream.mjs')])
    const url = `http://127.0.0.1:${upstream.port}`
    const program = join(outFolder, 'main', 'headless.cjs')
    const options = ['--port', '0', '--key', clientKey, '--upstream', url]
    const gateway = await start('gateway', clientKey, [program, ...options])
    const proxy = [join(here, 'undici-proxy.mjs'), url, clientKey, serviceKey]
    return await work(upstream, gateway, await start('undici', clientKey, proxy))
  } finally {
    end()
    process.off('exit', end)
  }
}

/** A connection that sends one request at a time. @param {Subject} subject */
export function openConnection({ port }) {
  const client = new Client(`http://127.0.0.1:${port}`, { headersTimeout: 0, bodyTimeout: 0 })
  /** Returns its duration in microseconds. @param {import('../http-client.mjs').Post} post @param {import('../http-client.mjs').OnData} [onData] */
  const send = async (post, onData) => {
    const began = now()
    const bytes = await sendPost(client, post, onData)
    return { elapsed: now() - began, bytes }
  }
  return { send, close: () => void client.destroy() }
}

/** Microseconds of processor time that the process has used so far, in steps of 10 ms; NaN outside of Linux. @param {Subject} subject */
export function readProcessorTime({ child: { pid } }) {
  const status = process.platform === 'linux' ? readFileSync(`/proc/${pid}/stat`, 'latin1') : ''
  // The times in user and in kernel mode, after the name, which is in parentheses.
  const [, end = ''] = /^.*\) (.*)$/m.exec(status) ?? []
  const [user, kernel] = end.split(' ').slice(11, 13)
  return (Number(user) + Number(kernel)) * 10_000
}

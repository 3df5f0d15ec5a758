// Runs the built gateway in its own process during a part, in the application's version of Node, and reports its memory
// and open handles.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { findElectron } from '../electron-runtime.mjs'
import { outFolder, root } from '../paths.mjs'

/** The key of the gateway, and of the service behind it. */
export const key = 'endurance-key'

/** @typedef {{ heap: number, external: number, rss: number, sockets: number, timers: number, files: number }} Usage bytes after garbage collection, and open handles */
/** @typedef {{ url: string, port: number, measure: () => Promise<Usage>, measureWhenIdle: (base: Usage) => Promise<Usage>, end: () => string | undefined }} GatewayProcess `end` describes how it ended, if it did */

const reporter = join(root, 'src', 'dev', 'endurance', 'report-process.cjs')
/** Seconds for which closed connections may need to disappear; then the last measurement counts. */
const maxIdleChecks = 30

/** @template Result @param {string} upstream @param {(gateway: GatewayProcess) => Promise<Result>} work */
export async function withGatewayProcess(upstream, work) {
  const program = ['--expose-gc', '--require', reporter, join(outFolder, 'main', 'headless.cjs')]
  const options = ['--port', '0', '--key-env', 'LOCAL_KEY', '--upstream', upstream]
  const keys = { LOCAL_KEY: key, UPSTREAM_KEY: key }
  const child = spawn(await findElectron(), [...program, ...options], {
    env: { ...process.env, ...keys, GEN_PLAYGROUND_DEMO_PACE: 'instant', ELECTRON_RUN_AS_NODE: '1' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let log = ''
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    log = (log + text).slice(-2000)
  })
  let ending = ''
  /** @type {Promise<never>} */
  const ended = new Promise((_, reject) => {
    child.on('exit', (code, signal) => {
      ending = `The gateway ended with ${signal ?? `exit code ${code}`}. Its last lines:\n${log}`
      reject(new Error(ending))
    })
  })
  ended.catch(() => {})
  const measure = async () => {
    const report = once(child, 'message')
    child.send('report')
    const [usage] = await Promise.race([report, ended])
    return usage
  }
  try {
    const output = createInterface({ input: /** @type {import('node:stream').Readable} */ (child.stdout) })
    const [line] = await Promise.race([once(output, 'line'), ended])
    const { url } = JSON.parse(line)
    return await work({
      url,
      port: Number(new URL(url).port),
      measure,
      measureWhenIdle: async (base) => {
        let usage = await measure()
        const isBusy = () => usage.sockets > base.sockets || usage.timers > base.timers
        for (let check = 0; check < maxIdleChecks && isBusy(); check += 1) {
          await pause(1000)
          usage = await measure()
        }
        return usage
      },
      end: () => ending || undefined,
    })
  } finally {
    child.kill()
  }
}

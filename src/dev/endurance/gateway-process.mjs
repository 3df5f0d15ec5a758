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
/** @typedef {{ url: string, port: number, measure: () => Promise<Usage>, measureWhenIdle: (base?: Usage) => Promise<Usage>, end: () => string | undefined }} GatewayProcess `end` describes how it ended, if it did */

const reporter = join(root, 'src', 'dev', 'endurance', 'report-process.cjs')
/** Lines of its log that are shown if it ends. */
const maxLines = 15

/** @template Result @param {string[]} options of the command line @param {(gateway: GatewayProcess) => Promise<Result>} work */
export async function withGatewayProcess(options, work) {
  const program = join(outFolder, 'main', 'headless.cjs')
  const args = [
    '--expose-gc',
    '--require',
    reporter,
    program,
    '--port',
    '0',
    '--key-env',
    'LOCAL_KEY',
    ...options,
  ]
  const env = {
    ...process.env,
    LOCAL_KEY: key,
    UPSTREAM_KEY: key,
    GEN_PLAYGROUND_DEMO_PACE: 'instant',
    ELECTRON_RUN_AS_NODE: '1',
  }
  const child = spawn(await findElectron(), args, { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  /** @type {string[]} */
  const lines = []
  createInterface({ input: /** @type {import('node:stream').Readable} */ (child.stderr) }).on(
    'line',
    (line) => {
      lines.push(line)
      if (lines.length > maxLines) lines.shift()
    },
  )
  let ending = ''
  /** @type {Promise<never>} */
  const ended = new Promise((_, reject) => {
    child.on('exit', (code, signal) => {
      ending = `The gateway ended with ${signal ?? `exit code ${code}`}. Its last lines:\n${lines.join('\n')}`
      reject(new Error(ending))
    })
  })
  ended.catch(() => {})
  try {
    const output = createInterface({ input: /** @type {import('node:stream').Readable} */ (child.stdout) })
    const [line] = await Promise.race([once(output, 'line'), ended])
    const { url } = JSON.parse(line)
    const measure = () => Promise.race([requestUsage(child), ended])
    return await work({
      url,
      port: Number(new URL(url).port),
      measure,
      measureWhenIdle: (base) => measureWhenIdle(measure, base),
      end: () => ending || undefined,
    })
  } finally {
    child.kill()
  }
}

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<Usage>} */
async function requestUsage(child) {
  const report = once(child, 'message')
  child.send('report')
  const [usage] = await report
  return usage
}

/** Seconds for which closed connections may need to disappear; then the last measurement counts. */
const maxIdleChecks = 30

/** @param {() => Promise<Usage>} measure @param {Usage} [base] */
async function measureWhenIdle(measure, base) {
  let usage = await measure()
  for (let check = 0; check < maxIdleChecks && !isIdle(usage, base); check += 1) {
    await pause(1000)
    usage = await measure()
  }
  return usage
}

/** @param {Usage} usage @param {Usage} [base] */
function isIdle(
  { sockets, timers },
  base = { heap: 0, external: 0, rss: 0, sockets: 0, timers: 0, files: 0 },
) {
  return sockets <= base.sockets && timers <= base.timers
}

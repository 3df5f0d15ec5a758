// Starts the application twice at the same moment, with one data folder, with two, and beside the gateway alone.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { withDesktop } from '../desktop-session.mjs'
import { outFolder } from '../paths.mjs'
import { spawnElectron } from '../running-application.mjs'
import { openScriptedUpstream } from '../scripted-upstream.mjs'
import { checkDatabases } from './read-state.mjs'

/** @typedef {import('./run-parts.mjs').PartOptions} PartOptions */
/** @typedef {{ folder: string, env: NodeJS.ProcessEnv }} Environment */

const maxStartMs = 60_000

/** @type {import('./run-parts.mjs').Part} */
export const part = {
  description: 'this many times two starts at once with one data folder, and once with the same port',
  amounts: { full: 10, ci: 2 },
  run: (options) =>
    withDesktop(async (environment) => {
      await startTwice(options, environment)
      await sharePort(options, environment)
    }),
}

/** Ends the process once it is ready, and collects what it prints. @param {import('node:child_process').ChildProcess} child @param {(output: string) => Promise<unknown>} [onReady] */
async function follow(child, onReady) {
  let output = ''
  const exited = once(child, 'exit').then(([code, signal]) => code ?? signal)
  const limit = setTimeout(() => child.kill('SIGKILL'), maxStartMs)
  const isReady = new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text
        if (/^Gateway: .+$|"url"/m.test(output)) resolve('ready')
      })
  })
  const isRunning = (await Promise.race([isReady, exited])) === 'ready'
  const end = async () => {
    clearTimeout(limit)
    if (isRunning) await onReady?.(output)
    child.kill('SIGTERM')
    return await exited
  }
  return { isRunning, output: () => output, end }
}

/** @param {PartOptions} options @param {Environment} environment */
async function startTwice({ amount, check }, { folder, env }) {
  /** @type {string[]} */
  const problems = []
  for (let round = 1; round <= amount; round += 1) {
    const data = join(folder, `round ${round}`)
    const children = await Promise.all([1, 2].map(() => spawnElectron({ folder: data, env })))
    const starts = await Promise.all(children.map((child) => follow(child)))
    for (const { isRunning, output, end } of starts) {
      const code = await end()
      const isExpected = code === 0 && (isRunning || /already running/.test(output()))
      if (!isExpected) problems.push(`round ${round}: exits with ${code}: ${output()}`)
    }
    const running = starts.filter(({ isRunning }) => isRunning)
    if (running.length !== 1) problems.push(`round ${round}: ${running.length} are running`)
    problems.push(...checkDatabases(data).map((problem) => `round ${round}: ${problem}`))
  }
  check('exactly one runs; the other shows its window and exits with 0', problems)
}

/** Two data folders and the gateway alone, all with the same port. @param {PartOptions} options @param {Environment} environment */
async function sharePort({ check }, { folder, env }) {
  // A port that was free a moment ago.
  const { port, close } = await openScriptedUpstream(() => {})
  close()
  const switches = [`--gateway-port=${port}`]
  const program = join(outFolder, 'main', 'headless.cjs')
  const children = [
    spawn(process.execPath, [program, '--port', `${port}`, '--key', 'key'], { stdio: 'pipe' }),
    await spawnElectron({ folder: join(folder, 'one'), env, switches }),
    await spawnElectron({ folder: join(folder, 'two'), env, switches }),
  ]
  /** @type {string[]} */
  const problems = []
  const urls = new Set()
  const request = async (/** @type {string} */ output) => {
    const [url = output] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? []
    if (urls.has(url)) problems.push(`two have the port of ${url}`)
    urls.add(url)
    const status = await fetch(`${url}/healthz`).then((response) => response.status, String)
    if (status !== 200) problems.push(`${url} responds with ${status}`)
  }
  const starts = await Promise.all(children.map((child) => follow(child, request)))
  for (const [index, { isRunning, output, end }] of starts.entries()) {
    const code = await end()
    // Only the gateway alone may end, and must name the port.
    const isExpected = isRunning || (index === 0 && code === 1 && output().includes(`${port}`))
    if (!isExpected) problems.push(`one ended with ${code}: ${output()}`)
  }
  check('every application runs, on a port of its own', problems)
}

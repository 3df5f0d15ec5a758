// Starts the application twice at the same moment, with one data folder, with two, and beside the gateway alone.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openDesktopSession } from '../desktop-session.mjs'
import { outFolder } from '../paths.mjs'
import { spawnElectron } from '../running-application.mjs'
import { openScriptedUpstream } from '../scripted-upstream.mjs'
import { withFolder } from './part.mjs'
import { checkDatabases } from './read-state.mjs'

/** @typedef {import('./part.mjs').PartOptions} PartOptions */
/** @typedef {{ folder: string, env: NodeJS.ProcessEnv }} Environment */

/** Milliseconds. */
const maxStart = 60_000

/** @type {import('./part.mjs').Part} */
export const part = {
  description: 'this many times two starts at once with one data folder, and once with the same port',
  amounts: { full: 10, ci: 2 },
  run: (options) =>
    withFolder(async (folder) => {
      const session = await openDesktopSession({ alwaysVirtual: true })
      try {
        await startTwice(options, { folder, env: session.env })
        await sharePort(options, { folder, env: session.env })
      } finally {
        await session.close()
      }
    }),
}

/** Collects what a process prints, until it is ready or has ended. @param {import('node:child_process').ChildProcess} child @param {RegExp} [ready] */
async function follow(child, ready = /^Gateway: (.+)$/m) {
  let output = ''
  const exited = once(child, 'exit').then(([code, signal]) => code ?? signal)
  const isReady = new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text
        if (ready.test(output)) resolve('ready')
      })
  })
  const limit = setTimeout(() => child.kill('SIGKILL'), maxStart)
  const end = await Promise.race([isReady, exited])
  clearTimeout(limit)
  return {
    isRunning: end === 'ready',
    /** Its code or signal. */
    exited,
    output: () => output,
    close: async () => {
      child.kill('SIGTERM')
      return await exited
    },
  }
}

/** @param {PartOptions} options @param {Environment} environment */
async function startTwice({ amount, check }, { folder, env }) {
  /** @type {string[]} */
  const problems = []
  for (let round = 1; round <= amount; round += 1) {
    const data = join(folder, `round ${round}`)
    const report = (/** @type {string} */ text) => problems.push(`round ${round}: ${text}`)
    const children = await Promise.all([1, 2].map(() => spawnElectron({ folder: data, env })))
    const starts = await Promise.all(children.map((child) => follow(child)))
    const running = starts.filter(({ isRunning }) => isRunning)
    if (running.length !== 1)
      report(`${running.length} run. ${starts.map(({ output }) => output()).join('')}`)
    for (const { isRunning, exited, output, close } of starts) {
      const code = isRunning ? await close() : await exited
      if (code !== 0) report(`${isRunning ? 'the first one' : 'the other'} exits with ${code}: ${output()}`)
      if (!isRunning && !/already running/.test(output())) report(`the other says: ${output()}`)
    }
    problems.push(...checkDatabases(data).map((problem) => `round ${round}: ${problem}`))
  }
  check('exactly one runs; the other shows its window and exits with 0', problems)
}

/** Two data folders and the gateway alone, all with the same port. @param {PartOptions} options @param {Environment} environment */
async function sharePort({ check }, { folder, env }) {
  // A port that was free a moment ago.
  const { port, close } = await openScriptedUpstream()
  close()
  const program = join(outFolder, 'main', 'headless.cjs')
  const gateway = spawn(process.execPath, [program, '--port', `${port}`, '--key', 'key'], { stdio: 'pipe' })
  const electrons = await Promise.all(
    ['one', 'two'].map((name) =>
      spawnElectron({ folder: join(folder, name), env, switches: [`--gateway-port=${port}`] }),
    ),
  )
  const starts = await Promise.all([follow(gateway, /"url"/), ...electrons.map((child) => follow(child))])
  /** @type {string[]} */
  const problems = []
  const urls = new Set()
  for (const [index, { isRunning, exited, output, close: end }] of starts.entries()) {
    const [url = output()] = /http:\/\/127\.0\.0\.1:\d+/.exec(output()) ?? []
    if (!isRunning) {
      const code = await exited
      if (index > 0) problems.push(`an application ended with ${code}: ${output()}`)
      if (code !== 1 || !output().includes(`${port}`))
        problems.push(`one ended with ${code}, and must name the port: ${output()}`)
      continue
    }
    if (urls.has(url)) problems.push(`two have the port of ${url}`)
    urls.add(url)
    const status = await fetch(`${url}/healthz`).then((response) => response.status, String)
    if (status !== 200) problems.push(`${url} responds with ${status}`)
    await end()
  }
  check('every application runs, on a port of its own', problems)
}

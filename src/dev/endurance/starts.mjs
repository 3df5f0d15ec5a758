// Starts the application twice at the same moment, with one data folder, with two, and beside the gateway alone.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDesktopSession } from '../desktop-session.mjs'
import { root } from '../paths.mjs'
import { amountOf } from './part.mjs'
import { checkDatabases } from './read-state.mjs'
import { spawnElectron } from './running-application.mjs'

/** @typedef {import('./part.mjs').PartOptions} PartOptions */
/** @typedef {{ folder: string, env: NodeJS.ProcessEnv }} Environment */

const rounds = 10
/** Milliseconds. */
const maxStart = 60_000

/** @type {import('./part.mjs').Part} */
export const part = {
  name: 'starts',
  description: '10 times two starts at once with one data folder, and with the same port',
  ciShare: 0.2,
  async run(options) {
    const session = await openDesktopSession({ alwaysVirtual: true })
    const folder = await mkdtemp(join(tmpdir(), 'gen-playground-starts-'))
    try {
      await startTwice(options, { folder, env: session.env })
      await sharePort(options, { folder, env: session.env })
    } finally {
      await session.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  },
}

/** @typedef {Awaited<ReturnType<typeof follow>>} Start */

/** Collects what a process prints, until it is ready or has ended. @param {import('node:child_process').ChildProcess} child @param {RegExp} ready */
async function follow(child, ready) {
  let output = ''
  const exited = once(child, 'exit').then(([code, signal]) => ({ code, signal }))
  const isReady = new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text
        if (ready.test(output)) resolve('ready')
      })
  })
  let isLate = false
  const limit = setTimeout(() => {
    isLate = true
    child.kill('SIGKILL')
  }, maxStart)
  const end = await Promise.race([isReady, exited])
  clearTimeout(limit)
  return {
    isRunning: end === 'ready',
    isLate,
    /** Undefined while it runs. */
    exit: end === 'ready' ? undefined : await exited,
    output: () => output,
    close: async () => {
      child.kill('SIGTERM')
      return await exited
    },
  }
}

const ready = /^Gateway: (.+)$/m

/** @param {PartOptions} options @param {Environment} environment */
async function startTwice({ share, count, check }, { folder, env }) {
  const total = amountOf(rounds, share)
  /** @type {string[]} */
  const problems = []
  for (let round = 1; round <= total; round += 1) {
    const data = join(folder, `round ${round}`)
    const children = await Promise.all([spawnElectron(data, env), spawnElectron(data, env)])
    const starts = await Promise.all(children.map((child) => follow(child, ready)))
    const running = starts.filter(({ isRunning }) => isRunning)
    const ended = starts.filter(({ isRunning }) => !isRunning)
    const note = (/** @type {string} */ text) => problems.push(`round ${round}: ${text}`)
    if (running.length !== 1) note(`${running.length} run. ${starts.map(({ output }) => output()).join('')}`)
    for (const { exit, output } of ended) {
      if (exit?.code !== 0) note(`the other exits with ${exit?.code ?? exit?.signal}: ${output()}`)
      if (!/already running/.test(output())) note(`the other says: ${output()}`)
    }
    for (const one of running) {
      const { code } = await one.close()
      if (code !== 0) note(`the first one ends with ${code}: ${one.output()}`)
    }
    problems.push(...checkDatabases(data).map((problem) => `round ${round}: ${problem}`))
  }
  count('pairs of simultaneous starts with one data folder', total)
  check('exactly one runs; the other shows its window and exits with 0', problems)
}

/** Two data folders and the gateway alone, all with the same port. @param {PartOptions} options @param {Environment} environment */
async function sharePort({ count, check }, { folder, env }) {
  const port = await findFreePort()
  const gateway = spawn(
    process.execPath,
    [join(root, 'out', 'main', 'headless.cjs'), '--port', `${port}`, '--key', 'key'],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const electrons = await Promise.all(
    ['one', 'two'].map((name) => spawnElectron(join(folder, name), env, `--gateway-port=${port}`)),
  )
  const starts = await Promise.all([
    follow(gateway, /"url"/),
    ...electrons.map((child) => follow(child, ready)),
  ])
  /** @type {string[]} */
  const problems = []
  const running = starts.filter(({ isRunning }) => isRunning)
  for (const { isRunning, exit, output } of starts)
    if (!isRunning && exit?.code !== 1) problems.push(`one ended with ${exit?.code}: ${output()}`)
  const urls = running.map(({ output }) => /http:\/\/127\.0\.0\.1:\d+/.exec(output())?.[0] ?? output())
  if (new Set(urls).size !== urls.length) problems.push(`they share a port: ${urls.join(', ')}`)
  for (const url of urls) {
    const status = await fetch(`${url}/healthz`).then(
      (response) => response.status,
      (error) => String(error),
    )
    if (status !== 200) problems.push(`${url} responds with ${status}`)
  }
  for (const { isRunning, output } of starts)
    if (!isRunning && !output().includes(`${port}`))
      problems.push(`the error does not name the port: ${output()}`)
  const electronUrls = starts.slice(1).filter(({ isRunning }) => isRunning)
  if (electronUrls.length !== 2) problems.push(`${electronUrls.length} of 2 applications run`)
  await Promise.all(running.map((one) => one.close()))
  count('programs started at once with the same port', starts.length)
  check('every application runs, on a port of its own', problems)
}

/** @returns {Promise<number>} */
async function findFreePort() {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  await new Promise((resolve) => server.close(resolve))
  return port
}

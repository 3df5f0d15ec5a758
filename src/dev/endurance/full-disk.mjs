// Every kind of writing on a full disk: each error is clear, and nothing is lost or left behind.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { selectService } from '../running-application.mjs'
import { isRoot } from '../sandbox.mjs'
import { withFolder } from '../temporary-folder.mjs'
import { waitUntil } from '../wait-until.mjs'
import { checkDatabases, checkMedia, listUnfinished, readState, waitUntilIdle } from './read-state.mjs'
import { startProgram } from './running-program.mjs'
import { openCountingService, storeAudio, works } from './user-work.mjs'

/** @typedef {import('./run-parts.mjs').PartOptions} PartOptions */
/** @typedef {NonNullable<Awaited<ReturnType<typeof openSmallDisk>>>} SmallDisk */

const megabytes = 256
/** Milliseconds until a call without an answer counts as stuck. */
const maxWait = 30_000
const full = /full|free/i
/** The kinds of writing, the central ones first. */
const kinds = [
  ...new Set(['a prompt', 'a draft', 'a video', 'a transcription', 'a recording', ...Object.keys(works)]),
]

/** @type {import('./run-parts.mjs').Part} */
export const part = {
  description: 'this many kinds of writing on a full disk',
  amounts: { full: kinds.length, ci: 5 },
  run: (options) =>
    withFolder(async (folder) => {
      const path = join(folder, 'disk')
      await mkdir(path)
      const disk = await openSmallDisk(path)
      if (!disk) return options.log('skipped: this system allows no disk in memory')
      try {
        await fillWhileRunning(options, disk)
        await startOnFullDisk(options, disk)
      } finally {
        await disk.close()
      }
    }),
}

/** A disk in memory that only its own processes see. It needs no rights if the system allows user namespaces. Undefined if it doesn't. @param {string} path an empty folder */
async function openSmallDisk(path) {
  if (process.platform !== 'linux') return undefined
  // Stays until its stdin ends, so the disk also disappears if this process is killed.
  const script = `mount -t tmpfs -o size=${megabytes}m none "$0" && echo ready && exec cat`
  const holder = spawn('unshare', [isRoot ? '-m' : '-rm', 'sh', '-c', script, path])
  const hasFailed = once(holder, 'exit').then(
    () => true,
    () => true,
  )
  if (await Promise.race([once(holder.stdout, 'data').then(() => false), hasFailed])) return undefined
  /** The path for this process. */
  const outside = `/proc/${holder.pid}/root${path}`
  const ballast = join(outside, 'ballast')
  const namespaces = isRoot ? ['-m'] : ['-U', '-m', '--preserve-credentials']
  return {
    path,
    outside,
    /** Runs a command that sees it. */
    prefix: ['nsenter', '-t', `${holder.pid}`, ...namespaces],
    /** Until not a single byte is free. */
    fill: () => {
      try {
        writeFileSync(ballast, Buffer.alloc(megabytes * 2 ** 20))
      } catch {
        // It is full.
      }
    },
    free: () => rmSync(ballast, { force: true }),
    close: async () => {
      const exited = once(holder, 'exit')
      holder.stdin.end()
      await exited
    },
  }
}

/** @typedef {Pick<import('./user-work.mjs').User, 'desktop' | 'append' | 'audio'>} Ports */

/** @param {Ports} ports @param {number} number of the tag */
function createUser(ports, number) {
  const tag = `#0-${number}#`
  // Long enough that it needs space, even if a database has free pages.
  const write = (/** @type {number} */ max) => `Count ${tag} ${'word '.repeat((max - 30) / 5)}`
  return { ...ports, tag, write }
}

/** The message of its error; empty if it succeeds. @param {Promise<unknown> | undefined} work */
async function findProblem(work) {
  const outcome = work?.then(
    () => '',
    (error) => String(error.message),
  )
  return await Promise.race([outcome ?? '', pause(maxWait, 'no answer', { ref: false })])
}

/** Tries this many kinds of writing. Returns those that failed, with the messages. @param {Ports} ports @param {number} amount @param {number} first number of the tags */
async function tryWrites(ports, amount, first) {
  /** @type {string[]} */
  const failed = []
  for (const [index, name] of kinds.slice(0, amount).entries()) {
    const message = await findProblem(works[name]?.(createUser(ports, first + index)))
    if (message !== '') failed.push(`${name}: ${message}`)
  }
  return failed
}

/** Results arrive, and everything else is written, while nothing can be saved. @param {PartOptions} options @param {SmallDisk} disk */
async function fillWhileRunning({ amount, log, check }, disk) {
  const { path, outside } = disk
  const service = await openCountingService()
  const audio = await storeAudio(join(outside, 'data'))
  const running = await startProgram(join(path, 'data'), disk.prefix)
  const { desktop } = running
  await selectService(desktop, service.url)
  const ports = { ...running, audio }
  const begin = async (/** @type {string} */ name, /** @type {number} */ number) => {
    const user = createUser(ports, number)
    await works[name]?.({ ...user, write: () => `Count ${user.tag}` })
  }
  await begin('an image', 1)
  await waitUntil(30, async () => (await desktop.library.ids({ kinds: ['image'] })).length > 0)
  for (const [at, name] of ['a prompt', 'an image', 'a transcription'].entries()) await begin(name, 2 + at)
  while (service.received.size < 4) await pause(5)
  disk.fill()
  const failed = await tryWrites(ports, amount, 100)
  log(`${failed.length} kinds of writing failed`)
  const unclear = failed.filter((message) => !full.test(message) || !message.includes(path))
  check('full disk: each error names the place and what to do', unclear)
  check('full disk: results that are not saved are reported', await listUnclearSaves(desktop))
  check('full disk: no unfinished file', await listUnfinished(outside, await readState(desktop)))
  disk.free()
  await desktop.saves.retry()
  const saved = await waitUntilIdle(desktop)
  const missing = listMissingResults(saved.state, service)
  const problems = [...saved.stuck, ...missing]
  check('space is back: what was in progress is saved, and nothing was sent twice', problems)
  const stillFailed = await tryWrites(ports, amount, 200)
  const { state, stuck } = await waitUntilIdle(desktop)
  check('space is back: everything works', [...stillFailed, ...stuck])
  check('space is back: databases and files are intact', [
    ...checkDatabases(join(outside, 'data')),
    ...(await checkMedia(join(outside, 'data'), state)),
    ...(await listUnfinished(outside, state)),
  ])
  check('full disk: no unhandled error', running.output() === '' ? [] : [running.output()])
  await running.close()
  service.close()
}

/** What is missing of the work that was in progress. @param {import('./read-state.mjs').State} state @param {import('./user-work.mjs').CountingService} service */
function listMissingResults({ turns, transcriptions }, { words, listRepeated }) {
  const answerTo = (/** @type {string} */ tag) => {
    const prompt = turns.find(({ role, parts }) => role === 'user' && parts[0]?.text.includes(tag))
    return turns.find(({ parentId }) => parentId === prompt?.id)?.parts ?? []
  }
  const [sent, found] = [words.get('#0-2#'), (answerTo('#0-2#')[0]?.text ?? '').trim().split(' ').length]
  const job = transcriptions.find((/** @type {any} */ { source }) => source.name.includes('#0-4#'))
  return [
    ...(found === sent ? [] : [`the answer has ${found} of ${sent} words`]),
    ...(answerTo('#0-3#').some((/** @type {any} */ one) => one.inlineData) ? [] : ['the image is missing']),
    ...(job?.state === 'succeeded' ? [] : [`the transcription is ${job?.state}: ${job?.error?.message}`]),
    ...listRepeated(),
  ]
}

/** Waits until results could not be saved. Returns reports that do not say why. @param {any} desktop @returns {Promise<string[]>} */
async function listUnclearSaves(desktop) {
  /** @type {{ owner: string, message: string }[]} */
  let pending = []
  await waitUntil(10, async () => {
    pending = (await desktop.saves.list()).pending
    return pending.length >= 2
  })
  if (pending.length < 2) return ['fewer than two results are reported as not saved']
  const unclear = pending.filter(({ message }) => !full.test(message))
  return unclear.map(({ owner, message }) => `${owner}: ${message}`)
}

/** With the data that are there, and with a new folder. @param {PartOptions} options @param {SmallDisk} disk */
async function startOnFullDisk({ check }, disk) {
  const folders = ['data', 'new'].map((name) => join(disk.path, name))
  const start = async (/** @type {string} */ folder) => {
    const running = await startProgram(folder, disk.prefix)
    const { length } = await running.desktop.conversations.list()
    await running.close()
    return length
  }
  disk.fill()
  const problems = []
  for (const folder of folders) {
    const message = await findProblem(start(folder))
    if (message !== '' && !(full.test(message) && message.includes(folder))) problems.push(message)
  }
  check('full disk: the application starts, or says why it cannot', problems)
  disk.free()
  const counts = await Promise.all(folders.map(start))
  check('space is back: it starts with everything', (counts[0] ?? 0) > 1 ? [] : [`${counts} chats`])
}

// Kills the application at random moments of all kinds of work, and checks what is there after each restart.
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { withDesktop } from '../desktop-session.mjs'
import { createRandom } from '../random.mjs'
import {
  connectPage,
  launchElectron,
  selectService,
  spawnElectron,
  waitForWindow,
} from '../running-application.mjs'
import {
  checkDatabases,
  checkMedia,
  listMissing,
  listUnfinished,
  readState,
  waitUntilIdle,
} from './read-state.mjs'
import { openCountingService, storeAudio, works } from './user-work.mjs'

/** @typedef {import('./read-state.mjs').State} State */
/** @typedef {{ folder: string, env: NodeJS.ProcessEnv }} Environment */
/** How many words of an answer were shown at which time. @typedef {{ at: number, words: number }[]} Shown */

/** Milliseconds of text that a crash may lose. */
const maxLost = 1000
/** The longest time in milliseconds from the start of the work to the kill, and from the start of the application. */
const maxWork = 3500
const maxStart = 1500

/** @type {import('./run-parts.mjs').Part} */
export const part = {
  description: 'kill -9 this many times at random moments of work, and before some of them during the start',
  // `workspace/restart.test.ts` kills each kind of work at chosen moments.
  amounts: { full: 20, ci: 2 },
  run: (options) =>
    withDesktop(async ({ folder, env }) => {
      const service = await openCountingService()
      await killRepeatedly(options, { folder: join(folder, 'data'), env }, service).finally(service.close)
    }),
}

/** @param {import('./run-parts.mjs').PartOptions} options @param {Environment} environment @param {import('./user-work.mjs').CountingService} service */
async function killRepeatedly({ amount, seed, log, check }, environment, service) {
  const random = createRandom(seed)
  const audio = await storeAudio(environment.folder)
  /** @type {Record<'lost' | 'text' | 'damage', string[]>} */
  const problems = { lost: [], text: [], damage: [] }
  /** @type {Awaited<ReturnType<typeof work>>} */
  let before = { kept: {}, shown: new Map(), longestWrite: 0 }
  /** @param {State} state */
  const checkState = (state) => {
    problems.lost.push(...listMissing(before.kept, state))
    problems.text.push(...checkAnswers(before, state))
    const failed = state.turns.filter(({ error }) => error?.code === 'INTERNAL')
    problems.damage.push(...checkDatabases(environment.folder))
    problems.damage.push(...failed.map(({ id, error }) => `turn ${id}: ${error.message}`))
  }
  for (let round = 1; round <= amount; round += 1) {
    if (round % 3 === 2) await killStart(environment, random.next() * maxStart)
    const running = await open(environment)
    checkState(await readState(running.desktop))
    if (round === 1) await selectService(running.desktop, service.url)
    before = await work({ running, random, round, audio })
    log(`kill ${round} of ${amount}`)
  }
  const running = await open(environment)
  checkState(await readState(running.desktop))
  const { state, stuck } = await waitUntilIdle(running.desktop)
  problems.damage.push(...(await checkMedia(environment.folder, state)))
  const left = await listUnfinished(environment.folder, state)
  await running.close()
  problems.damage.push(...checkDatabases(environment.folder))
  log(`${service.received.size} requests were received`)
  check('everything that was acknowledged is there', problems.lost)
  check('nothing is sent twice', service.listRepeated())
  check('at most a second of an answer is lost, and nothing in its middle', problems.text)
  check('databases, media files and sidecars are intact', problems.damage)
  check('no job is stuck', stuck)
  check('no unfinished file is left', left)
}

/** @param {Environment} environment */
async function open(environment) {
  const electron = await launchElectron(environment)
  const page = await waitForWindow(electron)
  const end = async (/** @type {NodeJS.Signals} */ signal) => {
    const closed = electron.waitForEvent('close', { timeout: 60_000 })
    electron.process().kill(signal)
    await closed
  }
  return {
    desktop: await connectPage(page),
    /** @type {import('./user-work.mjs').User['append']} */
    append: (id, offset, length) => page.evaluate(appendToRecording, { id, offset, length }),
    kill: () => end('SIGKILL'),
    close: () => end('SIGTERM'),
  }
}

/** Runs in the page. @param {{ id: string, offset: number, length: number }} chunk */
async function appendToRecording({ id, offset, length }) {
  const body = new Uint8Array(length).fill(7)
  const response = await fetch(`media://recording/${id}?offset=${offset}`, { method: 'POST', body })
  if (!response.ok) throw new Error(await response.text())
}

/** Kills the application before it is ready. @param {Environment} environment @param {number} milliseconds */
async function killStart(environment, milliseconds) {
  const child = await spawnElectron(environment)
  const exited = once(child, 'exit')
  await pause(milliseconds)
  child.kill('SIGKILL')
  await exited
}

/**
 * Works in several ways at once, and kills the application. Returns what it had acknowledged and shown.
 * @param {{ running: Awaited<ReturnType<typeof open>>, random: import('../random.mjs').Random, round: number, audio: string }} options
 */
async function work({ running, random, round, audio }) {
  let isKilled = false
  let count = 0
  /** @type {import('./user-work.mjs').Kept} */
  const kept = {}
  /** @type {Map<string, Shown>} */
  const shown = new Map()
  const repeat = async (/** @type {string} */ name) => {
    await pause((random.next() * maxWork) / 3)
    while (!isKilled) {
      count += 1
      const tag = `#${round}-${count}#`
      const added = await works[name]?.({ ...running, tag, write: () => `Count ${tag}`, audio })
      if (isKilled) return
      for (const [list, ids] of Object.entries(added ?? {})) kept[list] = [...(kept[list] ?? []), ...ids]
      if (name === 'a prompt') await followAnswer(running.desktop, added?.conversations?.[0], shown)
      await pause((random.next() * maxWork) / 3)
    }
  }
  const writes = measureWrites(running.desktop)
  // Calls fail when the application is killed.
  for (const name of Object.keys(works)) void repeat(name).catch(() => {})
  await pause(300 + random.next() * maxWork)
  isKilled = true
  const killedAt = performance.now()
  await running.kill()
  for (const times of shown.values()) times.push({ at: killedAt, words: times.at(-1)?.words ?? 0 })
  return { kept, shown, longestWrite: writes.longest(killedAt) }
}

/** Measures until the end how long the application takes to write to its database, which other work may lock. @param {any} desktop */
function measureWrites(desktop) {
  let longest = 0
  let startedAt = performance.now()
  const measure = async () => {
    for (;;) {
      startedAt = performance.now()
      await desktop.settings.update({ confirmLinks: true })
      longest = Math.max(longest, performance.now() - startedAt)
      await pause(50)
    }
  }
  measure().catch(() => {})
  return { longest: (/** @type {number} */ end) => Math.max(longest, end - startedAt - 50) }
}

/** Records until its end when which part of an answer was shown. @param {any} desktop @param {string | undefined} conversationId @param {Map<string, Shown>} shown */
async function followAnswer(desktop, conversationId = '', shown) {
  /** @type {Shown} */
  const times = []
  shown.set(conversationId, times)
  for await (const events of await desktop.chat.watch({ conversationId }))
    for (const event of events) {
      const text = event.type === 'delta' ? event.deltas.at(-1)?.append : undefined
      if (text) times.push({ at: performance.now(), words: Number(text.trim().split(' ').at(-1)) + 1 })
    }
}

/** Compares each answer with what was shown a second before the kill. @param {Awaited<ReturnType<typeof work>>} before @param {State} state */
function checkAnswers({ shown, longestWrite }, { turns }) {
  return [...shown].flatMap(([id, times]) => {
    const answer = turns.find((turn) => turn.conversationId === id && turn.role === 'model')
    /** @type {string[]} */
    const words = (answer?.parts[0]?.text ?? '').trim().split(' ').filter(Boolean)
    const gap = words.findIndex((word, at) => Number(word) !== at)
    if (gap >= 0) return [`${id}: word ${gap} is ${words[gap]}`]
    // In the longest time between two words, this machine did nothing; in the longest write, the database was locked.
    const longestPause = Math.max(0, ...times.slice(1).map(({ at }, index) => at - (times[index]?.at ?? at)))
    const limit = (times.at(-1)?.at ?? 0) - maxLost - Math.max(longestPause, longestWrite)
    const expected = times.findLast(({ at }) => at <= limit)?.words ?? 0
    return words.length >= expected ? [] : [`${id}: ${words.length} of ${expected} words are left`]
  })
}

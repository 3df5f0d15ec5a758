// Kills the application at random moments of all kinds of work, and checks what is there after each restart.
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeAudio } from '../bench/jobs.mjs'
import { openDesktopSession } from '../desktop-session.mjs'
import { openCountingService } from './counting-service.mjs'
import { amountOf, createRandom } from './part.mjs'
import { checkDatabases, checkMedia, listUnfinished, readState } from './read-state.mjs'
import {
  bundleProgram,
  connectElectron,
  forkProgram,
  launchElectron,
  spawnElectron,
  startProgram,
} from './running-application.mjs'
import { killUpgrades } from './upgrade-kills.mjs'
import { kinds } from './user-work.mjs'

/** @typedef {import('./part.mjs').PartOptions} PartOptions */
/** @typedef {import('./part.mjs').Random} Random */
/** @typedef {import('./read-state.mjs').State} State */
/** @typedef {import('./running-application.mjs').Running} Running */

/** @typedef {{ folder: string, env: NodeJS.ProcessEnv, program: string }} Environment */
/** @typedef {{ isElectron: boolean, works: number, starts: number }} Amount */

/** Kills at work and during the start in Electron, the same in the main process alone, and during upgrades. */
const full = { electron: { works: 24, starts: 4 }, program: { works: 12, starts: 4 }, upgrades: 6 }
/** Milliseconds of text that a crash may lose. */
const maxLost = 1000
/** The longest time in milliseconds from the start of the work to the kill, and from the start of the application. */
const maxWork = 3500
const maxStart = 1500

/** @type {import('./part.mjs').Part} */
export const part = {
  name: 'kills',
  description: '50 times kill -9 at random moments of all kinds of work, most of them in Electron',
  ciShare: 0.1,
  async run(options) {
    const session = await openDesktopSession({ alwaysVirtual: true })
    const folder = await mkdtemp(join(tmpdir(), 'gen-playground-kills-'))
    const environment = { folder, env: session.env, program: await bundleProgram() }
    const of = (/** @type {{ works: number, starts: number }} */ { works, starts }) => ({
      works: amountOf(works, options.share),
      starts: amountOf(starts, options.share),
    })
    try {
      await killWork(options, environment, { isElectron: true, ...of(full.electron) })
      await killWork(options, environment, { isElectron: false, ...of(full.program) })
      await killUpgrades(options, environment, amountOf(full.upgrades, options.share))
    } finally {
      await session.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  },
}

/** @param {PartOptions} options @param {Environment} environment @param {Amount} amount */
async function killWork(options, environment, amount) {
  const { isElectron, works, starts } = amount
  const where = isElectron ? 'in Electron' : 'of the main process'
  const service = await openCountingService()
  const random = createRandom(options.seed + Number(isElectron))
  const killing = await prepare(environment, { isElectron, service, random })
  for (let round = 1; round <= works; round += 1) {
    if (round <= starts) await killStart(killing)
    const kindsOfWork = await killRound(killing, round)
    options.log(`kill ${round} of ${works} ${where}: ${kindsOfWork.join(', ')}`)
  }
  const state = await finish(killing)
  service.close()
  report(options, killing, { ...amount, where, state })
}

/** @typedef {{ isElectron: boolean, service: import('./counting-service.mjs').CountingService, random: Random }} Tools */

/** A data folder with audio files, whose provider is the service. @param {Environment} environment @param {Tools} tools */
async function prepare({ folder, env, program }, tools) {
  const { isElectron, service } = tools
  const root = join(folder, isElectron ? 'electron' : 'program')
  const data = join(root, 'data')
  const exportFolder = join(root, 'exports')
  const mediaFolders = [join(root, 'media one'), join(root, 'media two')]
  for (const path of [data, exportFolder]) await mkdir(path, { recursive: true })
  const running = await startProgram(program, data)
  await running.desktop.settings.update({
    services: [{ id: 'service', name: 'Counting', baseUrl: service.url }],
    upstream: { kind: 'service', profile: 'service' },
    chatTitles: false,
  })
  /** @type {string[]} */
  const audio = []
  for (let index = 0; index < 4; index += 1) {
    const base64 = makeAudio(index).toString('base64')
    audio.push(String(await running.command({ type: 'store', base64, mimeType: 'audio/wav' })))
  }
  await running.close()
  // Electron encrypts in another way.
  await rm(join(data, 'vault.json'), { force: true })
  return {
    ...tools,
    ...{ env, program, root, data, exportFolder, mediaFolders, audio },
    problems: {
      lost: /** @type {string[]} */ ([]),
      text: /** @type {string[]} */ ([]),
      damage: /** @type {string[]} */ ([]),
      left: /** @type {string[]} */ ([]),
    },
    /** Milliseconds of text lost, for each answer. @type {number[]} */
    lost: [],
    /** Checked after the next start. @type {{ name: string, problems: (state: State) => string[] }[]} */
    promised: [],
    /** How often each kind of work was acknowledged before the kill. @type {Map<string, number>} */
    acknowledged: new Map(Object.keys(kinds).map((name) => [name, 0])),
    /** The answers of the last round. */
    last: { round: 0, killedAt: 0, delay: 0 },
    /** The start of the last round, since the epoch. */
    since: 0,
  }
}

/** @typedef {Awaited<ReturnType<typeof prepare>>} Killing */

/** @param {Killing} killing @returns {Promise<Running>} */
async function open({ isElectron, data, env, program }) {
  if (!isElectron) return await startProgram(program, data)
  return await connectElectron(await launchElectron(data, env))
}

/** Kills the application before it is ready. @param {Killing} killing */
async function killStart({ isElectron, data, env, program, random }) {
  const child = isElectron ? await spawnElectron(data, env) : forkProgram(program, data, {})
  const exited = once(child, 'exit')
  await pause(random.next() * maxStart)
  child.kill('SIGKILL')
  await exited
}

/** Starts the application, checks it, works and kills it. Returns the kinds of work. @param {Killing} killing @param {number} round */
async function killRound(killing, round) {
  const { service, random, audio, mediaFolders, exportFolder, promised, acknowledged, last } = killing
  const running = await open(killing)
  await checkPromises(killing, running)
  if (round === 1) await running.desktop.keys.set({ slot: 'service', key: 'key-of-the-service' })
  let isKilled = false
  Object.assign(last, { round, delay: 0 })
  const onDelay = (/** @type {number} */ milliseconds) => {
    last.delay = Math.max(last.delay, milliseconds)
  }
  const end = performance.now() + 300 + random.next() * maxWork
  const selected = chooseKinds(random)
  const works = []
  for (const [index, name] of selected.entries()) {
    await pause(random.next() * 60)
    const tag = `#${round}-${index + 1}#`
    const ports = { running, service, random, tag, audio, mediaFolders, exportFolder, onDelay }
    const work = kinds[name]?.({ ...ports, isKilled: () => isKilled })
    if (work) works.push({ name, tag, ...work })
  }
  await pause(Math.max(0, end - performance.now()))
  isKilled = true
  last.killedAt = performance.now()
  await running.kill()
  for (const { name, tag, isAcknowledged, problems } of works) {
    promised.push({ name: `${name} ${tag}`, problems })
    if (isAcknowledged()) acknowledged.set(name, (acknowledged.get(name) ?? 0) + 1)
  }
  return selected
}

/** Two chats, and most of the other kinds, in any order. @param {Random} random */
function chooseKinds(random) {
  const others = Object.keys(kinds).filter((name) => name !== 'chat' && random.chance(0.6))
  return ['chat', 'chat', ...others]
    .map((name) => ({ name, key: random.next() }))
    .sort((one, other) => one.key - other.key)
    .map(({ name }) => name)
}

/** Compares the state after a restart with what was promised before the kill. @param {Killing} killing @param {Running} running */
async function checkPromises(killing, running) {
  const { problems, promised, data } = killing
  const state = await readState(running.desktop, killing.since)
  killing.since = Date.now()
  problems.damage.push(...checkDatabases(data))
  for (const { name, problems: find } of promised.splice(0))
    problems.lost.push(...find(state).map((problem) => `${name}: ${problem}`))
  for (const { id, error } of state.turns.values())
    if (error?.code === 'INTERNAL') problems.damage.push(`turn ${id}: ${error.message}`)
  if (state.damagedJobs.length > 0) problems.damage.push(`${state.damagedJobs.length} damaged jobs`)
  checkAnswers(killing, state)
}

/** Compares each answer with the words that were sent before the kill. @param {Killing} killing @param {State} state */
function checkAnswers({ service, problems, lost, last }, { turns }) {
  const all = [...turns.values()]
  for (const [tag, times] of service.words) {
    if (!tag.startsWith(`#${last.round}-`)) continue
    const prompt = all.find(({ role, parts }) => role === 'user' && parts[0]?.text.includes(tag))
    const answer = all.find(({ parentId }) => prompt && parentId === prompt.id)
    if (!answer) {
      problems.lost.push(`${tag}: a prompt that was sent is missing`)
      continue
    }
    const words = (answer.parts[0]?.text ?? '').trim().split(' ').filter(Boolean)
    if (words.some((/** @type {string} */ word, /** @type {number} */ at) => Number(word) !== at))
      problems.text.push(`${tag}: the text has a gap`)
    const next = times[words.length]
    const milliseconds = next === undefined ? 0 : Math.max(0, last.killedAt - next)
    lost.push(Math.round(milliseconds))
    // The rest had not reached the application yet, or it had no time to save it.
    if (milliseconds > maxLost + last.delay + maxPause(times))
      problems.text.push(
        `${tag}: ${Math.round(milliseconds)} ms are lost; delays are up to ${Math.round(last.delay)} ms`,
      )
  }
}

/** The longest time between two words, which the service sends at equal times: so long, this machine did nothing. @param {number[]} times */
function maxPause(times) {
  return Math.max(0, ...times.slice(1).map((time, at) => time - (times[at] ?? time)))
}

/** Waits for the jobs that are left, and closes the application. @param {Killing} killing */
async function finish(killing) {
  const { problems, data, root } = killing
  const running = await open(killing)
  await checkPromises(killing, running)
  const state = await waitForJobs(running)
  problems.damage.push(...(await checkMedia(state)))
  problems.left.push(...(await listUnfinished([root], state)))
  await running.close()
  problems.damage.push(...checkDatabases(data))
  return state
}

const openStates = ['queued', 'submitting', 'running', 'downloading', 'preparing', 'sending']

/** @param {Running} running */
async function waitForJobs({ desktop }) {
  const end = performance.now() + 120_000
  for (;;) {
    const state = await readState(desktop, 0)
    const jobs = [...state.videos.values(), ...state.transcriptions.values()]
    if (performance.now() > end || !jobs.some((job) => openStates.includes(job.state))) return state
    for (const { id, state: step } of state.videos.values())
      if (step === 'running') await desktop.videos.pollNow({ id })
    await pause(500)
  }
}

/** @param {PartOptions} options @param {Killing} killing @param {Amount & { where: string, state: State }} result */
function report(
  { count, check },
  { service, problems, lost, acknowledged },
  { works, starts, where, state },
) {
  const countState = (/** @type {Map<string, any>} */ jobs, /** @type {string} */ step) =>
    [...jobs.values()].filter((job) => job.state === step).length
  const twice = [...service.received].filter(([tag, times]) => times > allowedSends(tag, service))
  const running = [
    ...state.turns.values(),
    ...state.videos.values(),
    ...state.transcriptions.values(),
  ].filter((one) => openStates.includes(one.state))
  lost.sort((one, other) => one - other)
  count(`kills ${where} at work, and ${starts} at its start`, works)
  count(
    'work acknowledged before a kill',
    [...acknowledged].map(([name, times]) => `${name} ${times}`).join(', '),
  )
  count('requests that the provider received', service.received.size)
  count('answers compared with what was sent', lost.length)
  count('ms of text lost, median', lost[lost.length >> 1] ?? 0)
  count('ms of text lost, maximum', lost.at(-1) ?? 0)
  for (const step of ['succeeded', 'interrupted', 'failed'])
    count(`videos ${step}`, countState(state.videos, step))
  for (const step of ['succeeded', 'interrupted', 'failed'])
    count(`transcriptions ${step}`, countState(state.transcriptions, step))
  count('items in the Library', state.items.size)
  check(`kills ${where}: everything that was acknowledged is there`, problems.lost)
  check(
    `kills ${where}: nothing is sent twice`,
    twice.map(([tag, times]) => `${tag}: ${times} times`),
  )
  check(
    `kills ${where}: at most ${maxLost / 1000} s of an answer is lost, and nothing in its middle`,
    problems.text,
  )
  check(`kills ${where}: databases, media files and sidecars are intact`, problems.damage)
  check(
    `kills ${where}: no job is stuck`,
    running.map(({ id, state: step }) => `${id} is ${step}`),
  )
  check(`kills ${where}: no unfinished file is left`, problems.left)
}

/** Two images are requested with one prompt. @param {string} tag @param {import('./counting-service.mjs').CountingService} service */
function allowedSends(tag, { pictures }) {
  return pictures.has(tag) ? 2 : 1
}

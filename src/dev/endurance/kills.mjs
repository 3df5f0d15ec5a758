// Kills the application at random moments of all kinds of work, and checks what is there after each restart.
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDesktopSession } from '../desktop-session.mjs'
import {
  choosePath,
  chooseService,
  connectPage,
  launchElectron,
  saveServiceKey,
  spawnElectron,
  waitForWindow,
} from '../running-application.mjs'
import { makeAudio, openCountingService } from './counting-service.mjs'
import { amountOf, createRandom, withFolder } from './part.mjs'
import { checkDatabases, checkMedia, listUnfinished, readState } from './read-state.mjs'
import { bundleProgram, forkProgram, startProgram } from './running-program.mjs'
import { kinds } from './user-work.mjs'

/** @typedef {import('./part.mjs').PartOptions} PartOptions */
/** @typedef {import('./read-state.mjs').State} State */
/** @typedef {import('./running-program.mjs').Running} Running */
/** @typedef {{ isElectron: boolean, env: NodeJS.ProcessEnv, program: string, root: string, data: string }} Environment */
/** @typedef {Awaited<ReturnType<typeof prepare>>} Killing */

/** Kills in Electron, and of the main process alone. Before every third, the application is also killed during its start. */
const kills = { electron: 30, program: 20 }
/** Milliseconds of text that a crash may lose. */
const maxLost = 1000
/** The longest time in milliseconds from the start of the work to the kill, and from the start of the application. */
const maxWork = 3500
const maxStart = 1500

/** @type {import('./part.mjs').Part} */
export const part = {
  name: 'kills',
  description: '50 times kill -9 at random moments of all kinds of work, most of them in Electron',
  ciShare: 0.08,
  run: (options) =>
    withFolder(async (folder) => {
      const session = await openDesktopSession({ alwaysVirtual: true })
      try {
        const program = await bundleProgram()
        for (const [name, total] of Object.entries(kills)) {
          const root = join(folder, name)
          const environment = { isElectron: name === 'electron', env: session.env, program, root }
          await killRepeatedly(
            options,
            { ...environment, data: join(root, 'data') },
            amountOf(total, options.share),
          )
        }
      } finally {
        await session.close()
      }
    }),
}

/** @param {PartOptions} options @param {Environment} environment @param {number} total */
async function killRepeatedly(options, environment, total) {
  const killing = await prepare(environment, options.seed)
  try {
    for (let round = 1; round <= total; round += 1) {
      if (round % 3 === 2) await killStart(killing)
      const selected = await killRound(killing, round)
      options.log(`kill ${round} of ${total}: ${selected.join(', ')}`)
    }
    report(options, killing, await finish(killing))
  } finally {
    killing.service.close()
  }
}

/** A data folder with audio files, whose provider is the service. @param {Environment} environment @param {number} seed */
async function prepare(environment, seed) {
  const { program, data } = environment
  const service = await openCountingService()
  await mkdir(data, { recursive: true })
  const running = await startProgram(program, data)
  await chooseService(running.desktop, service.url)
  const audio = []
  for (let number = 0; number < 4; number += 1)
    audio.push(await running.store(makeAudio(number), 'audio/wav'))
  await running.close()
  // Electron encrypts in another way.
  await rm(join(data, 'vault.json'), { force: true })
  /** @type {Record<'lost' | 'text' | 'damage' | 'left', string[]>} */
  const problems = { lost: [], text: [], damage: [], left: [] }
  return {
    ...environment,
    service,
    audio,
    random: createRandom(seed + Number(environment.isElectron)),
    problems,
    /** Checked after the next start. @type {{ name: string, problems: (state: State) => string[] }[]} */
    promised: [],
    /** How often each kind of work was acknowledged before the kill. @type {Map<string, number>} */
    acknowledged: new Map(Object.keys(kinds).map((name) => [name, 0])),
    /** The answers of the last round; `delay` until their words were shown. */
    last: { round: 0, killedAt: 0, delay: 0 },
    /** The start of the last round, since the epoch. */
    since: 0,
  }
}

/** @param {Killing} killing @returns {Promise<Running>} */
async function open({ isElectron, data, env, program }) {
  if (!isElectron) return await startProgram(program, data)
  const electron = await launchElectron({ folder: data, env })
  const page = await waitForWindow(electron)
  const end = async (/** @type {() => unknown} */ act) => {
    const closed = electron.waitForEvent('close', { timeout: 60_000 })
    act()
    await closed
  }
  return {
    desktop: await connectPage(page),
    choose: (path) => choosePath(electron, path),
    append: (id, offset, length) => page.evaluate(appendToRecording, { id, offset, length }),
    kill: () => end(() => electron.process().kill('SIGKILL')),
    close: () => end(() => electron.process().kill('SIGTERM')),
  }
}

/** Runs in the page. @param {{ id: string, offset: number, length: number }} chunk */
async function appendToRecording({ id, offset, length }) {
  const body = new Uint8Array(length).fill(7)
  const response = await fetch(`media://recording/${id}?offset=${offset}`, { method: 'POST', body })
  if (!response.ok) throw new Error(await response.text())
}

/** Kills the application before it is ready. @param {Killing} killing */
async function killStart({ isElectron, data, env, program, random }) {
  const child = isElectron ? await spawnElectron({ folder: data, env }) : forkProgram(program, data)
  const exited = once(child, 'exit')
  await pause(random.next() * maxStart)
  child.kill('SIGKILL')
  await exited
}

/** Starts the application, checks it, works and kills it. Returns the kinds of work. @param {Killing} killing @param {number} round */
async function killRound(killing, round) {
  const { service, random, audio, root: folder, promised, acknowledged, last } = killing
  const running = await open(killing)
  await checkPromises(killing, running)
  if (round === 1) await saveServiceKey(running.desktop)
  let killed = false
  Object.assign(last, { round, delay: 0 })
  const onDelay = (/** @type {number} */ milliseconds) => {
    last.delay = Math.max(last.delay, milliseconds)
  }
  const ports = { running, service, random, audio, folder, onDelay, isKilled: () => killed }
  const end = performance.now() + 300 + random.next() * maxWork
  const others = Object.keys(kinds).filter((name) => name !== 'chat' && random.chance(0.6))
  const selected = random.shuffle(['chat', 'chat', ...others])
  const works = []
  for (const [index, name] of selected.entries()) {
    await pause(random.next() * 60)
    const tag = `#${round}-${index + 1}#`
    const work = kinds[name]?.({ ...ports, tag })
    if (work) works.push({ name, tag, ...work })
  }
  await pause(Math.max(0, end - performance.now()))
  killed = true
  last.killedAt = performance.now()
  await running.kill()
  for (const { name, tag, isAcknowledged, problems } of works) {
    promised.push({ name: `${name} ${tag}`, problems })
    if (isAcknowledged()) acknowledged.set(name, (acknowledged.get(name) ?? 0) + 1)
  }
  return selected
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
  checkAnswers(killing, [...state.turns.values()])
}

/** Compares each answer with the words that were sent before the kill. @param {Killing} killing @param {any[]} turns */
function checkAnswers({ service, problems, last }, turns) {
  for (const [tag, times] of service.words) {
    if (!tag.startsWith(`#${last.round}-`)) continue
    const prompt = turns.find(({ role, parts }) => role === 'user' && parts[0]?.text.includes(tag))
    const answer = turns.find(({ parentId }) => prompt && parentId === prompt.id)
    if (!answer) {
      problems.lost.push(`${tag}: a prompt that was sent is missing`)
      continue
    }
    /** @type {string[]} */
    const words = (answer.parts[0]?.text ?? '').trim().split(' ').filter(Boolean)
    if (words.some((word, at) => Number(word) !== at)) problems.text.push(`${tag}: the text has a gap`)
    const lost = last.killedAt - (times[words.length] ?? last.killedAt)
    // The service sends words at equal times: in the longest time between two, this machine did nothing.
    const longestPause = Math.max(0, ...times.slice(1).map((time, at) => time - (times[at] ?? time)))
    // The rest had not reached the application yet, or it had no time to save it.
    if (lost > maxLost + last.delay + longestPause)
      problems.text.push(
        `${tag}: ${Math.round(lost)} ms are lost; delays are up to ${Math.round(last.delay)} ms`,
      )
  }
}

const openStates = ['queued', 'submitting', 'running', 'downloading', 'preparing', 'sending']

/** Waits for the jobs that are left, and closes the application. @param {Killing} killing */
async function finish(killing) {
  const { problems, data, root } = killing
  const running = await open(killing)
  await checkPromises(killing, running)
  const end = performance.now() + 120_000
  let state = await readState(running.desktop)
  while (listOpen(state).length > 0 && performance.now() < end) {
    for (const { id, state: step } of state.videos.values())
      if (step === 'running') await running.desktop.videos.pollNow({ id })
    await pause(500)
    state = await readState(running.desktop)
  }
  problems.damage.push(...(await checkMedia(state)))
  problems.left.push(...(await listUnfinished([root], state)))
  await running.close()
  problems.damage.push(...checkDatabases(data))
  return state
}

/** @param {State} state @returns {any[]} */
function listOpen({ turns, videos, transcriptions }) {
  const all = [...turns.values(), ...videos.values(), ...transcriptions.values()]
  return all.filter((one) => openStates.includes(one.state))
}

/** @param {PartOptions} options @param {Killing} killing @param {State} state */
function report({ count, check }, { isElectron, service, problems, acknowledged }, state) {
  const where = isElectron ? 'in Electron' : 'of the main process'
  const twice = [...service.received]
    // Two images are requested with one prompt.
    .filter(([tag, times]) => times > (service.pictures.has(tag) ? 2 : 1))
    .map(([tag, times]) => `${tag}: ${times} times`)
  const stuck = listOpen(state).map(({ id, state: step }) => `${id} is ${step}`)
  const kept = [...acknowledged].map(([name, times]) => `${name} ${times}`).join(', ')
  count(`acknowledged before kills ${where}`, kept)
  count('requests that the provider received', service.received.size)
  check(`kills ${where}: everything that was acknowledged is there`, problems.lost)
  check(`kills ${where}: nothing is sent twice`, twice)
  check(`kills ${where}: at most a second of an answer is lost, and nothing in its middle`, problems.text)
  check(`kills ${where}: databases, media files and sidecars are intact`, problems.damage)
  check(`kills ${where}: no job is stuck`, stuck)
  check(`kills ${where}: no unfinished file is left`, problems.left)
}

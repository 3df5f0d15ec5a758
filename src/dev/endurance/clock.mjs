// Sets the clock back and forward during all kinds of work: nothing is lost, sent twice, stuck, or repeated without end.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeAudio } from '../bench/jobs.mjs'
import { openCountingService } from './counting-service.mjs'
import { amountOf } from './part.mjs'
import { checkDatabases, checkMedia, readState } from './read-state.mjs'
import { bundleProgram, startProgram } from './running-application.mjs'
import { kinds } from './user-work.mjs'

/** @typedef {import('./read-state.mjs').State} State */

const day = 86_400_000
/** Days from the real time, one after the other; the application is restarted after each third. */
const jumps = [0, -1, 365, 0, -3650, 40, -40, 0, 3650, -1]
/** Milliseconds until everything that was started must have ended. */
const maxWork = 90_000
/** A poll every 10 s at most, and one at the user's request. */
const maxRequests = 400

/** @type {import('./part.mjs').Part} */
export const part = {
  name: 'clock',
  description: 'the clock is set 10 times, by up to ten years, during all kinds of work',
  ciShare: 0.2,
  async run({ share, count, check, log }) {
    const folder = await mkdtemp(join(tmpdir(), 'gen-playground-clock-'))
    const service = await openCountingService()
    const total = Math.max(2, amountOf(jumps.length, share))
    /** @type {string[]} */
    const problems = []
    try {
      const program = await bundleProgram()
      let running = await startProgram(program, folder)
      await running.desktop.settings.update({
        services: [{ id: 'service', name: 'Counting', baseUrl: service.url }],
        upstream: { kind: 'service', profile: 'service' },
        chatTitles: false,
      })
      await running.desktop.keys.set({ slot: 'service', key: 'key-of-the-service' })
      const base64 = makeAudio(1).toString('base64')
      const audio = [String(await running.command({ type: 'store', base64, mimeType: 'audio/wav' }))]
      let turns = 0
      for (let round = 1; round <= total; round += 1) {
        const before = service.count.requests
        const offset = (jumps[round] ?? 0) * day
        // The first requests of each kind are rejected, and wait.
        Object.assign(service.limit, { seconds: 1, times: 2 })
        const promised = startWork({ running, service, audio, round })
        await pause(400)
        await running.command({ type: 'clock', offset })
        const state = await waitForEnd(running)
        for (const one of promised) problems.push(...one.problems(state))
        problems.push(...checkRound(state, service, round))
        const requests = service.count.requests - before
        if (requests > maxRequests) problems.push(`round ${round}: ${requests} requests`)
        if (state.turns.size < turns)
          problems.push(`round ${round}: ${turns - state.turns.size} turns are gone`)
        turns = state.turns.size
        problems.push(...(await checkMedia(state)), ...checkDatabases(folder))
        log(`jump to ${jumps[round] ?? 0} days: ${requests} requests, ${turns} turns`)
        if (round % 3 !== 0) continue
        await running.close()
        running = await startProgram(program, folder, { env: { GEN_PLAYGROUND_CLOCK_OFFSET: `${offset}` } })
      }
      const output = running.output()
      await running.close()
      count('jumps of the clock during work', total)
      count('requests that the provider received', service.count.requests)
      check('clock: all work ends, and nothing is lost, repeated, or sent twice', problems)
      check('clock: no unhandled error', output === '' ? [] : [output])
    } finally {
      service.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  },
}

/** @param {{ running: import('./running-application.mjs').RunningProgram, service: import('./counting-service.mjs').CountingService, audio: string[], round: number }} work */
function startWork({ running, service, audio, round }) {
  const random = {
    next: () => 0,
    integer: () => 0,
    chance: () => true,
    pick: (/** @type {any} */ items) => items[0],
  }
  const ports = { running, service, random, audio, mediaFolders: [], exportFolder: '', onDelay: () => {} }
  return ['chat', 'image session', 'video', 'transcription', 'embeddings', 'import'].flatMap(
    (name, index) => {
      const work = kinds[name]?.({ ...ports, tag: `#${round}-${index + 1}#`, isKilled: () => false })
      return work ?? []
    },
  )
}

/** @param {import('./running-application.mjs').RunningProgram} running */
async function waitForEnd({ desktop }) {
  const end = performance.now() + maxWork
  for (;;) {
    await pause(500)
    const { running } = await desktop.application.status()
    const state = await readState(desktop, Number.NEGATIVE_INFINITY)
    if (running === 0 || performance.now() > end) return state
    for (const { id, state: step } of state.videos.values())
      if (step === 'running') await desktop.videos.pollNow({ id }).catch(() => {})
  }
}

/** @param {State} state @param {import('./counting-service.mjs').CountingService} service @param {number} round */
function checkRound({ videos, transcriptions, sets }, service, round) {
  const unfinished = [...videos.values(), ...transcriptions.values()].filter(
    ({ endedAt }) => endedAt === null,
  )
  const failed = [...videos.values(), ...transcriptions.values()].filter(({ state }) => state !== 'succeeded')
  const open = [...sets.values()].filter(({ counts }) => counts.done < 20)
  const twice = [...service.received].filter(
    ([tag, times]) => tag.startsWith(`#${round}-`) && times > (service.pictures.has(tag) ? 2 : 1),
  )
  return [
    ...unfinished.map(({ id, state }) => `round ${round}: ${id} is still ${state}`),
    ...failed.map(({ id, state, error }) => `round ${round}: ${id} is ${state}: ${error?.message}`),
    ...open.map(({ name, counts }) => `round ${round}: ${name} has ${JSON.stringify(counts)}`),
    ...twice.map(([tag, times]) => `round ${round}: ${tag} was sent ${times} times`),
  ]
}

// The clock of the computer is set back or forward while work is in progress: nothing waits for a year, nothing spins.
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openSet, readRows, untilIdle, waitUntilSet } from './embeddings/embeddings.fixture'
import { openSent, waitForJob, waitForState } from './transcriptions/transcriptions.fixture'

const day = 86_400_000
/** Days. Timers of Node.js are limited to 24 days, and fire immediately if they are asked for more. */
const jumps = [-1, -30, 365]

const rateLimit = { error: { code: 429, message: 'Slowly.', status: 'RESOURCE_EXHAUSTED' } }

/** The machine's timers, counted, and a clock that can be set. */
function openClock() {
  const clock = { offset: 0, timers: 0 }
  return {
    clock,
    now: () => Date.now() + clock.offset,
    timer(milliseconds: number, callback: () => void) {
      clock.timers += 1
      const timeout = setTimeout(callback, milliseconds)
      return () => clearTimeout(timeout)
    },
  }
}

test.each(jumps)('embeddings that wait for a rate limit continue after a jump by %i days', async (days) => {
  const { clock, ...ports } = openClock()
  const { app, service, workspace, id } = await openSet(['one'], {}, ports)
  await app.embeddings.run({ id })
  ;(await service.next()).answer(429, rateLimit, { 'retry-after': '0.5' })
  await waitUntilSet(workspace, id, ({ waitsUntil }) => waitsUntil !== undefined)
  clock.offset = days * day
  ;(await service.next()).sendVectors([1])
  expect(await untilIdle(workspace, id)).toMatchObject({ counts: { done: 1 } })
  expect([readRows(workspace, id)[0]?.state, clock.timers < 10]).toEqual(['done', true])
})

test.each(jumps)(
  'a transcription that waits for a rate limit continues after a jump by %i days',
  async (days) => {
    const { clock, ...ports } = openClock()
    const { app, service, id, sent } = await openSent(ports)
    sent.answer(429, rateLimit, { 'retry-after': '0.5' })
    await waitForJob(app, id, ({ waiting }) => waiting !== null)
    clock.offset = days * day
    await (await service.next()).sendTranscript('Now.')
    expect(await waitForState(app, id, 'succeeded')).toMatchObject({ preview: 'Now.' })
    expect([service.count(), clock.timers < 10]).toEqual([2, true])
  },
)

test('an edit after the clock was set back does not replace the version before it', async () => {
  const { clock, ...ports } = openClock()
  const { app, id, sent } = await openSent(ports)
  sent.answer(200, { text: 'The first words.' })
  await waitForState(app, id, 'succeeded')
  await app.transcriptions.edit({ id, text: 'Edited for an hour.' })
  clock.offset = -day
  const { versions } = await app.transcriptions.edit({ id, text: 'Edited on the next day.' })
  expect(versions.map(({ words }) => words)).toEqual([5, 4, 3])
  await pause(1)
  const again = await app.transcriptions.edit({ id, text: 'Edited on the next day, twice.' })
  expect(again.versions.map(({ words }) => words)).toEqual([6, 4, 3])
})

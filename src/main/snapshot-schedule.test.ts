// When snapshots are saved while the application runs, and which failures the user sees.
import { expect, test } from 'vitest'
import { ApiError } from '#shared/schemas/api-error'
import { damageError } from '#workspace/database/connection'
import { scheduleSnapshots } from './snapshot-schedule'

const minute = 60_000

/** Runs the schedule with a timer that the test advances. */
function openSchedule(results: (Error | { bytes: number } | null)[], wasInterrupted = false) {
  const calls: string[] = []
  const logged: string[] = []
  const shown: string[] = []
  let next: { delay: number; callback: () => void } | undefined
  const consume = (call: string) => {
    calls.push(call)
    const result = results.shift() ?? null
    return result instanceof Error ? Promise.reject(result) : Promise.resolve(result)
  }
  const end = scheduleSnapshots({
    wasInterrupted,
    check: async () => void (await consume('check')),
    save: () => consume('save'),
    log: { write: (event) => void logged.push(event) },
    show: ({ kind }) => void shown.push(kind),
    timer: (delay, callback) => {
      next = { delay, callback }
      return () => {
        next = undefined
      }
    },
  })
  return {
    calls,
    logged,
    shown,
    end,
    planned: () => next?.delay,
    async advance() {
      const planned = next
      next = undefined
      planned?.callback()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

test('the first snapshot is saved some time after the start, then once an hour is asked whether one is due', async () => {
  const schedule = openSchedule([{ bytes: 3_000_000 }, null])
  expect(schedule.planned()).toBe(10 * minute)
  await schedule.advance()
  expect(schedule.logged).toEqual([expect.stringMatching(/^Saved a snapshot: 3 MB in \d+ ms$/)])
  expect(schedule.planned()).toBe(60 * minute)
  await schedule.advance()
  expect(schedule.calls).toEqual(['save', 'save'])
  expect(schedule.logged).toHaveLength(1)
  schedule.end()
  expect(schedule.planned()).toBeUndefined()
})

test('after a crash the database is checked first, and damage is shown and ends the snapshots', async () => {
  const intact = openSchedule([null], true)
  expect(intact.planned()).toBe(minute)
  await intact.advance()
  expect([intact.calls, intact.planned()]).toEqual([['check'], 10 * minute])
  const damaged = openSchedule([damageError('workspace.db', 'quick_check')], true)
  await damaged.advance()
  expect(damaged.shown).toEqual(['damage'])
  expect(damaged.logged).toEqual(['The database is damaged'])
  expect(damaged.planned()).toBeUndefined()
})

test('a failure is logged and retried, and shown only if it persists', async () => {
  const full = new ApiError('RESOURCE_EXHAUSTED', 'The disk is full.')
  const schedule = openSchedule([full, full, full, full, null])
  await schedule.advance()
  await schedule.advance()
  expect(schedule.shown).toEqual([])
  await schedule.advance()
  await schedule.advance()
  expect(schedule.shown).toEqual(['snapshot'])
  expect(schedule.logged).toEqual(Array(4).fill('Couldn’t save a snapshot'))
  expect(schedule.planned()).toBe(60 * minute)
})

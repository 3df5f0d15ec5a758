// Checks the reaction to unhandled errors.
import { expect, test } from 'vitest'
import { createErrorPolicy, createEventLimit } from './error-policy'

const start = 1_000_000

function openPolicy(restartedAt?: number) {
  const clock = { now: start, elapsed: 0 }
  const policy = createErrorPolicy({ restartedAt, now: () => clock.now, elapsed: () => clock.elapsed })
  const react = (count: number) => Array.from({ length: count }, () => policy.react())
  return { clock, policy, react }
}

test('an error during startup ends the application', () => {
  const { policy, react } = openPolicy()
  expect(react(1)).toEqual(['fail'])
  policy.markStarted()
  expect(react(1)).toEqual(['continue'])
})

test('isolated errors leave the application running; several within a minute restart it', () => {
  const { clock, policy, react } = openPolicy()
  policy.markStarted()
  for (let minute = 0; minute < 10; minute += 1) {
    expect(react(3)).toEqual(['continue', 'continue', 'continue'])
    clock.elapsed += 60_000
  }
  expect(react(4).at(-1)).toBe('restart')
})

test('errors before the clock was set back count only for a minute', () => {
  const { clock, policy, react } = openPolicy()
  policy.markStarted()
  react(3)
  clock.now -= 86_400_000
  clock.elapsed += 60_000
  expect(react(3)).toEqual(['continue', 'continue', 'continue'])
})

test('soon after a restart, repeated errors ask the user and do not restart again', () => {
  const recent = openPolicy(start - 60_000)
  recent.policy.markStarted()
  expect(recent.react(4).at(-1)).toBe('warn')
  const longAgo = openPolicy(start - 3_600_000)
  longAgo.policy.markStarted()
  expect(longAgo.react(4).at(-1)).toBe('restart')
  const clockSetBack = openPolicy(start + 3_600_000)
  clockSetBack.policy.markStarted()
  expect(clockSetBack.react(4).at(-1)).toBe('restart')
})

test('allows a limited number of events within any period, not counting rejected ones', () => {
  let now = 0
  const mayHappen = createEventLimit(2, 100, () => now)
  const at = (time: number) => {
    now = time
    return mayHappen()
  }
  expect([at(0), at(60), at(61), at(99)]).toEqual([true, true, false, false])
  expect([at(100), at(101), at(160)]).toEqual([true, false, true])
})

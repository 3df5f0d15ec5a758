// The tests of upstreams as they are shown.
import { expect, test } from 'vitest'
import { toFinished } from './upstream-checks'

const done = { state: 'done' as const, basis: '', report: { parts: [], models: [] } }

test('while a test is under way, the last result stays in sight', () => {
  const running = { state: 'running', startedAt: 0, cancel: () => {} } as const
  expect(toFinished({ ...running, last: done })).toBe(done)
  expect(toFinished({ ...running, last: undefined })).toBeUndefined()
  expect(toFinished(done)).toBe(done)
})

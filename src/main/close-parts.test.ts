// Closing when a part hangs or fails.
import { expect, test } from 'vitest'
import { closeParts } from './close-parts'

test('a part that never closes, or fails to, keeps no other part open', async () => {
  const closed: string[] = []
  const problems: string[] = []
  const close = async (name: string) => void closed.push(name)
  await closeParts(
    [
      { name: 'workspace', close: () => close('workspace') },
      { name: 'gateway', close: () => new Promise(() => {}) },
      { name: 'reader', close: () => Promise.reject(new Error('broken')) },
      { name: 'log', close: () => close('log') },
    ],
    {
      timeoutMs: 20,
      onProblem: (message, error) => problems.push([message, error].filter(Boolean).join(': ')),
    },
  )
  expect(closed).toEqual(['workspace', 'log'])
  expect(problems).toEqual([
    'The gateway did not close within 0.02 s',
    'The reader failed to close: Error: broken',
  ])
})

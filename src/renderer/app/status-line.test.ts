// The descriptions of the work in progress and of the provider.
import { expect, test } from 'vitest'
import { describeProvider } from './StatusLine'

test('the provider is described with what is known about it, and never as working before a response', () => {
  const at = new Date(2026, 4, 21, 9, 5, 30).getTime()
  const describe = (state: 'unknown' | 'reachable' | 'failing' | 'no-key', error: string | null = null) =>
    describeProvider({
      id: 'mine',
      kind: 'service',
      label: 'Mine',
      health: { state, at: state === 'unknown' ? null : at, error },
    })
  expect([
    describe('unknown'),
    describe('reachable'),
    describe('failing', 'Key expired.'),
    describe('no-key'),
  ]).toEqual([
    'Provider: Mine. No request sent yet.',
    expect.stringMatching(/^Provider: Mine\. Last response at 0?9:05:30.*\.$/),
    expect.stringMatching(/^Provider: Mine\. Last request failed at 0?9:05:30.*: Key expired\.$/),
    'Provider: Mine. No API key is set.',
  ])
})

// The descriptions of the work in progress and of the provider.
import { expect, test } from 'vitest'
import { describeProvider, describeWork } from './StatusLine'

test('work is counted, and jobs are counted by kind', () => {
  const nothing = { videos: 0, transcriptions: 0, embeddings: 0 }
  const describe = (running: number, jobs: Partial<typeof nothing> = {}) =>
    describeWork({ running, jobs: { ...nothing, ...jobs } })
  const several = describe(5, { videos: 2, transcriptions: 1 })
  expect([
    describe(0),
    describe(1),
    describe(1, { videos: 1 }),
    several,
    describe(2, { embeddings: 2 }),
  ]).toEqual([
    '',
    '1 running',
    '1 running: 1 video',
    '5 running: 2 videos, 1 transcription',
    '2 running: 2 embedding sets',
  ])
})

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

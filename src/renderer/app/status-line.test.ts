// The description of the work in progress.
import { expect, test } from 'vitest'
import { describeWork } from './StatusLine'

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

// Words for the work that is under way.
import { expect, test } from 'vitest'
import { describeWork } from './describe-work'

test('work is counted, and what of it are jobs is told by kind', () => {
  const nothing = { videos: 0, transcriptions: 0, embeddings: 0 }
  const tell = (running: number, jobs: Partial<typeof nothing> = {}) =>
    describeWork({ running, jobs: { ...nothing, ...jobs } })
  const several = tell(5, { videos: 2, transcriptions: 1 })
  expect([tell(0), tell(1), tell(1, { videos: 1 }), several, tell(2, { embeddings: 2 })]).toEqual([
    '',
    '1 under way',
    '1 under way: 1 video',
    '5 under way: 2 videos, 1 transcription',
    '2 under way: 2 sets of embeddings',
  ])
})

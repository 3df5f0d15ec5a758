// Words for the work that is under way.
import { expect, test } from 'vitest'
import { describeWork } from './describe-work'

test('work is counted, and what of it are jobs is told by kind', () => {
  const tell = (running: number, videos: number, transcriptions: number, embeddings = 0) =>
    describeWork({ running, jobs: { videos, transcriptions, embeddings } })
  expect([tell(0, 0, 0), tell(1, 0, 0), tell(1, 1, 0), tell(5, 2, 1), tell(2, 0, 0, 2)]).toEqual([
    '',
    '1 under way',
    '1 under way: 1 video',
    '5 under way: 2 videos, 1 transcription',
    '2 under way: 2 sets of embeddings',
  ])
})

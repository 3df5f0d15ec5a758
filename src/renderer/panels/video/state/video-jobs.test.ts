// Searching the list of videos.
import { expect, test } from 'vitest'
import { videoJob } from '../../../state/video.fixture'
import { findVideos } from './video-jobs'

test('a search finds every word in prompts, model and state, in any order and case', () => {
  const model = 'gen-video-3.1-generate-preview'
  const jobs = [
    videoJob({ id: 'a', form: { model, prompt: 'A paper boat' } }),
    videoJob({
      id: 'b',
      state: 'failed',
      form: { model, prompt: 'Ein Boot aus Papier', negativePrompt: 'rain' },
    }),
  ]
  const find = (query: string) => findVideos(jobs, query).map(({ id }) => id)
  expect([find('BOAT paper'), find('rain FAILED'), find('boat rain'), find('3.1-gen')]).toEqual([
    ['a'],
    ['b'],
    [],
    ['a', 'b'],
  ])
})

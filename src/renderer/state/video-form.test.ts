import { expect, test } from 'vitest'
import { findVideoProblems, parseVideoDraft, toVideoDraft, toVideoForm, type VideoDraft } from './video-form'

const emptyDraft = parseVideoDraft(undefined)
const picture = { media: 'a1', mimeType: 'image/png', name: 'boat.png' }
const file = { media: 'a1', mimeType: 'image/png' }

function draft(part: Partial<VideoDraft>): VideoDraft {
  return { ...emptyDraft, prompt: 'A boat', ...part }
}

test('sends only the model and the prompt of a form with no other values', () => {
  expect(toVideoForm(draft({ prompt: '  A boat ', negativePrompt: '  ', seed: ' ' }))).toEqual({
    model: 'gen-video-3.1-fast-generate-preview',
    prompt: 'A boat',
  })
})

test('sends all values, and restores them when the form is reused', () => {
  const form = toVideoForm(
    draft({
      image: picture,
      lastFrame: picture,
      aspectRatio: '9:16',
      durationSeconds: 8,
      resolution: '4k',
      negativePrompt: 'text',
      personGeneration: 'dont_allow',
      seed: '0',
    }),
  )
  expect(form).toEqual({
    model: 'gen-video-3.1-fast-generate-preview',
    prompt: 'A boat',
    image: file,
    lastFrame: file,
    aspectRatio: '9:16',
    durationSeconds: 8,
    resolution: '4k',
    negativePrompt: 'text',
    personGeneration: 'dont_allow',
    seed: 0,
  })
  expect(toVideoForm(toVideoDraft(form))).toEqual(form)
  const withReferences = { model: 'm', prompt: 'p', references: [file, file] }
  expect(toVideoForm(toVideoDraft(withReferences))).toEqual(withReferences)
})

test('reports values that exclude each other by their field', () => {
  expect([
    findVideoProblems(draft({})),
    findVideoProblems(draft({ prompt: ' ' })),
    findVideoProblems(draft({ lastFrame: picture })),
    findVideoProblems(draft({ image: picture, references: [picture] })),
    findVideoProblems(draft({ resolution: '1080p', durationSeconds: 6 })),
    findVideoProblems(draft({ resolution: '4k', durationSeconds: 8 })),
    findVideoProblems(draft({ resolution: '4k' })),
    findVideoProblems(draft({ resolution: '720p', durationSeconds: 4 })),
  ]).toEqual([
    {},
    { prompt: 'Enter a prompt.' },
    { lastFrame: 'requires a first frame' },
    { references: 'can’t be combined with a first frame. Remove one or the other.' },
    { resolution: '1080p requires a duration of 8 s' },
    {},
    {},
    {},
  ])
})

test('reports a seed that is not a whole number within its bounds', () => {
  const findProblem = (seed: string) => findVideoProblems(draft({ seed })).seed
  expect([
    findProblem('7'),
    findProblem('1.5'),
    findProblem('-1'),
    findProblem('4294967296'),
    findProblem('abc'),
  ]).toEqual([
    undefined,
    'must be a whole number',
    'must be at least 0',
    'must be at most 4,294,967,295',
    'must be a whole number',
  ])
})

test('parses a saved form even if one of its fields is invalid', () => {
  expect(parseVideoDraft({ prompt: 'A boat', resolution: '8k', references: 'none', seed: 3 })).toEqual({
    ...emptyDraft,
    prompt: 'A boat',
  })
  expect([parseVideoDraft('nonsense'), parseVideoDraft(null)]).toEqual([emptyDraft, emptyDraft])
})

// The forms of videos and transcriptions: what they send, report and restore.
import { expect, test } from 'vitest'
import {
  describeProblems,
  emptyForm,
  parseStoredForm,
  readTranscriptionForm,
  toTranscriptionForm,
} from './transcription-form'
import { findVideoProblems, parseVideoDraft, toVideoDraft, toVideoForm, type VideoDraft } from './video-form'

const emptyDraft = parseVideoDraft(undefined)
const picture = { media: 'a1', mimeType: 'image/png', name: 'boat.png' }
const file = { media: 'a1', mimeType: 'image/png' }

function draft(part: Partial<VideoDraft>): VideoDraft {
  return { ...emptyDraft, prompt: 'A boat', ...part }
}

test('a video form with no other values sends only the model and the prompt', () => {
  expect(toVideoForm(draft({ prompt: '  A boat ', negativePrompt: '  ', seed: ' ' }))).toEqual({
    model: 'gen-video-3.1-fast-generate-preview',
    prompt: 'A boat',
  })
})

test('a video form sends all values, and restores them when it is reused', () => {
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

test('a video form reports values that exclude each other by their field', () => {
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

test('a video form reports a seed that is not a whole number within its bounds', () => {
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

test('a saved video form is parsed even if one of its fields is invalid', () => {
  expect(parseVideoDraft({ prompt: 'A boat', resolution: '8k', references: 'none', seed: 3 })).toEqual({
    ...emptyDraft,
    prompt: 'A boat',
  })
  expect([parseVideoDraft('nonsense'), parseVideoDraft(null)]).toEqual([emptyDraft, emptyDraft])
})

const form = { ...emptyForm, model: 'gen-4o-transcribe' }

test('a transcription sends nothing beyond the specification unless it is set', () => {
  expect(readTranscriptionForm(form)).toEqual({ settings: { model: 'gen-4o-transcribe' } })
  expect(readTranscriptionForm({ ...form, prompt: '  \n' })).toEqual({
    settings: { model: 'gen-4o-transcribe' },
  })
})

test('transcription settings are parsed from what was typed', () => {
  const typed = { ...form, language: ' DE ', prompt: 'Names: Ada', temperature: '0,2', streaming: true }
  expect(readTranscriptionForm(typed)).toEqual({
    settings: {
      model: 'gen-4o-transcribe',
      language: 'de',
      prompt: 'Names: Ada',
      temperature: 0.2,
      streaming: true,
    },
  })
})

test('transcription settings become the form that they were made from', () => {
  const settings = { model: 'm', language: 'de', prompt: 'Ada', temperature: 0, streaming: true }
  for (const each of [settings, { model: 'm' }])
    expect(readTranscriptionForm(toTranscriptionForm(each))).toEqual({ settings: each })
})

test('each invalid field of a transcription is named with its valid values', () => {
  const { problems } = readTranscriptionForm({ ...form, language: 'english', temperature: '2' })
  expect(problems).toEqual({
    language: 'must be a two-letter language code, such as en',
    temperature: 'must be a number from 0 to 1, or empty',
  })
  expect(describeProblems(problems ?? {})).toBe(
    'Language must be a two-letter language code, such as en. Temperature must be a number from 0 to 1, or empty.',
  )
  expect(readTranscriptionForm({ ...form, temperature: 'warm' }).problems).toEqual({
    temperature: 'must be a number from 0 to 1, or empty',
  })
})

test('a damaged field of a stored transcription form affects only itself', () => {
  expect(parseStoredForm({ model: 'mine', language: 7, prompt: 'x' })).toEqual({
    model: 'mine',
    language: '',
    prompt: 'x',
    temperature: '',
    streaming: false,
    skipSilences: false,
  })
  expect(parseStoredForm('nonsense')).toEqual(emptyForm)
})

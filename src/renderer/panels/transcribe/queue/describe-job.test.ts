// How transcriptions and the list are described.
import { expect, test } from 'vitest'
import type { Piece } from '#shared/schemas/transcription-job'
import { makeTranscription } from '../state/transcription.fixture'
import {
  adviceOf,
  countTranscribedSeconds,
  describeDetail,
  describeJob,
  describePieces,
  describeSkipped,
  describeSource,
  describeState,
} from './describe-job'

const piece = (state: Piece['state'], part: Partial<Piece> = {}): Piece => ({
  from: 0,
  to: 1000,
  begins: 'silence',
  state,
  sent: 0,
  bytes: 200,
  ...part,
})

test('a running file shows its piece, the share that was sent, and when the model is working', () => {
  const sending = (sent: number) =>
    describeState(
      makeTranscription({
        state: 'sending',
        pieces: [piece('done'), piece('sending', { sent }), piece('waiting')],
      }),
    )
  expect([0, 87, 200].map(sending)).toEqual([
    'Sending chunk 2 of 3',
    'Sending chunk 2 of 3, 43%',
    'Transcribing chunk 2 of 3',
  ])
  expect(
    describeState(makeTranscription({ state: 'sending', pieces: [piece('sending', { sent: 200 })] })),
  ).toBe('Transcribing')
})

test('between two pieces or attempts it is shown as waiting, not as sending', () => {
  const pieces = [piece('waiting')]
  const job = makeTranscription({ state: 'sending', waiting: 'It is sent again in 3 s.', pieces })
  expect(describeState(job)).toBe('Queued')
})

test('a pending pause is shown as such, and a paused file shows its progress', () => {
  const pieces = [piece('done'), piece('sending')]
  expect(describeState(makeTranscription({ state: 'sending', pausing: true, pieces }))).toBe(
    'Pausing after this chunk…',
  )
  expect(
    describeState(makeTranscription({ state: 'paused', pieces: [piece('done'), piece('waiting')] })),
  ).toBe('Paused after 1 of 2 chunks')
})

test('a finished file shows its number of words', () => {
  expect(describeState(makeTranscription({ state: 'succeeded', words: 1, endedAt: 2 }))).toBe('Done, 1 word')
  expect(describeState(makeTranscription({ state: 'succeeded', words: 1234, endedAt: 2 }))).toBe(
    'Done, 1,234 words',
  )
})

test('a text of symbols has characters instead of words, and an empty one no speech', () => {
  const done = makeTranscription({ state: 'succeeded', words: 0, endedAt: 2 })
  expect(describeState({ ...done, preview: '♪♪' })).toBe('Done, 2 characters')
  expect(describeState(done)).toBe('Done, no speech detected')
})

test('describeSource rounds the length', () => {
  const { source } = makeTranscription()
  const describe = (seconds: number) => describeSource(makeTranscription({ source: { ...source, seconds } }))
  expect([describe(0.3), describe(59.7)]).toEqual(['0:01 · 1 MB', '1:00 · 1 MB'])
})

test('describeSource omits an unknown length', () => {
  const { source } = makeTranscription()
  expect(describeSource(makeTranscription({ source: { ...source, seconds: null } }))).toBe('1 MB')
})

test('a problem is shown with what to do about it', () => {
  const failed = (code: string, more = {}) =>
    makeTranscription({ state: 'failed', endedAt: 2, error: { code, message: 'It broke.', ...more } })
  expect([
    describeDetail(failed('RESOURCE_EXHAUSTED', { retryAfter: 31.2 })),
    describeDetail(failed('UNAUTHENTICATED')),
    describeDetail(makeTranscription({ state: 'interrupted', endedAt: 2 })),
  ]).toEqual([
    { tone: 'problem', text: 'It broke. You can retry in 32 s.' },
    { tone: 'problem', text: 'It broke. Check the provider’s API key in Settings, then retry.' },
    {
      tone: 'problem',
      text: 'Interrupted during a request that may have been billed. Retry sends only the unfinished part.',
    },
  ])
  expect(adviceOf({ ...failed('UNAVAILABLE'), pieces: [piece('done'), piece('failed')] })).toBe(
    'Retry sends only unfinished chunks.',
  )
})

test('the reason for waiting has priority over the text', () => {
  const job = makeTranscription({
    state: 'sending',
    preview: 'and so it',
    waiting: 'Waits for another upstream.',
  })
  expect(describeDetail(job)).toEqual({ tone: 'waiting', text: 'Waits for another upstream.' })
  expect(describeDetail({ ...job, waiting: null })).toEqual({ tone: 'text', text: '… and so it' })
})

test('pieces are counted by state, as are those split during speech', () => {
  const pieces = [
    piece('done', { begins: 'start' }),
    piece('sending'),
    piece('waiting', { begins: 'speech' }),
  ]
  expect(describePieces(makeTranscription({ pieces }))).toBe(
    '3 chunks: 1 done, 1 sending, 1 waiting · 1 split during speech',
  )
  expect(describePieces(makeTranscription({ pieces: [piece('done')] }))).toBe('')
  expect(describeJob(makeTranscription({ state: 'queued' }))).toMatch(/^talk\.mp3, Queued, /)
})

test('before the first words the settings are shown', () => {
  const settings = {
    model: 'gen-4o-transcribe',
    language: 'en',
    prompt: 'Ada',
    temperature: 0,
    streaming: true,
  }
  expect(describeDetail(makeTranscription({ settings }))).toEqual({
    tone: 'settings',
    text: 'gen-4o-transcribe · en · prompt · T 0 · streaming',
  })
})

test('a streaming text shows its end, a complete one its beginning', () => {
  const preview = `${'old '.repeat(400)}new`
  const streaming = describeDetail(makeTranscription({ state: 'sending', preview }))
  // The part that a canceled file has received is complete, too.
  const complete = describeDetail(makeTranscription({ state: 'cancelled', endedAt: 2, preview }))
  expect([
    streaming.text.endsWith('new'),
    streaming.text.length < 100,
    complete.text.startsWith('old'),
  ]).toEqual([true, true, true])
})

test('a file in preparation shows how much of it has been searched for silences', () => {
  const job = makeTranscription({ state: 'preparing' })
  expect([undefined, 0, 0.426, 1].map((share) => describeState(job, share))).toEqual([
    'Preparing…',
    'Preparing…',
    'Preparing 42%',
    'Preparing 100%',
  ])
})

test('skipped silences are counted between, before and after the chunks, which may overlap', () => {
  const settings = { model: 'm', skipSilences: true }
  const pieces = [
    piece('done', { from: 10_000, to: 20_000 }),
    piece('done', { from: 18_000, to: 30_000, begins: 'speech' }),
    piece('done', { from: 35_000, to: 55_000 }),
  ]
  const describe = (part: Parameters<typeof makeTranscription>[0]) =>
    describeSkipped(makeTranscription({ settings, ...part }))
  expect(describe({ pieces })).toBe('0:20 skipped')
  expect(describe({ state: 'succeeded', pieces: [] })).toBe('1:00 skipped')
  expect(describe({ pieces: [piece('done', { from: 0, to: 60_001 })] })).toBe('None of 5 s or more')
  expect([describe({}), describe({ settings: { model: 'm' }, pieces })]).toEqual([
    'Long ones are skipped',
    null,
  ])
})

test('what is billed is the audio of the transcribed chunks, or of a file sent whole', () => {
  const source = { ...makeTranscription().source, seconds: 90 }
  const pieces = [
    piece('done', { from: 0, to: 20_000 }),
    piece('done', { from: 60_000, to: 70_000 }),
    piece('failed'),
  ]
  const count = (change: Parameters<typeof makeTranscription>[0]) =>
    countTranscribedSeconds(makeTranscription({ source, ...change }))
  expect([
    count({ state: 'failed', pieces }),
    count({ state: 'succeeded', pieces: [] }),
    count({ state: 'failed', pieces: [] }),
    count({ state: 'sending', pieces: [piece('sending')] }),
  ]).toEqual([30, 90, null, null])
})

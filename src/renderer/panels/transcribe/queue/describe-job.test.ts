// How transcriptions and the list are described.
import { expect, test } from 'vitest'
import type { Piece } from '#shared/schemas/transcription-job'
import { makeTranscription } from '../state/transcription.fixture'
import {
  adviceOf,
  countTranscribedSeconds,
  describeDetail,
  describeSkipped,
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

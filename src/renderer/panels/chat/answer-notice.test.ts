// The sentences about answers that did not end as usual.
import { expect, test } from 'vitest'
import { makeTurn } from '../../session/turn.fixture'
import { toAnswerNotice } from './answer-notice'

const titleOf = (change: Parameters<typeof makeTurn>[0]) => toAnswerNotice(makeTurn(change))?.title ?? null

test('an answer under way, and one that ended with STOP, need no words', () => {
  expect([titleOf({ state: 'running', parts: [], finishReason: null }), titleOf({})]).toEqual([null, null])
})

test('each end that is not the usual one has its own sentence', () => {
  expect([
    titleOf({ state: 'stopped', finishReason: null }),
    titleOf({ state: 'interrupted', finishReason: null }),
    titleOf({ state: 'failed', error: { code: 'UNAVAILABLE', message: 'No connection.' } }),
    titleOf({ state: 'failed', error: null }),
    titleOf({ parts: [] }),
    titleOf({ parts: [{ text: 'Hm', thought: true }, { thoughtSignature: 's' }], finishReason: 'STOP' }),
    titleOf({ finishReason: 'MAX_TOKENS' }),
    titleOf({ finishReason: 'RECITATION' }),
    titleOf({ finishReason: 'A_NEW_ONE' }),
  ]).toEqual([
    'You stopped this answer.',
    'The application closed before this answer was finished.',
    'No connection.',
    'The answer failed.',
    'The service sent an empty response.',
    'The service sent an empty response.',
    'This answer reached its limit of output tokens.',
    'The service ended this answer early: it came too close to existing text.',
    'The service ended this answer early: A_NEW_ONE.',
  ])
})

test('a blocked prompt says so plainly, and neither Retry nor Settings would help', () => {
  const error = { code: 'FAILED_PRECONDITION', message: 'The service blocked the prompt (SAFETY).' }
  const turn = makeTurn({ state: 'failed', parts: [], finishReason: null, blockReason: 'SAFETY', error })
  expect(toAnswerNotice(turn)).toEqual({
    tone: 'warn',
    title: 'The prompt was blocked: safety filters.',
    advice: 'No answer was made. Change the prompt and send it again.',
  })
})

test('a refused key leads to Settings, a busy service to Retry', () => {
  const failed = (code: string) =>
    toAnswerNotice(makeTurn({ state: 'failed', error: { code, message: 'No.' } }))
  expect([failed('UNAUTHENTICATED'), failed('RESOURCE_EXHAUSTED'), failed('ABORTED')]).toEqual([
    { tone: 'danger', title: 'No.', advice: 'Check the API key in Settings.', action: 'settings' },
    {
      tone: 'danger',
      title: 'No.',
      advice: 'The service limits how much you may send. Wait a moment, then retry.',
      action: 'retry',
    },
    { tone: 'danger', title: 'No.', advice: 'Retry sends the prompt again.', action: 'retry' },
  ])
})

test('an answer of only an image or a function call is not empty', () => {
  expect([
    titleOf({ parts: [{ inlineData: { mimeType: 'image/png', media: 'x' } }] }),
    titleOf({ parts: [{ functionCall: { name: 'f' }, thoughtSignature: 's' }] }),
  ]).toEqual([null, null])
})

test('a message that says what to check is not followed by the same advice', () => {
  const error = { code: 'UNAVAILABLE', message: 'No connection. Check the base URL.' }
  expect(toAnswerNotice(makeTurn({ state: 'failed', error }))).toEqual({
    tone: 'danger',
    title: 'No connection. Check the base URL.',
    action: 'settings',
  })
})

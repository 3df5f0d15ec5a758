// Messages about answers that ended in an unusual way.
import { expect, test } from 'vitest'
import { quoteProvider } from '#shared/schemas/api-error'
import type { Turn } from '#shared/schemas/chat'
import { makeTurn } from '../../../state/turn.fixture'
import { canContinue, toAnswerNotice } from './answer-notice'

const titleOf = (change: Parameters<typeof makeTurn>[0]) => toAnswerNotice(makeTurn(change))?.title ?? null

test('explains a blocked prompt, without Retry or Settings, which would not help', () => {
  const error = { code: 'FAILED_PRECONDITION', message: 'The service blocked the prompt (SAFETY).' }
  const turn = makeTurn({ state: 'failed', parts: [], finishReason: null, blockReason: 'SAFETY', error })
  expect(toAnswerNotice(turn)).toEqual({
    tone: 'warn',
    title: 'Prompt blocked: safety filters',
    advice: 'Nothing was generated. Edit the prompt and send it again.',
  })
})

test('offers Settings for a rejected key, and Retry for a busy service', () => {
  const failed = (code: string) =>
    toAnswerNotice(makeTurn({ state: 'failed', error: { code, message: 'No.' } }))
  expect([failed('UNAUTHENTICATED'), failed('RESOURCE_EXHAUSTED'), failed('ABORTED')]).toEqual([
    { tone: 'danger', title: 'No.', advice: 'Check the API key in Settings.', action: 'settings' },
    {
      tone: 'danger',
      title: 'No.',
      advice: 'The provider’s rate limit was reached. Wait a moment, then retry.',
      action: 'retry',
    },
    { tone: 'danger', title: 'No.', advice: 'Retry to send the prompt again.', action: 'retry' },
  ])
})

test('offers Settings for a wrong vendor key, which is reported as an invalid argument', () => {
  const failed = (message: string, reason?: 'rejected-key') => {
    const error = { code: 'INVALID_ARGUMENT', message, ...(reason ? { reason } : {}) }
    return toAnswerNotice(makeTurn({ state: 'failed', error }))
  }
  const rejected = 'The provider did not like the key.'
  expect([
    failed(quoteProvider(rejected, 'Unregistered callers are not allowed.'), 'rejected-key'),
    failed('topK must be positive.'),
  ]).toEqual([
    {
      tone: 'danger',
      title: rejected,
      detail: 'Unregistered callers are not allowed.',
      advice: 'Check the API key in Settings.',
      action: 'settings',
    },
    {
      tone: 'danger',
      title: 'topK must be positive.',
      advice: 'Check the parameters in the inspector.',
      action: 'retry',
    },
  ])
})

test('quotes a long message of the provider below a plain title', () => {
  const message = `You exceeded your current quota, please check your plan. ${'More. '.repeat(40)}`
  const error = { code: 'RESOURCE_EXHAUSTED', message, source: 'provider' } as const
  expect(toAnswerNotice(makeTurn({ state: 'failed', error }))).toEqual({
    tone: 'danger',
    title: 'Rate limit or quota exceeded',
    detail: message,
    advice: 'The provider’s rate limit was reached. Wait a moment, then retry.',
    action: 'retry',
  })
})

test('does not attribute a long message of the application to the provider', () => {
  const first = 'The certificate of the upstream is not trusted here.'
  const rest = `Check the base URL and the proxy; ${'where your network has an authority of its own, '.repeat(4)}add it.`
  const failed = (message: string, reason?: 'connection') => {
    const error = { code: 'UNAVAILABLE', message, ...(reason ? { reason } : {}) }
    return toAnswerNotice(makeTurn({ state: 'failed', error }))
  }
  expect([failed(`${first} ${rest}`, 'connection'), failed('word '.repeat(60))]).toEqual([
    { tone: 'danger', title: first, explanation: rest, action: 'settings' },
    {
      tone: 'danger',
      title: 'The request failed',
      explanation: 'word '.repeat(60),
      advice: 'Check your connection and the base URL in Settings, then retry.',
      action: 'settings',
    },
  ])
})

test('does not call an answer with only an image or a function call empty', () => {
  expect([
    titleOf({ parts: [{ inlineData: { mimeType: 'image/png', media: 'x' } }] }),
    titleOf({ parts: [{ functionCall: { name: 'f' }, thoughtSignature: 's' }] }),
  ]).toEqual([null, null])
})

test("shows the service's message with the reason", () => {
  const finishMessage = 'Blocked by policy 7.'
  expect(toAnswerNotice(makeTurn({ finishReason: 'SAFETY', metadata: { finishMessage } }))).toEqual({
    tone: 'warn',
    title: 'Stopped by safety filters',
    advice: 'Adjust the safety settings in the inspector, or rephrase the prompt.',
    detail: 'Blocked by policy 7.',
    action: 'retry',
  })
})

test('measures the requested wait from the error, and omits the vague advice', () => {
  const failed = (code: string) =>
    toAnswerNotice(
      makeTurn({
        state: 'failed',
        createdAt: 5_000,
        times: { firstToken: null, firstAnswer: null, total: 300 },
        error: { code, message: 'No.', retryAfter: 31.5 },
      }),
    )
  const notice = { tone: 'danger', title: 'No.', action: 'retry' } as const
  expect([failed('RESOURCE_EXHAUSTED'), failed('INTERNAL'), failed('UNAUTHENTICATED')?.retryAt]).toEqual([
    { ...notice, advice: 'The provider’s rate limit was reached.', retryAt: 36_800 },
    { ...notice, retryAt: 36_800 },
    undefined,
  ])
})

/** All documented reasons (wire §2.5). An unknown one is shown by its name, which these must not be. */
const finishReasons = [
  ...['MAX_TOKENS', 'SAFETY', 'RECITATION', 'LANGUAGE', 'OTHER', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII'],
  ...['MALFORMED_FUNCTION_CALL', 'IMAGE_SAFETY', 'IMAGE_PROHIBITED_CONTENT', 'IMAGE_OTHER', 'NO_IMAGE'],
  ...['IMAGE_RECITATION', 'UNEXPECTED_TOOL_CALL', 'TOO_MANY_TOOL_CALLS', 'FINISH_REASON_UNSPECIFIED'],
]

test.each(finishReasons)('%s has a plain message with advice', (finishReason) => {
  const notice = toAnswerNotice(makeTurn({ finishReason }))
  expect(notice?.title).not.toContain(finishReason)
  expect(notice?.advice).toMatch(/\.$/)
})

const can = (...changes: Partial<Turn>[]) => changes.map((change) => canContinue(makeTurn(change)))

test('incomplete answers can be continued, complete and running ones cannot', () => {
  expect(
    can(
      { state: 'stopped', finishReason: null },
      { state: 'interrupted', finishReason: null },
      { state: 'failed', finishReason: null },
      { finishReason: 'MAX_TOKENS' },
    ),
  ).toEqual([true, true, true, true])
  expect(
    can({}, { state: 'running' }, { finishReason: 'SAFETY' }, { role: 'user', state: 'stopped' }),
  ).toEqual([false, false, false, false])
})

test('structured output cannot be continued, and its notice does not offer it', () => {
  const parameters = { model: 'm', structured: { on: true, schema: {}, sentAs: 'responseSchema' as const } }
  const change = { finishReason: 'MAX_TOKENS', parameters }
  expect(can(change, { ...change, parameters: { model: 'm' } })).toEqual([false, true])
  expect(toAnswerNotice(makeTurn(change))?.advice).toMatch(/^Raise Max output tokens/)
})

test('an answer without text cannot be continued, nor can one whose calls need results', () => {
  const state = 'stopped'
  expect(
    can(
      { state, parts: [] },
      { state, parts: [{ text: 'Hm.', thought: true }, { text: '' }] },
      { state, parts: [{ text: 'Let me see.' }, { functionCall: { name: 'f' } }] },
    ),
  ).toEqual([false, false, false])
})

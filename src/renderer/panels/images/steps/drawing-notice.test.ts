import { expect, test } from 'vitest'
import type { Turn } from '#shared/schemas/chat'
import { makeTurn } from '../../../state/turn.fixture'
import { toDrawingNotice } from './drawing-notice'

const picture = { inlineData: { mimeType: 'image/png', media: 'm1' } }
const say = (change: Partial<Turn>) => toDrawingNotice(makeTurn({ parts: [], ...change }))

test('returns null for a complete or running picture', () => {
  expect([say({ parts: [picture] }), say({ state: 'running', finishReason: null })]).toEqual([null, null])
})

test('explains why a picture was blocked, with the service’s message', () => {
  expect(say({ finishReason: 'IMAGE_SAFETY', metadata: { finishMessage: 'Held back.' } })).toEqual({
    tone: 'warn',
    title: 'Image blocked by safety filters',
    advice: 'Rephrase the prompt, or choose another model.',
    detail: 'Held back.',
    edit: 'or retry',
  })
  // The prompt is not the reason.
  expect([say({ finishReason: 'MAX_TOKENS' })?.edit, say({})?.edit]).toEqual([undefined, undefined])
  expect([say({ finishReason: 'NO_IMAGE' })?.title, say({ finishReason: 'IMAGE_OTHER' })?.title]).toEqual([
    'No image was generated',
    'Couldn’t generate the image, no reason given',
  ])
  expect(say({ finishReason: 'NEW_REASON' })?.title).toBe(
    'The provider ended this response early (NEW_REASON)',
  )
})

test('measures the retry time from when the error was received', () => {
  const error = { code: 'RESOURCE_EXHAUSTED', message: 'Quota exceeded.', retryAfter: 30 }
  const times = { firstToken: null, firstAnswer: null, total: 500 }
  expect(say({ state: 'failed', finishReason: null, createdAt: 1000, times, error })).toEqual({
    tone: 'danger',
    title: 'Quota exceeded.',
    advice: 'The provider’s rate limit was reached.',
    retryAt: 31_500,
  })
})

test('does not attribute a request that was never sent to the service', () => {
  const reason = `Media folder /${'x'.repeat(200)} not found. Choose another folder in Settings.`
  const message = `Couldn’t save the last result, so nothing was sent. ${reason}`
  const error = { code: 'FAILED_PRECONDITION', message, reason: 'not-saved' } as const
  expect(say({ state: 'failed', error })).toEqual({
    tone: 'danger',
    title: 'Couldn’t save the last result, so nothing was sent.',
    advice: reason,
    settings: true,
  })
})

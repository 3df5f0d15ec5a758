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

test('distinguishes text without a picture from an empty answer', () => {
  expect([say({ parts: [{ text: 'I cannot draw.' }] })?.title, say({})?.title]).toEqual([
    'The model returned text instead of an image',
    'The provider returned an empty response',
  ])
})

test('does not describe a blocked instruction as a failure of the service', () => {
  const error = { code: 'FAILED_PRECONDITION', message: 'The service blocked the prompt (SAFETY).' }
  expect(say({ state: 'failed', finishReason: null, blockReason: 'SAFETY', error })).toEqual({
    tone: 'warn',
    title: 'Prompt blocked: safety filters',
    advice: 'Nothing was generated. Edit the prompt or the reference images, then generate again.',
    edit: 'only',
  })
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

test('quotes a long message of the service', () => {
  const message = 'Invalid. '.repeat(20)
  expect(say({ state: 'failed', finishReason: null, error: { code: 'INTERNAL', message } })).toEqual({
    tone: 'danger',
    title: 'The provider couldn’t generate this image',
    detail: message,
  })
})

test('shows a quiet notice for a picture before an unusual end', () => {
  expect(say({ parts: [picture], finishReason: 'MAX_TOKENS' })).toEqual({
    tone: 'quiet',
    title: 'Image received, but: output token limit reached',
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

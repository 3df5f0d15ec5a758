// The steps of a drawing on the page, and what prevents or explains a request.
import { expect, test } from 'vitest'
import type { Attachment, Turn } from '#shared/schemas/chat'
import { measureRequest } from '../../../attachments/SizeMeter'
import { makeTurn } from '../../../state/turn.fixture'
import { findDrawBlocker, listUnsupported } from '../composer/DrawingComposer'
import { toDrawingNotice } from './drawing-notice'
import { findNeighbor } from './variation-keys'

const noticeOf = (change: Partial<Turn>) => toDrawingNotice(makeTurn({ parts: [], ...change }))
const picture = { inlineData: { mimeType: 'image/png', media: 'm1' } }

test('an overloaded provider, a linked image and a plain text are told apart', () => {
  const overloaded = { code: 'UNAVAILABLE', message: 'The model is overloaded.', source: 'provider' } as const
  expect(noticeOf({ state: 'failed', error: overloaded })?.advice).not.toContain('URL')
  const unreached = { code: 'UNAVAILABLE', message: 'No response: socket hang up' } as const
  expect(noticeOf({ state: 'failed', error: unreached })?.advice).toContain('base URL')
  const titles = [
    'Here it is: ![a fox](https://images.test/1)',
    'https://images.test/fox.PNG?size=2',
    'See https://images.test/docs',
    'I can’t draw.',
  ].map((text) => noticeOf({ parts: [{ text }] })?.title)
  expect(titles.map((title) => title?.includes('link'))).toEqual([true, true, false, false])
})

test('a complete or running picture has no notice, a blocked one the service’s message', () => {
  expect([noticeOf({ parts: [picture] }), noticeOf({ state: 'running', finishReason: null })]).toEqual([
    null,
    null,
  ])
  const blocked = noticeOf({ finishReason: 'IMAGE_SAFETY', metadata: { finishMessage: 'Held back.' } })
  expect(blocked).toMatchObject({ tone: 'warn', detail: 'Held back.', edit: 'or retry' })
  // The prompt is not the reason.
  expect([noticeOf({ finishReason: 'MAX_TOKENS' })?.edit, noticeOf({})?.edit]).toEqual([undefined, undefined])
  expect(noticeOf({ state: 'interrupted' })).toMatchObject({
    tone: 'warn',
    title: expect.stringContaining('closed'),
  })
  expect(noticeOf({ finishReason: 'NEW_REASON' })?.title).toContain('NEW_REASON')
  expect(noticeOf({ parts: [picture], finishReason: 'MAX_TOKENS' })?.tone).toBe('quiet')
})

test('the retry time counts from when the error was received', () => {
  const error = { code: 'RESOURCE_EXHAUSTED', message: 'Quota exceeded.', retryAfter: 30 }
  const times = { firstToken: null, firstAnswer: null, total: 500 }
  const notice = noticeOf({ state: 'failed', finishReason: null, createdAt: 1000, times, error })
  expect(notice).toMatchObject({ tone: 'danger', title: 'Quota exceeded.', retryAt: 31_500 })
})

test('a request that was never sent is not attributed to the service', () => {
  const reason = `Media folder /${'x'.repeat(200)} not found. Choose another folder in Settings.`
  const message = `Couldn’t save the last result, so nothing was sent. ${reason}`
  expect(
    noticeOf({ state: 'failed', error: { code: 'FAILED_PRECONDITION', message, reason: 'not-saved' } }),
  ).toEqual({
    tone: 'danger',
    title: 'Couldn’t save the last result, so nothing was sent.',
    advice: reason,
    settings: true,
  })
})

test('arrow keys move to the nearest picture of the next row, across steps', () => {
  const box = (left: number, top: number) => ({ left, top, width: 100, height: 100 })
  // A row of three, a row of one, and a row of two in the next step.
  const boxes = [box(0, 0), box(110, 0), box(220, 0), box(0, 110), box(0, 300), box(110, 300)]
  const keys = ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp']
  expect(keys.map((key) => findNeighbor(boxes, 1, key))).toEqual([2, 0, 3, -1])
  expect([findNeighbor(boxes, 3, 'ArrowUp'), findNeighbor(boxes, 5, 'ArrowUp')]).toEqual([0, 3])
  expect([findNeighbor(boxes, 0, 'ArrowLeft'), findNeighbor(boxes, 5, 'ArrowRight')]).toEqual([-1, -1])
})

const reference: Attachment = {
  kind: 'file',
  id: '1',
  media: 'a',
  mimeType: 'image/png',
  name: 'photo.png',
  bytes: 900_000,
}

test('sending requires a prompt, no running upload, a valid ratio, and references within the limits', () => {
  const find = (change: { text?: string; references?: number; historyBytes?: number } & object = {}) => {
    const { text = 'A boat', references = 0, historyBytes = 0, ...more } = change
    const draft = { text, attachments: Array.from({ length: references }, () => reference) }
    const size = measureRequest(draft, { historyBytes, limitMegabytes: 1 })
    const usual = { uploadCount: 0, maxReferences: 3, modelName: 'Flash', missingModel: undefined }
    return findDrawBlocker({ ...usual, ratioProblem: undefined, draft, size, ...more })
  }
  expect([find(), find({ text: ' ' })]).toEqual([undefined, ''])
  const uploading = { uploadCount: 2 }
  const invalid = { ratioProblem: 'must be two whole numbers' }
  expect([
    find({ text: '', references: 1 }),
    find(uploading),
    find(invalid),
    find({ references: 4 }),
    find({ references: 1 }),
    find({ historyBytes: 2_000_000 }),
  ]).toEqual([
    'Describe what to generate from the reference images.',
    'Waiting for 2 reference images to load',
    'The aspect ratio must be two whole numbers.',
    'Flash accepts up to 3 reference images. You added 4.',
    'This request is 1.2 MB. The request limit is 1 MB.',
    'With its earlier steps, this request is 2 MB. The request limit is 1 MB.',
  ])
})

test('names what is not sent, and what the model does not list', () => {
  const parameters = { model: 'any', aspectRatio: '7:3', imageSize: '2K' }
  const pro = { displayName: 'Pro', aspectRatios: ['1:1', '16:9'], imageSizes: ['1K', '2K'] }
  const experimental = { displayName: 'Experimental', aspectRatios: [], imageSizes: [] }
  expect(listUnsupported(pro, parameters)).toEqual([expect.stringContaining('7:3. It may reject')])
  expect(listUnsupported(experimental, parameters)).toEqual([
    expect.stringContaining('7:3 isn’t sent'),
    expect.stringContaining('2K isn’t sent'),
  ])
  expect(listUnsupported(experimental, { model: 'any' })).toEqual([])
})

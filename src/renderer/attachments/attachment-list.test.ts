import { expect, test } from 'vitest'
import type { Attachment } from '#shared/schemas/draft'
import { describeAttachment } from './AttachmentList'

const file = { kind: 'file', id: '1', media: '', name: 'a', bytes: 12_400 } as const
const lineOf = (attachment: Attachment) => describeAttachment(attachment).line

test('describes type, dimensions and size, as far as they are known', () => {
  expect([
    lineOf({ ...file, mimeType: 'image/png', width: 640, height: 480 }),
    lineOf({ ...file, mimeType: 'image/heic' }),
    lineOf({ ...file, mimeType: 'text/plain' }),
    lineOf({ ...file, mimeType: 'video/x-msvideo', bytes: 0 }),
    lineOf({ kind: 'uri', id: '1', uri: 'files/a', mimeType: '' }),
  ]).toEqual([
    'PNG · 640 × 480 · 12.4 KB',
    'HEIC · 12.4 KB',
    'Text · 12.4 KB',
    'Video · missing',
    'Detected by the model',
  ])
})

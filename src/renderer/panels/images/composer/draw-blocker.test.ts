import { expect, test } from 'vitest'
import type { Attachment } from '#shared/schemas/draft'
import { measureRequest } from '../../../attachments/request-size'
import { findDrawBlocker } from './DrawingComposer'

const reference: Attachment = {
  kind: 'file',
  id: '1',
  media: 'a',
  mimeType: 'image/png',
  name: 'photo.png',
  bytes: 900_000,
}
const find = (change: {
  text?: string
  references?: number
  uploadCount?: number
  historyBytes?: number
  ratioProblem?: string
}) => {
  const attachments = Array.from({ length: change.references ?? 0 }, () => reference)
  const draft = { text: change.text ?? 'A boat', attachments }
  return findDrawBlocker({
    draft,
    size: measureRequest(draft, { historyBytes: change.historyBytes ?? 0, limitMegabytes: 1 }),
    uploadCount: change.uploadCount ?? 0,
    maxReferences: 3,
    modelName: 'Gen 2.5 Flash Image',
    missingModel: undefined,
    ratioProblem: change.ratioProblem,
  })
}

test('requires a prompt, even with references', () => {
  expect([find({}), find({ text: ' ' }), find({ text: '', references: 1 })]).toEqual([
    undefined,
    '',
    'Describe what to generate from the reference images.',
  ])
})

test('names running uploads, an invalid ratio, and too many or too large references', () => {
  expect([
    find({ uploadCount: 2 }),
    find({ ratioProblem: 'must be two whole numbers' }),
    find({ references: 4 }),
    find({ references: 1 }),
    find({ historyBytes: 2_000_000 }),
  ]).toEqual([
    'Waiting for 2 reference images to load',
    'The aspect ratio must be two whole numbers.',
    'Gen 2.5 Flash Image accepts up to 3 reference images. You added 4.',
    'This request is 1.2 MB. The request limit is 1 MB.',
    'With its earlier steps, this request is 2 MB. The request limit is 1 MB.',
  ])
})

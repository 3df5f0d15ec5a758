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
  arriving?: number
  before?: number
  ratioProblem?: string
}) => {
  const attachments = Array.from({ length: change.references ?? 0 }, () => reference)
  const draft = { text: change.text ?? 'A boat', attachments }
  return findDrawBlocker({
    draft,
    size: measureRequest(draft, { before: change.before ?? 0, limitMegabytes: 1 }),
    arriving: change.arriving ?? 0,
    maxReferences: 3,
    modelName: 'Gen 2.5 Flash Image',
    ratioProblem: change.ratioProblem,
  })
}

test('a prompt is required, even with references', () => {
  expect([find({}), find({ text: ' ' }), find({ text: '', references: 1 })]).toEqual([
    undefined,
    '',
    'Say what is to be drawn from the references.',
  ])
})

test('names running uploads, an invalid ratio, and too many or too large references', () => {
  expect([
    find({ arriving: 2 }),
    find({ ratioProblem: 'must be two whole numbers' }),
    find({ references: 4 }),
    find({ references: 1 }),
    find({ before: 2_000_000 }),
  ]).toEqual([
    '2 references are still on their way.',
    'The aspect ratio must be two whole numbers.',
    'Gen 2.5 Flash Image takes 3 references at the most, and these are 4.',
    'This step travels as 1.2 MB, and a request holds 1 MB at the most.',
    'With the steps before it, this one travels as 2 MB, and a request holds 1 MB at the most.',
  ])
})

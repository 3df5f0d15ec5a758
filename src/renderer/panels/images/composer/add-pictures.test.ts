import { expect, test } from 'vitest'
import type { Attachment } from '#shared/schemas/draft'
import { describeRestored } from './add-pictures'

test('counts references, and lists only restored values', () => {
  const reference: Attachment = { kind: 'uri', id: '1', uri: 'files/a', mimeType: 'image/png' }
  expect([
    describeRestored({ text: 'A boat', attachments: [] }),
    describeRestored({ text: 'A boat', attachments: [reference] }),
    describeRestored({ text: '', attachments: [reference, reference] }),
  ]).toEqual([
    'prompt, model, and parameters',
    'prompt, model, parameters, and 1 reference image',
    'model, parameters, and 2 reference images',
  ])
})

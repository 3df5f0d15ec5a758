import { expect, test } from 'vitest'
import type { Attachment } from '#shared/schemas/draft'
import type { GenerationMetadata } from '#shared/schemas/generation-metadata'
import { draftFromMetadata } from './drawing-actions'

const making: GenerationMetadata = {
  version: 1,
  prompt: 'Make the sky pink',
  model: 'gen-3-pro-image',
  modelVersion: null,
  parameters: { model: 'gen-3-pro-image', aspectRatio: '16:9', seed: 7, googleSearch: true, streaming: true },
  references: [{ media: 'b', mimeType: 'image/jpeg' }],
  chain: [
    { prompt: 'A lighthouse', media: 'first' },
    { prompt: 'Add a boat', media: 'a' },
  ],
  createdAt: 0,
  took: null,
  usage: null,
  upstream: null,
  exchangeId: null,
  conversationId: 'c',
  turnId: 't',
}

function toFile(media: string): Attachment {
  return { kind: 'file', id: `id of ${media}`, media, mimeType: 'image/png', name: media, bytes: 1 }
}

test('an edit has the edited picture as its first reference, and only image parameters', async () => {
  expect(await draftFromMetadata(making, async (media) => toFile(media))).toEqual({
    draft: {
      text: 'Make the sky pink',
      attachments: [toFile('a'), toFile('b')],
      parameters: { model: 'gen-3-pro-image', aspectRatio: '16:9', seed: 7 },
      columns: null,
      variations: 1,
      after: null,
    },
    missing: '',
  })
})

test('missing references are omitted and reported', async () => {
  const one = await draftFromMetadata(making, async (media) => (media === 'a' ? null : toFile(media)))
  expect([one.draft.attachments, one.missing]).toEqual([
    [toFile('b')],
    'One reference image is no longer in the media folder.',
  ])
  const none = await draftFromMetadata(making, async () => null)
  expect([none.draft.attachments, none.missing]).toEqual([
    [],
    '2 reference images are no longer in the media folder.',
  ])
})

test('a first step has no picture before it', async () => {
  const { draft } = await draftFromMetadata({ ...making, chain: [], references: [] }, async (media) =>
    toFile(media),
  )
  expect(draft.attachments).toEqual([])
})

import { expect, test } from 'vitest'
import type { Attachment } from '#shared/schemas/chat'
import type { GenerationMetadata } from '#shared/schemas/generation-metadata'
import { draftFromMetadata } from './drawing-actions'

const metadata: GenerationMetadata = {
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

test('uses the edited picture as the first reference, and only image parameters', async () => {
  expect(await draftFromMetadata(metadata, async (media) => toFile(media))).toEqual({
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

test('omits and reports missing references', async () => {
  const one = await draftFromMetadata(metadata, async (media) => (media === 'a' ? null : toFile(media)))
  expect([one.draft.attachments, one.missing]).toEqual([
    [toFile('b')],
    '1 reference image is no longer in the media folder.',
  ])
  const none = await draftFromMetadata(metadata, async () => null)
  expect([none.draft.attachments, none.missing]).toEqual([
    [],
    '2 reference images are no longer in the media folder.',
  ])
})

test('the first step has no edited picture', async () => {
  const { draft } = await draftFromMetadata({ ...metadata, chain: [], references: [] }, async (media) =>
    toFile(media),
  )
  expect(draft.attachments).toEqual([])
})

// What is told of an item.
import { expect, test } from 'vitest'
import type { LibraryItem } from '#shared/schemas/library'
import type { Making } from '#shared/schemas/making'
import { listFacts } from './list-facts'

const at = new Date(2026, 4, 21, 9, 5, 30).getTime()
const picture: LibraryItem = {
  id: 'a',
  kind: 'image',
  title: 'A fox',
  model: 'gen-3-pro-image',
  createdAt: at,
  deletedAt: null,
  tags: [],
  file: 'here',
  media: 'f'.repeat(64),
  mimeType: 'image/png',
  bytes: 43_800,
  width: 1376,
  height: 768,
  conversationId: 'c',
  turnId: 't',
}
const making: Making = {
  version: 1,
  prompt: 'A fox',
  model: 'gen-3-pro-image',
  modelVersion: 'gen-3-pro-image-001',
  parameters: { model: 'gen-3-pro-image', aspectRatio: '16:9', imageSize: '1K', seed: 0, temperature: 0 },
  references: [],
  chain: [],
  createdAt: at,
  took: 2_320,
  usage: { promptTokenCount: 13, candidatesTokenCount: 1_290 },
  upstream: 'demo',
  exchangeId: null,
  conversationId: 'c',
  turnId: 't',
}

test('of a picture all that is known, zeros included', () => {
  expect(listFacts(picture, making).map(({ name, value }) => `${name}: ${value}`)).toEqual([
    'Model: gen-3-pro-image-001',
    'Pixels: 1376 × 768',
    'Asked for: 16:9 at 1K',
    'Type: PNG',
    'File: 43.8 kB',
    'Made: 21 May 2026, 09:05:30',
    'Time: 2.32 s',
    'Tokens: 13 in, 1,290 out',
    'Made by: Demo',
    'Temperature: 0',
    'Seed: 0',
  ])
})

test('where nothing tells how it was made, what the Library knows by itself', () => {
  const conversation = { ...picture, kind: 'conversation', media: null, mimeType: null, bytes: null } as const
  expect(listFacts({ ...conversation, width: null, height: null }, null)).toEqual([
    { name: 'Model', value: 'gen-3-pro-image' },
    { name: 'Last changed', value: '21 May 2026, 09:05:30' },
  ])
})

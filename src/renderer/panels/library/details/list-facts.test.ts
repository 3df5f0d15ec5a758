// The facts of an item.

import { expect, test } from 'vitest'
import type { AnyMetadata, GenerationMetadata } from '#shared/schemas/generation-metadata'
import type { LibraryItem } from '#shared/schemas/library'
import { formatMoment } from '../../../components/format'
import { makeItem } from '../../../state/library-item.fixture'
import { listFacts } from './list-facts'

const at = new Date(2026, 4, 21, 9, 5, 30).getTime()
const picture = makeItem({ createdAt: at, bytes: 43_800 })
const metadata: GenerationMetadata = {
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

test('an image lists all known facts, zeros included', () => {
  expect(listFacts(picture, metadata).map(({ name, value }) => `${name}: ${value}`)).toEqual([
    'Model: gen-3-pro-image-001',
    'Dimensions: 1376 × 768',
    'Requested: 16:9 at 1K',
    'Type: PNG',
    'File size: 43.8 KB',
    `Created: ${formatMoment(at)}`,
    'Generation time: 2.32 s',
    'Tokens: 13 input, 1,290 output',
    'Provider: Demo',
    'Temperature: 0',
    'Seed: 0',
  ])
})

const video = makeItem({
  kind: 'video',
  createdAt: at,
  mimeType: 'video/mp4',
  bytes: 1_200_000,
  width: 1280,
  height: 720,
  seconds: 8,
})
const commonMetadata = { version: 1, createdAt: 1, took: 61_000, upstream: 'demo', exchangeId: null } as const

const toFacts = (item: LibraryItem, metadata: AnyMetadata) =>
  Object.fromEntries(listFacts(item, metadata).map(({ name, value }) => [name, value]))

test('a video lists the requested settings beside the actual ones', () => {
  const form = {
    model: 'gen-video-3.1',
    prompt: 'A calm sea',
    aspectRatio: '16:9',
    resolution: '720p',
  } as const
  const metadata = { ...commonMetadata, kind: 'video', model: form.model, jobId: 'job' } as const
  expect(
    toFacts(video, {
      ...metadata,
      form: { ...form, durationSeconds: 8, seed: 0, personGeneration: 'dont_allow' },
    }),
  ).toEqual({
    Model: 'gen-video-3.1',
    Dimensions: '1280 × 720',
    Duration: '0:08',
    Requested: '16:9 at 720p, 8 s',
    Type: 'MP4',
    'File size': '1.2 MB',
    Created: formatMoment(at),
    'Generation time': '1 min 1 s',
    Provider: 'Demo',
    Seed: '0',
    'Person generation': 'No people',
  })
})

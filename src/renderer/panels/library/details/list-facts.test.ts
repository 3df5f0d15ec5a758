// The facts of an item.
import { expect, test } from 'vitest'
import type { AnyMetadata, GenerationMetadata } from '#shared/schemas/generation-metadata'
import type { LibraryItem } from '#shared/schemas/library'
import { formatMoment } from '../../../components/format'
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
  starred: false,
  boards: [],
  isDemo: false,
  isSession: false,
  file: 'here',
  media: 'f'.repeat(64),
  mimeType: 'image/png',
  bytes: 43_800,
  width: 1376,
  height: 768,
  conversationId: 'c',
  turnId: 't',
  seconds: null,
  jobId: null,
}
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

const video: LibraryItem = {
  ...picture,
  kind: 'video',
  model: 'gen-video-3.1',
  mimeType: 'video/mp4',
  bytes: 1_200_000,
  width: 1280,
  height: 720,
  seconds: 8,
}
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

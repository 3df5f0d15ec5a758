// How items and the trash are described.
import { expect, test } from 'vitest'
import type { LibraryItem } from '#shared/schemas/library'
import {
  countItems,
  describeBriefly,
  describeEmptying,
  describeExtent,
  describeFileProblems,
  describeItem,
  describeUses,
  sumBytes,
  toFileTitle,
  toRatio,
} from './describe-item'

const item: LibraryItem = {
  id: 'a',
  kind: 'image',
  title: 'A fox',
  model: 'gen-2.5-flash-image',
  createdAt: new Date(2026, 4, 21, 12).getTime(),
  deletedAt: null,
  tags: ['keepers'],
  starred: false,
  boards: [],
  isDemo: false,
  isSession: false,
  file: 'here',
  media: 'f'.repeat(64),
  mimeType: 'image/png',
  bytes: 1_200_000,
  width: 1376,
  height: 768,
  conversationId: null,
  turnId: null,
  seconds: null,
  jobId: null,
}

const toModelName = (id: string) => (id === 'gen-2.5-flash-image' ? 'Gen 2.5 Flash Image' : id)

test('describeItem contains all that a row shows', () => {
  expect(describeItem(item, toModelName)).toBe(
    'A fox, Image, Gen 2.5 Flash Image, 1376 × 768, 1.2 MB, May 21, 2026, keepers',
  )
  expect(describeItem({ ...item, starred: true, isDemo: true, tags: [] }, toModelName)).toBe(
    'A fox, Image, Starred, Demo, Gen 2.5 Flash Image, 1376 × 768, 1.2 MB, May 21, 2026',
  )
  expect(
    describeItem({ ...item, title: '', file: 'missing', width: null, bytes: null, tags: [] }, toModelName),
  ).toBe('Untitled, Image, Missing, Gen 2.5 Flash Image, May 21, 2026')
})

test('an item in the trash shows the day of its deletion, not the day it was created', () => {
  const deleted = { ...item, deletedAt: new Date(2026, 5, 2, 12).getTime() }
  expect(describeBriefly(deleted, toModelName)).toBe('Deleted Jun 2, 2026 · Gen 2.5 Flash Image')
  expect(describeItem(deleted, toModelName)).toContain('1.2 MB, Deleted Jun 2, 2026, keepers')
})

test('a conversation is described as a chat or as an image session', () => {
  const conversation = {
    ...item,
    kind: 'conversation' as const,
    file: 'none' as const,
    media: null,
    model: null,
    bytes: null,
    width: null,
    height: null,
    tags: [],
    createdAt: Date.now(),
  }
  const session = { ...conversation, isSession: true }
  expect([
    describeItem(conversation, toModelName).split(', ')[1],
    describeItem(session, toModelName).split(', ')[1],
  ]).toEqual(['Chat', 'Image session'])
  expect([describeBriefly(conversation, toModelName), describeBriefly(session, toModelName)]).toEqual([
    'now · Chat',
    'now · Image session',
  ])
})

test("audio and video show their length, and a transcript's file is named like its audio file", () => {
  const video = { ...item, kind: 'video' as const, seconds: 7.96, bytes: null, tags: [] }
  const transcript = { ...video, kind: 'transcript' as const, title: 'Talk.v2.mp3', width: null, model: null }
  expect([describeItem(video, toModelName), describeItem(transcript, toModelName)]).toEqual([
    'A fox, Video, Gen 2.5 Flash Image, 1376 × 768, 0:08, May 21, 2026',
    'Talk.v2.mp3, Transcript, 0:08, May 21, 2026',
  ])
  expect([describeExtent(item), describeExtent(video)]).toEqual(['1376 × 768', '0:08'])
  expect([toFileTitle(transcript), toFileTitle({ ...item, title: 'Mr. X' })]).toEqual(['Talk.v2', 'Mr. X'])
})

test('sumBytes counts a file of several items once', () => {
  const other = { media: 'e'.repeat(64), bytes: 5 }
  expect(sumBytes([item, item, other, { media: null, bytes: null }, { media: 'd', bytes: null }])).toBe(
    1_200_005,
  )
})

test('describeFileProblems distinguishes missing from changed files if all are known', () => {
  const missing = { file: 'missing' } as const
  const changed = { file: 'changed' } as const
  expect([
    describeFileProblems([missing, missing, missing], 3),
    describeFileProblems([missing], 1),
    describeFileProblems([changed], 1),
    describeFileProblems([changed, changed], 2),
    describeFileProblems([missing, changed], 2),
    describeFileProblems([missing], 1_200),
  ]).toEqual([
    '3 files are missing',
    '1 file is missing',
    '1 file was modified',
    '2 files were modified',
    '2 files are missing or were modified',
    '1,200 files are missing or were modified',
  ])
})

test('counts and ratios', () => {
  expect([countItems(1), countItems(1_234)]).toEqual(['1 item', '1,234 items'])
  expect([toRatio(item), toRatio({ width: null, height: null })]).toEqual([1376 / 768, 1])
})

test('describeEmptying states what is deleted, and that it cannot be undone', () => {
  expect(describeEmptying({ items: 1, bytes: 2_000_000, inUse: [] })).toBe(
    'This permanently deletes 1 item (2 MB). You can’t undo this.',
  )
  expect(describeEmptying({ items: 0, bytes: 0, inUse: [{ usedBy: 'draft', title: null, items: 1 }] })).toBe(
    'Everything in the trash is still in use.',
  )
})

test('describeUses names the first uses of items in the trash, and counts the rest', () => {
  expect(
    describeUses([
      { usedBy: 'session', title: 'Harbor at dusk.', items: 2 },
      { usedBy: 'draft', title: null, items: 1 },
      { usedBy: 'item', title: 'x'.repeat(80), items: 1 },
      { usedBy: 'form', title: null, items: 1 },
      { usedBy: 'chat', title: 'Foxes', items: 3 },
      { usedBy: 'job', title: null, items: 1 },
    ]),
  ).toEqual([
    '2 items stay in the trash because they’re used in the session “Harbor at dusk”.',
    '1 item stays in the trash because it’s used in a draft.',
    `1 item stays in the trash because it’s used in “${'x'.repeat(59)}…”.`,
    '1 item stays in the trash because it’s used in an unsent form.',
    '4 items stay in the trash because they’re used elsewhere.',
  ])
})

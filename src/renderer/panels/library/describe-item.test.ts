// How items and the trash are described.
import { expect, test } from 'vitest'
import type { LibraryItem } from '#shared/schemas/library'
import { describeEmptying, sumBytes } from './describe-item'

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

test('sumBytes counts a file of several items once', () => {
  const other = { media: 'e'.repeat(64), bytes: 5 }
  expect(sumBytes([item, item, other, { media: null, bytes: null }, { media: 'd', bytes: null }])).toBe(
    1_200_005,
  )
})

test('describeEmptying states what is deleted, and that it cannot be undone', () => {
  expect(describeEmptying({ items: 1, bytes: 2_000_000, inUse: [] })).toBe(
    'This permanently deletes 1 item (2 MB). You can’t undo this.',
  )
  expect(describeEmptying({ items: 0, bytes: 0, inUse: [{ usedBy: 'draft', title: null, items: 1 }] })).toBe(
    'Everything in the trash is still in use.',
  )
})

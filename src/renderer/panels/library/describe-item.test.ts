// How items and the trash are described.
import { expect, test } from 'vitest'
import { describeEmptying, sumBytes } from './describe-item'

const item = { media: 'f', bytes: 1_200_000 }

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

import { expect, test } from 'vitest'
import { conversationFixture } from '../../../state/turn.fixture'
import { listDrawings, orderByHits } from './found-drawings'

test('orders by best match, each drawing once, without a deleted one', () => {
  const [sea, tower] = ['sea', 'tower'].map((id) => ({ ...conversationFixture, id, kind: 'images' as const }))
  if (!sea || !tower) throw new Error('both are there')
  const hits = ['tower', 'gone', 'sea', 'tower'].map((conversationId) => ({ conversationId }))
  expect(orderByHits([sea, tower], hits)).toEqual([tower, sea])
})

test('lists only drawings, newest first, pinned or not', () => {
  const drawing = { ...conversationFixture, kind: 'images' as const }
  const listed = listDrawings([
    { ...drawing, id: 'old', updatedAt: 1, pinnedAt: 1 },
    conversationFixture,
    { ...drawing, id: 'new', updatedAt: 2 },
  ])
  expect(listed.map(({ id }) => id)).toEqual(['new', 'old'])
})

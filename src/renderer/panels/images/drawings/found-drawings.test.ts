// What a search leaves of the drawings.
import { expect, test } from 'vitest'
import { conversationFixture } from '../../../state/turn.fixture'
import { describeDrawing, listDrawings, orderByHits } from './found-drawings'

test('the best find stands first, each drawing once, and one that has just been deleted is left out', () => {
  const [sea, tower] = ['sea', 'tower'].map((id) => ({ ...conversationFixture, id, kind: 'images' as const }))
  if (!sea || !tower) throw new Error('both are there')
  const hits = ['tower', 'gone', 'sea', 'tower'].map((conversationId) => ({ conversationId }))
  expect(orderByHits([sea, tower], hits)).toEqual([tower, sea])
})

test('chats are left out, and the newest drawing stands first, pinned or not', () => {
  const drawing = { ...conversationFixture, kind: 'images' as const }
  const listed = listDrawings([
    { ...drawing, id: 'old', updatedAt: 1, pinnedAt: 1 },
    conversationFixture,
    { ...drawing, id: 'new', updatedAt: 2 },
  ])
  expect(listed.map(({ id }) => id)).toEqual(['new', 'old'])
})

test('each says how many steps it has and how old it is', () => {
  const minute = 60_000
  expect(describeDrawing({ drawing: { steps: 1, cover: null }, updatedAt: 0 }, 5 * minute)).toBe(
    '1 step · 5 min',
  )
  expect(describeDrawing({ drawing: { steps: 3, cover: null }, updatedAt: 0 }, 0)).toBe('3 steps · now')
  expect(describeDrawing({ updatedAt: 0 }, 0)).toBe('now')
})

// The list of drawings.
import { expect, test } from 'vitest'
import { conversationFixture } from '../../../state/turn.fixture'
import { describeDrawing, listDrawings } from './list-drawings'

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

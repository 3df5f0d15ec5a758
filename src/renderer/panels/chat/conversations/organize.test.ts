// Actions on several conversations at once.
import { expect, test } from 'vitest'
import { conversationFixture } from '../../../state/turn.fixture'
import { listMovesBack, pickConversations } from './organize'

const make = (id: string, folderId: string | null = null) => ({ ...conversationFixture, id, folderId })

test('an undone move takes one call with every folder', () => {
  expect(listMovesBack([make('a', 'x'), make('b'), make('c', 'x'), make('d', 'y')])).toEqual([
    { folderId: 'x', conversationIds: ['a', 'c'] },
    { folderId: null, conversationIds: ['b'] },
    { folderId: 'y', conversationIds: ['d'] },
  ])
})

test('selected conversations are found in the order of the list, reading each id once', () => {
  let reads = 0
  const all = Array.from({ length: 5_000 }, (_, index) => ({
    ...conversationFixture,
    get id() {
      reads += 1
      return `c${index}`
    },
  }))
  const ids = Array.from({ length: 5_000 }, (_, index) => `c${4_999 - index}`)
  const picked = pickConversations(all, [...ids, 'gone'])
  expect(reads).toBe(5_000)
  expect([picked.length, picked[0]?.id, picked.at(-1)?.id]).toEqual([5_000, 'c0', 'c4999'])
})

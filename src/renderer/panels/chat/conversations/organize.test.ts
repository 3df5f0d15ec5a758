// Actions on several conversations at once.
import { expect, test } from 'vitest'
import { conversationFixture } from '../../../state/turn.fixture'
import { listMovesBack } from './organize'

const make = (id: string, folderId: string | null = null) => ({ ...conversationFixture, id, folderId })

test('an undone move takes one call with every folder', () => {
  expect(listMovesBack([make('a', 'x'), make('b'), make('c', 'x'), make('d', 'y')])).toEqual([
    { folderId: 'x', conversationIds: ['a', 'c'] },
    { folderId: null, conversationIds: ['b'] },
    { folderId: 'y', conversationIds: ['d'] },
  ])
})

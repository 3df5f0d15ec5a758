import { expect, test } from 'vitest'
import { conversationFixture } from '../../../state/turn.fixture'
import { toListRows } from './ConversationRows'

const make = (id: string, pinnedAt: number | null) => ({ ...conversationFixture, id, pinnedAt })
const names = (...conversations: ReturnType<typeof make>[]) => toListRows(conversations).map(({ key }) => key)

test('lists pinned conversations under their own heading, each section in the given order', () => {
  expect(names(make('a', null), make('b', 5), make('c', null), make('d', 9))).toEqual([
    'heading Pinned',
    'b',
    'd',
    'heading Others',
    'a',
    'c',
  ])
})

test('omits headings without a pinned conversation, and omits empty sections', () => {
  expect([names(make('a', null)), names(make('b', 5)), names()]).toEqual([['a'], ['heading Pinned', 'b'], []])
})

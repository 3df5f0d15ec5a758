// Searching conversations by title.
import { expect, test } from 'vitest'
import { conversationFixture } from '../../session/turn.fixture'
import { filterConversations } from './filter-conversations'

const titled = (...titles: string[]) => titles.map((title) => ({ ...conversationFixture, id: title, title }))
const search = (query: string) =>
  filterConversations(titled('Café in Oslo', 'Rainbows', 'Oslo weather'), query).map(({ title }) => title)

test('all words must occur, in any order, case or accent', () => {
  expect([search('oslo'), search('CAFE oslo'), search('weather café')]).toEqual([
    ['Café in Oslo', 'Oslo weather'],
    ['Café in Oslo'],
    [],
  ])
})

test('a blank search hides nothing', () => {
  expect(search('  ')).toHaveLength(3)
})

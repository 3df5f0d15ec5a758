// How long a model thought.
import { expect, test } from 'vitest'
import { emptyChat, foldChat } from './fold-chat'
import { noteThinking } from './thinking-span'
import { conversationFixture as conversation, makeTurn } from './turn.fixture'

const thought = { text: 'Hm.', thought: true }
const see = (change: Parameters<typeof makeTurn>[0]) =>
  foldChat(emptyChat, [{ type: 'snapshot', conversation, turns: [makeTurn(change)] }])

test('thinking lasts from the first thought to the first word', () => {
  const begun = noteThinking({}, see({ state: 'running', parts: [thought] }), 100)
  const same = noteThinking(begun, see({ state: 'running', parts: [thought, { text: '' }] }), 150)
  const over = noteThinking(same, see({ state: 'running', parts: [thought, { text: 'Yes' }] }), 300)
  expect([begun, same, over, noteThinking(over, see({}), 900)]).toEqual([
    { a1: { from: 100, until: null } },
    { a1: { from: 100, until: null } },
    { a1: { from: 100, until: 300 } },
    { a1: { from: 100, until: 300 } },
  ])
})

test('an answer that ended in its thoughts stopped thinking then', () => {
  const begun = noteThinking({}, see({ state: 'running', parts: [thought] }), 100)
  expect(noteThinking(begun, see({ state: 'stopped', parts: [thought] }), 250)).toEqual({
    a1: { from: 100, until: 250 },
  })
})

test('a finished answer that nobody watched has no time', () => {
  expect(noteThinking({}, see({ parts: [thought, { text: 'Yes' }] }), 100)).toEqual({})
})

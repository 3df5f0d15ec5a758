// A watched conversation: deltas lead where a snapshot would.
import { expect, test } from 'vitest'
import type { ChatEvent } from '#shared/schemas/chat'
import { applyDeltas, emptyChat, foldChat } from './fold-chat'
import { conversationFixture as conversation, makeTurn } from './turn.fixture'

const prompt = makeTurn({ id: 'p1', role: 'user', parts: [{ text: 'How?' }], createdAt: 5 })
const begun = makeTurn({ parentId: 'p1', parts: [], state: 'running' })
const complete = makeTurn({
  parentId: 'p1',
  parts: [
    { text: 'Think hard.', thought: true },
    { text: 'Light bends.', custom: 1 },
  ],
})

const begin: ChatEvent = { type: 'snapshot', conversation, turns: [prompt, begun] }
const growth: ChatEvent[] = [
  { type: 'delta', turnId: 'a1', deltas: [{ index: 0, parts: [{ text: 'Think', thought: true }] }] },
  { type: 'delta', turnId: 'a1', deltas: [{ index: 0, append: ' hard.' }] },
  {
    type: 'delta',
    turnId: 'a1',
    deltas: [
      { index: 1, parts: [{ text: 'Light', custom: 1 }] },
      { index: 1, append: ' bends.' },
    ],
  },
]
const end: ChatEvent = { type: 'turn', turn: complete }

test('a snapshot with its deltas equals the snapshot of the finished answer, wherever a frame falls', () => {
  const expected = foldChat(emptyChat, [{ type: 'snapshot', conversation, turns: [prompt, complete] }])
  const events = [begin, ...growth]
  for (let cut = 0; cut <= events.length; cut += 1) {
    const chat = foldChat(foldChat(emptyChat, events.slice(0, cut)), events.slice(cut))
    expect(chat.turns.get('a1')?.parts).toEqual(complete.parts)
    expect(foldChat(chat, [end])).toEqual(expected)
  }
})

test('turns that did not change are the very same objects, so nothing else renders again', () => {
  const before = foldChat(emptyChat, [begin])
  const after = foldChat(before, growth)
  expect(after.turns.get('p1')).toBe(before.turns.get('p1'))
  expect(after.branch).toBe(before.branch)
  expect(before.turns.get('a1')?.parts).toEqual([])
})

test('a delta for a turn nobody knows, or past the end, changes nothing', () => {
  const chat = foldChat(emptyChat, [begin])
  expect(foldChat(chat, [{ type: 'delta', turnId: 'x', deltas: [{ index: 0, append: '?' }] }])).toEqual(chat)
  expect(applyDeltas([{ text: 'a' }], [{ index: 5, append: '?' }])).toEqual([{ text: 'a' }])
})

test('whole parts replace everything from their index on', () => {
  expect(
    applyDeltas([{ text: 'a' }, { text: 'b' }, { text: 'c' }], [{ index: 1, parts: [{ text: 'B' }] }]),
  ).toEqual([{ text: 'a' }, { text: 'B' }])
})

test('of a retried answer the branch of the head is shown, and the sibling is kept aside', () => {
  const retried = makeTurn({ id: 'a2', parentId: 'p1', createdAt: 20 })
  const head = { ...conversation, headTurnId: 'a2' }
  const chat = foldChat(emptyChat, [
    { type: 'snapshot', conversation: head, turns: [prompt, complete, retried] },
  ])
  expect(chat.branch).toEqual(['p1', 'a2'])
  expect([...chat.turns.keys()]).toEqual(['p1', 'a1', 'a2'])
})

test('before the head has arrived the newest turn is shown, and a circle of parents ends', () => {
  const chat = foldChat(emptyChat, [
    { type: 'snapshot', conversation: { ...conversation, headTurnId: null }, turns: [prompt, begun] },
  ])
  expect(chat.branch).toEqual(['p1', 'a1'])
  const circle = [makeTurn({ parentId: 'b1' }), makeTurn({ id: 'b1', parentId: 'a1' })]
  expect(foldChat(emptyChat, [{ type: 'snapshot', conversation, turns: circle }]).branch).toHaveLength(2)
})

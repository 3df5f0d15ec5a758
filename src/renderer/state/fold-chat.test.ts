// A watched conversation: deltas lead where a snapshot would.
import { describe, expect, test } from 'vitest'
import type { ChatEvent } from '#shared/schemas/chat'
import {
  addFetched,
  applyDeltas,
  clearMissing,
  emptyChat,
  findTurn,
  foldChat,
  markMissing,
  pickMissingTurns,
} from './fold-chat'
import { conversationFixture, makeSnapshot, makeTurn } from './turn.fixture'

const prompt = makeTurn({ id: 'p1', role: 'user', parts: [{ text: 'How?' }], createdAt: 5 })
const begun = makeTurn({ parentId: 'p1', parts: [], state: 'running' })
const complete = makeTurn({
  parentId: 'p1',
  parts: [
    { text: 'Think hard.', thought: true },
    { text: 'Light bends.', custom: 1 },
  ],
})

const begin = makeSnapshot([prompt, begun])
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
  const expected = foldChat(emptyChat, [makeSnapshot([prompt, complete])])
  const events = [begin, ...growth]
  for (let cut = 0; cut <= events.length; cut += 1) {
    const chat = foldChat(foldChat(emptyChat, events.slice(0, cut)), events.slice(cut))
    expect(findTurn(chat, 'a1')?.parts).toEqual(complete.parts)
    expect(foldChat(chat, [end])).toEqual(expected)
  }
})

test('a delta touches its own answer: the finished turns, the branch and every other part stay the very same', () => {
  const before = foldChat(emptyChat, [begin, ...growth.slice(0, 2)])
  const after = foldChat(before, growth.slice(2))
  expect(after.turns).toBe(before.turns)
  expect(after.branch).toBe(before.branch)
  expect(after.alternates).toBe(before.alternates)
  expect(findTurn(after, 'a1')?.parts[0]).toBe(findTurn(before, 'a1')?.parts[0])
  expect(findTurn(before, 'a1')?.parts).toHaveLength(1)
})

test('a delta for a turn nobody knows, for a finished one, or past the end, changes nothing', () => {
  const chat = foldChat(emptyChat, [begin])
  const appended = (turnId: string): ChatEvent => ({
    type: 'delta',
    turnId,
    deltas: [{ index: 0, append: '?' }],
  })
  expect(foldChat(chat, [appended('x'), appended('p1')])).toEqual(chat)
  expect(applyDeltas([{ text: 'a' }], [{ index: 5, append: '?' }])).toEqual([{ text: 'a' }])
})

test('whole parts replace everything from their index on', () => {
  expect(
    applyDeltas([{ text: 'a' }, { text: 'b' }, { text: 'c' }], [{ index: 1, parts: [{ text: 'B' }] }]),
  ).toEqual([{ text: 'a' }, { text: 'B' }])
})

test('a branch that changes in the middle retains the turns before it and their alternates', () => {
  const snapshot = makeSnapshot([], {
    branch: ['p1', 'a1', 'p2', 'a2'],
    alternates: { p1: ['p0', 'p1'], a1: ['a1', 'a1b'], a2: ['a2', 'a2b'] },
  })
  const chat = foldChat(emptyChat, [
    snapshot,
    { type: 'branch', from: 1, ids: ['a1b'], alternates: { a1b: ['a1', 'a1b'] } },
  ])
  expect([chat.branch, chat.alternates]).toEqual([['p1', 'a1b'], { p1: ['p0', 'p1'], a1b: ['a1', 'a1b'] }])
})

test('a branch that ends earlier loses the turns behind its end', () => {
  const snapshot = makeSnapshot([], { branch: ['p1', 'a1'], alternates: { a1: ['a1', 'a2'] } })
  const chat = foldChat(emptyChat, [snapshot, { type: 'branch', from: 1, ids: [], alternates: {} }])
  expect([chat.branch, chat.alternates]).toEqual([['p1'], {}])
})

test('a turn that comes again as running is regrown, and finished once more', () => {
  const chat = foldChat(emptyChat, [begin, end, { type: 'turn', turn: begun }, ...growth])
  expect(findTurn(chat, 'a1')).toEqual({ ...begun, parts: complete.parts })
  expect([...foldChat(chat, [end]).running]).toEqual([])
})

test('totals and the conversation are those of the last event', () => {
  const totals = { promptTokens: 1, outputTokens: 2, thoughtsTokens: null, totalTokens: 3 }
  const conversation = { ...conversationFixture, title: 'Bows' }
  const chat = foldChat(emptyChat, [
    begin,
    { type: 'totals', totals },
    { type: 'conversation', conversation },
  ])
  expect([chat.totals, chat.conversation]).toEqual([totals, conversation])
  const begun = { ...structuredClone(conversation), running: !conversation.running }
  const again: ChatEvent[] = [
    { type: 'conversation', conversation: begun },
    makeSnapshot([], { conversation: begun }),
  ]
  for (const event of again) {
    const told = foldChat(chat, [event]).conversation
    expect(told).toEqual(begun)
    // Who shows them is drawn again only where they are others.
    expect(told?.parameters).toBe(chat.conversation?.parameters)
  }
})

test('a fetched turn never replaces a loaded one, which is newer', () => {
  const chat = foldChat(emptyChat, [begin, ...growth.slice(0, 1)])
  const older = makeTurn({ id: 'p0', role: 'user' })
  const added = addFetched(chat, { requested: ['p0', 'a1'], turns: [older, begun] })
  expect(findTurn(added, 'p0')).toEqual(older)
  expect(findTurn(added, 'a1')).toBe(findTurn(chat, 'a1'))
  expect([...added.absent]).toEqual([])
})

test('a turn that cannot be loaded is marked as missing until it is requested again', () => {
  const chat = addFetched(foldChat(emptyChat, [begin]), { requested: ['p0'], turns: [] })
  const failed = markMissing(chat, ['p9'], 'No connection.')
  expect([...failed.absent]).toEqual([
    ['p0', 'This file is missing or damaged.'],
    ['p9', 'No connection.'],
  ])
  expect([...clearMissing(failed, 'p0').absent.keys()]).toEqual(['p9'])
  expect([...foldChat(failed, [begin]).absent]).toEqual([])
})

test('the end of a branch becomes the full branch, and loaded turns stay', () => {
  const totals = { promptTokens: 1, outputTokens: 2, thoughtsTokens: null, totalTokens: 3 }
  const end = foldChat(emptyChat, [makeSnapshot([prompt, complete], { isEnd: true, totals: null })])
  expect([end.isEnd, end.branch, end.totals]).toEqual([true, ['p1', 'a1'], null])
  const whole = foldChat(end, [
    { type: 'branch', from: 0, ids: ['p0', 'a0', 'p1', 'a1'], alternates: { a0: ['a0', 'b0'] } },
    { type: 'totals', totals },
  ])
  expect(whole).toEqual({
    ...end,
    isEnd: false,
    branch: ['p0', 'a0', 'p1', 'a1'],
    alternates: { a0: ['a0', 'b0'] },
    totals,
  })
  expect(findTurn(whole, 'a1')).toBe(findTurn(end, 'a1'))
})

test('a watch that is opened again retains the turns before the end until the full branch is loaded', () => {
  const whole = foldChat(emptyChat, [
    makeSnapshot([prompt, complete], {
      branch: ['p0', 'a0', 'p1', 'a1'],
      alternates: { a0: ['a0', 'b0'], a1: ['a1', 'b1'] },
    }),
  ])
  const end = makeSnapshot([prompt, complete], { isEnd: true, totals: null })
  expect(foldChat(whole, [end])).toMatchObject({
    isEnd: true,
    branch: ['p0', 'a0', 'p1', 'a1'],
    alternates: { a0: ['a0', 'b0'] },
  })
  // Of another branch nothing can be kept.
  const other = foldChat(emptyChat, [makeSnapshot([], { branch: ['x0', 'x1', 'x2'] })])
  expect(foldChat(other, [end]).branch).toEqual(['p1', 'a1'])
})

describe('choose missing', () => {
  const branch = Array.from({ length: 10_000 }, (_, index) => `t${index}`)
  const turnsOf = (ids: readonly string[]) => ids.map((id) => makeTurn({ id }))
  const chat = foldChat(emptyChat, [makeSnapshot(turnsOf(branch.slice(-30)), { branch })])

  test('at the end of a long conversation nothing is fetched until its older turns come near', () => {
    expect(pickMissingTurns(chat, { from: 9_990, to: 9_999 })).toEqual([])
    expect(pickMissingTurns(chat, { from: 9_981, to: 9_990 })[0]).toBe('t9969')
  })

  test('a request has at most fifty turns, those in view first, without gaps around them', () => {
    const chosen = pickMissingTurns(chat, { from: 5_000, to: 5_009 })
    expect(chosen).toHaveLength(50)
    expect(chosen.slice(0, 10)).toEqual(branch.slice(5_000, 5_010))
    const fetched = addFetched(chat, { requested: chosen, turns: turnsOf(chosen) })
    expect(pickMissingTurns(fetched, { from: 5_000, to: 5_009 })).toEqual([])
  })

  test('scrolling from the end to the beginning fetches every turn once', () => {
    let grown = chat
    const requested: string[] = []
    for (let from = 9_990; from >= 0; from -= 5) {
      const chosen = pickMissingTurns(grown, { from, to: from + 9 })
      requested.push(...chosen)
      grown = addFetched(grown, { requested: chosen, turns: turnsOf(chosen) })
    }
    expect([requested.length, new Set(requested).size]).toEqual([9_970, 9_970])
  })

  test('a turn that did not come is not requested again by itself', () => {
    const lost = markMissing(chat, branch.slice(0, 9_970), 'No connection.')
    expect(pickMissingTurns(lost, { from: 100, to: 110 })).toEqual([])
  })

  test('answers that are compared with one in view are fetched with it', () => {
    const compared = foldChat(emptyChat, [
      makeSnapshot([makeTurn({ id: 'a1', comparison: 'c' }), makeTurn({ id: 'b1' })], {
        alternates: { a1: ['a1', 'a2', 'a3'], b1: ['b1', 'b2'] },
      }),
    ])
    expect(pickMissingTurns(compared, { from: 0, to: 1 })).toEqual(['a2', 'a3'])
  })

  test('variations of a drawing are fetched with the one on the branch, and so are its alternates', () => {
    const drawing = foldChat(emptyChat, [
      makeSnapshot([makeTurn({ id: 'p1', role: 'user' }), makeTurn({ id: 'a1' })], {
        conversation: { ...conversationFixture, kind: 'images' },
        alternates: { a1: ['a1', 'a2'], p1: ['p1', 'p2'] },
      }),
    ])
    expect(pickMissingTurns(drawing, { from: 0, to: 1 })).toEqual(['p2', 'a2'])
  })
})

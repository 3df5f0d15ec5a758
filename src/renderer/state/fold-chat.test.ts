// Folding chat events: deltas give the same result as a snapshot; and what is announced of them.
import { describe, expect, test } from 'vitest'
import type { ChatEvent, Turn, TurnDelta } from '#shared/schemas/chat'
import { collectFinishedBlocks, describeFinished, listFinished, type PendingText } from './answer-text'
import {
  addFetched,
  applyDeltas,
  clearMissing,
  emptyChat,
  findTurn,
  foldChat,
  getAppended,
  getAppendLog,
  markMissing,
  pickMissingTurns,
  recordAppend,
} from './fold-chat'
import { conversationFixture, makeSnapshot, makeTurn } from './turn.fixture'

const prompt = makeTurn({ id: 'p1', role: 'user', parts: [{ text: 'How?' }], createdAt: 5 })
const runningTurn = makeTurn({ parentId: 'p1', parts: [], state: 'running' })
const complete = makeTurn({
  parentId: 'p1',
  parts: [
    { text: 'Think hard.', thought: true },
    { text: 'Light bends.', custom: 1 },
  ],
})

const start = makeSnapshot([prompt, runningTurn])
const deltas: ChatEvent[] = [
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

test('a snapshot plus deltas equals the finished snapshot, for any split into frames', () => {
  const expected = foldChat(emptyChat, [makeSnapshot([prompt, complete])])
  const events = [start, ...deltas]
  for (let cut = 0; cut <= events.length; cut += 1) {
    const chat = foldChat(foldChat(emptyChat, events.slice(0, cut)), events.slice(cut))
    expect(findTurn(chat, 'a1')?.parts).toEqual(complete.parts)
    expect(foldChat(chat, [end])).toEqual(expected)
  }
})

test('a delta changes only its own answer: finished turns, branch and other parts stay identical', () => {
  const before = foldChat(emptyChat, [start, ...deltas.slice(0, 2)])
  const after = foldChat(before, deltas.slice(2))
  expect(after.turns).toBe(before.turns)
  expect(after.branch).toBe(before.branch)
  expect(after.alternates).toBe(before.alternates)
  expect(findTurn(after, 'a1')?.parts[0]).toBe(findTurn(before, 'a1')?.parts[0])
  expect(findTurn(before, 'a1')?.parts).toHaveLength(1)
})

test('ignores a delta for an unknown or finished turn, or past the end', () => {
  const chat = foldChat(emptyChat, [start])
  const appended = (turnId: string): ChatEvent => ({
    type: 'delta',
    turnId,
    deltas: [{ index: 0, append: '?' }],
  })
  expect(foldChat(chat, [appended('x'), appended('p1')])).toEqual(chat)
  expect(applyDeltas([{ text: 'a' }], [{ index: 5, append: '?' }])).toEqual([{ text: 'a' }])
})

test('whole parts replace everything starting at their index', () => {
  const parts = [{ text: 'a' }, { text: 'b' }, { text: 'c' }]
  expect(applyDeltas(parts, [{ index: 1, parts: [{ text: 'B' }] }])).toEqual([{ text: 'a' }, { text: 'B' }])
})

test('a branch that changes in the middle retains earlier turns and their alternates', () => {
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

test('a finished turn that runs again is extended and finished again', () => {
  const chat = foldChat(emptyChat, [start, end, { type: 'turn', turn: runningTurn }, ...deltas])
  expect(findTurn(chat, 'a1')).toEqual({ ...runningTurn, parts: complete.parts })
  expect([...foldChat(chat, [end]).running]).toEqual([])
})

test('totals and conversation are those of the last event', () => {
  const totals = { promptTokens: 1, outputTokens: 2, thoughtsTokens: null, totalTokens: 3 }
  const conversation = { ...conversationFixture, title: 'Bows' }
  const chat = foldChat(emptyChat, [
    start,
    { type: 'totals', totals },
    { type: 'conversation', conversation },
  ])
  expect([chat.totals, chat.conversation]).toEqual([totals, conversation])
})

test('a fetched turn never replaces a newer loaded one', () => {
  const chat = foldChat(emptyChat, [start, ...deltas.slice(0, 1)])
  const older = makeTurn({ id: 'p0', role: 'user' })
  const added = addFetched(chat, { requested: ['p0', 'a1'], turns: [older, runningTurn] })
  expect(findTurn(added, 'p0')).toEqual(older)
  expect(findTurn(added, 'a1')).toBe(findTurn(chat, 'a1'))
  expect([...added.missing]).toEqual([])
})

test('marks a turn that cannot be loaded as missing until it is requested again', () => {
  const chat = addFetched(foldChat(emptyChat, [start]), { requested: ['p0'], turns: [] })
  const failed = markMissing(chat, ['p9'], 'No connection.')
  expect([...failed.missing]).toEqual([
    ['p0', 'Message not found.'],
    ['p9', 'No connection.'],
  ])
  expect([...clearMissing(failed, 'p0').missing.keys()]).toEqual(['p9'])
  expect([...foldChat(failed, [start]).missing]).toEqual([])
})

test('extends the end of a branch to the full branch, and retains loaded turns', () => {
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

test('a reopened watch retains earlier turns until the full branch is loaded', () => {
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
  // Nothing can be retained from another branch.
  const other = foldChat(emptyChat, [makeSnapshot([], { branch: ['x0', 'x1', 'x2'] })])
  expect(foldChat(other, [end]).branch).toEqual(['p1', 'a1'])
})

describe('pick missing turns', () => {
  const branch = Array.from({ length: 10_000 }, (_, index) => `t${index}`)
  const turnsOf = (ids: readonly string[]) => ids.map((id) => makeTurn({ id }))
  const chat = foldChat(emptyChat, [makeSnapshot(turnsOf(branch.slice(-30)), { branch })])

  test('at the end of a long conversation, fetches nothing until older turns come near', () => {
    expect(pickMissingTurns(chat, { from: 9_990, to: 9_999 })).toEqual([])
    expect(pickMissingTurns(chat, { from: 9_981, to: 9_990 })[0]).toBe('t9969')
  })

  test('requests at most fifty turns, those in view first, then those around them', () => {
    const picked = pickMissingTurns(chat, { from: 5_000, to: 5_009 })
    expect(picked).toHaveLength(50)
    expect(picked.slice(0, 10)).toEqual(branch.slice(5_000, 5_010))
    const fetched = addFetched(chat, { requested: picked, turns: turnsOf(picked) })
    expect(pickMissingTurns(fetched, { from: 5_000, to: 5_009 })).toEqual([])
  })

  test('scrolling from the end to the start fetches every turn once', () => {
    let loaded = chat
    const requested: string[] = []
    for (let from = 9_990; from >= 0; from -= 5) {
      const picked = pickMissingTurns(loaded, { from, to: from + 9 })
      requested.push(...picked)
      loaded = addFetched(loaded, { requested: picked, turns: turnsOf(picked) })
    }
    expect([requested.length, new Set(requested).size]).toEqual([9_970, 9_970])
  })

  test('does not automatically request a missing turn again', () => {
    const withMissing = markMissing(chat, branch.slice(0, 9_970), 'No connection.')
    expect(pickMissingTurns(withMissing, { from: 100, to: 110 })).toEqual([])
  })

  test('fetches answers that are compared with one in view', () => {
    const compared = foldChat(emptyChat, [
      makeSnapshot([makeTurn({ id: 'a1', comparison: 'c' }), makeTurn({ id: 'b1' })], {
        alternates: { a1: ['a1', 'a2', 'a3'], b1: ['b1', 'b2'] },
      }),
    ])
    expect(pickMissingTurns(compared, { from: 0, to: 1 })).toEqual(['a2', 'a3'])
  })

  test('fetches the variations of a drawing with the one on the branch', () => {
    const drawing = foldChat(emptyChat, [
      makeSnapshot([makeTurn({ id: 'p1', role: 'user' }), makeTurn({ id: 'a1' })], {
        conversation: { ...conversationFixture, kind: 'images' },
        alternates: { a1: ['a1', 'a2'], p1: ['p1', 'p2'] },
      }),
    ])
    expect(pickMissingTurns(drawing, { from: 0, to: 1 })).toEqual(['p2', 'a2'])
  })
})

const append = (part: object, text: string) => {
  const longer = {}
  recordAppend(part, longer, text)
  return longer
}

test('an append log returns the text appended between two states, in any number of pieces', () => {
  const start = {}
  const first = append(start, 'a')
  const third = append(append(first, 'b'), 'c')
  expect(getAppended(getAppendLog(start), getAppendLog(third))).toBe('abc')
  expect(getAppended(getAppendLog(first), getAppendLog(third))).toBe('bc')
  expect(getAppended(getAppendLog(third), getAppendLog(third))).toBe('')
  expect(getAppended(getAppendLog(third), getAppendLog(first))).toBeUndefined()
})

test('an append log separates two continuations of the same text', () => {
  const start = append({}, 'a')
  const one = append(start, 'one')
  const other = append(start, 'other')
  expect(getAppended(getAppendLog(one), getAppendLog(other))).toBeUndefined()
  expect(getAppended(getAppendLog(one), getAppendLog(append(one, '!')))).toBe('!')
  expect(getAppended(getAppendLog(other), getAppendLog(append(other, '?')))).toBe('?')
})

describe('finished answers', () => {
  const running = foldChat(emptyChat, [makeSnapshot([makeTurn({ state: 'running' })])])

  test('announces an answer that was running once, and an old one never', () => {
    const ended = foldChat(running, [{ type: 'turn', turn: makeTurn() }])
    expect(listFinished(running, ended).map((turn) => turn.id)).toEqual(['a1'])
    expect(listFinished(ended, ended)).toEqual([])
    expect(listFinished(emptyChat, ended)).toEqual([])
  })

  test('announces each outcome, without the thoughts', () => {
    const withThoughts = makeTurn({ parts: [{ text: 'Hm.', thought: true }, { text: 'Yes.' }] })
    const failed = makeTurn({ state: 'failed', error: { code: 'UNAVAILABLE', message: 'No connection.' } })
    expect([
      describeFinished(withThoughts),
      describeFinished(failed),
      describeFinished(makeTurn({ state: 'stopped' })),
      describeFinished(makeTurn({ parts: [{ text: 'x'.repeat(500) }] })).length,
    ]).toEqual(['Response complete. Yes.', 'Response failed. No connection.', 'Response stopped', 320])
  })

  test('announces an image, but not a draft image in the thoughts', () => {
    const picture = { inlineData: { mimeType: 'image/png', media: 'm1' } }
    expect([
      describeFinished(makeTurn({ parts: [{ text: 'A boat.' }, picture] })),
      describeFinished(makeTurn({ parts: [{ ...picture, thought: true }, { text: 'No.' }] })),
    ]).toEqual(['Image ready. A boat.', 'Response complete. No.'])
  })

  test('announces only the rest of the text at the end', () => {
    const turn = makeTurn({ parts: [{ text: 'One.\n\nTwo.' }] })
    expect([describeFinished(turn, 'Two.'), describeFinished(turn, '')]).toEqual([
      'Response complete. Two.',
      'Response complete',
    ])
  })

  test('removes Markdown markup', () => {
    const text =
      '# Title\n\nSee [the page](https://x.example) for `code`.\n\n| a | b |\n| :-- | --: |\n| **1** | 2 |'
    expect(describeFinished(makeTurn({ parts: [{ text }] }))).toBe(
      'Response complete. Title See the page for code . a b 1 2',
    )
  })
})

describe('announced blocks', () => {
  const delta = (...deltas: TurnDelta[]): ChatEvent => ({ type: 'delta', turnId: 'a1', deltas })
  const collectBlocks = (before: PendingText, event: ChatEvent, change: Partial<Turn> = {}) =>
    collectFinishedBlocks(before, [event], () => makeTurn({ state: 'running', ...change }))

  test('announces a streamed block as a whole, once it is complete', () => {
    const started = collectBlocks(new Map(), delta({ index: 0, parts: [{ text: 'Light ' }] }))
    const continued = collectBlocks(started.pendingText, delta({ index: 0, append: '**bends**.\n' }))
    const ended = collectBlocks(continued.pendingText, delta({ index: 0, append: '\nIn drops' }))
    expect([started.blocks, continued.blocks, ended.blocks]).toEqual([[], [], ['Light bends .']])
    expect([...ended.pendingText]).toEqual([['a1', 'In drops']])
  })

  test('does not announce thoughts', () => {
    const parts = [{ text: 'Hm.\n\nSo.', thought: true }]
    const { pendingText, blocks } = collectBlocks(new Map(), delta({ index: 0, append: 'So.\n\n' }), {
      parts,
    })
    expect([blocks, [...pendingText]]).toEqual([[], [['a1', '']]])
  })

  test('does not announce compared answers while they are streamed', () => {
    const event = delta({ index: 0, append: 'One.\n\n' })
    expect(collectBlocks(new Map(), event, { comparison: 'c' })).toEqual({
      pendingText: new Map(),
      blocks: [],
    })
  })
})

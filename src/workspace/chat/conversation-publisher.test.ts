// Merging the events that wait for a slow watcher.
import { expect, test } from 'vitest'
import type { ChatEvent, Conversation, Turn } from '#shared/schemas/chat'
import { applyDeltas } from '../workspace.fixture'
import { addEvent } from './conversation-publisher'
import { newAnswer } from './save-turns'

const turn = (id: string, text: string, state: Turn['state'] = 'running'): Turn => ({
  ...newAnswer({ id, conversationId: 'c', parentId: null, createdAt: 0 }, { model: 'm' }),
  parts: text ? [{ text }] : [],
  state,
})
const withTitle = (title: string): Conversation => ({
  id: 'c',
  title,
  createdAt: 0,
  updatedAt: 0,
  headTurnId: null,
  parameters: { model: 'm' },
  kind: 'chat',
  pinnedAt: null,
  folderId: null,
  tags: [],
  queued: [],
  running: true,
})
const conversation = (title: string): ChatEvent => ({ type: 'conversation', conversation: withTitle(title) })
const delta = (turnId: string, append: string): ChatEvent => ({
  type: 'delta',
  turnId,
  deltas: [{ index: 0, append }],
})

function mergeEvents(...events: ChatEvent[]): ChatEvent[] {
  const waiting: ChatEvent[] = []
  for (const event of events) addEvent(waiting, event)
  return waiting
}

test('a turn event replaces earlier events of the same turn only', () => {
  expect(
    mergeEvents(
      conversation('old'),
      { type: 'turn', turn: turn('a', '') },
      delta('a', 'x'),
      { type: 'turn', turn: turn('b', 'y') },
      delta('b', 'z'),
      { type: 'turn', turn: turn('a', 'xyz', 'complete') },
      conversation('new'),
    ),
  ).toEqual([
    { type: 'turn', turn: turn('b', 'y') },
    delta('b', 'z'),
    { type: 'turn', turn: turn('a', 'xyz', 'complete') },
    conversation('new'),
  ])
})

test('a waiting snapshot is followed by later events', () => {
  const snapshot: ChatEvent = {
    type: 'snapshot',
    isEnd: false,
    conversation: withTitle('a'),
    branch: ['a'],
    alternates: {},
    turns: [turn('a', 'One')],
    totals: { promptTokens: null, outputTokens: null, thoughtsTokens: null, totalTokens: null },
  }
  const [first, second, ...rest] = mergeEvents(snapshot, delta('a', ', two'), delta('a', ', three'))
  expect([first, rest]).toEqual([snapshot, []])
  const deltas = second?.type === 'delta' ? second.deltas : []
  expect(applyDeltas([{ text: 'One' }], deltas)).toEqual([{ text: 'One, two, three' }])
})

test('repeated retries leave one waiting event for each turn', () => {
  const events = Array.from({ length: 20 }, (_, index) => `turn${index % 4}`).flatMap((id): ChatEvent[] => [
    { type: 'turn', turn: turn(id, '') },
    delta(id, 'x'),
    delta(id, 'y'),
    conversation(id),
    { type: 'turn', turn: turn(id, 'xy', 'stopped') },
  ])
  expect(mergeEvents(...events)).toHaveLength(5)
})

const branch = (from: number, ids: string[], alternates: Record<string, string[]> = {}): ChatEvent => ({
  type: 'branch',
  from,
  ids,
  alternates,
})

test('merges branch events into one with the same effect', () => {
  const changes = [
    branch(2, ['c', 'd', 'e'], { c: ['b', 'c'], e: ['e', 'f'] }),
    branch(4, ['g'], { g: ['e', 'f', 'g'] }),
    branch(5, ['h', 'i']),
  ]
  expect(mergeEvents(...changes)).toEqual([
    branch(2, ['c', 'd', 'g', 'h', 'i'], { c: ['b', 'c'], g: ['e', 'f', 'g'] }),
  ])
  expect(mergeEvents(...changes, branch(1, ['x'], { x: ['a', 'x'] }))).toEqual([
    branch(1, ['x'], { x: ['a', 'x'] }),
  ])
  expect(mergeEvents(...changes, branch(3, []))).toEqual([branch(2, ['c'], { c: ['b', 'c'] })])
})

test('only the last totals wait', () => {
  const totals = (totalTokens: number): ChatEvent => ({
    type: 'totals',
    totals: { promptTokens: null, outputTokens: null, thoughtsTokens: null, totalTokens },
  })
  expect(mergeEvents(totals(1), conversation('a'), totals(2))).toEqual([conversation('a'), totals(2)])
})

// Merging the events that wait for a slow watcher.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChatEvent, Conversation, Turn } from '#shared/schemas/chat'
import { applyEvents } from '../workspace.fixture'
import { addEvent } from './conversation-publisher'
import { newAnswer } from './save-turns'

const ids = ['a', 'b', 'c', 'd']
const toTurn = (id: string, text: string, state: Turn['state'] = 'running'): Turn => ({
  ...newAnswer({ id, conversationId: 'c', parentId: null, createdAt: 0 }, { model: 'm' }),
  parts: [{ text }],
  state,
})
const toConversation = (title: string): Conversation => ({
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
const toTotals = (totalTokens: number) => ({
  promptTokens: null,
  outputTokens: null,
  thoughtsTokens: null,
  totalTokens,
})
const snapshot: ChatEvent = {
  type: 'snapshot',
  isEnd: false,
  conversation: toConversation('old'),
  branch: ids,
  alternates: { b: ['b', 'x'] },
  turns: ids.map((id) => toTurn(id, id)),
  totals: toTotals(0),
}

const id = fc.constantFrom(...ids)
/** Of a branch that never becomes shorter than `from`. */
const branchEvent = fc
  .tuple(fc.nat(2), fc.uniqueArray(id, { minLength: 2 }))
  .map(
    ([from, added]): ChatEvent => ({
      type: 'branch',
      from,
      ids: added,
      alternates: { [added[0] ?? '']: [...added, 'other'] },
    }),
  )
const anyEvent: fc.Arbitrary<ChatEvent> = fc.oneof(
  fc.record({ type: fc.constant('turn' as const), turn: fc.tuple(id, fc.string()).map(([at, text]) => toTurn(at, text)) }),
  fc.record({
    type: fc.constant('delta' as const),
    turnId: id,
    deltas: fc.string().map((append) => [{ index: 0, append }]),
  }),
  fc.record({ type: fc.constant('conversation' as const), conversation: fc.string().map(toConversation) }),
  fc.record({ type: fc.constant('totals' as const), totals: fc.nat().map(toTotals) }),
  branchEvent,
)

test('merged events have the same effect, and there are only a few, however many were published', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 60 }), (events) => {
      const waiting: ChatEvent[] = []
      for (const event of events) addEvent(waiting, event)
      expect(applyEvents([snapshot, ...waiting])).toEqual(applyEvents([snapshot, ...events]))
      // A turn and its deltas, the branch, the conversation and the totals.
      expect(waiting.length).toBeLessThanOrEqual(2 * ids.length + 3)
    }),
    { numRuns: 300 },
  )
})

test('a waiting snapshot is followed by later events', () => {
  const waiting = [snapshot]
  const delta: ChatEvent = { type: 'delta', turnId: 'a', deltas: [{ index: 0, append: '!' }] }
  for (const event of [delta, delta]) addEvent(waiting, event)
  expect(applyEvents(waiting).turns[0]?.parts).toEqual([{ text: 'a!!' }])
})

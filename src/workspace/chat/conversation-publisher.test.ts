// Merging the events that wait for a slow watcher.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChatEvent, Conversation, Turn } from '#shared/schemas/chat'
import { type Branch, diffBranch } from '../conversations/tree/tree-shape'
import { applyEvents } from '../workspace.fixture'
import { addEvent } from './conversation-publisher'
import { newAnswer } from './save-turns'

/** Two alternates at each place of the branch. */
const ids = ['0', '1', '2', '3'].flatMap((place) => [`${place}a`, `${place}b`])
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
function toBranch(choices: readonly string[]): Branch {
  const shown = choices.map((choice, place) => `${place}${choice}`)
  // Where the second alternate is shown, the first one exists too.
  const alternates = shown.filter((each) => each.endsWith('b')).map((each) => [each, [`${each[0]}a`, each]])
  return { ids: shown, alternates: Object.fromEntries(alternates) }
}
const initial = toBranch(['a', 'b', 'a'])
const snapshot: ChatEvent = {
  type: 'snapshot',
  isEnd: false,
  conversation: toConversation('old'),
  branch: [...initial.ids],
  alternates: initial.alternates,
  turns: ids.map((id) => toTurn(id, id)),
  totals: toTotals(0),
}

const id = fc.constantFrom(...ids)
/** A branch by the choice at each place. */
const anyBranch = fc.array(fc.constantFrom('a', 'b'), { maxLength: 4 }).map(toBranch)
const anyChange: fc.Arbitrary<Exclude<ChatEvent, { type: 'branch' }> | Branch> = fc.oneof(
  fc.record({
    type: fc.constant('turn' as const),
    turn: fc.tuple(id, fc.string()).map(([at, text]) => toTurn(at, text)),
  }),
  fc.record({
    type: fc.constant('delta' as const),
    turnId: id,
    deltas: fc.string().map((append) => [{ index: 0, append }]),
  }),
  fc.record({ type: fc.constant('conversation' as const), conversation: fc.string().map(toConversation) }),
  fc.record({ type: fc.constant('totals' as const), totals: fc.nat().map(toTotals) }),
  anyBranch,
)

test('merged events have the same effect, and there are only a few, however many were published', () => {
  fc.assert(
    fc.property(fc.array(anyChange, { maxLength: 60 }), (changes) => {
      let branch = initial
      const events = changes.flatMap((change): ChatEvent[] => {
        if ('type' in change) return [change]
        const difference = diffBranch(branch, change)
        branch = change
        return difference ? [{ type: 'branch', ...difference }] : []
      })
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
  const delta: ChatEvent = { type: 'delta', turnId: '0a', deltas: [{ index: 0, append: '!' }] }
  for (const event of [delta, delta]) addEvent(waiting, event)
  expect(applyEvents(waiting).turns[0]?.parts).toEqual([{ text: '0a!!' }])
})

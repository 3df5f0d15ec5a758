// Turns and conversations for renderer tests.
import type { ChatEvent, Conversation, Turn } from '#shared/schemas/chat'

export const conversationFixture: Conversation = {
  id: 'c1',
  title: 'Rainbows',
  createdAt: 1,
  updatedAt: 2,
  headTurnId: 'a1',
  parameters: { model: 'gen-2.5-flash' },
  kind: 'chat',
  pinnedAt: null,
  folderId: null,
  tags: [],
  queued: [],
  running: false,
}

/** A finished answer, with the given changes. */
export function makeTurn(change: Partial<Turn> = {}): Turn {
  return {
    id: 'a1',
    conversationId: 'c1',
    parentId: null,
    role: 'model',
    parts: [{ text: 'Light bends in drops.' }],
    state: 'complete',
    createdAt: 10,
    model: 'gen-2.5-flash',
    modelVersion: 'gen-2.5-flash',
    finishReason: 'STOP',
    blockReason: null,
    error: null,
    usage: null,
    times: { firstToken: 100, firstAnswer: 100, total: 1100 },
    exchangeId: null,
    upstream: null,
    parameters: null,
    metadata: null,
    comparison: null,
    edited: false,
    ...change,
  }
}

/** By default, of a conversation whose branch consists of these turns. */
export function makeSnapshot(
  turns: readonly Turn[],
  change: Partial<ChatEvent & { type: 'snapshot' }> = {},
): ChatEvent {
  return {
    type: 'snapshot',
    conversation: conversationFixture,
    branch: turns.map(({ id }) => id),
    isEnd: false,
    alternates: {},
    turns: [...turns],
    totals: { promptTokens: null, outputTokens: null, thoughtsTokens: null, totalTokens: null },
    ...change,
  }
}

// A watched conversation as the face holds it: a snapshot, and the events that change it.
import type { ChatEvent, Conversation, Turn, TurnDelta } from '#shared/schemas/chat'

export interface LiveChat {
  /** `lost`: the watch broke and is being opened again; `gone`: there is no such conversation. */
  readonly status: 'loading' | 'live' | 'lost' | 'gone'
  readonly conversation: Conversation | null
  readonly turns: ReadonlyMap<string, Turn>
  /** From the first turn to the head: the one branch that is shown. */
  readonly branch: readonly string[]
}

export const emptyChat: LiveChat = { status: 'loading', conversation: null, turns: new Map(), branch: [] }

/** Applies events in their order; turns that no event touches keep their identity. */
export function foldChat(chat: LiveChat, events: readonly ChatEvent[]): LiveChat {
  let conversation = chat.conversation
  let turns = new Map(chat.turns)
  for (const event of events) {
    if (event.type === 'snapshot') turns = new Map(event.turns.map((turn) => [turn.id, turn]))
    if (event.type === 'snapshot' || event.type === 'conversation') conversation = event.conversation
    if (event.type === 'turn') turns.set(event.turn.id, event.turn)
    if (event.type === 'delta') growTurn(turns, event.turnId, event.deltas)
  }
  const grownOnly = chat.status === 'live' && events.every((event) => event.type === 'delta')
  const branch = grownOnly ? chat.branch : keepSame(chat.branch, toBranch(conversation, turns))
  return { status: 'live', conversation, turns, branch }
}

export function isRunning({ turns, branch }: LiveChat): boolean {
  return turns.get(branch.at(-1) ?? '')?.state === 'running'
}

function growTurn(turns: Map<string, Turn>, turnId: string, deltas: readonly TurnDelta[]) {
  const turn = turns.get(turnId)
  if (turn) turns.set(turnId, { ...turn, parts: applyDeltas(turn.parts, deltas) })
}

/** Whole parts take the place of those from `index` on; text is appended to the part at `index`, or begins it. */
export function applyDeltas(parts: Turn['parts'], deltas: readonly TurnDelta[]): Turn['parts'] {
  const grown = [...parts]
  for (const { index, append, parts: whole } of deltas) {
    if (whole) grown.splice(index, grown.length - index, ...whole)
    if (append === undefined || index > grown.length) continue
    const part = grown[index] ?? {}
    grown[index] = { ...part, text: (part.text ?? '') + append }
  }
  return grown
}

/** Where the head has not arrived yet, the newest turn stands for it. */
function toBranch(conversation: Conversation | null, turns: ReadonlyMap<string, Turn>): string[] {
  const branch: string[] = []
  let turn = turns.get(conversation?.headTurnId ?? '') ?? newestOf(turns)
  while (turn && branch.length < turns.size) {
    branch.push(turn.id)
    turn = turn.parentId ? turns.get(turn.parentId) : undefined
  }
  return branch.reverse()
}

function newestOf(turns: ReadonlyMap<string, Turn>): Turn | undefined {
  let newest: Turn | undefined
  for (const turn of turns.values()) if (!newest || turn.createdAt >= newest.createdAt) newest = turn
  return newest
}

function keepSame(old: readonly string[], next: readonly string[]): readonly string[] {
  return old.length === next.length && old.every((id, index) => id === next[index]) ? old : next
}

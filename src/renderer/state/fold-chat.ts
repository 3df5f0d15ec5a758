// The renderer's state of a watched conversation: a snapshot, updated by events.
import { replaceEqualDeep } from '@tanstack/react-query'
import type { ChatEvent, Conversation, ConversationTotals, Turn, TurnDelta } from '#shared/schemas/chat'

export interface LiveChat {
  /** `reconnecting`: the watch broke and is being reopened. `deleted`: the conversation does not exist. */
  readonly status: 'loading' | 'live' | 'reconnecting' | 'deleted'
  readonly conversation: Conversation | null
  /** Loaded finished turns; others are fetched when they come near the view. */
  readonly turns: ReadonlyMap<string, Turn>
  /** Answers being generated, separate because they change every frame; there are never many. */
  readonly running: ReadonlyMap<string, Turn>
  /** Turns that could not be loaded, with the reason. */
  readonly missing: ReadonlyMap<string, string>
  /** From the first turn to the head: the one branch that is displayed. */
  readonly branch: readonly string[]
  /** Only the end of the branch is known; the rest is being loaded. */
  readonly isEnd: boolean
  /** Alternative turns, by the one that is on the branch. */
  readonly alternates: Readonly<Record<string, readonly string[]>>
  readonly totals: ConversationTotals | null
}

export const emptyChat: LiveChat = {
  status: 'loading',
  conversation: null,
  turns: new Map(),
  running: new Map(),
  missing: new Map(),
  branch: [],
  isEnd: false,
  alternates: {},
  totals: null,
}

/** Applies events in order. Parts that no event changes stay identical. */
export function foldChat(chat: LiveChat, events: readonly ChatEvent[]): LiveChat {
  return events.reduce(foldEvent, { ...chat, status: 'live' })
}

export function findTurn(chat: LiveChat, turnId: string): Turn | undefined {
  return chat.running.get(turnId) ?? chat.turns.get(turnId)
}

/** Also true if the answer being generated is on another branch. */
export function isRunning({ conversation }: LiveChat): boolean {
  return conversation?.running ?? false
}

/** Adds fetched turns, except those already loaded, which are newer. Marks turns missing from the response. */
export function addFetched(
  chat: LiveChat,
  fetched: { readonly requested: readonly string[]; readonly turns: readonly Turn[] },
): LiveChat {
  const added = putTurns(
    chat,
    fetched.turns.filter(({ id }) => !findTurn(chat, id)),
  )
  const missing = fetched.requested.filter((id) => !findTurn(added, id))
  return markMissing(added, missing, 'Message not found.')
}

export function markMissing(chat: LiveChat, turnIds: readonly string[], reason: string): LiveChat {
  if (turnIds.length === 0) return chat
  return { ...chat, missing: new Map([...chat.missing, ...turnIds.map((id) => [id, reason] as const)]) }
}

export function clearMissing(chat: LiveChat, turnId: string): LiveChat {
  return { ...chat, missing: new Map([...chat.missing].filter(([id]) => id !== turnId)) }
}

/** Whole parts replace those starting at `index`; text is appended to the part at `index`, or starts it. */
export function applyDeltas(parts: Turn['parts'], deltas: readonly TurnDelta[]): Turn['parts'] {
  const result = [...parts]
  for (const { index, append, parts: whole } of deltas) {
    if (whole) result.splice(index, result.length - index, ...whole)
    if (append === undefined || index > result.length) continue
    const part = result[index] ?? {}
    // Joined strings share memory until they are read, so this costs the same for a long text.
    const extended = { ...part, text: (part.text ?? '') + append }
    recordAppend(part, extended, append)
    result[index] = extended
  }
  return result
}

function foldEvent(chat: LiveChat, event: ChatEvent): LiveChat {
  switch (event.type) {
    case 'snapshot': {
      const { type: _, turns, ...known } = event
      const preserved = {
        ...known,
        ...preserveEarlierBranch(chat, event),
        conversation: reuseEqualParts(chat, event),
      }
      return putTurns({ ...emptyChat, status: 'live', ...preserved }, turns)
    }
    case 'conversation':
      return { ...chat, conversation: reuseEqualParts(chat, event) }
    case 'branch':
      return changeBranch(chat, event)
    case 'turn':
      return putTurns(chat, [event.turn])
    case 'delta':
      return appendToTurn(chat, event)
    case 'totals':
      return { ...chat, totals: event.totals }
  }
}

/** Equal parts stay identical: components that show the parameters do not render when an answer starts. */
function reuseEqualParts(chat: LiveChat, event: { readonly conversation: Conversation }): Conversation {
  return replaceEqualDeep(chat.conversation, event.conversation)
}

/** A reopened watch sends only the end of the branch: earlier turns stay, and so does the scroll position. */
function preserveEarlierBranch(
  { branch, alternates }: LiveChat,
  snapshot: ChatEvent & { type: 'snapshot' },
): Partial<Pick<LiveChat, 'branch' | 'alternates'>> {
  const at = snapshot.isEnd ? branch.indexOf(snapshot.branch[0] ?? '') : -1
  if (at <= 0) return {}
  return {
    branch: [...branch.slice(0, at), ...snapshot.branch],
    alternates: { ...alternates, ...snapshot.alternates },
  }
}

function putTurns(chat: LiveChat, turns: readonly Turn[]): LiveChat {
  if (turns.length === 0) return chat
  const running = new Map(chat.running)
  for (const turn of turns) {
    if (turn.state === 'running') running.set(turn.id, turn)
    else running.delete(turn.id)
  }
  const finished = turns.filter((turn) => turn.state !== 'running').map((turn) => [turn.id, turn] as const)
  // Copied only if a turn has finished: a conversation may have ten thousand.
  return { ...chat, running, turns: finished.length ? new Map([...chat.turns, ...finished]) : chat.turns }
}

function appendToTurn(chat: LiveChat, { turnId, deltas }: ChatEvent & { type: 'delta' }): LiveChat {
  const turn = chat.running.get(turnId)
  if (!turn) return chat
  const running = new Map(chat.running).set(turnId, { ...turn, parts: applyDeltas(turn.parts, deltas) })
  return { ...chat, running }
}

function changeBranch(chat: LiveChat, change: ChatEvent & { type: 'branch' }): LiveChat {
  const alternates = { ...chat.alternates }
  for (const id of chat.branch.slice(change.from)) delete alternates[id]
  return {
    ...chat,
    isEnd: false,
    branch: [...chat.branch.slice(0, change.from), ...change.ids],
    alternates: { ...alternates, ...change.alternates },
  }
}

/** Indices on the branch, both inclusive. */
export interface TurnRange {
  readonly from: number
  readonly to: number
}

/** Maximum number of turns in one request. */
const maxTurns = 50
/** A missing turn within this distance of the view starts a request. */
const margin = 12

/** Empty if all turns near the view are loaded. */
export function pickMissingTurns(chat: LiveChat, view: TurnRange): string[] {
  const near = listMissing(chat, { from: view.from - margin, to: view.to + margin })
  if (near.length === 0) return []
  const inView = listMissing(chat, view)
  const around = listMissing(chat, { from: view.from - maxTurns, to: view.to + maxTurns })
  return [...new Set([...inView, ...near, ...around])].slice(0, maxTurns)
}

function listMissing(chat: LiveChat, { from, to }: TurnRange): string[] {
  const shown = chat.branch.slice(Math.max(from, 0), to + 1)
  return shown
    .flatMap((id) => [id, ...listBeside(chat, id)])
    .filter((id) => !findTurn(chat, id) && !chat.missing.has(id))
}

/** Compared answers and variations of a drawing are shown side by side, so alternates are in view, too. */
function listBeside(chat: LiveChat, turnId: string): readonly string[] {
  const hasOthersInView = chat.conversation?.kind === 'images' || findTurn(chat, turnId)?.comparison
  return hasOthersInView ? (chat.alternates[turnId] ?? []) : []
}

/** Pieces are only added; a log covers the first `count` of them. */
export interface AppendLog {
  readonly pieces: readonly string[]
  readonly count: number
}

type Log = AppendLog & { readonly pieces: string[] }

/** By the part that contains the text, for as long as that part is in use. */
const logs = new WeakMap<object, Log>()

/** `after` contains the text of `before` plus `append`. */
export function recordAppend(before: object, after: object, append: string) {
  const log = readLog(before)
  log.pieces.push(append)
  logs.set(after, { pieces: log.pieces, count: log.pieces.length })
}

/** Returns undefined if the text was not appended to. */
export function getAppendLog(part: object | undefined): AppendLog | undefined {
  return part && logs.get(part)
}

/** Returns undefined if one text is not the other with something appended. */
export function getAppended(before: AppendLog | undefined, after: AppendLog | undefined): string | undefined {
  if (!before || before.pieces !== after?.pieces || before.count > after.count) return undefined
  return after.pieces.slice(before.count, after.count).join('')
}

/** A text that was already appended to branches here: it gets its own pieces. */
function readLog(part: object): Log {
  const existing = logs.get(part)
  if (existing && existing.count === existing.pieces.length) return existing
  const log: Log = { pieces: [], count: 0 }
  logs.set(part, log)
  return log
}

// The conversation on screen, live: events are gathered and committed once a frame at the most.
import { flushSync } from 'react-dom'
import { create } from 'zustand'
import type { ChatEvent, Turn } from '#shared/schemas/chat'
import { describeError, readErrorCode } from '../api/describe-error'
import { desktop } from '../api/desktop'
import { keepWatching } from '../api/keep-watching'
import { announce } from './announcement'
import { collectFinishedBlocks, describeFinished, listFinished, type PendingText } from './answer-text'
import { createFetchQueue, pickMissingTurns, type TurnRange } from './fetch-turns'
import {
  addFetched,
  clearMissing,
  emptyChat,
  findTurn,
  foldChat,
  type LiveChat,
  markMissing,
} from './fold-chat'
import {
  afterNextFrame,
  afterPaint,
  createCommitScheduler,
  createPressPrefetch,
  runInNextTask,
} from './scheduling'

interface LiveChats {
  chats: Readonly<Record<string, LiveChat>>
}

const useLiveChats = create<LiveChats>()(() => ({ chats: {} }))

/** Renders again only where the chosen part is another: an answer grows every frame. */
export function useChat<Part>(conversationId: string | null, choose: (chat: LiveChat) => Part): Part {
  return useLiveChats(({ chats }) => choose((conversationId && chats[conversationId]) || emptyChat))
}

/** Undefined until it has been fetched. */
export function useTurn(conversationId: string, turnId: string): Turn | undefined {
  return useChat(conversationId, (chat) => findTurn(chat, turnId))
}

export function readChat(conversationId: string | null): LiveChat {
  return (conversationId && useLiveChats.getState().chats[conversationId]) || emptyChat
}

/** Its turns come while the page still draws that it is opened. */
export function prefetchChat(conversationId: string) {
  prefetch.press(conversationId)
}

/** Watches a conversation until the returned function is called; a broken watch is opened again. */
export function watchChat(conversationId: string): () => void {
  return prefetch.open(conversationId)
}

const prefetch = createPressPrefetch(startWatching)

function startWatching(conversationId: string): () => void {
  let events: ChatEvent[] = []
  let unspoken: PendingText = new Map()
  let cancelCommit: (() => void) | undefined
  const plan = createCommitScheduler({
    now: () => performance.now(),
    runInNextTask,
    afterNextFrame,
    isInSight: () => !chatsWithHiddenEnd.has(conversationId) || events.some(({ type }) => type !== 'delta'),
  })

  let cancelAsking: (() => void) | undefined

  function commit() {
    const arrived = events
    events = []
    cancelCommit = undefined
    unspoken = commitEvents(conversationId, arrived, unspoken)
    if (!arrived.some(({ type }) => type === 'snapshot')) return
    cancelAsking?.()
    cancelAsking = readChat(conversationId).isEnd ? loadFullBranch(conversationId) : undefined
  }
  const end = keepWatching<ChatEvent>({
    open: (signal) => desktop.chat.watch({ conversationId }, { signal }),
    onEvent: (event) => {
      events.push(event)
      // At once, so that the time it takes is known.
      cancelCommit ??= plan(() => flushSync(commit))
    },
    onLost: (error) => {
      const gone = readErrorCode(error) === 'NOT_FOUND'
      changeChat(conversationId, (chat) => ({ ...chat, status: gone ? 'gone' : 'lost' }))
      return !gone
    },
  })
  return () => {
    end()
    cancelCommit?.()
    cancelAsking?.()
    chatsWithHiddenEnd.delete(conversationId)
    useLiveChats.setState(({ chats: { [conversationId]: _left, ...chats } }) => ({ chats }))
  }
}

/** Milliseconds until it is asked for again, where it did not come. */
const retryDelayMs = 1_000

/** Once the end is drawn, which is what is looked at. Returns how to leave it. */
function loadFullBranch(conversationId: string): () => void {
  let isLeft = false
  let hasFailed = false
  let leave = afterPaint(ask)
  function ask() {
    desktop.chat.tellWhole({ conversationId }).then(
      () => hasFailed && tell('live'),
      () => {
        if (isLeft) return
        hasFailed = true
        tell('lost')
        const timer = setTimeout(ask, retryDelayMs)
        leave = () => clearTimeout(timer)
      },
    )
  }
  const tell = (status: LiveChat['status']) => {
    if (!isLeft) changeChat(conversationId, (chat) => ({ ...chat, status }))
  }
  return () => {
    isLeft = true
    leave()
  }
}

/** Of these conversations nobody sees the end, where answers grow. */
const chatsWithHiddenEnd = new Set<string>()

/** What grows out of sight is shown seldomer, and leaves the time to scrolling. */
export function setEndInView(conversationId: string, isInSight: boolean) {
  if (isInSight) chatsWithHiddenEnd.delete(conversationId)
  else chatsWithHiddenEnd.add(conversationId)
}

const fetches = createFetchQueue(async (conversationId, turnIds) => {
  const change = await desktop.chat.turns({ conversationId, turnIds: [...turnIds] }).then(
    (turns) => (chat: LiveChat) => addFetched(chat, { asked: turnIds, turns }),
    (error) => (chat: LiveChat) => markMissing(chat, turnIds, describeError(error)),
  )
  // The user may have gone elsewhere meanwhile.
  if (useLiveChats.getState().chats[conversationId]) changeChat(conversationId, change)
})

/** Fetches what is missing in this part of the branch and around it. */
export function fetchInView(conversationId: string, view: TurnRange) {
  fetches.wish(conversationId, () => pickMissingTurns(readChat(conversationId), view))
}

/** Tries once more to fetch a turn that did not come. */
export function fetchAgain(conversationId: string, turnId: string) {
  changeChat(conversationId, (chat) => clearMissing(chat, turnId))
}

/** Returns what of the answers has not been announced yet. */
function commitEvents(
  conversationId: string,
  events: readonly ChatEvent[],
  before: PendingText,
): PendingText {
  const old = readChat(conversationId)
  const chat = foldChat(old, events)
  changeChat(conversationId, () => chat)
  const { unspoken, blocks } = collectFinishedBlocks(before, events, (turnId) => findTurn(chat, turnId))
  const finished = listFinished(old, chat)
  const ends = finished.map((turn) => describeFinished(turn, unspoken.get(turn.id)))
  if (blocks.length + ends.length > 0) announce([...blocks, ...ends].join(' '))
  return new Map([...unspoken].filter(([turnId]) => chat.running.has(turnId)))
}

function changeChat(conversationId: string, change: (chat: LiveChat) => LiveChat) {
  useLiveChats.setState(({ chats }) => ({
    chats: { ...chats, [conversationId]: change(chats[conversationId] ?? emptyChat) },
  }))
}

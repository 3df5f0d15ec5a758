// Watches conversations, and commits their events at most once a frame.
import { flushSync } from 'react-dom'
import { create } from 'zustand'
import type { ChatEvent, Turn } from '#shared/schemas/chat'
import { describeError, readErrorCode } from '../api/describe-error'
import { desktop } from '../api/desktop'
import { followFeed } from '../api/follow-feed'
import { announce } from './announcement'
import { collectFinishedBlocks, describeFinished, listFinished, type PendingText } from './answer-text'
import {
  addFetched,
  clearMissing,
  emptyChat,
  findTurn,
  foldChat,
  type LiveChat,
  markMissing,
  pickMissingTurns,
  type TurnRange,
} from './fold-chat'
import { createCommitPacer, createPressPrefetch } from './scheduling'

interface LiveChats {
  chats: Readonly<Record<string, LiveChat>>
}

const useLiveChats = create<LiveChats>()(() => ({ chats: {} }))

/** Renders again only if the selected part changes: a streamed answer changes every frame. */
export function useChat<Part>(conversationId: string | null, select: (chat: LiveChat) => Part): Part {
  return useLiveChats(({ chats }) => select((conversationId && chats[conversationId]) || emptyChat))
}

/** Undefined until it has been fetched. */
export function useTurn(conversationId: string, turnId: string): Turn | undefined {
  return useChat(conversationId, (chat) => findTurn(chat, turnId))
}

export function readChat(conversationId: string | null): LiveChat {
  return (conversationId && useLiveChats.getState().chats[conversationId]) || emptyChat
}

/** Starts loading turns on press, before the conversation is opened. */
export function prefetchChat(conversationId: string) {
  prefetch.press(conversationId)
}

/** Watches a conversation until the returned function is called; reconnects if the connection is lost. */
export function watchChat(conversationId: string): () => void {
  return prefetch.open(conversationId)
}

const prefetch = createPressPrefetch(startWatching)

function startWatching(conversationId: string): () => void {
  let pendingText: PendingText = new Map()
  let isOpen = true
  const commitPaced = createCommitPacer(() => !chatsWithHiddenEnd.has(conversationId))
  const unfollow = followFeed<ChatEvent[]>({
    open: (signal) => desktop.chat.watch({ conversationId }, { signal }),
    onItem: (events) =>
      commitPaced(() => {
        if (!isOpen) return
        // Synchronously, so that its duration is measured.
        flushSync(() => {
          pendingText = commitEvents(conversationId, events, pendingText)
        })
      }),
    onLost: (error) => {
      const isDeleted = readErrorCode(error) === 'NOT_FOUND'
      changeChat(conversationId, (chat) => ({ ...chat, status: isDeleted ? 'deleted' : 'reconnecting' }))
      return !isDeleted
    },
  })
  return () => {
    isOpen = false
    unfollow()
    chatsWithHiddenEnd.delete(conversationId)
    useLiveChats.setState(({ chats: { [conversationId]: _closed, ...chats } }) => ({ chats }))
  }
}

/** Conversations whose end, where answers are streamed, is scrolled out of view. */
const chatsWithHiddenEnd = new Set<string>()

/** Text that is streamed out of view is rendered less often, which leaves time for scrolling. */
export function setEndInView(conversationId: string, isInView: boolean) {
  if (isInView) chatsWithHiddenEnd.delete(conversationId)
  else chatsWithHiddenEnd.add(conversationId)
}

const fetches = createFetchQueue(fetchTurns)

async function fetchTurns(conversationId: string, turnIds: readonly string[]): Promise<void> {
  const change = await desktop.chat.turns({ conversationId, turnIds: [...turnIds] }).then(
    (turns) => (chat: LiveChat) => addFetched(chat, { requested: turnIds, turns }),
    (error) => (chat: LiveChat) => markMissing(chat, turnIds, describeError(error)),
  )
  // The user may have opened another conversation meanwhile.
  if (useLiveChats.getState().chats[conversationId]) changeChat(conversationId, change)
}

/** Fetches turns that are not on the branch, but shown beside it. */
export function fetchVersions(conversationId: string, turnIds: readonly string[]) {
  const chat = readChat(conversationId)
  const missing = turnIds.filter((id) => !findTurn(chat, id) && !chat.missing.has(id))
  if (missing.length > 0) void fetchTurns(conversationId, missing)
}

/** Fetches missing turns in this part of the branch and around it. */
export function fetchInView(conversationId: string, view: TurnRange) {
  fetches.request(conversationId, () => pickMissingTurns(readChat(conversationId), view))
}

/** In one request. */
const maxFetched = 100

/** Fetches all turns of the branch that are not loaded yet. */
export async function fetchBranch(conversationId: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const chat = readChat(conversationId)
    const isMissing = (id: string) => !findTurn(chat, id) && !chat.missing.has(id)
    const turnIds = chat.branch.filter(isMissing).slice(0, maxFetched)
    if (turnIds.length === 0) return
    await fetchTurns(conversationId, turnIds)
  }
}

/** Retries fetching a turn that could not be loaded. */
export function fetchAgain(conversationId: string, turnId: string) {
  changeChat(conversationId, (chat) => clearMissing(chat, turnId))
}

/** Returns the text of answers that has not been announced yet. */
function commitEvents(
  conversationId: string,
  events: readonly ChatEvent[],
  before: PendingText,
): PendingText {
  const old = readChat(conversationId)
  const chat = foldChat(old, events)
  changeChat(conversationId, () => chat)
  const { pendingText, blocks } = collectFinishedBlocks(before, events, (turnId) => findTurn(chat, turnId))
  const finished = listFinished(old, chat)
  const ends = finished.map((turn) => describeFinished(turn, pendingText.get(turn.id)))
  if (blocks.length + ends.length > 0) announce([...blocks, ...ends].join(' '))
  return new Map([...pendingText].filter(([turnId]) => chat.running.has(turnId)))
}

function changeChat(conversationId: string, change: (chat: LiveChat) => LiveChat) {
  useLiveChats.setState(({ chats }) => ({
    chats: { ...chats, [conversationId]: change(chats[conversationId] ?? emptyChat) },
  }))
}

interface FetchQueue {
  /** `choose` is called when the request starts; an empty list fetches nothing. Only the newest request waits. */
  request(conversationId: string, pickTurns: () => readonly string[]): void
}

function createFetchQueue(
  fetchTurns: (conversationId: string, turnIds: readonly string[]) => Promise<void>,
): FetchQueue {
  const waiting = new Map<string, () => readonly string[]>()
  const inFlight = new Set<string>()

  async function work(conversationId: string) {
    inFlight.add(conversationId)
    for (let pickTurns = waiting.get(conversationId); pickTurns; pickTurns = waiting.get(conversationId)) {
      waiting.delete(conversationId)
      const turnIds = pickTurns()
      if (turnIds.length) await fetchTurns(conversationId, turnIds)
    }
    inFlight.delete(conversationId)
  }

  return {
    request(conversationId, pickTurns) {
      waiting.set(conversationId, pickTurns)
      if (!inFlight.has(conversationId)) void work(conversationId)
    },
  }
}

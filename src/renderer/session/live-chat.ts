// The conversation on screen, live: events are gathered and committed once a frame.
import { create } from 'zustand'
import type { ChatEvent, Turn } from '#shared/schemas/chat'
import { readErrorCode } from '../desktop/describe-error'
import { desktop } from '../desktop/desktop'
import { keepWatching } from '../desktop/keep-watching'
import { announce } from './announcement'
import { describeFinished, listFinished } from './finished-turns'
import { emptyChat, foldChat, type LiveChat } from './fold-chat'
import { noteThinking, type ThinkingSpan } from './thinking-span'

interface LiveChats {
  chats: Readonly<Record<string, LiveChat>>
  /** When thoughts began and ended, as seen from here; an answer that was not watched has none. */
  thinking: Readonly<Record<string, ThinkingSpan>>
}

export const useLiveChats = create<LiveChats>()(() => ({ chats: {}, thinking: {} }))

/** Renders again only where the chosen part is another: an answer grows every frame. */
export function useChat<Part>(conversationId: string | null, choose: (chat: LiveChat) => Part): Part {
  return useLiveChats(({ chats }) => choose((conversationId && chats[conversationId]) || emptyChat))
}

export function useTurn(conversationId: string, turnId: string): Turn | undefined {
  return useLiveChats(({ chats }) => chats[conversationId]?.turns.get(turnId))
}

/** Watches a conversation until the returned function is called; a broken watch is opened again. */
export function watchChat(conversationId: string): () => void {
  let events: ChatEvent[] = []
  let cancelCommit: (() => void) | undefined

  function commit() {
    const arrived = events
    events = []
    cancelCommit = undefined
    commitEvents(conversationId, arrived)
  }
  const end = keepWatching<ChatEvent>({
    open: (signal) => desktop.chat.watch({ conversationId }, { signal }),
    onEvent: (event) => {
      events.push(event)
      cancelCommit ??= beforeNextFrame(commit)
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
    useLiveChats.setState(({ chats: { [conversationId]: _left, ...chats } }) => ({ chats }))
  }
}

function commitEvents(conversationId: string, events: readonly ChatEvent[]) {
  const before = useLiveChats.getState().chats[conversationId] ?? emptyChat
  const after = foldChat(before, events)
  const now = performance.now()
  changeChat(conversationId, () => after)
  useLiveChats.setState(({ thinking }) => ({ thinking: noteThinking(thinking, after, now) }))
  for (const turn of listFinished(before, after)) announce(describeFinished(turn))
}

function changeChat(conversationId: string, change: (chat: LiveChat) => LiveChat) {
  useLiveChats.setState(({ chats }) => ({
    chats: { ...chats, [conversationId]: change(chats[conversationId] ?? emptyChat) },
  }))
}

/** A hidden window draws no frames. */
function beforeNextFrame(act: () => void): () => void {
  if (document.hidden) {
    const timer = setTimeout(act, 100)
    return () => clearTimeout(timer)
  }
  const frame = requestAnimationFrame(act)
  return () => cancelAnimationFrame(frame)
}

// The parameters of the next request: of its draft, else of the last prompt, else those that new chats start with.
import { useSyncExternalStore } from 'react'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { toAvailableModel } from '#shared/models/aliases'
import { catalog } from '#shared/models/catalog'
import type { Conversation } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { conversationList } from '../api/conversation-list'
import { queries } from '../api/desktop'
import { queryClient, subscribeToCache, useCached } from '../api/query-client'
import { readServedParameters } from '../models/served-model'
import { useDrafts } from './draft-store'
import { changeParameters, type ParametersChange, toDraftKey, toDrawingKey, writeParameters } from './drafts'
import { readChat, useChat } from './live-chat'
import { followOtherWindows } from './windows'

const builtInParameters: ChatParameters = { model: 'gen-2.5-flash', includeThoughts: true }
/** The least expensive model. */
export const defaultDrawing: ChatParameters = { model: 'gen-2.5-flash-image' }

/** By model: an equal object would render everything again. */
const starts = new Map([[builtInParameters.model, builtInParameters]])

/** Never a model that the selected provider has retired. The dates are the vendors': others keep every model. */
export function readBuiltInParameters(): ChatParameters {
  const upstream = queryClient.getQueryData(queries.application.status.queryKey())?.upstream
  if (upstream?.kind !== 'vendor') return builtInParameters
  const model = toAvailableModel(builtInParameters.model, catalog, Date.now())
  const start = starts.get(model) ?? { ...builtInParameters, model }
  starts.set(model, start)
  return start
}

export function useBuiltInParameters(): ChatParameters {
  return useCached(readBuiltInParameters)
}

interface ChatStart {
  /** The settings that the user has saved for new chats; null for the built-in ones. */
  readonly saved: ChatParameters | null
}

export const useChatStart = create<ChatStart>()(
  persist((): ChatStart => ({ saved: null }), {
    name: 'chat-start',
    version: 1,
    merge: (stored, initial) => {
      const { saved = null } = (stored as Partial<ChatStart> | undefined) ?? {}
      if (typeof saved?.model !== 'string') return initial
      void resetIfInvalid(saved)
      return { saved }
    },
  }),
)
followOtherWindows(useChatStart)

/** The schema is loaded only for this. */
async function resetIfInvalid(saved: ChatParameters) {
  const { ChatParameters } = await import('#shared/schemas/chat-parameters')
  if (!ChatParameters.safeParse(saved).success) saveChatStart(null)
}

export function readChatStart(): ChatParameters {
  return useChatStart.getState().saved ?? readBuiltInParameters()
}

/** Null restores the built-in settings. */
export function saveChatStart(saved: ChatParameters | null) {
  useChatStart.setState({ saved })
}

/** Changes some of the saved settings. What is then equal to the built-in ones is not saved. */
export function changeChatStart(change: Partial<ChatParameters>) {
  const { systemInstruction, streaming, ...others } = { ...readChatStart(), ...change }
  const next: ChatParameters = {
    ...others,
    ...(systemInstruction && { systemInstruction }),
    ...(streaming === false && { streaming }),
  }
  const toText = (parameters: ChatParameters) => JSON.stringify(Object.entries(parameters).sort())
  saveChatStart(toText(next) === toText(readBuiltInParameters()) ? null : next)
}

/** Those of the last prompt, which the list has before the conversation is loaded; undefined if neither is. */
export function readLastParameters(conversationId: string | null): ChatParameters | undefined {
  const live = readChat(conversationId).conversation?.parameters
  const listed: readonly Conversation[] | undefined = queryClient.getQueryData(conversationList.queryKey)
  return live ?? listed?.find(({ id }) => id === conversationId)?.parameters
}

/**
 * With the chosen model, even if the selected provider can't have it: it is used again with its own provider. `last` are
 * the parameters of the last prompt. Null is a new conversation.
 */
export function readSelectedParameters(
  conversationId: string | null,
  last = readLastParameters(conversationId),
): ChatParameters {
  return useDrafts.getState().drafts[toDraftKey(conversationId)]?.parameters ?? last ?? readChatStart()
}

/** Like `readSelectedParameters`. A new drawing starts with the settings of the last new one. */
export function readDrawingParameters(drawingId: string | null): ChatParameters {
  const { drafts } = useDrafts.getState()
  const own = drafts[toDrawingKey(drawingId)]?.parameters ?? readLastParameters(drawingId)
  return own ?? drafts[toDrawingKey(null)]?.parameters ?? defaultDrawing
}

/** With a model that the selected provider can have. */
export function readParameters(conversationId: string | null): ChatParameters {
  return readServedParameters(readSelectedParameters(conversationId), 'text')
}

/** Renders again only if `read` returns something else. */
export function useParameters<Value>(conversationId: string | null, read: () => Value): Value {
  useChat(conversationId, (chat) => chat.conversation?.parameters)
  return useSyncExternalStore(subscribe, read)
}

function subscribe(onChange: () => void): () => void {
  const ends = [useDrafts.subscribe(onChange), useChatStart.subscribe(onChange), subscribeToCache(onChange)]
  return () => {
    for (const end of ends) end()
  }
}

export function useConversationParameters(conversationId: string | null): ChatParameters {
  return useParameters(conversationId, () => readParameters(conversationId))
}

export function setParameters(conversationId: string | null, part: ParametersChange) {
  const selected = readSelectedParameters(conversationId)
  writeParameters(toDraftKey(conversationId), changeParameters(selected, part))
}

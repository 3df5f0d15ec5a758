// The settings that new chats start with: those that the user has saved for this, else the built-in ones.
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { ChatParameters } from '#shared/schemas/chat-parameters'

export const builtInParameters: ChatParameters = { model: 'gen-2.5-flash', includeThoughts: true }

interface ChatStart {
  readonly saved: ChatParameters | null
}

export const useChatStart = create<ChatStart>()(
  persist((): ChatStart => ({ saved: null }), {
    name: 'chat-start',
    version: 1,
    merge: (stored, initial) => {
      const saved = ChatParameters.safeParse((stored as Partial<ChatStart> | undefined)?.saved)
      return saved.success ? { saved: saved.data } : initial
    },
  }),
)

export function readChatStart(): ChatParameters {
  return useChatStart.getState().saved ?? builtInParameters
}

/** Null restores the built-in settings. */
export function saveChatStart(saved: ChatParameters | null) {
  useChatStart.setState({ saved })
}

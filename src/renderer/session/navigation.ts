// Where the user is: the panel, the conversation, the inspector. It survives a restart.
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { wishToWrite } from './prompt-focus'
import { wishToSee } from './thread-place'

export const panelIds = [
  'chat',
  'images',
  'video',
  'transcribe',
  'embeddings',
  'library',
  'gateway',
  'settings',
] as const
export type PanelId = (typeof panelIds)[number]

interface Navigation {
  panel: PanelId
  /** Null is a new conversation, not sent yet. */
  conversationId: string | null
  /** Null until the user has decided: then the window's width decides. */
  inspectorOpen: boolean | null
}

export const useNavigation = create<Navigation>()(
  persist((): Navigation => ({ panel: 'chat', conversationId: null, inspectorOpen: null }), {
    name: 'navigation',
    version: 1,
  }),
)

export function openPanel(panel: PanelId) {
  useNavigation.setState({ panel })
}

export function openConversation(conversationId: string | null) {
  useNavigation.setState({ panel: 'chat', conversationId })
  wishToWrite()
}

/** Whichever branch it stands in: the thread goes there, and marks it for a moment. */
export function openTurn(conversationId: string, turnId: string) {
  useNavigation.setState({ panel: 'chat', conversationId })
  wishToSee({ conversationId, turnId })
}

/** Null lets the window's width decide again. */
export function setInspectorOpen(inspectorOpen: boolean | null) {
  useNavigation.setState({ inspectorOpen })
}

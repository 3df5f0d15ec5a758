// Navigation: the open panel, conversation, drawing and inspector. It survives a restart.

import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import type { PanelId } from '#shared/desktop/panel-ids'
import type { OpenItem } from '#shared/desktop/windows-contract'
import { desktop } from '../api/desktop'
import { toastOutcome } from '../api/toast-outcome'
import { focusPrompt, focusSamples, type JobPanel, requestScroll, useFocusRequests } from './focus-requests'
import { ownChat } from './windows'

/** The panes beside the work: the list of a panel, by the panel's name, the inspector, and the open request. */
export type PaneId =
  | Extract<PanelId, 'chat' | 'images' | 'transcribe' | 'embeddings' | 'library' | 'gateway'>
  | 'inspector'
  | 'request'

interface PaneState {
  /** CSS pixels; undefined until the user has resized it. */
  readonly width?: number | undefined
  readonly isHidden?: boolean
}

interface Navigation {
  panel: PanelId
  /** Null is a new conversation, not sent yet. */
  conversationId: string | null
  /** Null is a new drawing, not created yet. */
  drawingId: string | null
  /** Null until the user has decided: then the window's width decides. */
  inspectorOpen: boolean | null
  panes: Readonly<Partial<Record<PaneId, PaneState>>>
}

const initial: Navigation = {
  panel: 'chat',
  conversationId: null,
  drawingId: null,
  inspectorOpen: null,
  panes: {},
}

/** Whatever was open before. */
const given: Partial<Navigation> =
  ownChat === null ? {} : { panel: 'chat', conversationId: ownChat, drawingId: null }

export const useNavigation = create<Navigation>()(
  persist((): Navigation => ({ ...initial, ...given, ...(ownChat !== null && { inspectorOpen: false }) }), {
    name: 'navigation',
    version: 1,
    // Windows of chats have their own, which lasts as long as the window.
    storage: createJSONStorage(() => (ownChat === null ? localStorage : sessionStorage)),
    // Only this function writes it.
    merge: (stored, current) => ({ ...current, ...(stored as Partial<Navigation> | undefined), ...given }),
  }),
)

/** The window of a chat shows nothing else. Returns false if this window can show the item. */
export function showElsewhere(item: OpenItem): boolean {
  const isHere = ownChat === null || (item.type === 'chat' && item.conversationId === ownChat)
  if (!isHere) toastOutcome(desktop.windows.show(item))
  return !isHere
}

/** In the window of a chat, Chat is open already. */
export function openPanel(panel: PanelId) {
  if (ownChat !== null && panel === 'chat') return
  if (!showElsewhere({ type: 'panel', panel })) useNavigation.setState({ panel })
}

/** Like `openPanel`, but never the window of a chat. */
export function openMainPanel(panel: PanelId) {
  if (ownChat === null) openPanel(panel)
  else toastOutcome(desktop.windows.showInMain({ type: 'panel', panel }))
}

export function openConversation(conversationId: string | null) {
  if (showElsewhere({ type: 'chat', conversationId })) return
  useNavigation.setState({ panel: 'chat', conversationId })
  focusPrompt()
}

export function openDrawing(drawingId: string | null) {
  if (showElsewhere({ type: 'session', conversationId: drawingId })) return
  useNavigation.setState({ panel: 'images', drawingId })
  focusPrompt()
}

/** Switches to the branch of the turn. */
export function openDrawingAtTurn(drawingId: string, turnId: string) {
  if (showElsewhere({ type: 'session', conversationId: drawingId, turnId })) return
  useNavigation.setState({ panel: 'images', drawingId })
  requestScroll({ conversationId: drawingId, turnId, isHit: true })
}

/** Opens an empty panel, whose samples get the focus. */
export function openSamples(panel: 'chat' | 'transcribe') {
  useNavigation.setState(panel === 'chat' ? { panel, conversationId: null } : { panel })
  focusSamples()
}

/** The open drawing in Images, the open chat everywhere else. */
export function toOpenId({ panel, conversationId, drawingId }: Navigation): string | null {
  return panel === 'images' ? drawingId : conversationId
}

/** Closes deleted conversations where they are open. Returns a function that opens them again. */
export function closeDeleted(ids: readonly string[]): () => void {
  // The window of a chat says that it was deleted.
  if (ownChat !== null) return () => {}
  const { conversationId, drawingId } = useNavigation.getState()
  const deletedIds = new Set(ids)
  const open = {
    ...(conversationId !== null && deletedIds.has(conversationId) ? { conversationId } : {}),
    ...(drawingId !== null && deletedIds.has(drawingId) ? { drawingId } : {}),
  }
  useNavigation.setState(Object.fromEntries(Object.keys(open).map((name) => [name, null])))
  return () => useNavigation.setState(open)
}

/** Opens a search hit on any branch: the thread scrolls there and highlights it briefly. */
export function openTurn(conversationId: string, turnId: string, terms: readonly string[] = []) {
  if (showElsewhere({ type: 'chat', conversationId, turnId })) return
  useNavigation.setState({ panel: 'chat', conversationId })
  requestScroll({ conversationId, turnId, isHit: true, terms })
}

export function focusSearch(panel: 'chat' | 'library') {
  if (showElsewhere({ type: 'search', panel })) return
  openPanel(panel)
  // The search field of Chat is in its list.
  if (panel === 'chat') changePane(panel, { isHidden: false })
  useFocusRequests.setState({ search: panel })
}

/** The panel shows the job as soon as it can. */
export function focusJob(panel: JobPanel, jobId: string) {
  if (showElsewhere({ type: 'job', panel, jobId })) return
  openPanel(panel)
  useFocusRequests.setState({ job: { panel, jobId } })
}

export function changePane(id: PaneId, part: PaneState) {
  useNavigation.setState(({ panes }) => ({ panes: { ...panes, [id]: { ...panes[id], ...part } } }))
}

/** Its list can be hidden. */
export function hasListPane(panel: PanelId): panel is Exclude<PanelId, 'video' | 'transcribe' | 'settings'> {
  return ownChat === null && panel !== 'video' && panel !== 'transcribe' && panel !== 'settings'
}

/** Hides or shows the list of the open panel, if it has one that can be hidden. */
export function toggleListPane() {
  const { panel, panes } = useNavigation.getState()
  if (hasListPane(panel)) changePane(panel, { isHidden: !panes[panel]?.isHidden })
}

/** Null lets the window's width decide again. */
export function setInspectorOpen(inspectorOpen: boolean | null) {
  useNavigation.setState({ inspectorOpen })
}

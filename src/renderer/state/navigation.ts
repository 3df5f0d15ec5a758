// Navigation: the open panel, conversation, drawing and inspector. It survives a restart.

import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { PanelId } from '#shared/desktop/panel-ids'
import { focusPrompt, focusSamples, type JobPanel, requestScroll, useFocusRequests } from './focus-requests'

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

export const useNavigation = create<Navigation>()(
  persist((): Navigation => initial, { name: 'navigation', version: 1 }),
)

export function openPanel(panel: PanelId) {
  useNavigation.setState({ panel })
}

export function openConversation(conversationId: string | null) {
  useNavigation.setState({ panel: 'chat', conversationId })
  focusPrompt()
}

export function openDrawing(drawingId: string | null) {
  useNavigation.setState({ panel: 'images', drawingId })
  focusPrompt()
}

/** Switches to the branch of the turn. */
export function openDrawingAtTurn(drawingId: string, turnId: string) {
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

/** Opens a search hit on any branch: the thread scrolls there and highlights it briefly. */
export function openTurn(conversationId: string, turnId: string, terms: readonly string[] = []) {
  useNavigation.setState({ panel: 'chat', conversationId })
  requestScroll({ conversationId, turnId, isHit: true, terms })
}

export function focusSearch(panel: 'chat' | 'library') {
  openPanel(panel)
  // The search field of Chat is in its list.
  if (panel === 'chat') changePane(panel, { isHidden: false })
  useFocusRequests.setState({ search: panel })
}

/** The panel shows the job as soon as it can. */
export function focusJob(panel: JobPanel, jobId: string) {
  openPanel(panel)
  useFocusRequests.setState({ job: { panel, jobId } })
}

export function changePane(id: PaneId, part: PaneState) {
  useNavigation.setState(({ panes }) => ({ panes: { ...panes, [id]: { ...panes[id], ...part } } }))
}

/** Its list can be hidden. */
export function hasListPane(panel: PanelId): panel is Exclude<PanelId, 'video' | 'transcribe' | 'settings'> {
  return panel !== 'video' && panel !== 'transcribe' && panel !== 'settings'
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

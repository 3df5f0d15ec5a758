// How turns are displayed: formatted or raw, and which control of a turn gets the focus.
import { create } from 'zustand'
import type { Turn } from '#shared/schemas/chat'

/** `text` is its text without formatting; `parts` is all of it, as JSON. */
export type RawView = 'text' | 'parts'

interface TurnViews {
  readonly views: Readonly<Record<string, RawView>>
  /** The long prompts that are shown in full. */
  readonly expanded: ReadonlySet<string>
}

const useTurnViews = create<TurnViews>()(() => ({ views: {}, expanded: new Set() }))

/** Undefined is formatted. */
export function useRawView(turnId: string): RawView | undefined {
  return useTurnViews(({ views }) => views[turnId])
}

export function showRaw(turnId: string, view: RawView | undefined) {
  useTurnViews.setState(({ views: { [turnId]: _old, ...views } }) => ({
    views: view ? { ...views, [turnId]: view } : views,
  }))
}

/** A long prompt shows this many lines until it is expanded. */
export const collapsedLines = 10
const maxLines = 18
const lineLength = 90

/** Only if collapsing it saves more than a few lines. */
export function isLongPrompt({ parts }: Pick<Turn, 'parts'>): boolean {
  let lines = 0
  for (const { text = '' } of parts) {
    // A text of many megabytes is not split into its lines.
    if (text.length > maxLines * lineLength) return true
    for (const line of text.split('\n')) lines += Math.max(1, Math.ceil(line.length / lineLength))
  }
  return lines > maxLines
}

export function useIsExpanded(turnId: string): boolean {
  return useTurnViews(({ expanded }) => expanded.has(turnId))
}

export function expandPrompt(turnId: string, isExpanded = true) {
  useTurnViews.setState(({ expanded }) => {
    const next = new Set(expanded)
    if (isExpanded) next.add(turnId)
    else next.delete(turnId)
    return { expanded: next }
  })
}

let focusRequest: { readonly turnId: string; readonly control: string } | null = null

/** Focuses a control, named by its `data-control`, once the turn is rendered. */
export function requestFocus(turnId: string, control: string) {
  focusRequest = { turnId, control }
}

/** Called once the turn's controls are rendered; an element that has the focus by then keeps it. */
export function applyFocusRequest(turnId: string, controls: HTMLElement | null) {
  if (focusRequest?.turnId !== turnId || !controls) return
  const control = controls.querySelector<HTMLElement>(`[data-control="${focusRequest.control}"]`)
  focusRequest = null
  if (document.activeElement === document.body) control?.focus()
}

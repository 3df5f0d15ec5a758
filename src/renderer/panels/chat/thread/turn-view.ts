// How turns are displayed: formatted or raw, and which control of a turn gets the focus.
import { create } from 'zustand'

/** `text` is its text without formatting; `parts` is all of it, as JSON. */
export type RawView = 'text' | 'parts'

const useTurnViews = create<{ views: Readonly<Record<string, RawView>> }>()(() => ({ views: {} }))

/** Undefined is formatted. */
export function useRawView(turnId: string): RawView | undefined {
  return useTurnViews(({ views }) => views[turnId])
}

export function showRaw(turnId: string, view: RawView | undefined) {
  useTurnViews.setState(({ views: { [turnId]: _old, ...views } }) => ({
    views: view ? { ...views, [turnId]: view } : views,
  }))
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

// How each turn is shown: formatted, or raw.
import { create } from 'zustand'

/** `text` is what stands in it, letter for letter; `parts` is all of it, as JSON. */
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

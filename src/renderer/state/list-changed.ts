// Compares drafts with those of before, older formats included.
import { Draft } from '#shared/schemas/draft'
import type { Drafts } from './drafts'

/** Keys whose draft is another, or gone. */
export function listChanged(before: Drafts, after: Drafts): string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].filter((key) => before[key] !== after[key])
}

/** Nothing where it cannot be read. */
export function readOld(stored: string | null): Drafts {
  try {
    const entries = Object.entries(JSON.parse(stored ?? '').state.drafts)
    const empty = { text: '', attachments: [], parameters: null, columns: null }
    return Object.fromEntries(
      entries.flatMap(([key, old]) => {
        const draft = Draft.safeParse(typeof old === 'object' ? { ...empty, ...old } : old)
        return draft.success ? [[key, draft.data] as const] : []
      }),
    )
  } catch {
    return {}
  }
}

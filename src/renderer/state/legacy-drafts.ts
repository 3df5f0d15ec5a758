// Reads the drafts that earlier versions saved in localStorage.
import { Draft } from '#shared/schemas/draft'

/** Values of members that the oldest drafts do not have. */
const missing: Draft = { text: '', attachments: [], parameters: null, columns: null }

/** Returns no drafts if the text cannot be parsed. */
export function parseLegacyDrafts(stored: string | null): Readonly<Record<string, Draft>> {
  try {
    const entries = Object.entries(JSON.parse(stored ?? '').state.drafts)
    return Object.fromEntries(
      entries.flatMap(([key, old]) => {
        const draft = Draft.safeParse(typeof old === 'object' ? { ...missing, ...old } : old)
        return draft.success ? [[key, draft.data] as const] : []
      }),
    )
  } catch {
    return {}
  }
}

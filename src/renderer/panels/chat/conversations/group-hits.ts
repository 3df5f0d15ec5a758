// What a search has found, by conversation.
import type { SearchHit } from '#shared/schemas/search-hit'

interface HitGroup {
  readonly conversationId: string
  readonly title: string
  /** Where the title itself was found: its text, with what was searched for marked. */
  readonly titleHit: SearchHit | null
  /** In turns, best first. */
  readonly hits: readonly SearchHit[]
}

/** The best find comes first, and its conversation with it. */
export function groupHits(hits: readonly SearchHit[]): HitGroup[] {
  const groups = new Map<string, { title: string; titleHit: SearchHit | null; hits: SearchHit[] }>()
  for (const hit of hits) {
    const group = groups.get(hit.conversationId) ?? { title: hit.title, titleHit: null, hits: [] }
    groups.set(hit.conversationId, group)
    if (hit.turnId === null) group.titleHit ??= hit
    else group.hits.push(hit)
  }
  return [...groups].map(([conversationId, group]) => ({ conversationId, ...group }))
}

export function describeHits(groups: readonly HitGroup[], isAll: boolean): string {
  const finds = groups.reduce((sum, { hits, titleHit }) => sum + hits.length + (titleHit ? 1 : 0), 0)
  const found = finds === 1 ? '1 find' : `${isAll ? '' : 'The best '}${finds} finds`
  return groups.length === 1 ? `${found} in 1 conversation` : `${found} in ${groups.length} conversations`
}

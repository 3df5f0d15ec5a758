// The drawings in the list: all of them, newest first, or the results of a search.
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import type { Conversation } from '#shared/schemas/chat'
import type { SearchHit } from '#shared/schemas/search-hit'
import { queries } from '../../../api/desktop'
import { formatAge } from '../../../components/format'
import { useDebounced } from '../../../components/use-debounced'
import { useDrafts } from '../../../state/draft-store'

const debounceMs = 120
const maxHits = 200

/** Of the search text. */
export const searchKey = 'search of drawings'

/** Without a search, `found` is all drawings; undefined while the first search runs. */
export function useFoundDrawings(drawings: readonly Conversation[]) {
  const query = useDrafts(({ texts }) => texts[searchKey]?.trim())
  const settled = useDebounced(query, debounceMs)
  const { data: hits, error } = useQuery({
    ...queries.conversations.search.queryOptions({
      input: settled ? { query: settled, kind: 'images', limit: maxHits } : skipToken,
    }),
    placeholderData: keepPreviousData,
    // A cached result would miss pictures drawn since then.
    staleTime: 0,
    gcTime: 30_000,
  })
  if (!query) return { found: drawings, error: null }
  return { found: hits && orderByHits(drawings, hits), error }
}

/** Best match first, each drawing once. */
export function orderByHits(
  drawings: readonly Conversation[],
  hits: readonly Pick<SearchHit, 'conversationId'>[],
): Conversation[] {
  const byId = new Map(drawings.map((drawing) => [drawing.id, drawing]))
  const found = new Set(hits.map(({ conversationId }) => conversationId))
  return [...found].flatMap((id) => byId.get(id) ?? [])
}

/** Newest first. */
export function listDrawings(conversations: readonly Conversation[]): Conversation[] {
  const drawings = conversations.filter(({ kind }) => kind === 'images')
  return drawings.sort((one, other) => other.updatedAt - one.updatedAt)
}

/** `3 steps · 5 min` */
export function describeDrawing(
  { drawing, updatedAt }: Pick<Conversation, 'drawing' | 'updatedAt'>,
  now: number,
): string {
  const steps = drawing && (drawing.steps === 1 ? '1 step' : `${drawing.steps} steps`)
  return [steps, formatAge(updatedAt, now)].filter(Boolean).join(' · ')
}

// The images of a session that are in the trash while later steps still show their places.
import { skipToken, useQuery } from '@tanstack/react-query'
import type { Turn } from '#shared/schemas/chat'
import { type desktop, queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import { readVariation } from './read-variation'

const optionsOf = (conversationId: string | null) =>
  queries.library.trashed.queryOptions({ input: conversationId ? { conversationId } : skipToken })

/** The items of a variation that has nothing else to show; none where it shows an image. */
export function useTrashed(turn: Turn): readonly string[] {
  const { data = [] } = useQuery(optionsOf(turn.conversationId))
  return listTrashed(turn, data)
}

/** As `useTrashed`, at this moment. */
export function isTrashed(turn: Turn): boolean {
  const data = queryClient.getQueryData(optionsOf(turn.conversationId).queryKey) ?? []
  return listTrashed(turn, data).length > 0
}

type Trashed = Awaited<ReturnType<typeof desktop.library.trashed>>

function listTrashed(turn: Turn, trashed: Trashed): readonly string[] {
  const own = trashed.filter(({ turnId }) => turnId === turn.id)
  const media = new Set(own.map((item) => item.media))
  return readVariation(turn).pictures.every((picture) => media.has(picture.media))
    ? own.map(({ id }) => id)
    : []
}

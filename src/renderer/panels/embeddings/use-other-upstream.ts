// Whether another upstream is chosen now than the one that made a set's vectors.
import { useQuery } from '@tanstack/react-query'
import { type EmbeddingSet, isSameSource } from '#shared/schemas/embedding-set'
import { findAddress, toUpstreamId } from '#shared/schemas/upstream'
import { queries } from '../../api/desktop'

/** The name of the one that is chosen; null where it is the same, or the set has no vectors. */
export function useOtherUpstream({ upstream, counts }: EmbeddingSet): string | null {
  const { data: settings } = useQuery(queries.settings.read.queryOptions())
  const { data: status } = useQuery(queries.application.status.queryOptions())
  if (!settings || !status || !upstream || counts.done === 0) return null
  const address = findAddress(settings)
  const chosen = { id: toUpstreamId(settings.upstream), ...(address === undefined ? {} : { address }) }
  return isSameSource(chosen, upstream) ? null : status.upstream.label
}

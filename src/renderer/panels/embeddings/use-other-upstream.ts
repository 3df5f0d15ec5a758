// Whether another upstream is chosen now than the one that made a set's vectors.
import { useQuery } from '@tanstack/react-query'
import type { EmbeddingSet } from '#shared/schemas/embedding-set'
import { queries } from '../../desktop/desktop'

/** The name of the one that is chosen; null where it is the same, or the set has no vectors. */
export function useOtherUpstream({ upstream, counts }: EmbeddingSet): string | null {
  const { data: settings } = useQuery(queries.settings.read.queryOptions())
  const { data: status } = useQuery(queries.application.status.queryOptions())
  if (!settings || !status || !upstream || counts.done === 0) return null
  const chosen = settings.upstream
  const id = chosen.kind === 'service' ? chosen.profile : chosen.kind
  return id === upstream.id ? null : status.upstream.label
}

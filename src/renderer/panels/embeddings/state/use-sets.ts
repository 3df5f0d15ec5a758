// All sets, newest first, and whether a set was embedded with another provider than the current one.
import { useQuery } from '@tanstack/react-query'
import { findUpstreamUrl } from '#shared/models/upstream-url'
import { type EmbeddingSet, hasImportedVectors, isSameSource } from '#shared/schemas/embedding-set'
import { toUpstreamId } from '#shared/schemas/upstream'
import { queries } from '../../../api/desktop'

const noSets: readonly EmbeddingSet[] = []

export function useSets() {
  const {
    data: sets = noSets,
    isSuccess,
    isFetching,
    error,
    refetch,
  } = useQuery(queries.embeddings.list.queryOptions())
  return { sets, isKnown: isSuccess, isFetching, error, retry: () => void refetch() }
}

/** Returns the name of the current provider; null if it is the same, or the set has no vectors of a provider. */
export function useOtherProvider(set: EmbeddingSet): string | null {
  const { upstream, counts } = set
  const { data: settings } = useQuery(queries.settings.read.queryOptions())
  const { data: status } = useQuery(queries.application.status.queryOptions())
  if (!settings || !status || !upstream || counts.done === 0 || hasImportedVectors(set)) return null
  const url = findUpstreamUrl(settings)
  const selected = { id: toUpstreamId(settings.upstream), ...(url === undefined ? {} : { address: url }) }
  return isSameSource(selected, upstream) ? null : status.upstream.label
}

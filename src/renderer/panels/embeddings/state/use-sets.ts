// All sets, newest first.
import { useQuery } from '@tanstack/react-query'
import type { EmbeddingSet } from '#shared/schemas/embedding-set'
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

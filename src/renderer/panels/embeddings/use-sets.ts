// All sets of embeddings, the newest first.
import { useQuery } from '@tanstack/react-query'
import type { EmbeddingSet } from '#shared/schemas/embedding-set'
import { queries } from '../../api/desktop'

const none: readonly EmbeddingSet[] = []

export function useSets() {
  const {
    data: sets = none,
    isSuccess,
    isFetching,
    error,
    refetch,
  } = useQuery(queries.embeddings.list.queryOptions())
  return { sets, isKnown: isSuccess, isFetching, error, readAgain: () => void refetch() }
}

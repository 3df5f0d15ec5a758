// The vector of the text that was last asked for, as long as the set's settings are those it was asked with.
import type { EmbeddingSet } from '#shared/schemas/embedding-set'
import { type QueryAnswer, useEmbeddingComparison } from '../../state/embedding-comparing'

/** The task type is a query's whatever that of the set is. */
export function toQueryKey({ settings: { model, outputDimensionality }, upstream }: EmbeddingSet): string {
  return JSON.stringify([model, outputDimensionality, upstream?.id])
}

export function useQueryVector(set: EmbeddingSet): QueryAnswer | undefined {
  const answer = useEmbeddingComparison(({ answers }) => answers[set.id])
  return answer?.settings === toQueryKey(set) ? answer : undefined
}

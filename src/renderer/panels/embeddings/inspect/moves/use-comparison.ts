// Compares two sets: finds the rows with the same texts, then how many of their neighbors stay.
import { useCallback, useMemo } from 'react'
import { ApiError } from '#shared/schemas/api-error'
import { useEmbeddingComparison } from '../../state/embedding-comparing'
import { readAllRows } from '../../state/embedding-set'
import type { Comparison } from '../../vectors/compare-vectors'
import type { VectorCallOptions } from '../../vectors/vector-calls'
import type { Vectors } from '../../vectors/vectors'
import { type Computation, useComputation } from '../use-work'
import { filterComparable, matchTexts, type TextKey } from './match-texts'
import { capNearest } from './summarise-moves'

interface Sides {
  readonly setId: string
  readonly vectors: Vectors
  readonly otherId: string | null
  readonly other: Vectors | null
  /** Another one whenever texts may be others. */
  readonly texts: unknown
}

export function useComparison({ setId, vectors, otherId, other, texts }: Sides): Computation<Comparison> {
  const { metric, normalise, nearest } = useEmbeddingComparison()
  // biome-ignore lint/correctness/useExhaustiveDependencies: other texts must be read anew, and those of other vectors may be.
  const readPairs = useMemo(
    () => (otherId === null ? null : cacheOne(() => pairTexts(setId, otherId))),
    [setId, otherId, texts, other],
  )
  const compare = useCallback(
    async (callOptions: Required<VectorCallOptions>) => {
      if (!readPairs || !other) throw new ApiError('FAILED_PRECONDITION', 'The other set is not open.')
      const [all, here, there] = await Promise.all([readPairs(), vectors.opened, other.opened])
      const pairs = filterComparable(all, here.rowIds, there.rowIds)
      return vectors.compareWith(other, {
        k: capNearest(nearest, pairs.length),
        metric,
        normalise,
        pairs,
        ...callOptions,
      })
    },
    [readPairs, other, vectors, nearest, metric, normalise],
  )
  return useComputation(other && readPairs ? compare : null)
}

async function pairTexts(setId: string, otherId: string) {
  const [mine, theirs] = await Promise.all([readTexts(setId), readTexts(otherId)])
  const pairs = matchTexts(mine, theirs)
  if (pairs.length === 0) throw new ApiError('FAILED_PRECONDITION', 'The two sets have no text in common.')
  return pairs
}

async function readTexts(id: string): Promise<TextKey[]> {
  const texts: TextKey[] = []
  await readAllRows(id, (rows) => {
    for (const { id: rowId, text, title } of rows) texts.push({ id: rowId, text, title })
    return undefined
  })
  return texts
}

/** Asked for again it is the same, unless it failed. */
function cacheOne<NeighborMatch>(read: () => Promise<NeighborMatch>): () => Promise<NeighborMatch> {
  let kept: Promise<NeighborMatch> | undefined
  return () => {
    kept ??= read().catch((error) => {
      kept = undefined
      throw error
    })
    return kept
  }
}

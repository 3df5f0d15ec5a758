// The open set's vectors in their worker: opened once a view asks for them, and anew when they have become others.
import { useEffect, useState } from 'react'
import type { EmbeddingSet } from '#shared/schemas/embedding-set'
import { openVectors, prepareVectors, type Vectors } from './vectors/vectors'

interface VectorsWish {
  readonly set: EmbeddingSet
  /** Null: there are none yet. */
  readonly dimensions: number | null
  /** A view shows them; from then on they are kept until the set is left. */
  readonly isWanted: boolean
}

/** While the set runs or only its table is seen, those of before stay: small changes are no reason to begin anew. */
export function useVectors({ set, dimensions, isWanted }: VectorsWish): Vectors | null {
  const { vectorsVersion } = set
  const [settled, setSettled] = useState(vectorsVersion)
  const [wasWanted, setWasWanted] = useState(isWanted)
  const [vectors, setVectors] = useState<Vectors | null>(null)
  if (isWanted && !wasWanted) setWasWanted(true)
  if (isWanted && !set.running && settled !== vectorsVersion) setSettled(vectorsVersion)
  const { id } = set
  useEffect(prepareVectors, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other vectors under the same name are opened anew.
  useEffect(() => {
    if (!wasWanted || dimensions === null) return setVectors(null)
    const opened = openVectors(id, dimensions)
    setVectors(opened)
    return () => opened.close()
  }, [id, dimensions, wasWanted, settled])
  return vectors
}

// The vectors of the other set, open as long as they are compared with.
import { useEffect, useState } from 'react'
import { openVectors, type Vectors } from '../../vectors/vectors'

/** `state` is another whenever the vectors may be others. Null until they are open. */
export function useOtherVectors(
  setId: string | null,
  dimensions: number | null,
  state: string,
): Vectors | null {
  const [vectors, setVectors] = useState<Vectors | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other vectors must be read anew.
  useEffect(() => {
    if (setId === null || dimensions === null) return
    const opened = openVectors(setId, dimensions)
    setVectors(opened)
    return () => {
      setVectors(null)
      opened.close()
    }
  }, [setId, dimensions, state])
  return vectors
}

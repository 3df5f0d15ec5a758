// Whether vectors of either set are not of unit length: normalizing matters as soon as those of one are.
import { useMemo } from 'react'
import type { NormFacts } from '../../vectors/vector-calls'
import type { Vectors } from '../../vectors/vectors'
import { useComputation } from '../use-work'

/** Those of the other set, where that has any. */
export function useLooserNorms(norms: NormFacts | null, other: Vectors | null): NormFacts | null {
  const request = useMemo(() => other && (() => other.norms()), [other])
  const { answer } = useComputation(request)
  return answer && answer.notUnit > 0 ? answer : norms
}

// Asks for the vector of a typed text: one at a time, with the way to stop it.
import { useRef, useState } from 'react'
import type { EmbeddingSet } from '#shared/schemas/embedding-set'
import { describeError } from '../../../../api/describe-error'
import { desktop } from '../../../../api/desktop'
import { keepAnswer } from '../../state/embedding-comparing'
import { toAsked } from './use-answer'

export function useAsking(set: EmbeddingSet) {
  const [isAsking, setIsAsking] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const asking = useRef<AbortController | null>(null)
  const ask = async (text: string) => {
    const controller = new AbortController()
    const settings = toAsked(set)
    asking.current = controller
    setIsAsking(true)
    setError(null)
    try {
      const answer = await desktop.embeddings.query({ id: set.id, text }, { signal: controller.signal })
      keepAnswer(set.id, { ...answer, text: text.trim(), settings })
    } catch (failure) {
      if (!controller.signal.aborted) setError(describeError(failure))
    } finally {
      setIsAsking(false)
    }
  }
  return { isAsking, error, ask, stop: () => asking.current?.abort() }
}

// Asks for the vector of a typed text: one at a time, with the way to stop it.
import { useRef, useState } from 'react'
import type { EmbeddingSet } from '#shared/schemas/embedding-set'
import { describeError } from '../../../../api/describe-error'
import { desktop } from '../../../../api/desktop'
import { saveQueryAnswer } from '../../state/embedding-comparing'
import { toQueryKey } from './use-answer'

export function useQueryRequest(set: EmbeddingSet) {
  const [isRequesting, setRequesting] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const pending = useRef<AbortController | null>(null)
  const request = async (text: string) => {
    const controller = new AbortController()
    const settings = toQueryKey(set)
    pending.current = controller
    setRequesting(true)
    setError(null)
    try {
      const answer = await desktop.embeddings.query({ id: set.id, text }, { signal: controller.signal })
      saveQueryAnswer(set.id, { ...answer, text: text.trim(), settings })
    } catch (failure) {
      if (!controller.signal.aborted) setError(describeError(failure))
    } finally {
      setRequesting(false)
    }
  }
  return { isRequesting, error, request, stop: () => pending.current?.abort() }
}

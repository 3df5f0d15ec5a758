// Work of the vectors' worker as a component sees it: its answer, how far it is, and the way to cancel it.
import { useCallback, useEffect, useState } from 'react'
import { describeError } from '../../../api/describe-error'
import type { VectorCallOptions } from '../vectors/vector-calls'

type RequestFunction<Answer> = (callOptions: Required<VectorCallOptions>) => Promise<Answer>

export interface Computation<Answer> {
  /** The last one, also while the next is worked on. */
  readonly answer: Answer | null
  /** From 0 to 1; null while nothing is under way. */
  readonly progress: number | null
  /** A sentence. */
  readonly error: string | null
  readonly isCancelled: boolean
  readonly cancel: () => void
  readonly again: () => void
}

interface ComputationState<Answer>
  extends Pick<Computation<Answer>, 'answer' | 'progress' | 'error' | 'isCancelled'> {
  readonly controller: AbortController | null
}

const nothing = { answer: null, progress: null, error: null, isCancelled: false, controller: null } as const

/** Begins whenever `request` is another: it must be memoized. Null asks for nothing, and forgets the answer. */
export function useComputation<Answer>(request: RequestFunction<Answer> | null): Computation<Answer> {
  const [state, setState] = useState<ComputationState<Answer>>(nothing)
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn asks the same once more.
  useEffect(() => {
    if (!request) return setState(nothing)
    const controller = new AbortController()
    const change = (next: Partial<ComputationState<Answer>>) => {
      if (!controller.signal.aborted) setState((before) => ({ ...before, ...next }))
    }
    change({ progress: 0, error: null, isCancelled: false, controller })
    const onProgress = ({ share }: { share: number }) => change({ progress: share })
    request({ signal: controller.signal, onProgress }).then(
      (answer) => change({ answer, progress: null, controller: null }),
      (error) => change({ ...toFailure(error), progress: null, controller: null }),
    )
    return () => controller.abort()
  }, [request, turn])
  const { controller, ...told } = state
  const cancel = useCallback(() => {
    controller?.abort()
    setState((before) => ({ ...before, progress: null, isCancelled: true, controller: null }))
  }, [controller])
  const again = useCallback(() => setTurn((before) => before + 1), [])
  return { ...told, cancel, again }
}

/** Vectors that were closed are followed by others at once: what was known stays till then. */
function toFailure(error: unknown): { answer: null; error: string } | undefined {
  if (error instanceof DOMException && error.name === 'AbortError') return undefined
  return { answer: null, error: describeError(error) }
}

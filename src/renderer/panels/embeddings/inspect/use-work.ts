// Work of the vectors' worker as a component sees it: its answer, how far it is, and the way to cancel it.
import { useCallback, useEffect, useState } from 'react'
import { describeError } from '../../../api/describe-error'
import type { Waiting } from '../vectors/vector-calls'

type Ask<Answer> = (waiting: Required<Waiting>) => Promise<Answer>

export interface Work<Answer> {
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

interface Standing<Answer> extends Pick<Work<Answer>, 'answer' | 'progress' | 'error' | 'isCancelled'> {
  readonly controller: AbortController | null
}

const nothing = { answer: null, progress: null, error: null, isCancelled: false, controller: null } as const

/** Begins whenever `ask` is another: it must be memoised. Null asks for nothing, and forgets the answer. */
export function useWork<Answer>(ask: Ask<Answer> | null): Work<Answer> {
  const [standing, setStanding] = useState<Standing<Answer>>(nothing)
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn asks the same once more.
  useEffect(() => {
    if (!ask) return setStanding(nothing)
    const controller = new AbortController()
    const change = (next: Partial<Standing<Answer>>) => {
      if (!controller.signal.aborted) setStanding((before) => ({ ...before, ...next }))
    }
    change({ progress: 0, error: null, isCancelled: false, controller })
    const onProgress = ({ share }: { share: number }) => change({ progress: share })
    ask({ signal: controller.signal, onProgress }).then(
      (answer) => change({ answer, progress: null, controller: null }),
      (error) => change({ ...toFailure(error), progress: null, controller: null }),
    )
    return () => controller.abort()
  }, [ask, turn])
  const { controller, ...told } = standing
  const cancel = useCallback(() => {
    controller?.abort()
    setStanding((before) => ({ ...before, progress: null, isCancelled: true, controller: null }))
  }, [controller])
  const again = useCallback(() => setTurn((before) => before + 1), [])
  return { ...told, cancel, again }
}

/** Vectors that were closed are followed by others at once: what was known stays till then. */
function toFailure(error: unknown): { answer: null; error: string } | undefined {
  if (error instanceof DOMException && error.name === 'AbortError') return undefined
  return { answer: null, error: describeError(error) }
}

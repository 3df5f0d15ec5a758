// Runs a computation of the vectors' worker in a component, and shows its progress and error.

import { useCallback, useEffect, useState } from 'react'
import { describeError } from '../../../api/describe-error'
import type { CallOptions } from '../../../api/worker-calls'
import { Button } from '../../../components/Button'
import { Notice } from '../../../components/Notice'
import { Progress } from '../Progress'

type RequestFunction<Answer> = (callOptions: Required<CallOptions>) => Promise<Answer>

export interface Computation<Answer> {
  /** The last answer, even while the next one is computed. */
  readonly answer: Answer | null
  /** From 0 to 1; null while nothing is running. */
  readonly progress: number | null
  /** A message for the user. */
  readonly error: string | null
  readonly isCanceled: boolean
  readonly cancel: () => void
  readonly retry: () => void
}

interface ComputationState<Answer>
  extends Pick<Computation<Answer>, 'answer' | 'progress' | 'error' | 'isCanceled'> {
  readonly controller: AbortController | null
}

const initialState = {
  answer: null,
  progress: null,
  error: null,
  isCanceled: false,
  controller: null,
} as const

/** Runs whenever `request` changes, so it must be memoized. Null runs nothing and clears the answer. */
export function useComputation<Answer>(request: RequestFunction<Answer> | null): Computation<Answer> {
  const [state, setState] = useState<ComputationState<Answer>>(initialState)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt repeats the same request.
  useEffect(() => {
    if (!request) return setState(initialState)
    const controller = new AbortController()
    const change = (next: Partial<ComputationState<Answer>>) => {
      if (!controller.signal.aborted) setState((before) => ({ ...before, ...next }))
    }
    change({ progress: 0, error: null, isCanceled: false, controller })
    const onProgress = (progress: number) => change({ progress })
    request({ signal: controller.signal, onProgress }).then(
      (answer) => change({ answer, progress: null, controller: null }),
      (error) => change({ ...toFailure(error), progress: null, controller: null }),
    )
    return () => controller.abort()
  }, [request, attempt])
  const { controller, ...publicState } = state
  const cancel = useCallback(() => {
    controller?.abort()
    setState((before) => ({ ...before, progress: null, isCanceled: true, controller: null }))
  }, [controller])
  const retry = useCallback(() => setAttempt((before) => before + 1), [])
  return { ...publicState, cancel, retry }
}

/** Returns undefined if aborted: closed vectors are replaced by others, and until then the last answer stays. */
function toFailure(error: unknown): { answer: null; error: string } | undefined {
  if (error instanceof DOMException && error.name === 'AbortError') return undefined
  return { answer: null, error: describeError(error) }
}

interface ComputationStatusProps {
  /** `Comparing rows…`. */
  readonly label: string
  readonly computation: Pick<Computation<unknown>, 'progress' | 'error' | 'isCanceled' | 'cancel' | 'retry'>
}

export function ComputationStatus({
  label,
  computation: { progress, error, isCanceled, cancel, retry },
}: ComputationStatusProps) {
  const isLong = useIsLong(progress !== null)
  if (error) {
    return (
      <Notice
        tone="danger"
        title={error}
        actions={
          <Button size="small" onClick={retry}>
            Try again
          </Button>
        }
      />
    )
  }
  if (isCanceled) {
    return (
      <Notice
        tone="quiet"
        title="Canceled"
        actions={
          <Button size="small" onClick={retry}>
            Run again
          </Button>
        }
      />
    )
  }
  if (progress === null || !isLong) return null
  return (
    <div className="flex animate-appear items-center gap-3">
      <Progress label={label} share={progress} text={`${label} ${Math.round(progress * 100)}%`} />
      <Button size="small" onClick={cancel}>
        Cancel
      </Button>
    </div>
  )
}

/** A computation that ends sooner shows no progress, which would only flicker. */
const progressDelayMs = 250

function useIsLong(isRunning: boolean): boolean {
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    if (!isRunning) return setIsLong(false)
    const timer = setTimeout(() => setIsLong(true), progressDelayMs)
    return () => clearTimeout(timer)
  }, [isRunning])
  return isLong
}

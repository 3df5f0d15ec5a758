// One line on work under way: how far it is, with the way to cancel it, or why there is no answer.
import { useEffect, useState } from 'react'
import { Button } from '../../../components/Button'
import { Notice } from '../../../components/Notice'
import type { Computation } from './use-work'

interface ComputationStatusProps {
  /** `MetricOptions the rows`. */
  readonly doing: string
  readonly work: Pick<Computation<unknown>, 'progress' | 'error' | 'isCancelled' | 'cancel' | 'again'>
}

export function ComputationStatus({
  doing,
  work: { progress, error, isCancelled, cancel, again },
}: ComputationStatusProps) {
  const isLong = useIsLong(progress !== null)
  if (error) {
    return (
      <Notice
        tone="danger"
        title={error}
        actions={
          <Button size="small" onClick={again}>
            Try again
          </Button>
        }
      />
    )
  }
  if (isCancelled) {
    return (
      <Notice
        tone="quiet"
        title="It was cancelled."
        actions={
          <Button size="small" onClick={again}>
            Start again
          </Button>
        }
      />
    )
  }
  if (progress === null || !isLong) return null
  const percent = Math.round(progress * 100)
  return (
    <div className="flex animate-appear items-center gap-3 text-soft text-sm">
      <div
        role="progressbar"
        aria-label={doing}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-1 min-w-16 flex-1 overflow-hidden rounded-full bg-line-strong"
      >
        <div className="h-full bg-accent" style={{ width: `${percent}%` }} />
      </div>
      <span className="shrink-0 tabular-nums">
        {doing}, {percent} %
      </span>
      <Button size="small" onClick={cancel}>
        Cancel
      </Button>
    </div>
  )
}

/** Milliseconds: what is over by then would only flicker. */
const long = 250

function useIsLong(isUnderWay: boolean): boolean {
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    if (!isUnderWay) return setIsLong(false)
    const timer = setTimeout(() => setIsLong(true), long)
    return () => clearTimeout(timer)
  }, [isUnderWay])
  return isLong
}

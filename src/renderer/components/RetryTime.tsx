// When a refused prompt may be sent again, counted down.
import { useEffect, useState } from 'react'
import { describeRetry } from './format'

/** Milliseconds since 1970. */
export function RetryTime({ at }: { at: number }) {
  const [now, setNow] = useState(Date.now)
  const isOver = now >= at
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isOver])
  return <p className="tabular-nums">{describeRetry(at, now)}</p>
}

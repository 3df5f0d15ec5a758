// How long something is under way, second by second.
import { useEffect, useState } from 'react'

/** Milliseconds since 1970. */
export function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <span className="tabular-nums" aria-hidden="true">
      {Math.max(0, Math.floor((now - since) / 1000))} s
    </span>
  )
}

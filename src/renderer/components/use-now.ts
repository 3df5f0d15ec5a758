// The time as it goes by, as often as somebody watches it change.
import { useEffect, useState } from 'react'

/** Milliseconds since the epoch; told anew each so many milliseconds. */
export function useNow(every: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    // Where it was told seldomer before, it may be an old one.
    setNow((told) => (Date.now() - told < every ? told : Date.now()))
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}

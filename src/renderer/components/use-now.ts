// The current time, updated at an interval.
import { useEffect, useState } from 'react'

/** Milliseconds since 1970, updated every `every` milliseconds. */
export function useNow(every: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    // If the interval was longer before, the time may be outdated.
    setNow((last) => (Date.now() - last < every ? last : Date.now()))
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}

// The pages that are asked for while the user scrolls: those near to the view from time to time, not each it flies over.
import { useEffect, useRef, useState } from 'react'

/** Milliseconds from one time to the next. */
const pause = 60

/** The first ones at once. */
export function useThrottledPages(pages: readonly number[]): readonly number[] {
  const [settled, setSettled] = useState(pages)
  const latest = useRef(pages)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asked = pages.join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same pages may come as another list.
  useEffect(() => {
    latest.current = pages
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      setSettled(latest.current)
    }, pause)
  }, [asked])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  return settled
}

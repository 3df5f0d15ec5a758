// Keeps the end of something that scrolls in view while its own size changes.
import { type RefObject, useEffect, useEffectEvent } from 'react'

export function useKeptEnd(scroller: RefObject<HTMLElement | null>, isAtEnd: boolean, toEnd: () => void) {
  const keep = useEffectEvent(() => {
    if (isAtEnd) toEnd()
  })
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let isFirst = true
    const observer = new ResizeObserver(() => {
      if (!isFirst) keep()
      isFirst = false
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])
}

// Whether the end of something that scrolls is in view.
import { type RefObject, useEffect, useState } from 'react'

/** What grows is followed a moment later; only an end that stays away this long is away. */
const patience = 120

export function useIsAtEnd(scroller: RefObject<HTMLElement | null>, threshold: number): boolean {
  const [isAtEnd, setIsAtEnd] = useState(true)
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const isNear = () => element.scrollHeight - element.scrollTop - element.clientHeight <= threshold
    const look = () => {
      if (isNear()) {
        clearTimeout(timer)
        timer = undefined
        setIsAtEnd(true)
      } else {
        timer ??= setTimeout(() => {
          timer = undefined
          setIsAtEnd(isNear())
        }, patience)
      }
    }
    const observer = new ResizeObserver(look)
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [scroller, threshold])
  return isAtEnd
}

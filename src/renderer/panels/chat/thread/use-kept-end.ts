// Keeps the end of something that scrolls in view, whatever grows in it or around it, until the user scrolls away.
import { type RefObject, useEffect } from 'react'

/** `near`: within so many pixels of the end, the end is kept. What scrolls has one child, which holds all of it. */
export function useKeptEnd(scroller: RefObject<HTMLElement | null>, near: number) {
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const isNear = () => element.scrollHeight - element.scrollTop - element.clientHeight <= near
    let isKept = isNear()
    let last = element.scrollTop
    /** Growth moves nothing upwards: whoever is further up has gone there. */
    const look = () => {
      if (isNear()) isKept = true
      else if (element.scrollTop < last) isKept = false
      last = element.scrollTop
    }
    const observer = new ResizeObserver(() => {
      if (element.scrollTop < last) look()
      if (isKept && !isNear()) element.scrollTop = element.scrollHeight
    })
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [scroller, near])
}

// Keeps the end of something that scrolls in view, whatever grows in it or around it, until the user scrolls away.
import { type RefObject, useEffect, useMemo } from 'react'
import type { Scrolling } from '../markdown/scroller'

interface KeptEnd extends Scrolling {
  /** Returns what ends it. */
  readonly keep: (element: HTMLElement) => () => void
}

/** `near`: within so many pixels of the end, the end is kept. What scrolls has one child, which holds all of it. */
export function useKeptEnd(scroller: RefObject<HTMLElement | null>, near: number): Scrolling {
  const kept = useMemo(() => createKeptEnd(scroller, near), [scroller, near])
  useEffect(() => (scroller.current ? kept.keep(scroller.current) : undefined), [scroller, kept])
  return kept
}

function createKeptEnd(scroller: RefObject<HTMLElement | null>, near: number): KeptEnd {
  let isKept = true
  let last = 0
  const toGap = (element: HTMLElement) => element.scrollHeight - element.scrollTop - element.clientHeight
  /** Growth moves nothing upwards: whoever is further up has gone there. */
  const look = (element: HTMLElement) => {
    if (toGap(element) <= near) isKept = true
    else if (element.scrollTop < last) isKept = false
    last = element.scrollTop
  }
  return {
    element: scroller,
    ahead() {
      const element = scroller.current
      if (!element) return 0
      if (element.scrollTop < last) look(element)
      return isKept ? Math.max(0, toGap(element)) : 0
    },
    shift(by) {
      const element = scroller.current
      if (!element) return
      if (element.scrollTop !== last) look(element)
      element.scrollTop += by
      last = element.scrollTop
    },
    keep(element) {
      isKept = toGap(element) <= near
      last = element.scrollTop
      const observer = new ResizeObserver(() => {
        if (element.scrollTop < last) look(element)
        if (isKept && toGap(element) > near) element.scrollTop = element.scrollHeight
      })
      observer.observe(element)
      if (element.firstElementChild) observer.observe(element.firstElementChild)
      const heed = () => look(element)
      element.addEventListener('scroll', heed, { passive: true })
      return () => {
        observer.disconnect()
        element.removeEventListener('scroll', heed)
      }
    },
  }
}

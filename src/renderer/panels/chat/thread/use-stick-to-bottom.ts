// Keeps the end of the thread in view while content grows, until the user scrolls away.
import { type RefObject, useEffect, useMemo, useState } from 'react'
import { setEndInView } from '../../../state/live-chat'
import type { Scroller } from '../markdown/use-near-viewport'

/** Within this many pixels of the end, the view follows the end. */
export const endThreshold = 8
/** As a fraction of the viewport: when the user scrolls down to the end, it is already rendered. */
const nearEndFraction = 0.5
/** The view follows appended text with a delay: only an end that stays away this long counts as away. */
const awayDelayMs = 120

interface StickToBottom {
  readonly scroller: Scroller
  readonly isAtEnd: boolean
}

/** The scrolling element has one child, which contains everything. */
export function useStickToBottom(
  conversationId: string,
  element: RefObject<HTMLElement | null>,
): StickToBottom {
  const [isAtEnd, setIsAtEnd] = useState(true)
  const { scroller, observe } = useMemo(() => createBottomScroller(element), [element])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = observe((readGap) => {
      const gap = readGap()
      setEndInView(conversationId, gap <= (element.current?.clientHeight ?? 0) * nearEndFraction)
      if (gap <= endThreshold) {
        clearTimeout(timer)
        timer = undefined
        setIsAtEnd(true)
      } else {
        timer ??= setTimeout(() => {
          timer = undefined
          setIsAtEnd(readGap() <= endThreshold)
        }, awayDelayMs)
      }
    })
    return () => {
      clearTimeout(timer)
      stop()
      setEndInView(conversationId, true)
    }
  }, [conversationId, element, observe])
  return { scroller, isAtEnd }
}

function createBottomScroller(ref: RefObject<HTMLElement | null>) {
  let isSticking = true
  let lastTop = 0
  const readGap = (element: HTMLElement) => element.scrollHeight - element.scrollTop - element.clientHeight
  /** Appended text never scrolls up: if the view has moved up, the user has scrolled. */
  const update = (element: HTMLElement) => {
    if (readGap(element) <= endThreshold) isSticking = true
    else if (element.scrollTop < lastTop) isSticking = false
    lastTop = element.scrollTop
  }
  const scroller: Scroller = {
    element: ref,
    ahead() {
      const element = ref.current
      if (!element) return 0
      if (element.scrollTop < lastTop) update(element)
      return isSticking ? Math.max(0, readGap(element)) : 0
    },
    shift(by) {
      const element = ref.current
      if (!element) return
      if (element.scrollTop !== lastTop) update(element)
      element.scrollTop += by
      lastTop = element.scrollTop
    },
  }
  /** Calls the listener after each scroll and resize. Returns an unsubscribe function. */
  const observe = (listener: (readGap: () => number) => void) => {
    const element = ref.current
    if (!element) return () => undefined
    const notify = () => listener(() => readGap(element))
    isSticking = readGap(element) <= endThreshold
    lastTop = element.scrollTop
    const observer = new ResizeObserver(() => {
      if (element.scrollTop < lastTop) update(element)
      if (isSticking && readGap(element) > endThreshold) element.scrollTop = element.scrollHeight
      notify()
    })
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    const onScroll = () => {
      update(element)
      notify()
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }
  return { scroller, observe }
}

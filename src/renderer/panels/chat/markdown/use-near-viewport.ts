// Whether a part of a long answer has been near the viewport: only then is it rendered.
import { createContext, type RefObject, useContext, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { runInNextTask } from '../../../state/scheduling'
import { createRenderQueue } from '../state/render-queue'

/** The element that scrolls an answer. */
export interface Scroller {
  readonly element: RefObject<HTMLElement | null>
  /** Pixels by which the view is about to follow appended text; 0 if it does not. */
  readonly ahead: () => number
  /** Scrolls to compensate for a height change above the viewport; the user has not scrolled. */
  readonly shift: (by: number) => void
}

/** A context, because searching for the scrolling ancestor computes its styles. Null renders everything. */
export const ScrollerContext = createContext<Scroller | null>(null)

/** Pixels around the viewport in which parts are rendered in advance. */
const renderMargin = 1_200
/** Text appended just below the viewport is about to scroll into it. */
const viewportMargin = 100

/**
 * Parts in view render first, those near it when there is time; afterwards, they stay. If a part above the viewport
 * changes its height, the scroller is shifted by the change, so that the view does not move.
 */
export function useNearViewport(part: RefObject<HTMLElement | null>): boolean {
  const scroller = useContext(ScrollerContext)
  const [isNear, setNear] = useState(scroller === null)
  const heightBefore = useRef<number>(undefined)
  useLayoutEffect(() => {
    const element = part.current
    const container = scroller?.element.current
    if (!element || !container) return setNear(true)
    if (!isNear) {
      return getWatcher(scroller, container).watch(element, () => {
        heightBefore.current = element.offsetHeight
        setNear(true)
      })
    }
    if (heightBefore.current === undefined) return
    const change = element.offsetHeight - heightBefore.current
    heightBefore.current = undefined
    if (change !== 0 && isAbove(element, container, change)) scroller.shift(change)
  }, [part, scroller, isNear])
  return isNear
}

/** False for a turn that was entirely above the viewport: the list of turns compensates for that. */
function isAbove(element: HTMLElement, container: HTMLElement, change: number): boolean {
  const { top } = container.getBoundingClientRect()
  if (element.getBoundingClientRect().top >= top) return false
  const turn = element.closest('[data-index]')
  return !turn || turn.getBoundingClientRect().bottom - change > top
}

/** One per scroller, not one per part of each answer. */
const watchers = new WeakMap<HTMLElement, ReturnType<typeof createWatcher>>()

function getWatcher(scroller: Scroller, container: HTMLElement) {
  const watcher = watchers.get(container) ?? createWatcher(scroller, container)
  watchers.set(container, watcher)
  return watcher
}

function createWatcher({ ahead }: Scroller, container: HTMLElement) {
  const listeners = new Map<Element, () => void>()
  /** Now, or once the view has followed appended text. */
  const isInView = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect()
    const view = container.getBoundingClientRect()
    const by = ahead()
    return bottom >= view.top + by - viewportMargin && top <= view.bottom + by + viewportMargin
  }
  const queue = createRenderQueue<Element>(isInView, runInNextTask)
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        // React's transitions do not work here: a streamed answer interrupts them with every frame, until they have
        // waited too long and are all rendered in one long task.
        if (isIntersecting) queue.enqueue(target, () => flushSync(() => listeners.get(target)?.()))
        else queue.remove(target)
      }
    },
    { root: container, rootMargin: `${renderMargin}px 0px` },
  )
  return {
    /** Calls the listener once the element is near, immediately if it is in view. Returns a stop function. */
    watch(element: Element, listener: () => void) {
      if (isInView(element)) return listener()
      listeners.set(element, listener)
      observer.observe(element)
      return () => {
        listeners.delete(element)
        queue.remove(element)
        observer.unobserve(element)
      }
    },
  }
}

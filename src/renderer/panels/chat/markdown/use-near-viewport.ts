// Whether a part of a long answer is near the viewport: only then is it rendered.
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
/** Beyond this they are unmounted; much further away, so that scrolling back does not render them again. */
const unmountMargin = 12_000
/** Text appended just below the viewport is about to scroll into it. */
const viewportMargin = 100

interface NearViewport {
  readonly isNear: boolean
  /** As last rendered; undefined before that. */
  readonly height: number | undefined
}

/**
 * Parts in view render first, those near it when there is time. If a part above the viewport changes its height, the
 * scroller is shifted by the change, so that the view does not move. A streaming part is unmounted as soon as it is
 * out of range; otherwise, each word would render it again.
 */
export function useNearViewport(part: RefObject<HTMLElement | null>, isStreaming: boolean): NearViewport {
  const scroller = useContext(ScrollerContext)
  const [state, setState] = useState<NearViewport>({ isNear: scroller === null, height: undefined })
  const heightBefore = useRef<number>(undefined)
  useLayoutEffect(() => {
    const element = part.current
    const container = scroller?.element.current
    if (!element || !container) return setState((old) => (old.isNear ? old : { ...old, isNear: true }))
    const onChange = (isNear: boolean) => {
      const height = element.offsetHeight
      heightBefore.current = height
      setState((old) => ({ isNear, height: isNear ? old.height : height }))
    }
    const watcher = getWatcher(scroller, container)
    watcher.watch(element, { isStreaming, onChange })
    return () => watcher.unwatch(element)
  }, [part, scroller, isStreaming])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height changes with this.
  useLayoutEffect(() => {
    const element = part.current
    const container = scroller?.element.current
    if (!element || !container || heightBefore.current === undefined) return
    const change = element.offsetHeight - heightBefore.current
    heightBefore.current = undefined
    if (change !== 0 && isAbove(element, container, change)) scroller.shift(change)
  }, [state.isNear, part, scroller])
  return state
}

/** False for a turn that was entirely above the viewport: the list of turns compensates for that. */
function isAbove(element: HTMLElement, container: HTMLElement, change: number): boolean {
  const { top } = container.getBoundingClientRect()
  if (element.getBoundingClientRect().top >= top) return false
  const turn = element.closest('[data-index]')
  return !turn || turn.getBoundingClientRect().bottom - change > top
}

/** Now, or once the view has followed appended text by `ahead` pixels. */
function isInView(element: Element, container: HTMLElement, ahead: number): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  const view = container.getBoundingClientRect()
  return bottom >= view.top + ahead - viewportMargin && top <= view.bottom + ahead + viewportMargin
}

interface Listener {
  readonly isStreaming: boolean
  readonly onChange: (near: boolean) => void
}

/** One per scroller, not one per part of each answer. */
const watchers = new WeakMap<HTMLElement, ReturnType<typeof createWatcher>>()

function getWatcher(scroller: Scroller, container: HTMLElement) {
  const watcher = watchers.get(container) ?? createWatcher(scroller, container)
  watchers.set(container, watcher)
  return watcher
}

function createWatcher({ ahead }: Scroller, container: HTMLElement) {
  const listeners = new Map<Element, Listener>()
  const rendered = new WeakSet<Element>()
  const setNear = (part: Element, near: boolean) => {
    if (near === rendered.has(part)) return
    if (near) rendered.add(part)
    else rendered.delete(part)
    observe(part)
    listeners.get(part)?.onChange(near)
  }
  const queue = createRenderQueue<Element>((part) => isInView(part, container, ahead()), runInNextTask)
  const nearObserver = observeMargin(container, renderMargin, (part, isInside) => {
    // React's transitions do not work here: a streamed answer interrupts them with every frame, until they have waited
    // too long and are all rendered in one long task.
    if (isInside && !rendered.has(part)) queue.enqueue(part, () => flushSync(() => setNear(part, true)))
    else queue.remove(part)
    if (!isInside && listeners.get(part)?.isStreaming) setNear(part, false)
  })
  const farObserver = observeMargin(container, unmountMargin, (part, isInside) => {
    if (!isInside) setNear(part, false)
  })
  /** Minimal, because each scrolled frame checks every observed element. */
  const observe = (part: Element) => {
    const isRendered = rendered.has(part)
    if (isRendered) farObserver.observe(part)
    else farObserver.unobserve(part)
    if (!isRendered || listeners.get(part)?.isStreaming) nearObserver.observe(part)
    else nearObserver.unobserve(part)
  }
  return {
    /** Calls the listener immediately if the element is in view. */
    watch(element: Element, listener: Listener) {
      listeners.set(element, listener)
      // The check forces a layout, so it is skipped for rendered elements.
      if (!rendered.has(element) && isInView(element, container, ahead())) setNear(element, true)
      observe(element)
    },
    unwatch(element: Element) {
      listeners.delete(element)
      queue.remove(element)
      nearObserver.unobserve(element)
      farObserver.unobserve(element)
    },
  }
}

function observeMargin(
  container: HTMLElement,
  margin: number,
  onChange: (part: Element, isInside: boolean) => void,
): IntersectionObserver {
  return new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) onChange(target, isIntersecting)
    },
    { root: container, rootMargin: `${margin}px 0px` },
  )
}

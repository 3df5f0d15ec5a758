// Whether a part of a long answer is near the view: only then is it drawn.
import { type RefObject, useContext, useLayoutEffect, useRef, useState } from 'react'
import { afterNextFrame, runInNextTask } from '../../../state/scheduling'
import { createRenderQueue, renderSync } from '../state/render-queue'
import { Scroller, type Scrolling } from './scroller'

/** Pixels around the view in which parts are drawn ahead. */
const drawnWithin = 1_200
/** Beyond this they are let go: whoever scrolls to and fro sees the same parts, and they need not be drawn again. */
const keptWithin = 12_000
/** What is added just below the view will be in it in a moment. */
const aside = 100

interface Nearness {
  readonly isNear: boolean
  /** Of the part as it was last drawn; undefined before that. */
  readonly height: number | undefined
}

/**
 * What is in view is drawn first, what is near it when there is time. What is drawn, or let go, above
 * the view's upper edge must not move what is looked at: the scroller follows by what the height has changed.
 * What grows is let go as soon as it is away: it would be drawn anew with each word.
 */
export function useNearness(part: RefObject<HTMLElement | null>, isGrowing: boolean): Nearness {
  const around = useContext(Scroller)
  const [isNear, setNear] = useState(around === null)
  const height = useRef<number>(undefined)
  const before = useRef<number>(undefined)
  useLayoutEffect(() => {
    const element = part.current
    if (!element || !around?.element.current) return setNear(true)
    const change = (near: boolean) => {
      before.current = element.offsetHeight
      if (!near) height.current = before.current
      setNear(near)
    }
    const watcher = watcherOf(around, around.element.current)
    watcher.watch(element, { isGrowing, tell: change })
    return () => watcher.unwatch(element)
  }, [part, around, isGrowing])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height changes with this.
  useLayoutEffect(() => {
    const element = part.current
    const scroller = around?.element.current
    if (!element || !scroller || before.current === undefined) return
    const change = element.offsetHeight - before.current
    before.current = undefined
    if (change !== 0 && isAbove(element, scroller, change)) around.shift(change)
  }, [isNear, part, around])
  return { isNear, height: height.current }
}

/** A turn that was above the view with its whole height is made up for by the list of turns. */
function isAbove(element: HTMLElement, scroller: HTMLElement, change: number): boolean {
  const { top } = scroller.getBoundingClientRect()
  if (element.getBoundingClientRect().top >= top) return false
  const turn = element.closest('[data-index]')
  return !turn || turn.getBoundingClientRect().bottom - change > top
}

/** Or will be: where the end is kept, what has grown there is followed only once its height is known. */
function isInView(element: Element, scroller: HTMLElement, ahead: number): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  const view = scroller.getBoundingClientRect()
  return bottom >= view.top + ahead - aside && top <= view.bottom + ahead + aside
}

interface Listener {
  readonly isGrowing: boolean
  readonly tell: (near: boolean) => void
}

interface Watcher {
  /** What is in view now is told at once. */
  watch(element: Element, listener: Listener): void
  unwatch(element: Element): void
}

/** One for each scroller, not for each part of each answer. */
const watchers = new WeakMap<HTMLElement, Watcher>()

function watcherOf({ ahead }: Scrolling, scroller: HTMLElement): Watcher {
  const known = watchers.get(scroller)
  if (known) return known
  const listeners = new Map<Element, Listener>()
  const drawn = new WeakSet<Element>()
  const tell = (part: Element, near: boolean) => {
    if (near === drawn.has(part)) return
    if (near) drawn.add(part)
    else drawn.delete(part)
    observe(part)
    listeners.get(part)?.tell(near)
  }
  // What comes near the view is told once the frame that shows so is there.
  const turns = createRenderQueue<Element>((part) => isInView(part, scroller, ahead()), {
    start: runInNextTask,
    afterNextFrame,
  })
  const come = watchMargin(scroller, drawnWithin, (part, isInside) => {
    if (isInside && !drawn.has(part)) turns.enqueue(part, () => renderSync(() => tell(part, true)))
    else turns.remove(part)
    if (!isInside && listeners.get(part)?.isGrowing) tell(part, false)
  })
  const leave = watchMargin(scroller, keptWithin, (part, isInside) => {
    if (!isInside) tell(part, false)
  })
  /** By no more than is needed: each frame that scrolls looks at all that is observed. */
  const observe = (part: Element) => {
    const isDrawn = drawn.has(part)
    if (isDrawn) leave.observe(part)
    else leave.unobserve(part)
    if (!isDrawn || listeners.get(part)?.isGrowing) come.observe(part)
    else come.unobserve(part)
  }
  const watcher: Watcher = {
    watch: (element, listener) => {
      listeners.set(element, listener)
      // To look has all be laid out: not for what is drawn already.
      if (!drawn.has(element) && isInView(element, scroller, ahead())) tell(element, true)
      observe(element)
    },
    unwatch: (element) => {
      listeners.delete(element)
      turns.remove(element)
      come.unobserve(element)
      leave.unobserve(element)
    },
  }
  watchers.set(scroller, watcher)
  return watcher
}

function watchMargin(
  scroller: HTMLElement,
  margin: number,
  tell: (part: Element, isInside: boolean) => void,
): IntersectionObserver {
  return new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) tell(target, isIntersecting)
    },
    { root: scroller, rootMargin: `${margin}px 0px` },
  )
}

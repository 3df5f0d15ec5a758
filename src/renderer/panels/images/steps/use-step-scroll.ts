// Scrolls an opened drawing to its last step, or to a requested step.
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { desktop } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { clearScrollTarget, useFocusRequests } from '../../../state/focus-requests'
import type { Step } from '../state/drawing-steps'

/** Space above the head of a step, in CSS pixels. */
const margin = 16
/** Events with which the user takes over the scroll position. */
const inputs = ['wheel', 'pointerdown', 'keydown'] as const

export function useStepScroll(
  drawingId: string,
  steps: readonly Step[],
  scroller: RefObject<HTMLElement | null>,
) {
  const target = useFocusRequests((state) => state.scroll)
  const requestedTurn = useRef<string | null>(null)
  const isOpen = steps.length > 0
  const last = steps.at(-1)?.promptId
  /** The step that stays at the top while fetched turns make others taller; null once the user has scrolled. */
  const pinned = useRef<string | null>('last')
  useLayoutEffect(() => {
    const column = scroller.current?.firstElementChild
    if (!column) return
    const unpin = () => {
      pinned.current = null
    }
    const observer = new ResizeObserver(() => {
      const promptId = pinned.current === 'last' ? last : pinned.current
      if (promptId) scrollTo(scroller.current, promptId, 'instant')
    })
    observer.observe(column)
    for (const input of inputs) scroller.current?.addEventListener(input, unpin, { passive: true })
    const { current } = scroller
    return () => {
      observer.disconnect()
      for (const input of inputs) current?.removeEventListener(input, unpin)
    }
  }, [last, scroller])
  const lastBefore = useRef(last)
  useEffect(() => {
    // A queued prompt begins: followed as long as the user hasn't scrolled.
    const isAppended =
      last !== lastBefore.current && steps.some(({ promptId }) => promptId === lastBefore.current)
    lastBefore.current = last
    if (!isAppended || !last || !pinned.current) return
    pinned.current = last
    scrollTo(scroller.current, last, chooseBehavior())
  }, [last, steps, scroller])
  useEffect(() => {
    if (!isOpen || target?.conversationId !== drawingId) return
    const step = steps.find(({ promptId, selected, variations }) => {
      const ids = target.isHit ? [promptId, selected] : [promptId, ...variations]
      return target.turnId === null || ids.includes(target.turnId)
    })
    if (step) {
      clearScrollTarget(target)
      // It may be requested again after the user has left its branch.
      requestedTurn.current = null
      pinned.current = step.promptId
      scrollTo(scroller.current, step.promptId, chooseBehavior())
      if (target.isHit) focusVariation(scroller.current, target.turnId)
    } else if (target.turnId !== null && requestedTurn.current !== target.turnId) {
      // It is on another branch; this effect runs again once that branch is shown.
      requestedTurn.current = target.turnId
      toastOutcome(desktop.chat.switch({ conversationId: drawingId, turnId: target.turnId }))
    }
  }, [target, steps, isOpen, drawingId, scroller])
}

/** Scrolls the step's head to the top. Unlike `scrollIntoView`, never scrolls the page itself. */
function scrollTo(scroller: HTMLElement | null, promptId: string, behavior: ScrollBehavior) {
  const step = scroller?.querySelector<HTMLElement>(`[data-step="${promptId}"]`)
  if (!scroller || !step) return
  const top = step.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop
  scroller.scrollTo({ top: top - margin, behavior })
}

function focusVariation(scroller: HTMLElement | null, turnId: string | null) {
  const control = scroller?.querySelector<HTMLElement>(`[data-variation="${turnId}"] [data-main]`)
  control?.focus({ preventScroll: true })
}

function chooseBehavior(): ScrollBehavior {
  return isMotionReduced() ? 'instant' : 'smooth'
}

/** By the user's choice, or else the system's (`app/appearance`). */
function isMotionReduced(): boolean {
  return document.documentElement.dataset.motion === 'reduced'
}

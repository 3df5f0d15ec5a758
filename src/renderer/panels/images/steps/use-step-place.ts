// Where the open drawing is scrolled to: its last step when it is opened, then wherever the user wants to be.
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { tellOutcome } from '../../../api/tell-outcome'
import { switchTo } from '../../../state/chat-actions'
import { clearScrollTarget, useFocusRequests } from '../../../state/focus-requests'
import type { Step } from './to-steps'

/** CSS pixels over the head of a step. */
const margin = 16
/** By these the user takes over. */
const inputs = ['wheel', 'pointerdown', 'keydown'] as const

export function useStepPlace(
  drawingId: string,
  steps: readonly Step[],
  scroller: RefObject<HTMLElement | null>,
) {
  const wish = useFocusRequests((state) => state.scroll)
  const asked = useRef<string | null>(null)
  const isOpen = steps.length > 0
  const last = steps.at(-1)?.promptId
  /** The step whose head stays at the top while what is fetched makes others taller; null once the user has taken over. */
  const held = useRef<string | null>('last')
  useLayoutEffect(() => {
    const column = scroller.current?.firstElementChild
    if (!column) return
    const leave = () => {
      held.current = null
    }
    const observer = new ResizeObserver(() => {
      const promptId = held.current === 'last' ? last : held.current
      if (promptId) scrollTo(scroller.current, promptId, 'instant')
    })
    observer.observe(column)
    for (const input of inputs) scroller.current?.addEventListener(input, leave, { passive: true })
    const { current } = scroller
    return () => {
      observer.disconnect()
      for (const input of inputs) current?.removeEventListener(input, leave)
    }
  }, [last, scroller])
  useEffect(() => {
    if (!isOpen || wish?.conversationId !== drawingId) return
    const step = steps.find(({ promptId, chosen, variations }) => {
      const ids = wish.isHit ? [promptId, chosen] : [promptId, ...variations]
      return wish.turnId === null || ids.includes(wish.turnId)
    })
    if (step) {
      clearScrollTarget(wish)
      held.current = step.promptId
      scrollTo(scroller.current, step.promptId, calmly())
      if (wish.isHit) focusVariation(scroller.current, wish.turnId)
    } else if (wish.turnId !== null && asked.current !== wish.turnId) {
      // It stands in another branch; once it is shown, this comes again.
      asked.current = wish.turnId
      tellOutcome(switchTo(drawingId, wish.turnId))
    }
  }, [wish, steps, isOpen, drawingId, scroller])
}

/** Its head comes to stand at the top. The page itself must not move, as it would by `scrollIntoView`. */
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

function calmly(): ScrollBehavior {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
}

// The steps of the displayed branch, each with its variations.
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { desktop } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { Skeleton } from '../../../components/Skeleton'
import { savePicture } from '../../../media-viewer/picture-actions'
import { clearScrollTarget, useFocusRequests } from '../../../state/focus-requests'
import { findTurn, pickMissingTurns } from '../../../state/fold-chat'
import { fetchInView, readChat, useChat, useTurn } from '../../../state/live-chat'
import {
  describeStep,
  findFinalPicture,
  listTrashed,
  type Step,
  toSteps,
  toViewed,
  useSessionImages,
} from '../state/drawing-steps'
import { editPicture, selectPicture, useTarget } from '../state/next-step'
import { compareWith, deletePicture, editArea, viewPicture } from '../state/variation-actions'
import { type AvailableSpace, gap, layOut, useAvailableSpace, useShape } from './layout'
import { StepHead } from './StepHead'
import { TrashedSlot, Variation } from './Variation'
import { type CommandTarget, useVariationKeys, type VariationCommand } from './variation-keys'

/** How far a step's content is indented under its number, in CSS pixels. */
const indent = 32

export function Steps({ drawingId }: { drawingId: string }) {
  const branch = useChat(drawingId, (chat) => chat.branch)
  const alternates = useChat(drawingId, (chat) => chat.alternates)
  const steps = useMemo(() => toSteps({ branch, alternates }), [branch, alternates])
  const target = useTarget(drawingId)
  const scroller = useRef<HTMLElement>(null)
  const column = useRef<HTMLDivElement>(null)
  const space = useAvailableSpace(column, indent)
  useFetchedSteps(drawingId)
  useStepScroll(drawingId, steps, scroller)
  useVariationKeys(scroller, drawingId, runCommand)
  return (
    <section
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
      tabIndex={0}
      aria-label="Steps"
      className="relative min-h-0 min-w-0 flex-1 overflow-y-auto outline-offset-[-2px] [mask-image:linear-gradient(to_bottom,#000_calc(100%-20px),transparent)] [scrollbar-gutter:stable]"
    >
      <div className="mx-auto w-full max-w-[1328px] min-[1900px]:max-w-[1720px] px-6 pt-4 pb-4">
        <div ref={column} className="flex flex-col gap-6">
          {steps.map((step) => (
            <StepView key={step.promptId} drawingId={drawingId} step={step} target={target} space={space} />
          ))}
        </div>
      </div>
    </section>
  )
}

function runCommand(command: VariationCommand, { drawingId, turnId }: CommandTarget) {
  const find = (id: string) => findTurn(readChat(drawingId), id)
  const turn = find(turnId)
  if (!turn || listTrashed(turn).length > 0) return
  const title = describeStep(turn.parentId ? find(turn.parentId) : undefined)
  const picture = toViewed(turn, title).at(-1)
  if (command === 'stop') toastOutcome(desktop.chat.stop({ conversationId: drawingId, turnId: turn.id }))
  else if (command === 'delete') deletePicture(turn)
  else if (command === 'select') selectPicture(turn)
  else if (command === 'edit' && findFinalPicture(turn)) editPicture(turn)
  else if (command === 'area') editArea(turn, title)
  else if (!picture) return
  else if (command === 'compare') compareWith(turn, find)
  else if (command === 'save') savePicture({ media: picture.media, title })
  else if (command === 'open') viewPicture(picture)
}

interface StepViewProps {
  readonly drawingId: string
  readonly step: Step
  /** The answer that the next step edits. */
  readonly target: string | null
  readonly space: AvailableSpace
}

function StepView({ drawingId, step, target, space }: StepViewProps) {
  const prompt = useTurn(drawingId, step.promptId)
  const images = useSessionImages(drawingId)
  const edited = useChat(drawingId, (chat) =>
    prompt?.parentId ? findTurn(chat, prompt.parentId) : undefined,
  )
  // Undefined for a turn that has not been fetched.
  const turns = useChat(
    drawingId,
    useShallow((chat) => step.variations.map((id) => findTurn(chat, id))),
  )
  const fetched = turns.filter((turn) => turn !== undefined)
  const [answer] = fetched
  const shape = useShape(prompt, { edited, answer })
  const reason = useChat(drawingId, (chat) => chat.missing.get(step.promptId))
  const { ratio, columns, width } = layOut(step.variations.length, shape, space)
  if (!prompt) {
    return reason ? (
      <p className="text-danger">{reason}</p>
    ) : (
      <Skeleton label="Loading step…" widths={['56%', '30%']} className="min-h-80" />
    )
  }
  const title = describeStep(prompt)
  // Those of its deleted variations: there is no variation left in whose place they could be restored.
  const trashed =
    step.variations.length > 0 ? [] : images.filter(({ promptId }) => promptId === step.promptId)
  return (
    <section aria-label={`Step ${step.number}`} data-step={step.promptId} className="flex flex-col gap-3">
      <StepHead step={step} prompt={prompt} turns={fetched} />
      {step.variations.length > 0 && (
        <ul
          aria-label="Variations"
          className="ml-8 grid"
          style={{ gap, width, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
        >
          {step.variations.map((id, index) => (
            <li key={id} className="min-w-0">
              {turns[index] ? (
                <Variation
                  turn={turns[index]}
                  title={title}
                  number={index + 1}
                  count={step.variations.length}
                  ratio={ratio}
                  isSelected={id === step.selected}
                  isEdited={id === target}
                />
              ) : (
                <div
                  style={{ aspectRatio: ratio }}
                  className="w-full rounded-lg border border-line bg-sunken"
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {trashed.length > 0 && (
        <div className="ml-8">
          <TrashedSlot ids={trashed.map(({ id }) => id)} />
        </div>
      )}
    </section>
  )
}

/** Number of turns at the end of the branch that are fetched first. */
const firstTurns = 24

function useFetchedSteps(drawingId: string) {
  const branch = useChat(drawingId, (live) => live.branch)
  const alternates = useChat(drawingId, (live) => live.alternates)
  const turns = useChat(drawingId, (live) => live.turns)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these changes may leave turns to fetch.
  useEffect(() => {
    const live = readChat(drawingId)
    const to = live.branch.length - 1
    const end = { from: Math.max(0, to - firstTurns), to }
    const whole = { from: 0, to }
    fetchInView(drawingId, pickMissingTurns(live, end).length > 0 ? end : whole)
  }, [drawingId, branch, alternates, turns])
}

/** Space above the head of a step, in CSS pixels. */
const margin = 16
/** Events with which the user takes over the scroll position. */
const inputs = ['wheel', 'pointerdown', 'keydown'] as const

function useStepScroll(drawingId: string, steps: readonly Step[], scroller: RefObject<HTMLElement | null>) {
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

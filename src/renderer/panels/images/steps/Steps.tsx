// The steps of the branch that is shown, and what their keys do.
import { useMemo, useRef } from 'react'
import { tellOutcome } from '../../../api/tell-outcome'
import { savePicture } from '../../../media-viewer/picture-actions'
import { stopAnswer } from '../../../state/chat-actions'
import { findTurn } from '../../../state/fold-chat'
import { readChat, useChat } from '../../../state/live-chat'
import { showKeys, viewPicture } from '../look'
import { useTarget } from '../use-drawing'
import { useImageModels } from '../use-image-models'
import { nameStep, toViewed } from './list-pictures'
import { findFinalPicture } from './read-variation'
import { StepView } from './StepView'
import { toSteps } from './to-steps'
import { useFetchedSteps } from './use-fetched-steps'
import { useRoom } from './use-room'
import { useStepPlace } from './use-step-place'
import { isTrashed } from './use-trashed'
import { useVariationKeys } from './use-variation-keys'
import type { VariationCommand } from './variation-keys'
import { compareWith, deletePicture, editPicture, selectPicture } from './variation-verbs'

/** CSS pixels of a step's content, under its number. */
const indent = 32

export function Steps({ drawingId }: { drawingId: string }) {
  const branch = useChat(drawingId, (chat) => chat.branch)
  const alternates = useChat(drawingId, (chat) => chat.alternates)
  const steps = useMemo(() => toSteps({ branch, alternates }), [branch, alternates])
  const target = useTarget(drawingId)
  const { toModelName } = useImageModels()
  const scroller = useRef<HTMLElement>(null)
  const column = useRef<HTMLDivElement>(null)
  const room = useRoom(column, indent)
  useFetchedSteps(drawingId)
  useStepPlace(drawingId, steps, scroller)
  useVariationKeys(scroller, (command, turnId) => run(command, { drawingId, turnId }))
  return (
    <section
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      aria-label="Steps"
      className="relative min-h-0 flex-1 overflow-y-auto outline-offset-[-2px] [scrollbar-gutter:stable]"
    >
      <div className="mx-auto w-full max-w-[1328px] px-6 pt-5 pb-6">
        <div ref={column} className="flex flex-col gap-8">
          {steps.map((step) => (
            <StepView
              key={step.promptId}
              drawingId={drawingId}
              step={step}
              target={target}
              room={room}
              toModelName={toModelName}
            />
          ))}
        </div>
      </div>
    </section>
  )
}

function run(command: VariationCommand, { drawingId, turnId }: { drawingId: string; turnId: string | null }) {
  if (command === 'keys') return showKeys(true)
  const find = (id: string) => findTurn(readChat(drawingId), id)
  const turn = turnId ? find(turnId) : undefined
  if (!turn || isTrashed(turn)) return
  const title = nameStep(turn.parentId ? find(turn.parentId) : undefined)
  const picture = toViewed(turn, title).at(-1)
  if (command === 'stop') tellOutcome(stopAnswer(drawingId, turn.id))
  else if (command === 'delete') deletePicture(turn)
  else if (command === 'select') selectPicture(turn)
  else if (command === 'edit' && findFinalPicture(turn)) editPicture(turn)
  else if (!picture) return
  else if (command === 'compare') compareWith(turn, find)
  else if (command === 'save') savePicture({ media: picture.media, title })
  else if (command === 'open') viewPicture(picture)
}

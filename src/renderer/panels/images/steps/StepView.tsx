// One step of a drawing: its head, and its variations in places that stay.
import { Skeleton } from '../../../components/Skeleton'
import { findTurn } from '../../../state/fold-chat'
import { useChat, useTurn } from '../../../state/live-chat'
import { gap, layOut, type Room } from './lay-out'
import { nameStep } from './list-pictures'
import { StepHead } from './StepHead'
import type { Step } from './to-steps'
import { useShape } from './use-shape'
import { useVariations } from './use-variations'
import { Variation } from './Variation'

interface StepViewProps {
  readonly drawingId: string
  readonly step: Step
  /** The answer that the next step edits. */
  readonly target: string | null
  readonly room: Room
  readonly toModelName: (model: string | null) => string
}

export function StepView({ drawingId, step, target, room, toModelName }: StepViewProps) {
  const prompt = useTurn(drawingId, step.promptId)
  const edited = useChat(drawingId, (chat) =>
    prompt?.parentId ? findTurn(chat, prompt.parentId) : undefined,
  )
  const turns = useVariations(drawingId, step.variations)
  const here = turns.filter((turn) => turn !== undefined)
  const [answer] = here
  const shape = useShape(prompt, { edited, answer })
  const absent = useChat(drawingId, (chat) => chat.absent.get(step.promptId))
  const { ratio, columns, width } = layOut(step.variations.length, shape, room)
  if (!prompt) {
    return absent ? (
      <p className="text-danger">{absent}</p>
    ) : (
      <Skeleton label="Loading the step" widths={['56%', '30%']} className="min-h-80" />
    )
  }
  const title = nameStep(prompt)
  return (
    <section aria-label={`Step ${step.number}`} data-step={step.promptId} className="flex flex-col gap-3">
      <StepHead step={step} prompt={prompt} turns={here} toModelName={toModelName} />
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
                  isChosen={id === step.chosen}
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
    </section>
  )
}

// The head of a step: its instruction and references, what it was drawn with, and what can be done with all of it.
import { Ellipsis, Plus, RotateCcw, Square, TextCursorInput, Trash2 } from 'lucide-react'
import type { Turn } from '#shared/schemas/chat'
import { tellOutcome } from '../../../api/tell-outcome'
import { Button } from '../../../components/Button'
import { IconButton } from '../../../components/IconButton'
import { Menu } from '../../../components/Menu'
import { readText } from '../../../state/answer-text'
import { stopAnswer } from '../../../state/chat-actions'
import { mostVariations } from '../composer/bar-options'
import { describeSetting } from './describe-setting'
import { StepReferences } from './StepReferences'
import type { Step } from './to-steps'
import { deleteStep, drawOneMore, reuseStep } from './variation-verbs'
import { Ways } from './Ways'

interface StepHeadProps {
  readonly step: Step
  readonly prompt: Turn
  /** Of its variations those that are here. */
  readonly turns: readonly Turn[]
  readonly toModelName: (model: string | null) => string
}

export function StepHead({ step, prompt, turns, toModelName }: StepHeadProps) {
  const { conversationId, parts } = prompt
  const [answer] = turns
  const running = turns.filter(({ state }) => state === 'running')
  const stop = () =>
    tellOutcome(Promise.all(running.map(({ id }) => stopAnswer(conversationId, id))).then(() => {}))
  const isEmpty = step.variations.length === 0
  return (
    <header className="flex flex-col gap-2">
      <div className="flex items-start gap-3">
        <span
          aria-hidden="true"
          className="flex h-5 min-w-5 shrink-0 items-center justify-center rounded-full border border-line-strong px-1 text-soft text-xs tabular-nums"
        >
          {step.number}
        </span>
        <h2 className="selectable min-w-0 flex-1 whitespace-pre-line text-[14px] leading-5 [overflow-wrap:anywhere]">
          <span className="sr-only">Step {step.number}: </span>
          {readText(prompt) || 'Only references'}
        </h2>
        <span className="flex h-5 shrink-0 items-center gap-1">
          {running.length > 0 && step.variations.length > 1 && (
            <Button size="small" onClick={stop}>
              <Square size={10} aria-hidden="true" fill="currentColor" />
              Stop all
            </Button>
          )}
          <Menu
            label="More for this step"
            trigger={<IconButton size="small" label="More for this step" icon={Ellipsis} />}
            items={[
              {
                name: 'Draw one more',
                icon: Plus,
                disabled: step.variations.length >= mostVariations,
                onSelect: () => drawOneMore(prompt, turns),
              },
              {
                name: 'Put into the composer',
                icon: TextCursorInput,
                onSelect: () => tellOutcome(reuseStep(prompt, { parameters: answer?.parameters ?? null })),
              },
              {
                name: 'Delete step',
                icon: Trash2,
                danger: true,
                apart: true,
                onSelect: () => deleteStep(prompt),
              },
            ]}
          />
        </span>
      </div>
      <div className="flex flex-col gap-2 pl-8 empty:hidden">
        <StepReferences parts={parts} />
        <div className="flex min-h-6 flex-wrap items-center gap-x-3 text-faint text-xs">
          {answer && <span>{describeSetting(answer, toModelName)}</span>}
          <Ways drawingId={conversationId} step={step} />
          {isEmpty && (
            <Button size="small" onClick={() => drawOneMore(prompt, turns)}>
              <RotateCcw size={12} aria-hidden="true" />
              Draw again
            </Button>
          )}
        </div>
      </div>
    </header>
  )
}

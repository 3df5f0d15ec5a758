// Moves between the steps that follow the same picture.
import { ChevronLeft, ChevronRight, GitBranch } from 'lucide-react'
import { tellOutcome } from '../../../api/tell-outcome'
import { IconButton } from '../../../components/IconButton'
import { announce } from '../../../state/announcement'
import { switchTo } from '../../../state/chat-actions'
import type { Step } from './to-steps'

interface WaysProps {
  readonly drawingId: string
  readonly step: Step
}

export function Ways({ drawingId, step: { promptId, number, ways } }: WaysProps) {
  const index = ways.indexOf(promptId)
  if (index < 0 || ways.length < 2) return null
  const go = (by: 1 | -1) => {
    const next = ways[index + by]
    if (!next) return
    const told = switchTo(drawingId, next).then(() => announce(`Way ${index + by + 1} of ${ways.length}.`))
    tellOutcome(told)
  }
  const words = number === 1 ? `${ways.length} beginnings` : `${ways.length} ways on`
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is of a form.
    <div role="group" aria-label={words} className="flex items-center gap-0.5 text-faint text-xs">
      <GitBranch size={12} aria-hidden="true" />
      <span className="mr-1 whitespace-nowrap">{words}</span>
      <IconButton
        size="small"
        label="Previous way"
        icon={ChevronLeft}
        aria-disabled={index === 0}
        className="aria-disabled:opacity-40"
        onClick={() => go(-1)}
      />
      <span className="whitespace-nowrap tabular-nums">
        {index + 1} of {ways.length}
      </span>
      <IconButton
        size="small"
        label="Next way"
        icon={ChevronRight}
        aria-disabled={index === ways.length - 1}
        className="aria-disabled:opacity-40"
        onClick={() => go(1)}
      />
    </div>
  )
}

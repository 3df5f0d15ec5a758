// The head of a step: its instruction, references, parameters and actions, and a switch between branches.
import {
  ChevronLeft,
  ChevronRight,
  Ellipsis,
  GitBranch,
  Plus,
  RotateCcw,
  Square,
  TextCursorInput,
  Trash2,
} from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { Turn } from '#shared/schemas/chat'
import { desktop } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { Badge } from '../../../components/Badge'
import { Button } from '../../../components/Button'
import { IconButton } from '../../../components/IconButton'
import { joinClasses } from '../../../components/join-classes'
import { MarkdownText } from '../../../components/MarkdownText'
import { Menu } from '../../../components/Menu'
import { Thumbnail } from '../../../media-viewer/Thumbnail'
import { announce } from '../../../state/announcement'
import { readText } from '../../../state/answer-text'
import { readPartFile } from '../../../state/turn-parts'
import type { Step } from '../state/drawing-steps'
import { maxVariations, useImageModels } from '../state/image-models'
import { deleteStep, drawOneMore, reuseStep, viewPicture } from '../state/variation-actions'

interface StepHeadProps {
  readonly step: Step
  readonly prompt: Turn
  /** Its variations that have been fetched. */
  readonly turns: readonly Turn[]
}

export function StepHead({ step, prompt, turns }: StepHeadProps) {
  const { conversationId, parts } = prompt
  const { toModelName } = useImageModels()
  const [answer] = turns
  const isRunning = turns.some(({ state }) => state === 'running')
  const isEmpty = step.variations.length === 0
  return (
    <header className="@container flex flex-col gap-2">
      <div className="flex items-start gap-3">
        <span
          aria-hidden="true"
          className="flex h-5 min-w-5 shrink-0 items-center justify-center rounded-full border border-line-strong px-1 text-soft text-xs tabular-nums"
        >
          {step.number}
        </span>
        <h2 className="min-w-0 flex-1 text-reading leading-5">
          <span className="sr-only">Step {step.number}: </span>
          <ClampedText>{readText(prompt) || 'References only'}</ClampedText>
        </h2>
        <span className="flex h-5 shrink-0 items-center gap-2 text-faint text-xs">
          {answer && (
            <span className="@max-[720px]:hidden">
              {describeParameters(answer, toModelName(answer.model))}
            </span>
          )}
          <BranchSwitcher drawingId={conversationId} step={step} />
          {turns.some(({ upstream }) => upstream === 'demo') && <Badge>Demo</Badge>}
          {isRunning && step.variations.length > 1 && (
            <Button
              size="small"
              onClick={() => toastOutcome(desktop.chat.stop({ conversationId, turnId: prompt.id }))}
            >
              <Square size={10} aria-hidden="true" fill="currentColor" />
              Stop all
            </Button>
          )}
          <Menu
            label="More actions for this step"
            trigger={<IconButton size="small" label="More actions for this step" icon={Ellipsis} />}
            items={[
              {
                name: 'Generate another variation',
                icon: Plus,
                disabled: step.variations.length >= maxVariations,
                onSelect: () => drawOneMore(prompt, turns),
              },
              {
                name: 'Reuse prompt',
                icon: TextCursorInput,
                onSelect: () => toastOutcome(reuseStep(prompt, { parameters: answer?.parameters ?? null })),
              },
              {
                name: 'Delete step',
                icon: Trash2,
                danger: true,
                hasSeparator: true,
                onSelect: () => deleteStep(prompt),
              },
            ]}
          />
        </span>
      </div>
      <div className="flex flex-col gap-2 pl-8 empty:hidden">
        <StepReferences parts={parts} />
        {isEmpty && (
          <Button
            icon={RotateCcw}
            size="small"
            className="self-start"
            onClick={() => drawOneMore(prompt, turns)}
          >
            Regenerate
          </Button>
        )}
      </div>
    </header>
  )
}

function StepReferences({ parts }: Pick<Turn, 'parts'>) {
  const files = parts.flatMap((part) => readPartFile(part) ?? [])
  if (files.length === 0) return null
  return (
    <ul aria-label="Reference images" className="flex flex-wrap gap-1.5">
      {files.map(({ media, mimeType, name }, index) => (
        // The same picture may be there twice.
        // biome-ignore lint/suspicious/noArrayIndexKey: a prompt never changes.
        <li key={index} className="flex">
          <button
            type="button"
            aria-label={`View reference ${name ?? index + 1} full size`}
            title={name ?? undefined}
            className="overflow-hidden rounded-md border border-line bg-sunken hover:border-faint"
            onClick={() => viewPicture({ media, mimeType, title: name ?? 'Reference' })}
          >
            <Thumbnail media={media} mimeType={mimeType} alt="" size={36} />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Switches between the steps that follow the same picture. */
function BranchSwitcher({ drawingId, step }: { drawingId: string; step: Step }) {
  const { promptId, number, branches } = step
  const index = branches.indexOf(promptId)
  if (index < 0 || branches.length < 2) return null
  const go = (by: 1 | -1) => {
    const next = branches[index + by]
    if (!next) return
    const position = `Branch ${index + by + 1} of ${branches.length}`
    toastOutcome(
      desktop.chat.switch({ conversationId: drawingId, turnId: next }).then(() => announce(position)),
    )
  }
  const toButton = (by: 1 | -1) => ({
    size: 'small' as const,
    'aria-disabled': branches[index + by] === undefined,
    className: 'aria-disabled:opacity-40',
    onClick: () => go(by),
  })
  const label = number === 1 ? `${branches.length} starting points` : `${branches.length} branches`
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form.
    <div role="group" aria-label={label} className="flex items-center gap-0.5 text-faint text-xs">
      <GitBranch size={12} aria-hidden="true" />
      <span className="mr-1 whitespace-nowrap">{label}</span>
      <IconButton {...toButton(-1)} label="Previous branch" icon={ChevronLeft} />
      <span className="whitespace-nowrap tabular-nums">
        {index + 1} of {branches.length}
      </span>
      <IconButton {...toButton(1)} label="Next branch" icon={ChevronRight} />
    </div>
  )
}

/** `Gen 3 Pro Image · 16:9 · 2K · seed 7` */
function describeParameters({ parameters }: Turn, modelName: string): string {
  const { aspectRatio, imageSize, seed, temperature, responseModalities } = parameters ?? {}
  const set = [
    modelName,
    aspectRatio,
    imageSize,
    responseModalities && !responseModalities.includes('TEXT') && 'image only',
    temperature !== undefined && `temperature ${temperature}`,
    seed !== undefined && `seed ${seed}`,
  ]
  return set.filter((one) => typeof one === 'string').join(' · ')
}

interface ClampedTextProps {
  readonly className?: string
  readonly isMarkdown?: boolean
  readonly children: string
}

export function ClampedText({ className = '', isMarkdown, children }: ClampedTextProps) {
  const element = useRef<HTMLSpanElement>(null)
  const [isExpanded, setExpanded] = useState(false)
  const [isClipped, setClipped] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a longer text may be clipped in a box of the same size.
  useLayoutEffect(() => {
    const { current } = element
    if (!current || isExpanded) return
    const observer = new ResizeObserver(() => setClipped(current.scrollHeight > current.clientHeight + 1))
    observer.observe(current)
    return () => observer.disconnect()
  }, [isExpanded, children])
  return (
    <span className={joinClasses('flex items-end gap-1', className)}>
      <span
        ref={element}
        dir="auto"
        className={joinClasses(
          'selectable min-w-0 flex-1 self-start [overflow-wrap:anywhere]',
          !isMarkdown && 'whitespace-pre-line',
          isExpanded ? 'block' : 'line-clamp-2',
        )}
      >
        {isMarkdown ? <MarkdownText text={children} /> : children}
      </span>
      {(isClipped || isExpanded) && (
        <button
          type="button"
          aria-expanded={isExpanded}
          aria-label={isExpanded ? 'Show less text' : 'Show more text'}
          className="shrink-0 rounded-sm px-0.5 text-accent text-xs leading-4 hover:underline"
          onClick={() => setExpanded(!isExpanded)}
        >
          {isExpanded ? 'Show less' : 'Show more'}
        </button>
      )}
    </span>
  )
}

// One variation of a step: its picture, its stats and text, and its actions.
import { Columns2, Ellipsis, Maximize2, Pencil, Star, Trash2 } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Turn } from '#shared/schemas/chat'
import { desktop } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { Badge } from '../../../components/Badge'
import { Button } from '../../../components/Button'
import { IconButton } from '../../../components/IconButton'
import { joinClasses } from '../../../components/join-classes'
import { ContextMenu, Menu } from '../../../components/Menu'
import { Tooltip } from '../../../components/Tooltip'
import { useTurnCost } from '../../../models/prices'
import { UnsavedNotice } from '../../../notices/UnsavedNotice'
import { findTurn } from '../../../state/fold-chat'
import { useKeys } from '../../../state/keymap'
import { readChat } from '../../../state/live-chat'
import {
  findFinalPicture,
  findShownItem,
  readVariation,
  toViewed,
  useFollowingSteps,
  useTrashed,
} from '../state/drawing-steps'
import { editPicture, selectPicture } from '../state/next-step'
import {
  compareWith,
  listPictureActions,
  listVariationActions,
  useViewerState,
  viewPicture,
} from '../state/variation-actions'
import { toDrawingNotice } from './drawing-notice'
import { describeSize, listPictureStats, usePictureFacts } from './picture-stats'
import { ClampedText } from './StepHead'
import { type VariationProps, VariationSlot } from './VariationSlot'

export function Variation(props: VariationProps & { isEdited: boolean }) {
  const { turn, number, count, isSelected } = props
  const trashed = useTrashed(turn)
  if (trashed.length === 0) return <ShownVariation {...props} />
  return (
    <article
      data-variation={turn.id}
      aria-label={`Variation ${number} of ${count}`}
      aria-current={isSelected ? 'true' : undefined}
    >
      <TrashedSlot ids={trashed} {...(!isSelected && { onSelect: () => selectPicture(turn) })} />
    </article>
  )
}

function ShownVariation({ isEdited, ...props }: VariationProps & { isEdited: boolean }) {
  const { turn, title, number, count, isSelected } = props
  const article = useRef<HTMLElement>(null)
  const wasNear = useWasNearViewport(article)
  const stats = useVariationStats(turn, wasNear)
  const isMarked = useViewerState(({ marked }) => marked === turn.id)
  const { pictures, text } = readVariation(turn)
  const last = toViewed(turn, title).at(-1)
  const notice = last ? toDrawingNotice(turn) : null
  const open = () => last && viewPicture(last)
  const compare = () => compareWith(turn, (id) => findTurn(readChat(turn.conversationId), id))
  const isRunning = turn.state === 'running'
  const actions = listVariationActions(turn, { title, onOpen: open, onCompare: compare })
  return (
    <ContextMenu label={`Actions for variation ${number}`} items={actions}>
      <article
        ref={article}
        data-variation={turn.id}
        aria-label={`Variation ${number} of ${count}`}
        aria-busy={isRunning}
        aria-current={isSelected ? 'true' : undefined}
        className="group @container flex min-w-0 flex-col gap-1"
      >
        <div className="relative">
          <VariationSlot {...props} isEdited={isEdited} onOpen={open} />
          <span className="pointer-events-none absolute inset-x-1.5 bottom-1.5 flex flex-wrap gap-1 *:bg-raised">
            {isEdited && !isRunning && <Badge tone="accent">Editing</Badge>}
            {isMarked && <Badge tone="accent">Compare</Badge>}
            {!isSelected && <FollowingBadge turn={turn} />}
            {pictures.length > 1 && <Badge>{`${pictures.length} images`}</Badge>}
            {stats.differs && <Badge tone="warn">Size differs</Badge>}
            {findShownItem(turn)?.starred && <StarBadge />}
          </span>
          {!isRunning && (
            <VariationActions
              turn={turn}
              title={title}
              isSelected={isSelected}
              onOpen={open}
              onCompare={compare}
            />
          )}
          {pictures.length > 0 && !isRunning && <VariationFacts stats={stats} text={text} />}
        </div>
        <UnsavedNotice
          owner={turn.id}
          what="Image"
          media={pictures.map(({ media }) => media)}
          isNarrow
          className="my-1"
        />
        {notice && (
          <p className="text-soft text-sm [overflow-wrap:anywhere]">
            {[notice.title, notice.detail && `“${notice.detail}”`, notice.advice].filter(Boolean).join(' ')}
          </p>
        )}
        {text && pictures.length === 0 && (
          <ClampedText isMarkdown className="text-soft text-sm">
            {text}
          </ClampedText>
        )}
      </article>
    </ContextMenu>
  )
}

function StarBadge() {
  return (
    <span className="flex items-center rounded-sm border border-line-strong px-1 text-accent">
      <Star size={12} aria-hidden="true" className="fill-current" />
      <span className="sr-only">Starred</span>
    </span>
  )
}

/** Marks a variation whose steps are not shown now. Selecting the variation shows them. */
function FollowingBadge({ turn: { conversationId, id } }: { turn: Turn }) {
  const count = useFollowingSteps(conversationId, id)
  if (count === 0) return null
  return <Badge>{count === 1 ? '1 step follows' : `${count} steps follow`}</Badge>
}

interface TrashedSlotProps {
  readonly ids: readonly string[]
  /** Shows the steps that were created from it; absent if they are shown, or if there are none. */
  readonly onSelect?: () => void
}

/** Shown for an image in the trash if later steps were created from it, or if it was the last one of its step. */
export function TrashedSlot({ ids, onSelect }: TrashedSlotProps) {
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-2 rounded-lg border border-line border-dashed px-3 py-2 text-soft text-sm">
      <Trash2 size={14} strokeWidth={1.75} aria-hidden="true" className="text-faint" />
      <span className="mr-auto">{ids.length > 1 ? `${ids.length} images` : 'Image'} in the trash</span>
      {onSelect && (
        <Button size="small" variant="quiet" onClick={onSelect}>
          Show steps
        </Button>
      )}
      <Button size="small" data-main onClick={() => toastOutcome(desktop.library.restore({ ids: [...ids] }))}>
        Restore
      </Button>
    </div>
  )
}

interface VariationStats {
  /** The actual and the requested size. */
  readonly size: string
  readonly differs: boolean
  readonly others: string
}

/** Without its file until the variation has come near the view. */
function useVariationStats(turn: Turn, wasNear: boolean): VariationStats {
  const picture = readVariation(turn).pictures.at(-1) ?? null
  const isFinished = turn.state !== 'running'
  const facts = usePictureFacts(isFinished && wasNear ? picture : null)
  const { text, differs } = describeSize(turn.parameters ?? {}, facts)
  return { size: text, differs, others: listPictureStats(turn, facts, useTurnCost(turn)).join(' · ') }
}

/** Shown while the pointer or the keyboard focus is on the image; the inspector has the whole text. */
const onHover =
  'opacity-0 transition-opacity group-hover:opacity-100 group-has-[:focus-visible]:opacity-100 group-has-data-[state=open]:opacity-100'

/** Over the lower edge of the image, so that it takes no height from it. */
function VariationFacts({ stats: { size, differs, others }, text }: { stats: VariationStats; text: string }) {
  return (
    <div
      className={joinClasses(
        'pointer-events-none absolute inset-x-px bottom-px flex flex-col rounded-b-[7px] border-line border-t bg-raised px-2 py-1 text-xs tabular-nums',
        onHover,
      )}
    >
      <span className={joinClasses('truncate', differs ? 'text-warn' : 'text-soft')}>
        {size}
        {differs && <span className="sr-only"> (differs from request)</span>}
      </span>
      <span className="truncate text-faint">{others}</span>
      {text && (
        <span dir="auto" className="@max-[240px]:hidden line-clamp-2 text-soft">
          {text}
        </span>
      )}
    </div>
  )
}

interface VariationActionsProps extends Pick<VariationProps, 'turn' | 'title' | 'isSelected'> {
  readonly onOpen: () => void
  readonly onCompare: () => void
}

/** Over the upper edge of the image. Hidden until hovered or focused, unless the variation is selected. */
function VariationActions({ turn, title, isSelected, onOpen, onCompare }: VariationActionsProps) {
  const isMarked = useViewerState(({ marked }) => marked === turn.id)
  return (
    <div
      className={joinClasses(
        'absolute top-1.5 right-1.5 flex items-center rounded-md border border-line bg-raised',
        !isSelected && !isMarked && `${onHover} group-focus-within:opacity-100`,
      )}
    >
      {findFinalPicture(turn) && (
        <Button icon={Pencil} size="small" variant="quiet" className="h-6" onClick={() => editPicture(turn)}>
          <span className="@max-[220px]:sr-only">Edit</span>
        </Button>
      )}
      {readVariation(turn).pictures.length > 0 && (
        <>
          <IconButton size="small" label="View full size" icon={Maximize2} keys="enter" onClick={onOpen} />
          <CompareButton isMarked={isMarked} onCompare={onCompare} />
        </>
      )}
      <Menu
        label="More actions for this image"
        trigger={<IconButton size="small" label="More actions for this image" icon={Ellipsis} />}
        items={listPictureActions(turn, title)}
      />
    </div>
  )
}

/** Marks a picture as the first to compare, or compares it with the marked one. */
function CompareButton({ isMarked, onCompare }: { isMarked: boolean; onCompare: () => void }) {
  const isSecond = useViewerState(({ marked }) => marked !== null)
  const hint = isMarked
    ? 'Deselect for comparison'
    : isSecond
      ? 'Compare with selected image'
      : 'Select to compare'
  return (
    <Tooltip label={hint} keys={useKeys('image.compare')}>
      <button
        type="button"
        aria-label="Compare"
        aria-pressed={isMarked}
        onClick={onCompare}
        className={joinClasses(
          'inline-flex size-6 shrink-0 items-center justify-center rounded-md transition-colors',
          isMarked ? 'bg-accent-wash text-accent' : 'text-faint hover:bg-hover hover:text-ink',
        )}
      >
        <Columns2 size={14} aria-hidden="true" />
      </button>
    </Tooltip>
  )
}

/** Becomes true when the element first comes near the viewport, and stays true. */
function useWasNearViewport(element: RefObject<Element | null>): boolean {
  const [wasNear, setWasNear] = useState(false)
  useEffect(() => {
    const { current } = element
    if (wasNear || !current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setWasNear(true),
      { rootMargin: '400px' },
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [element, wasNear])
  return wasNear
}

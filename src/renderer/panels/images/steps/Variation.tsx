// One variation of a step: its picture, its stats and text, and its actions.
import { Trash2 } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Turn } from '#shared/schemas/chat'
import { desktop } from '../../../api/desktop'
import { tellOutcome } from '../../../api/tell-outcome'
import { Badge } from '../../../components/Badge'
import { Button } from '../../../components/Button'
import { ContextMenu } from '../../../components/ContextMenu'
import { joinClasses } from '../../../components/join-classes'
import { UnsavedNotice } from '../../../notices/UnsavedNotice'
import { findTurn } from '../../../state/fold-chat'
import { readChat } from '../../../state/live-chat'
import { readVariation, toViewed, useTrashed } from '../state/drawing-steps'
import { compareWith, listVariationActions, selectPicture } from '../state/variation-actions'
import { useLook, viewPicture } from '../state/viewer-state'
import { toDrawingNotice } from './drawing-notice'
import { describeAsked, describePixels, isOff, listFigures, usePictureFacts } from './picture-stats'
import { VariationActions } from './VariationActions'
import { VariationPlace } from './VariationSlot'

interface VariationProps {
  readonly turn: Turn
  readonly title: string
  /** Counted from 1. */
  readonly number: number
  readonly count: number
  readonly ratio: number
  readonly isChosen: boolean
  readonly isEdited: boolean
}

export function Variation(props: VariationProps) {
  const { turn, number, count, isChosen } = props
  const trashed = useTrashed(turn)
  if (trashed.length === 0) return <ShownVariation {...props} />
  return (
    <article
      data-variation={turn.id}
      aria-label={`Variation ${number} of ${count}`}
      aria-current={isChosen ? 'true' : undefined}
    >
      <TrashedPlace ids={trashed} isChosen={isChosen} onSelect={() => selectPicture(turn)} />
    </article>
  )
}

function ShownVariation({ turn, title, number, count, ratio, isChosen, isEdited }: VariationProps) {
  const place = useRef<HTMLElement>(null)
  const isSeen = useSeen(place)
  const isMarked = useLook(({ marked }) => marked === turn.id)
  const { pictures, text } = readVariation(turn)
  const last = toViewed(turn, title).at(-1)
  const notice = last ? toDrawingNotice(turn) : null
  const open = () => last && viewPicture(last)
  const find = (id: string) => findTurn(readChat(turn.conversationId), id)
  const compare = () => compareWith(turn, find)
  const isRunning = turn.state === 'running'
  const actions = listVariationActions(turn, { title, onOpen: open, onCompare: compare })
  return (
    <ContextMenu label={`Actions for variation ${number}`} items={actions}>
      <article
        ref={place}
        data-variation={turn.id}
        aria-label={`Variation ${number} of ${count}`}
        aria-busy={isRunning}
        aria-current={isChosen ? 'true' : undefined}
        className="group flex min-w-0 flex-col gap-1"
      >
        <div className="relative">
          <VariationPlace
            turn={turn}
            name={`Picture ${number} of ${count}`}
            title={title}
            ratio={ratio}
            isChosen={isChosen}
            hasOthers={count > 1}
            onSelect={() => selectPicture(turn)}
            onOpen={open}
          />
          <span className="pointer-events-none absolute top-2 left-2 flex gap-1 *:bg-raised">
            {isEdited && <Badge tone="accent">Editing</Badge>}
            {isMarked && <Badge tone="accent">Compare</Badge>}
            {pictures.length > 1 && <Badge>{`${pictures.length} pictures`}</Badge>}
            {turn.upstream === 'demo' && <Badge>Demo</Badge>}
          </span>
        </div>
        <VariationFigures turn={turn} isSeen={isSeen} />
        {isRunning ? (
          <div className="h-6" />
        ) : (
          <VariationActions turn={turn} title={title} isQuiet={!isChosen} onOpen={open} onCompare={compare} />
        )}
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
        {(text || mayTalk(turn)) && <VariationWords text={text} />}
      </article>
    </ContextMenu>
  )
}

/** Where words may come, there is room for them from the start. */
function mayTalk({ parameters }: Turn): boolean {
  return parameters?.responseModalities?.includes('TEXT') !== false
}

interface TrashedPlaceProps {
  readonly ids: readonly string[]
  readonly isChosen: boolean
  /** Shows the steps that were made from it. */
  readonly onSelect: () => void
}

function TrashedPlace({ ids, isChosen, onSelect }: TrashedPlaceProps) {
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-2 rounded-lg border border-line border-dashed px-3 py-2 text-soft text-sm">
      <Trash2 size={14} strokeWidth={1.75} aria-hidden="true" className="text-faint" />
      <span className="mr-auto">Image in the trash</span>
      {!isChosen && (
        <Button size="small" look="quiet" onClick={onSelect}>
          Show steps
        </Button>
      )}
      <Button size="small" data-main onClick={() => tellOutcome(desktop.library.restore({ ids: [...ids] }))}>
        Restore
      </Button>
    </div>
  )
}

/** They have their height from the start, so that nothing moves when the figures come. */
function VariationFigures({ turn, isSeen }: { turn: Turn; isSeen: boolean }) {
  const picture = readVariation(turn).pictures.at(-1) ?? null
  const isOver = turn.state !== 'running'
  const facts = usePictureFacts(isOver && isSeen ? picture : null)
  const asked = turn.parameters ?? {}
  const off = facts !== undefined && isOff(asked, facts)
  const first = [facts && describePixels(facts), describeAsked(asked)].filter(Boolean).join(', ')
  const second = isOver ? listFigures(turn, facts).join(' · ') : ''
  return (
    <div className="selectable flex h-8 flex-col text-faint text-xs tabular-nums">
      <span className={joinClasses('h-4 truncate', off && 'text-warn')} title={first}>
        {first}
        {off && <span className="sr-only"> (not as asked)</span>}
      </span>
      <span className="h-4 truncate" title={second}>
        {second}
      </span>
    </div>
  )
}

function VariationWords({ text }: { text: string }) {
  const words = useRef<HTMLParagraphElement>(null)
  const [isWhole, setWhole] = useState(false)
  const [isCut, setCut] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a longer text may be cut in a place of the same size.
  useLayoutEffect(() => {
    const element = words.current
    if (!element || isWhole) return
    const observer = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight + 1))
    observer.observe(element)
    return () => observer.disconnect()
  }, [isWhole, text])
  return (
    <div className="flex min-h-8 items-end gap-1 text-soft text-sm">
      <p
        ref={words}
        className={joinClasses(
          'selectable min-w-0 flex-1 self-start whitespace-pre-line [overflow-wrap:anywhere]',
          !isWhole && 'line-clamp-2',
        )}
      >
        {text}
      </p>
      {(isCut || isWhole) && (
        <button
          type="button"
          aria-expanded={isWhole}
          aria-label={isWhole ? 'Less of the words' : 'More of the words'}
          className="shrink-0 rounded-sm px-0.5 text-accent text-xs leading-4 hover:underline"
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Less' : 'More'}
        </button>
      )}
    </div>
  )
}

function useSeen(place: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const element = place.current
    if (isSeen || !element) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      { rootMargin: '400px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [place, isSeen])
  return isSeen
}

// One variation of a step: its place, its figures and words, and what can be done with it.
import { useRef } from 'react'
import type { Turn } from '#shared/schemas/chat'
import { Badge } from '../../../components/Badge'
import { ContextMenu } from '../../../components/Menu'
import { UnsavedNotice } from '../../../notices/UnsavedNotice'
import { findTurn } from '../../../state/fold-chat'
import { readChat } from '../../../state/live-chat'
import { useLook, viewPicture } from '../look'
import { toDrawingNotice } from './drawing-notice'
import { listVariationActions } from './list-actions'
import { toViewed } from './list-pictures'
import { readVariation } from './read-variation'
import { TrashedPlace } from './TrashedPlace'
import { useSeen } from './use-seen'
import { useTrashed } from './use-trashed'
import { VariationActions } from './VariationActions'
import { VariationFigures } from './VariationFigures'
import { VariationPlace } from './VariationPlace'
import { VariationWords } from './VariationWords'
import { compareWith, selectPicture } from './variation-verbs'

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

// The place of a variation: its picture, or what stands there until it comes, or why there is none.
import { CircleAlert, CircleSlash, Square, TriangleAlert } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import type { Turn } from '#shared/schemas/chat'
import { tellOutcome } from '../../../api/tell-outcome'
import { Button } from '../../../components/Button'
import { joinClasses } from '../../../components/join-classes'
import { RetryTime } from '../../../components/RetryTime'
import { dragPicture } from '../../../media-viewer/picture-actions'
import { stopAnswer } from '../../../state/chat-actions'
import { mediaBaseUrl } from '../../../state/media-files'
import { openPanel } from '../../../state/navigation'
import type { PartFile } from '../../../state/turn-parts'
import { type DrawingNotice, toDrawingNotice } from './drawing-notice'
import { Elapsed } from './Elapsed'
import { readVariation } from './read-variation'
import { tryAgain } from './variation-verbs'

interface VariationPlaceProps {
  readonly turn: Turn
  /** `Picture 2 of 4` */
  readonly name: string
  /** The instruction. */
  readonly title: string
  readonly ratio: number
  readonly isChosen: boolean
  /** There are others to choose from. */
  readonly hasOthers: boolean
  readonly onSelect: () => void
  readonly onOpen: () => void
}

/** High enough for a sentence, whatever comes into it: so the places of a row stay as they are. */
const frame = 'relative flex min-h-32 w-full overflow-hidden rounded-lg border'

export function VariationPlace(props: VariationPlaceProps) {
  const { turn, ratio, isChosen, hasOthers } = props
  const { pictures, draft } = readVariation(turn)
  const picture = pictures.at(-1)
  const notice = toDrawingNotice(turn)
  const style = { aspectRatio: ratio }
  const mark = isChosen && hasOthers ? 'border-accent shadow-[0_0_0_1px_var(--accent)]' : 'border-line'
  if (turn.state === 'running') {
    return (
      <div style={style} className={joinClasses(frame, mark, 'bg-sunken')}>
        <UnderWay turn={turn} name={props.name} shown={picture ?? draft} />
      </div>
    )
  }
  if (picture) return <Picture {...props} picture={picture} style={style} className={mark} />
  return (
    <div style={style} className={joinClasses(frame, mark, 'bg-sunken')}>
      {notice && <Withheld turn={turn} notice={notice} />}
    </div>
  )
}

interface PictureProps extends VariationPlaceProps {
  readonly picture: PartFile
  readonly style: { readonly aspectRatio: number }
  readonly className: string
}

function Picture({ picture, title, name, isChosen, onSelect, onOpen, style, className }: PictureProps) {
  const { media } = picture
  const [isMissing, setMissing] = useState(false)
  const drag = (event: DragEvent) => dragPicture(event, { media, title })
  return (
    <button
      type="button"
      data-main
      draggable
      aria-label={name}
      aria-pressed={isChosen}
      title="Enter or a double click shows it in large"
      style={style}
      className={joinClasses(frame, className, 'items-center justify-center bg-sunken transition-colors')}
      onClick={onSelect}
      onDoubleClick={onOpen}
      onDragStart={drag}
    >
      {isMissing ? (
        <span className="p-4 text-center text-soft text-sm">
          The file of this picture is missing from the media folder, or damaged.
        </span>
      ) : (
        <img
          src={`${mediaBaseUrl}${media}`}
          alt={title}
          loading="lazy"
          decoding="async"
          draggable={false}
          className="absolute inset-0 size-full object-contain"
          onError={() => setMissing(true)}
        />
      )}
    </button>
  )
}

interface UnderWayProps {
  readonly turn: Turn
  readonly name: string
  /** A draft, or the picture while the rest of the answer is still to come. */
  readonly shown: PartFile | null
}

function UnderWay({ turn: { conversationId, id, createdAt }, name, shown }: UnderWayProps) {
  return (
    <>
      {shown ? (
        <img
          src={`${mediaBaseUrl}${shown.media}`}
          alt="Draft"
          className="absolute inset-0 size-full object-contain opacity-70"
        />
      ) : (
        <div aria-hidden="true" className="absolute inset-0 animate-breathe bg-hover" />
      )}
      <div className="absolute inset-x-0 bottom-0 flex items-center justify-between gap-2 p-2">
        <span className="rounded-sm bg-raised px-1.5 py-0.5 text-soft text-xs">
          <span className="sr-only">Being drawn</span>
          <Elapsed since={createdAt} />
        </span>
        <Button
          size="small"
          data-main
          aria-label={`Stop ${name.charAt(0).toLowerCase()}${name.slice(1)}`}
          onClick={() => tellOutcome(stopAnswer(conversationId, id))}
        >
          <Square size={10} aria-hidden="true" fill="currentColor" />
          Stop
        </Button>
      </div>
    </>
  )
}

const icons = { quiet: CircleSlash, warn: TriangleAlert, danger: CircleAlert } as const
const tones = { quiet: 'text-faint', warn: 'text-warn', danger: 'text-danger' } as const

function Withheld({ turn, notice }: { turn: Turn; notice: DrawingNotice }) {
  const { tone, title, advice, detail, retryAt, settings } = notice
  const Icon = icons[tone]
  return (
    <div className="absolute inset-0 overflow-y-auto">
      <div className="selectable flex min-h-full flex-col items-center justify-center gap-1.5 p-3 text-center text-sm">
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" className={tones[tone]} />
        <p className="font-medium [overflow-wrap:anywhere]">{title}</p>
        {detail && (
          <p className="line-clamp-4 text-soft [overflow-wrap:anywhere]" title={detail}>
            “{detail}”
          </p>
        )}
        {advice && <p className="text-soft">{advice}</p>}
        {retryAt !== undefined && (
          <div className="text-soft">
            <RetryTime at={retryAt} />
          </div>
        )}
        <span className="mt-1 flex flex-wrap justify-center gap-1">
          {settings && (
            <Button size="small" look="quiet" onClick={() => openPanel('settings')}>
              Open Settings
            </Button>
          )}
          <Button size="small" data-main onClick={() => tryAgain(turn)}>
            Try again
          </Button>
        </span>
      </div>
    </div>
  )
}

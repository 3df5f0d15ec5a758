// The box of a variation: its picture, progress while it is drawn, or why there is no picture.
import { CircleAlert, CircleSlash, Square, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { Turn } from '#shared/schemas/chat'
import { desktop } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { formatCount } from '../../../components/format'
import { joinClasses } from '../../../components/join-classes'
import { RetryCountdown } from '../../../components/RetryCountdown'
import { useNow } from '../../../components/use-now'
import { dragPicture } from '../../../media-viewer/picture-actions'
import { mediaBaseUrl } from '../../../state/media-files'
import { openPanel } from '../../../state/navigation'
import type { PartFile } from '../../../state/turn-parts'
import { readVariation } from '../state/drawing-steps'
import { selectPicture } from '../state/next-step'
import { editPrompt, tryAgain } from '../state/variation-actions'
import { type DrawingNotice, toDrawingNotice } from './drawing-notice'

export interface VariationProps {
  readonly turn: Turn
  /** The instruction. */
  readonly title: string
  /** Starts at 1. */
  readonly number: number
  readonly count: number
  /** Width divided by height. */
  readonly ratio: number
  readonly isSelected: boolean
}

interface VariationSlotProps extends VariationProps {
  /** The next step edits it. */
  readonly isEdited: boolean
  readonly onOpen: () => void
}

export function VariationSlot(props: VariationSlotProps) {
  const { turn, title, number, count, ratio, isSelected, isEdited, onOpen } = props
  const { pictures, draft } = readVariation(turn)
  const picture = pictures.at(-1)
  const box = {
    style: { aspectRatio: ratio },
    className: joinClasses(
      // High enough for any notice. A picture has a height of its own.
      picture ? '' : 'min-h-32',
      'relative flex w-full overflow-hidden rounded-lg border bg-sunken',
      isEdited ? 'border-accent shadow-[0_0_0_1px_var(--accent)]' : frameOf(isSelected && count > 1),
    ),
  }
  if (turn.state === 'running') {
    return (
      <div {...box}>
        <DrawingProgress turn={turn} number={number} count={count} shown={picture ?? draft} />
      </div>
    )
  }
  const notice = toDrawingNotice(turn)
  if (!picture) return <div {...box}>{notice && <MissingPicture turn={turn} notice={notice} />}</div>
  return (
    <button
      type="button"
      data-main
      draggable
      aria-label={`Image ${number} of ${count}`}
      aria-pressed={isSelected}
      title="Press Enter or double-click to view full size"
      style={box.style}
      className={joinClasses(box.className, 'items-center justify-center transition-colors')}
      onClick={() => selectPicture(turn)}
      onDoubleClick={onOpen}
      onDragStart={(event) => dragPicture(event, { media: picture.media, title })}
    >
      <Picture key={picture.media} media={picture.media} title={title} />
    </button>
  )
}

/** One of several variations that later steps continue from. */
function frameOf(isSelected: boolean): string {
  return isSelected ? 'border-faint shadow-[0_0_0_1px_var(--faint)]' : 'border-line'
}

function Picture({ media, title }: { media: string; title: string }) {
  const [isMissing, setMissing] = useState(false)
  if (isMissing) {
    return (
      <span className="p-4 text-center text-soft text-sm">
        This image’s file is missing from the media folder or damaged.
      </span>
    )
  }
  return (
    <img
      src={`${mediaBaseUrl}${media}`}
      alt={title}
      loading="lazy"
      decoding="async"
      draggable={false}
      className="absolute inset-0 size-full object-contain"
      onError={() => setMissing(true)}
    />
  )
}

interface DrawingProgressProps extends Pick<VariationProps, 'turn' | 'number' | 'count'> {
  /** A draft, or the picture while the rest of the answer is still streaming. */
  readonly shown: PartFile | null
}

function DrawingProgress({
  turn: { conversationId, id, createdAt },
  number,
  count,
  shown,
}: DrawingProgressProps) {
  const now = useNow(1_000)
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
          <span className="sr-only">Generating…</span>
          <span className="tabular-nums" aria-hidden="true">
            {formatCount(Math.max(0, Math.floor((now - createdAt) / 1000)))} s
          </span>
        </span>
        <Button
          size="small"
          data-main
          aria-label={`Stop image ${number} of ${count}`}
          onClick={() => toastOutcome(desktop.chat.stop({ conversationId, turnId: id }))}
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

function MissingPicture({ turn, notice }: { turn: Turn; notice: DrawingNotice }) {
  const { tone, title, advice, detail, retryAt, settings, edit } = notice
  const Icon = icons[tone]
  return (
    <div title={advice} className="absolute inset-0 overflow-y-auto">
      <div className="selectable flex min-h-full flex-col items-center justify-center gap-1.5 p-3 text-center text-sm">
        <Icon
          size={18}
          strokeWidth={1.75}
          aria-hidden="true"
          className={`${tones[tone]} @max-[180px]:hidden`}
        />
        <p className="font-medium [overflow-wrap:anywhere]">{title}</p>
        {detail && (
          <p className="line-clamp-4 text-soft [overflow-wrap:anywhere]" title={detail}>
            “{detail}”
          </p>
        )}
        {/* In a small box, the button must be visible without scrolling. */}
        {advice && <p className="@max-[180px]:sr-only text-soft">{advice}</p>}
        {retryAt !== undefined && (
          <div className="text-soft">
            <RetryCountdown at={retryAt} />
          </div>
        )}
        <span className="mt-1 flex flex-wrap justify-center gap-1">
          {settings && (
            <Button size="small" variant="quiet" onClick={() => openPanel('settings')}>
              Open Settings
            </Button>
          )}
          {edit && (
            <Button size="small" data-main onClick={() => editPrompt(turn)}>
              Edit prompt
            </Button>
          )}
          {edit !== 'only' && (
            <Button
              size="small"
              variant={edit ? 'quiet' : 'plain'}
              data-main={edit ? undefined : true}
              onClick={() => tryAgain(turn)}
            >
              Retry
            </Button>
          )}
        </span>
      </div>
    </div>
  )
}

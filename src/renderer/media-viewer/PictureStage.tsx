// The stage of a picture: the wheel zooms to the pointer, dragging pans; shows why a file cannot be displayed.
import { ImageOff } from 'lucide-react'
import { type CSSProperties, type DragEvent, type ReactNode, useEffect, useState } from 'react'
import { Button } from '../components/Button'
import { EmptyState } from '../components/EmptyState'
import { joinClasses } from '../components/join-classes'
import { type Point, usePanZoom } from '../components/use-pan-zoom'
import { mediaBaseUrl } from '../state/media-files'
import { nameType, type ViewedPicture } from './describe-picture'
import { savePicture } from './picture-actions'
import { canPan, positionPicture } from './picture-view'
import type { LoadedPicture } from './use-loaded-picture'
import type { ZoomPan } from './ZoomControls'

interface PictureStageProps {
  readonly label: string
  readonly zoomPan: ZoomPan
  /** If several stages share one zoom, the primary one is measured and focused. */
  readonly isPrimary?: boolean
  readonly children: (position: Position | null, isPannable: boolean) => ReactNode
}

type Position = ReturnType<typeof positionPicture>

export function PictureStage({ label, zoomPan, isPrimary = true, children }: PictureStageProps) {
  const { view, stage, zoom, pan, showWhole, showPixels, measure } = zoomPan
  const [element, setElement] = useState<HTMLElement | null>(null)
  const isPannable = stage !== null && canPan(view, stage)

  const fromMiddle = ({ x, y }: Point) => ({
    x: x - (element?.clientWidth ?? 0) / 2,
    y: y - (element?.clientHeight ?? 0) / 2,
  })
  const { listeners } = usePanZoom(
    element,
    {
      onZoom: (factor, at) => zoom(factor, fromMiddle(at)),
      onDrag: ({ by }) => pan(by),
      onDoubleClick: (at) => (view.scale === null ? showPixels(fromMiddle(at)) : showWhole()),
    },
    { clickRadius: 0, canDrag: isPannable },
  )

  useEffect(() => (isPrimary && element ? measure(element) : undefined), [isPrimary, element, measure])

  return (
    <section
      ref={setElement}
      aria-label={label}
      tabIndex={isPrimary ? 0 : -1}
      data-first-focus={isPrimary || undefined}
      className={joinClasses(
        'relative min-h-0 min-w-0 flex-1 touch-none overflow-hidden bg-sunken focus-visible:-outline-offset-2',
        isPannable && 'cursor-grab active:cursor-grabbing',
      )}
      {...listeners}
    >
      {children(stage && positionPicture(view, stage), isPannable)}
    </section>
  )
}

interface StagedPictureProps {
  readonly picture: ViewedPicture
  readonly loaded: LoadedPicture
  /** Null until it has been measured. */
  readonly position: Position | null
  readonly onDragStart?: ((event: DragEvent) => void) | undefined
  /** For blending it with the picture under it. */
  readonly style?: CSSProperties
  /** Makes transparent parts visible. */
  readonly checkered?: boolean
}

const checkerboard = 'repeating-conic-gradient(var(--hover) 0 25%, var(--raised) 0 50%) 0 0 / 16px 16px'

export function StagedPicture(props: StagedPictureProps) {
  const { picture, loaded, position, onDragStart, style, checkered = true } = props
  const { media, title } = picture
  const { size, attempt, onLoad, onError } = loaded
  // From twice its size, single pixels are shown sharply.
  const isEnlarged = position && size && position.width / size.width >= 2
  return (
    <img
      key={`${media} ${attempt}`}
      src={`${mediaBaseUrl}${media}`}
      alt={title}
      decoding="async"
      draggable={onDragStart !== undefined}
      onDragStart={onDragStart}
      onLoad={onLoad}
      onError={onError}
      className="absolute max-w-none object-contain"
      style={{
        ...(position ?? { visibility: 'hidden', width: 1, height: 1 }),
        ...(checkered && { background: checkerboard }),
        ...(isEnlarged && { imageRendering: 'pixelated' }),
        ...style,
      }}
    />
  )
}

interface PictureErrorNoticeProps {
  readonly picture: ViewedPicture
  readonly loaded: LoadedPicture
}

/** Why a picture cannot be shown, and what the user can do. */
export function PictureErrorNotice({ picture, loaded: { error, tryAgain } }: PictureErrorNoticeProps) {
  if (error === 'missing') {
    return (
      <EmptyState icon={ImageOff} title="File missing">
        <p>
          It was moved or deleted outside Gen Playground. Move it back to the media folder, or locate it in
          the Library.
        </p>
        <Button onClick={tryAgain}>Try again</Button>
      </EmptyState>
    )
  }
  if (error === 'truncated') {
    return (
      <p
        role="status"
        className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-lg border border-line bg-warn-wash px-3 py-1 text-ink"
      >
        This file is damaged. The image shows as much as could be decoded.
      </p>
    )
  }
  return (
    <EmptyState icon={ImageOff} title="Couldn’t show this image">
      <p>
        The file ({nameType(picture.mimeType)}) is damaged or not supported here. Save it and open it in
        another app.
      </p>
      <div className="flex gap-2">
        <Button onClick={tryAgain}>Try again</Button>
        <Button onClick={() => savePicture(picture)}>Save as…</Button>
      </div>
    </EmptyState>
  )
}

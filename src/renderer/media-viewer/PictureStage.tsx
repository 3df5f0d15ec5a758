// The stage of a picture: the wheel zooms to the pointer, dragging pans; shows why a file cannot be drawn.
import { ImageOff } from 'lucide-react'
import {
  type CSSProperties,
  type DragEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { Button } from '../components/Button'
import { EmptyState } from '../components/EmptyState'
import { joinClasses } from '../components/join-classes'
import { keptMedia } from '../state/keep-file'
import { nameType } from './describe-picture'
import { savePicture } from './picture-actions'
import {
  canPan,
  fitted,
  panBy,
  placePicture,
  type Size,
  showPixels,
  toWheelFactor,
  zoomBy,
} from './picture-view'
import type { LoadedPicture } from './use-loaded-picture'
import type { Looking } from './use-zoom-pan'
import type { ViewedPicture } from './viewed-picture'

interface PictureStageProps {
  readonly label: string
  readonly looking: Looking
  /** Of several stages with one view the first is the one that is measured, and has the focus. */
  readonly leads?: boolean
  /** Told the picture's place, and whether a hand moves it. */
  readonly children: (place: ReturnType<typeof placePicture> | null, isMoved: boolean) => ReactNode
}

export function PictureStage({ label, looking, leads = true, children }: PictureStageProps) {
  const { view, stage, change, measure } = looking
  const [element, setElement] = useState<HTMLElement | null>(null)
  const hand = useRef<{ x: number; y: number } | null>(null)
  const isMovable = stage !== null && canPan(view, stage)

  useEffect(() => {
    if (!element) return
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      const at = fromMiddle(element, event)
      change((before, on) => zoomBy(before, on, { factor: toWheelFactor(event), at }))
    }
    // React listens passively, and then the page could not be kept from scrolling.
    element.addEventListener('wheel', turn, { passive: false })
    return () => element.removeEventListener('wheel', turn)
  }, [element, change])

  useEffect(() => (leads && element ? measure(element) : undefined), [leads, element, measure])

  const take = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || !isMovable) return
    hand.current = { x: event.clientX, y: event.clientY }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const move = (event: PointerEvent<HTMLElement>) => {
    const from = hand.current
    if (!from) return
    const by = { x: event.clientX - from.x, y: event.clientY - from.y }
    hand.current = { x: event.clientX, y: event.clientY }
    change((before, on) => panBy(before, on, by))
  }
  const letGo = () => {
    hand.current = null
  }
  return (
    <section
      ref={setElement}
      aria-label={label}
      tabIndex={leads ? 0 : -1}
      data-first-focus={leads || undefined}
      className={joinClasses(
        'relative min-h-0 min-w-0 flex-1 touch-none overflow-hidden bg-sunken focus-visible:-outline-offset-2',
        isMovable && 'cursor-grab active:cursor-grabbing',
      )}
      onPointerDown={take}
      onPointerMove={move}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onDoubleClick={(event) => {
        const at = fromMiddle(event.currentTarget, event)
        change((before, on) => (before.scale === null ? showPixels(before, on, at) : fitted))
      }}
    >
      {children(stage && placePicture(view, stage), isMovable)}
    </section>
  )
}

function fromMiddle(element: Element, { clientX, clientY }: { clientX: number; clientY: number }) {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
}

interface StagedPictureProps {
  readonly media: string
  readonly alt: string
  readonly loaded: LoadedPicture
  /** Null until it has been measured. */
  readonly place: ({ readonly left: number; readonly top: number } & Size) | null
  readonly onDragStart?: ((event: DragEvent) => void) | undefined
  /** Over another picture: clipped, blended. */
  readonly style?: CSSProperties
  readonly checkered?: boolean
}

const checkerboard = 'repeating-conic-gradient(var(--hover) 0 25%, var(--raised) 0 50%) 0 0 / 16px 16px'

export function StagedPicture({
  media,
  alt,
  loaded,
  place,
  onDragStart,
  style,
  checkered = true,
}: StagedPictureProps) {
  const { size, attempt, onLoad, onError } = loaded
  // Its pixels are what is looked at, from twice their size on.
  const isClose = place && size && place.width / size.width >= 2
  return (
    <img
      key={`${media} ${attempt}`}
      src={`${keptMedia}${media}`}
      alt={alt}
      decoding="async"
      draggable={onDragStart !== undefined}
      onDragStart={onDragStart}
      onLoad={onLoad}
      onError={onError}
      className="absolute max-w-none object-contain"
      style={{
        ...(place ? { ...place } : { visibility: 'hidden', width: 1, height: 1 }),
        ...(checkered && { background: checkerboard }),
        ...(isClose && { imageRendering: 'pixelated' }),
        ...style,
      }}
    />
  )
}

interface PictureTroubleNoticeProps {
  readonly picture: ViewedPicture
  readonly loaded: LoadedPicture
}

export function PictureTroubleNotice({ picture, loaded: { trouble, tryAgain } }: PictureTroubleNoticeProps) {
  if (trouble === 'missing') {
    return (
      <EmptyState icon={ImageOff} title="The file is missing">
        <p>
          It was moved or deleted outside of the application. Put it back into the media folder, or show the
          Library where it is now.
        </p>
        <Button onClick={tryAgain}>Try again</Button>
      </EmptyState>
    )
  }
  if (trouble === 'torn') {
    return (
      <p
        role="status"
        className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-lg border border-line bg-warn-wash px-3 py-1 text-ink"
      >
        The file is damaged: what you see is as far as it can be drawn.
      </p>
    )
  }
  return (
    <EmptyState icon={ImageOff} title="This picture cannot be drawn">
      <p>
        Its file ({nameType(picture.mimeType)}) is damaged, or of a kind that is not drawn here. It is kept as
        it came: save it, and open it with another application.
      </p>
      <div className="flex gap-2">
        <Button onClick={tryAgain}>Try again</Button>
        <Button onClick={() => savePicture(picture)}>Save as…</Button>
      </div>
    </EmptyState>
  )
}

// The stage of a picture, which is loaded and checked: the wheel zooms, dragging pans; shows why a file can’t be displayed.
import { ImageOff } from 'lucide-react'
import {
  type CSSProperties,
  type DragEvent,
  type ReactNode,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useState,
} from 'react'
import type { Attachment } from '#shared/schemas/chat'
import { Button } from '../components/Button'
import { EmptyState } from '../components/EmptyState'
import { joinClasses } from '../components/join-classes'
import { type Point, usePanZoom } from '../components/use-pan-zoom'
import { isSvg } from '../state/attachments'
import { mediaBaseUrl, mediaFileSize, readMediaFile } from '../state/media-files'
import { nameType, type ViewedPicture } from './describe-picture'
import { savePicture } from './picture-actions'
import { canPan, positionPicture, type Size } from './picture-view'
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

/** A `truncated` picture is shown as far as it can be decoded. */
type PictureError = 'missing' | 'undecodable' | 'truncated'

export interface LoadedPicture {
  /** As decoded; undefined while it loads. */
  readonly size: Size | undefined
  readonly error: PictureError | undefined
  /** Part of the element's key, so that another attempt creates a new element. */
  readonly attempt: number
  readonly tryAgain: () => void
  readonly onLoad: (event: SyntheticEvent<HTMLImageElement>) => void
  readonly onError: () => void
}

interface Load {
  readonly media: string
  readonly attempt: number
  readonly size?: Size
  readonly error?: PictureError
}

export function hasFailed({ error }: Pick<LoadedPicture, 'error'>): boolean {
  return error === 'missing' || error === 'undecodable'
}

export function useLoadedPicture({
  media,
  mimeType,
}: Pick<ViewedPicture, 'media' | 'mimeType'>): LoadedPicture {
  const [load, setLoad] = useState<Load>({ media, attempt: 0 })
  const current: Load = load.media === media ? load : { media, attempt: 0 }
  const update = useCallback(
    (change: Partial<Load>) =>
      setLoad((before) => ({ ...(before.media === media ? before : { media, attempt: 0 }), ...change })),
    [media],
  )
  const onLoad = ({ currentTarget }: SyntheticEvent<HTMLImageElement>) => {
    const { naturalWidth: width, naturalHeight: height } = currentTarget
    if (!width || !height) return update({ error: 'undecodable' })
    update({ size: { width, height } })
    // A partial file loads as well; only decoding it completely detects that.
    if (!mimeType.startsWith('image/svg')) {
      isTruncated(media, { width, height }).then(
        (truncated) => truncated && update({ error: 'truncated' }),
        () => undefined,
      )
    }
  }
  const onError = () => {
    mediaFileSize(media).then(
      (bytes) => update({ error: bytes === 0 ? 'missing' : 'undecodable' }),
      () => update({ error: 'missing' }),
    )
  }
  return {
    size: current.size,
    error: current.error,
    attempt: current.attempt,
    tryAgain: () => setLoad({ media, attempt: current.attempt + 1 }),
    onLoad,
    onError,
  }
}

/** Decoding a larger picture twice would take too much memory. */
const maxCheckedPixels = 40_000_000

/** An <img> shows a partial file, but createImageBitmap() rejects it. Returns false for pictures too large to check. */
async function isTruncated(media: string, { width, height }: Size): Promise<boolean> {
  if (width * height > maxCheckedPixels) return false
  const file = await readMediaFile(media)
  return createImageBitmap(file, { resizeWidth: 1 }).then(
    (bitmap) => {
      bitmap.close()
      return false
    },
    () => true,
  )
}

type AttachedFile = Extract<Attachment, { kind: 'file' }>

/** `mimeType` is detected from the bytes: the file's extension may be wrong. */
export function findPictureProblem({ name, mimeType }: Pick<AttachedFile, 'name' | 'mimeType'>) {
  if (mimeType.startsWith('image/') || isSvg({ name, mimeType })) return undefined
  const type = mimeType === 'application/octet-stream' ? 'an unknown file type' : mimeType
  return `“${name}” isn’t an image. Its content is ${type}.`
}

/** Types that the page can decode, and therefore check. */
const decodable = /^image\/(png|jpeg|gif|webp|bmp|avif)$/

/** A partial picture would be sent unchanged and rejected by the provider. Throws a message for the user. */
export async function assertWhole({ name, media, mimeType, width, height }: AttachedFile): Promise<void> {
  if (!decodable.test(mimeType)) return
  if (width === undefined || height === undefined || (await isTruncated(media, { width, height })))
    throw new Error(`“${name}” is damaged or incomplete.`)
}

// A picture on its stage, over a checkerboard where it is transparent.
import type { CSSProperties, DragEvent } from 'react'
import { mediaBaseUrl } from '../state/media-files'
import type { Size } from './picture-view'
import type { LoadedPicture } from './use-loaded-picture'

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
      src={`${mediaBaseUrl}${media}`}
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

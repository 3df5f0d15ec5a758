// The thumbnail of a stored image, or a video's poster, in a box that has its final size from the start.
import { Film, ImageOff } from 'lucide-react'
import { type CSSProperties, useEffect, useState } from 'react'
import { logMediaPrefix } from '#shared/exchange/body-marks'
import { joinClasses } from '../components/join-classes'
import { mediaBaseUrl } from '../state/media-files'
import type { ThumbnailOutcome } from './save-thumbnail'
import { isVideoType, requestThumbnail } from './thumbnail-requests'

interface ThumbnailProps {
  readonly media: string
  readonly mimeType: string
  readonly alt: string
  /** The longer side of the box, in CSS pixels. */
  readonly size: number
  /** Width over height of the picture; the box is square if it is not known. */
  readonly ratio?: number | undefined
  readonly className?: string
}

/** `loading`: the stored thumbnail is loaded. `requested`: there was none, so it is being created. */
type Status = 'loading' | 'requested' | ThumbnailOutcome

export function Thumbnail({ media, mimeType, alt, size, ratio = 1, className }: ThumbnailProps) {
  const [known, setKnown] = useState<{ media: string; status: Status }>({ media, status: 'loading' })
  const status = known.media === media ? known.status : 'loading'
  const isRequested = status === 'requested'
  useEffect(
    () =>
      isRequested
        ? requestThumbnail({ media, mimeType }, (outcome) => setKnown({ media, status: outcome }))
        : undefined,
    [isRequested, media, mimeType],
  )
  const box = { width: size * Math.min(1, ratio), height: size / Math.max(1, ratio) }
  // Shown directly: SVG files, which workers cannot decode, and files of the request log, which are soon deleted.
  const isDirect = mimeType.startsWith('image/svg') || media.startsWith(logMediaPrefix)
  const source = isDirect ? `${mediaBaseUrl}${media}` : findSource(media, status)
  const isUnavailable = status === 'missing' || status === 'unreadable'
  // A video file cannot be shown in place of its poster.
  const isWithoutPoster = isVideoType(mimeType) && (status === 'not-saved' || status === 'failed')
  if (isUnavailable || isWithoutPoster) {
    const problem = status === 'missing' ? 'File missing' : 'No preview'
    const Icon = isVideoType(mimeType) ? Film : ImageOff
    return (
      <span
        role="img"
        aria-label={`${alt} (${problem})`}
        style={box}
        className={joinClasses('flex items-center justify-center bg-sunken text-faint', className)}
      >
        <Icon size={16} aria-hidden="true" />
      </span>
    )
  }
  if (source === undefined) return <Placeholder alt={alt} box={box} className={className} />
  return (
    <img
      src={source}
      alt={alt}
      draggable={false}
      decoding="async"
      style={box}
      className={joinClasses('bg-sunken object-contain text-transparent', className)}
      onError={() => setKnown({ media, status: isDirect ? 'missing' : (afterError[status] ?? 'missing') })}
    />
  )
}

interface PlaceholderProps {
  readonly alt: string
  readonly box: CSSProperties
  readonly className: string | undefined
}

/** Not an <img> without a source: the browser would show the icon of a broken image. */
function Placeholder({ alt, box, className }: PlaceholderProps) {
  const named = alt ? ({ role: 'img', 'aria-label': alt } as const) : ({ 'aria-hidden': true } as const)
  return <span {...named} style={box} className={joinClasses('block bg-sunken', className)} />
}

/** The status after a source could not be loaded. */
const afterError: Partial<Readonly<Record<Status, Status>>> = { loading: 'requested', made: 'not-saved' }

/** Returns undefined while the thumbnail is being created. */
function findSource(media: string, status: Status): string | undefined {
  if (status === 'not-saved' || status === 'failed') return `${mediaBaseUrl}${media}`
  if (status === 'loading') return `media://thumbnail/${media}`
  // A new URL, because the browser does not retry the one that failed.
  return status === 'made' ? `media://thumbnail/${media}?made` : undefined
}

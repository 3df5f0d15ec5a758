// A video in small: its poster, and how long it lasts.
import { Play } from 'lucide-react'
import type { LibraryItem } from '#shared/schemas/library'
import { formatClock } from '../../../components/format'
import { Thumbnail } from '../../../media-viewer/Thumbnail'
import { toRatio } from '../describe-item'

interface VideoPosterProps {
  readonly item: LibraryItem & { readonly media: string }
  /** The longer side, in pixels of the page. */
  readonly size: number
  readonly alt: string
}

/** Where there is less room, the poster stands alone. */
const leastForLength = 90

export function VideoPoster({ item, size, alt }: VideoPosterProps) {
  const { media, mimeType, seconds } = item
  return (
    <span className="relative flex">
      <Thumbnail
        media={media}
        mimeType={mimeType ?? 'video/mp4'}
        alt={alt}
        size={size}
        ratio={toRatio(item)}
        className="rounded-md"
      />
      {size > leastForLength && (
        <span
          aria-hidden="true"
          className="absolute right-1.5 bottom-1.5 flex items-center gap-1 rounded-sm bg-raised px-1 text-soft text-xs leading-5 tabular-nums"
        >
          <Play size={10} className="fill-current" />
          {seconds !== null && formatClock(Math.round(seconds))}
        </span>
      )}
    </span>
  )
}

// A kept picture, or the poster of a video, in small: in a box of its own shape from the first frame on.
import { Film, ImageOff } from 'lucide-react'
import { type CSSProperties, useEffect, useState } from 'react'
import { joinClasses } from '../components/join-classes'
import { mediaBaseUrl } from '../state/media-files'
import type { ThumbnailOutcome } from './keep-thumbnail'
import { isFilm, wishThumbnail } from './thumbnail-wishes'

interface ThumbnailProps {
  readonly media: string
  readonly mimeType: string
  readonly alt: string
  /** The longer side of the box, in pixels of the page. */
  readonly size: number
  /** Width over height of the picture; a square box where it is not known. */
  readonly ratio?: number | undefined
  readonly className?: string
}

type Standing = 'asked' | 'wished' | ThumbnailOutcome

export function Thumbnail({ media, mimeType, alt, size, ratio = 1, className }: ThumbnailProps) {
  const [known, setKnown] = useState<{ media: string; standing: Standing }>({ media, standing: 'asked' })
  const standing = known.media === media ? known.standing : 'asked'
  const isWished = standing === 'wished'
  useEffect(
    () =>
      isWished
        ? wishThumbnail({ media, mimeType }, (outcome) => setKnown({ media, standing: outcome }))
        : undefined,
    [isWished, media, mimeType],
  )
  const box = { width: size * Math.min(1, ratio), height: size / Math.max(1, ratio) }
  // It is drawn in any size, and no worker can decode it.
  const isDrawing = mimeType.startsWith('image/svg')
  const source = isDrawing ? `${mediaBaseUrl}${media}` : findSource(media, standing)
  const isUndrawn = standing === 'missing' || standing === 'unreadable'
  // A video's own file is no picture that could stand in for its poster.
  const isWithoutPoster = isFilm(mimeType) && (standing === 'unkept' || standing === 'unmade')
  if (isUndrawn || isWithoutPoster) {
    const why = standing === 'missing' ? 'file missing' : 'cannot be drawn'
    const Sign = isFilm(mimeType) ? Film : ImageOff
    return (
      <span
        role="img"
        aria-label={`${alt} (${why})`}
        style={box}
        className={joinClasses('flex items-center justify-center bg-sunken text-faint', className)}
      >
        <Sign size={16} aria-hidden="true" />
      </span>
    )
  }
  if (source === undefined) return <Awaited alt={alt} box={box} className={className} />
  return (
    <img
      src={source}
      alt={alt}
      draggable={false}
      decoding="async"
      style={box}
      className={joinClasses('bg-sunken object-contain text-transparent', className)}
      onError={() => setKnown({ media, standing: isDrawing ? 'missing' : (next[standing] ?? 'missing') })}
    />
  )
}

interface AwaitedProps {
  readonly alt: string
  readonly box: CSSProperties
  readonly className: string | undefined
}

/** No picture without a source: the browser would draw the sign of a broken one. */
function Awaited({ alt, box, className }: AwaitedProps) {
  const named = alt ? ({ role: 'img', 'aria-label': alt } as const) : ({ 'aria-hidden': true } as const)
  return <span {...named} style={box} className={joinClasses('block bg-sunken', className)} />
}

/** What is tried where a source could not be shown. */
const next: Partial<Readonly<Record<Standing, Standing>>> = { asked: 'wished', made: 'unkept' }

/** Undefined draws nothing: it is on its way. */
function findSource(media: string, standing: Standing): string | undefined {
  if (standing === 'unkept' || standing === 'unmade') return `${mediaBaseUrl}${media}`
  if (standing === 'asked') return `media://thumbnail/${media}`
  // The address that had nothing is not asked again.
  return standing === 'made' ? `media://thumbnail/${media}?made` : undefined
}

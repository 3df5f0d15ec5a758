// An item in small: its picture, its poster, its first words, or the sign of its kind.
import { Brush } from 'lucide-react'
import type { LibraryItem } from '#shared/schemas/library'
import { Thumbnail } from '../../../media-viewer/Thumbnail'
import { isVideo } from '../actions/job-verbs'
import { toRatio } from '../describe-item'
import { kindIcons } from '../kinds'
import { TranscriptCard } from './TranscriptCard'
import { useDrawing } from './use-drawing'
import { VideoPoster } from './VideoPoster'

interface ItemPictureProps {
  readonly item: LibraryItem
  /** The longer side, in pixels of the page. */
  readonly size: number
  readonly alt?: string
}

export function ItemPicture({ item, size, alt = '' }: ItemPictureProps) {
  const { kind, media, mimeType, title } = item
  const drawing = useDrawing(item)
  if (kind === 'image' && media) {
    return (
      <Thumbnail
        media={media}
        mimeType={mimeType ?? 'image/png'}
        alt={alt}
        size={size}
        ratio={toRatio(item)}
        className="rounded-md"
      />
    )
  }
  if (isVideo(item)) return <VideoPoster item={item} size={size} alt={alt} />
  if (kind === 'transcript') return <TranscriptCard item={item} size={size} />
  const Icon = drawing ? Brush : kindIcons[kind]
  if (drawing?.cover) {
    return (
      <span className="relative flex">
        <Thumbnail {...drawing.cover} alt={alt} size={size} className="rounded-md border border-line" />
        {size > 90 && (
          <span className="absolute bottom-2 left-2 flex items-center gap-1 rounded-sm bg-raised px-1.5 py-0.5 text-soft text-xs">
            <Icon size={12} aria-hidden="true" /> Drawing
          </span>
        )}
      </span>
    )
  }
  return (
    <span
      aria-hidden="true"
      className="flex flex-col items-center justify-center gap-2 overflow-hidden rounded-md border border-line bg-sunken text-faint"
      style={{ width: size, height: size }}
    >
      <Icon size={Math.min(24, Math.max(16, size / 5))} strokeWidth={1.5} className="shrink-0" />
      {size > 90 && (
        <span className="line-clamp-3 text-center text-soft text-sm [overflow-wrap:anywhere]">{title}</span>
      )}
    </span>
  )
}

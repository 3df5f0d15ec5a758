// An item as a small picture: its image, its poster, the start of its text, or the icon of its kind.
import { useQuery } from '@tanstack/react-query'
import { AudioLines, Brush, Play } from 'lucide-react'
import { useCallback } from 'react'
import type { Conversation } from '#shared/schemas/chat'
import type { LibraryItem } from '#shared/schemas/library'
import { conversationList } from '../../../api/conversation-list'
import { formatClock } from '../../../components/format'
import { Thumbnail } from '../../../media-viewer/Thumbnail'
import { mediaBaseUrl } from '../../../state/media-files'
import { isVideo } from '../actions/item-actions'
import { type ItemWithFile, kindIcons, toRatio } from '../describe-item'

interface ItemPictureProps {
  readonly item: LibraryItem
  /** The longer side, in CSS pixels. */
  readonly size: number
  readonly alt?: string
}

/** A smaller picture shows no text. */
const minSizeForText = 90

export function ItemPicture({ item, size, alt = '' }: ItemPictureProps) {
  const { kind, media, mimeType, title } = item
  const drawing = useDrawingSummary(item)
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
  const Icon = item.isSession ? Brush : kindIcons[kind]
  if (drawing?.cover) {
    return (
      <span className="relative flex">
        <Thumbnail {...drawing.cover} alt={alt} size={size} className="rounded-md border border-line" />
        {size > minSizeForText && (
          <span className="absolute bottom-2 left-2 flex items-center gap-1 rounded-sm bg-raised px-1.5 py-0.5 text-soft text-xs">
            <Icon size={12} aria-hidden="true" /> Image session
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
      {size > minSizeForText && (
        <span dir="auto" className="line-clamp-3 text-center text-soft text-sm [overflow-wrap:anywhere]">
          {title}
        </span>
      )}
    </span>
  )
}

interface VideoPosterProps {
  readonly item: ItemWithFile
  /** The longer side, in CSS pixels. */
  readonly size: number
  readonly alt: string
}

function VideoPoster({ item, size, alt }: VideoPosterProps) {
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
      {size > minSizeForText && (
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

interface TranscriptCardProps {
  readonly item: LibraryItem
  /** CSS pixels. */
  readonly size: number
}

function TranscriptCard({ item, size }: TranscriptCardProps) {
  const start = useTextPreview(item)
  const hasText = size > minSizeForText
  return (
    <span
      aria-hidden="true"
      className="flex flex-col gap-1.5 overflow-hidden rounded-md border border-line bg-sunken text-faint"
      style={{ width: size, height: size, padding: hasText ? 10 : 0 }}
    >
      <AudioLines
        size={hasText ? 14 : 16}
        strokeWidth={1.5}
        className={hasText ? 'shrink-0' : 'm-auto shrink-0'}
      />
      {hasText && (
        <span className="min-h-0 flex-1 overflow-hidden text-left text-soft text-xs leading-4 [mask-image:linear-gradient(black_70%,transparent)] [overflow-wrap:anywhere]">
          {start?.trim() || (start === undefined ? '' : 'No speech detected')}
        </span>
      )}
    </span>
  )
}

/** Returns undefined for other items, and for items in the trash. */
function useDrawingSummary({ id, isSession }: Pick<LibraryItem, 'id' | 'isSession'>) {
  // A stable function, so that the list is searched only after it has changed.
  const select = useCallback(
    (conversations: readonly Conversation[]) =>
      (isSession && conversations.find((conversation) => conversation.id === id)?.drawing) || null,
    [id, isSession],
  )
  const { data } = useQuery({
    ...conversationList,
    enabled: isSession,
    select,
  })
  return data ?? undefined
}

/** Returns undefined while it loads, and if the file is missing. */
export function useTextPreview({ kind, media, file }: Pick<LibraryItem, 'kind' | 'media' | 'file'>) {
  const { data } = useQuery({
    queryKey: ['start of', media],
    queryFn: ({ signal }) => readTextPreview(media ?? '', signal),
    enabled: kind === 'transcript' && media !== null && file !== 'missing',
    // The hash identifies the text.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  })
  return data
}

/** In UTF-16 code units. */
export const previewLength = 600

/** Rejects if the file is missing. */
async function readTextPreview(media: string, signal?: AbortSignal): Promise<string> {
  const response = await fetch(`${mediaBaseUrl}${media}`, { signal: signal ?? null })
  if (!response.ok || !response.body) throw new Error('The file is missing from the media folder.')
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (text.length < previewLength) {
    const { value, done } = await reader.read()
    if (done) return text
    text += decoder.decode(value, { stream: true })
  }
  await reader.cancel()
  return toPreview(text)
}

/** Does not end in half of a surrogate pair. */
function toPreview(text: string): string {
  return text.slice(0, previewLength).replace(/[\ud800-\udbff]$/, '')
}

// A preview of the selected item: an image that opens in full size, a video player, or a transcript's text and audio.
import { skipToken, useQuery } from '@tanstack/react-query'
import { Film, GripVertical } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import type { LibraryItem } from '#shared/schemas/library'
import { queries } from '../../../api/desktop'
import { EmptyState } from '../../../components/EmptyState'
import { formatCount } from '../../../components/format'
import { AudioPlayer } from '../../../media-viewer/AudioPlayer'
import { dragPicture } from '../../../media-viewer/picture-actions'
import { VideoPlayer } from '../../../media-viewer/VideoPlayer'
import { statMediaFile } from '../../../state/media-files'
import { isPicture, isTranscript, isVideo, openItem } from '../actions/item-actions'
import { type ItemWithFile, toFileTitle } from '../describe-item'
import { ItemPicture, previewLength, useTextPreview } from '../items/ItemPicture'

/** The inspector's width without its padding. */
const size = 255

export function Preview({ item }: { item: LibraryItem }) {
  if (isVideo(item)) return <VideoPreview key={item.media} item={item} />
  if (isTranscript(item)) return <TranscriptPreview item={item} />
  if (!isPicture(item)) return null
  const canDrag = item.file !== 'missing'
  return (
    <div className="flex flex-col items-center gap-1">
      <button
        type="button"
        aria-label="View full size"
        draggable={canDrag}
        onDragStart={(event) => dragPicture(event, item)}
        onClick={() => openItem(item)}
        className="flex w-full items-center justify-center rounded-lg bg-sunken p-0"
        style={{ minHeight: 96 }}
      >
        <ItemPicture item={item} size={size} />
      </button>
      {canDrag && <DragHandle item={item} />}
    </div>
  )
}

function VideoPreview({ item }: { item: ItemWithFile }) {
  const player = useRef<HTMLVideoElement>(null)
  if (item.file === 'missing')
    return (
      <div className="flex justify-center rounded-lg bg-sunken">
        <ItemPicture item={item} size={size} />
      </div>
    )
  return (
    <div className="flex flex-col items-center gap-1">
      <div className="w-full">
        <VideoFile item={item} player={player} />
      </div>
      <DragHandle item={item} />
    </div>
  )
}

function TranscriptPreview({ item }: { item: ItemWithFile }) {
  const { jobId, media, file } = item
  const start = useTextPreview(item)
  const { data: transcript } = useQuery({
    ...queries.transcriptions.read.queryOptions({ input: jobId === null ? skipToken : { id: jobId } }),
    // An edit changes the hash of the item's file.
    queryKey: ['words of', jobId, media],
    retry: false,
  })
  const words = transcript?.versions.find(({ id }) => id === transcript.versionId)?.words
  if (file === 'missing') return null
  const isCut = start !== undefined && start.length >= previewLength
  return (
    <section aria-label="Transcript" className="flex flex-col items-center gap-1">
      <p className="selectable max-h-60 min-h-12 w-full overflow-y-auto whitespace-pre-wrap rounded-lg bg-sunken p-3 leading-5 [overflow-wrap:anywhere]">
        {start === undefined ? '' : start.trim() || 'No speech detected'}
        {isCut && '…'}
      </p>
      <div className="flex w-full items-center justify-between">
        <span className="text-faint text-sm tabular-nums">
          {words !== undefined && words > 0 && `${formatCount(words)} ${words === 1 ? 'word' : 'words'}`}
        </span>
        <DragHandle item={item} />
      </div>
      <TranscriptAudio item={item} />
    </section>
  )
}

/** The transcribed audio, as long as its file exists. */
function TranscriptAudio({ item: { id } }: { item: ItemWithFile }) {
  const { data: metadata } = useQuery(queries.library.generationMetadata.queryOptions({ input: { id } }))
  const media = metadata && 'kind' in metadata && metadata.kind === 'transcript' && metadata.source.media
  const { data: file } = useQuery({
    queryKey: ['file of', media],
    queryFn: media ? () => statMediaFile(media) : skipToken,
  })
  return media && file ? <AudioPlayer key={media} media={media} name={null} /> : null
}

interface VideoFileProps {
  readonly item: ItemWithFile
  readonly player: RefObject<HTMLVideoElement | null>
  /** Fills its container, and plays immediately. */
  readonly isLarge?: boolean
}

export function VideoFile({ item, player, isLarge = false }: VideoFileProps) {
  const { media, title, width, height } = item
  const [lost, setLost] = useState<string | null>(null)
  if (lost === media)
    return (
      <EmptyState icon={Film} title="Couldn’t play this video">
        <p>The file is damaged or its format isn’t supported here. Save it and open it in another app.</p>
      </EmptyState>
    )
  const ratio = width && height ? width / height : undefined
  return (
    <VideoPlayer
      key={media}
      video={{ media, title, ratio, ...(!isLarge && { poster: `media://thumbnail/${media}` }) }}
      element={player}
      isLarge={isLarge}
      onLost={() => setLost(media)}
    />
  )
}

export function DragHandle({ item }: { item: ItemWithFile }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Save as and Copy do the same by keyboard.
    <span
      draggable
      onDragStart={(event) => dragPicture(event, { media: item.media, title: toFileTitle(item) })}
      className="flex cursor-grab items-center gap-1 rounded-md px-1.5 text-faint text-sm leading-6 hover:bg-hover hover:text-ink"
    >
      <GripVertical size={14} aria-hidden="true" />
      Drag file
    </span>
  )
}

// The file of an item: a video player, and a handle to drag a file to another app.
import { Film, GripVertical } from 'lucide-react'
import { type Ref, useState } from 'react'
import { EmptyState } from '../../components/EmptyState'
import { dragPicture } from '../../media-viewer/picture-actions'
import { mediaBaseUrl } from '../../state/media-files'
import { type ItemWithFile, toFileTitle } from './describe-item'

interface VideoFileProps {
  readonly item: ItemWithFile
  /** Plays immediately, and has the focus. */
  readonly plays?: boolean
  readonly player?: Ref<HTMLVideoElement>
}

export function VideoFile({ item: { media, title }, plays = false, player }: VideoFileProps) {
  const [broken, setBroken] = useState<string | null>(null)
  if (broken === media)
    return (
      <EmptyState icon={Film} title="Couldn’t play this video">
        <p>The file is damaged or its format isn’t supported here. Save it and open it in another app.</p>
      </EmptyState>
    )
  return (
    // biome-ignore lint/a11y/useMediaCaption: generated videos have no captions.
    <video
      ref={player}
      key={media}
      src={`${mediaBaseUrl}${media}`}
      poster={plays ? undefined : `media://thumbnail/${media}`}
      controls
      controlsList="nodownload noremoteplayback"
      disablePictureInPicture
      autoPlay={plays}
      preload="metadata"
      aria-label={title || 'Video'}
      tabIndex={0}
      data-first-focus={plays || undefined}
      onError={() => setBroken(media)}
      className="block size-full bg-sunken object-contain focus-visible:-outline-offset-2"
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

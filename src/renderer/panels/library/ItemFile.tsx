// The file of an item: a video player, and a handle to drag a file to another app.
import { Film, GripVertical } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { EmptyState } from '../../components/EmptyState'
import { dragPicture } from '../../media-viewer/picture-actions'
import { VideoPlayer } from '../../media-viewer/VideoPlayer'
import { type ItemWithFile, toFileTitle } from './describe-item'

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

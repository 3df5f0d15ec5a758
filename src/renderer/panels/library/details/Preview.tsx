// What the chosen item looks like: a picture opens in large, a video plays, a transcript can be read.
import type { LibraryItem } from '#shared/schemas/library'
import { dragPicture } from '../../../media-viewer/picture-actions'
import { isPicture, openItem } from '../actions/item-verbs'
import { isTranscript, isVideo } from '../actions/job-verbs'
import { ItemPicture } from '../items/ItemPicture'
import { DragHandle } from './DragHandle'
import { TranscriptPreview } from './TranscriptPreview'
import { VideoPreview } from './VideoPreview'

/** The inspector's width, less its padding. */
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
        aria-label="View in large"
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

// The chosen video: played where it stands, dragged out as a file.
import type { LibraryItem } from '#shared/schemas/library'
import { toRatio } from '../describe-item'
import { ItemPicture } from '../items/ItemPicture'
import { VideoFile } from '../VideoFile'
import { DragHandle } from './DragHandle'

/** The inspector's width, less its padding. */
const size = 255

export function VideoPreview({ item }: { item: LibraryItem & { readonly media: string } }) {
  const ratio = toRatio(item)
  const box = { width: size * Math.min(1, ratio), height: size / Math.max(1, ratio) }
  if (item.file === 'missing')
    return (
      <div className="flex justify-center rounded-lg bg-sunken">
        <ItemPicture item={item} size={size} />
      </div>
    )
  return (
    <div className="flex flex-col items-center gap-1">
      <div className="flex w-full items-center justify-center overflow-hidden rounded-lg bg-sunken">
        <div style={box}>
          <VideoFile item={item} />
        </div>
      </div>
      <DragHandle item={item} />
    </div>
  )
}

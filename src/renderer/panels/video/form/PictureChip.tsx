// A picture that goes with the prompt: what it is, and a way to take it away or to another place.
import { ArrowLeftRight, Trash2, X } from 'lucide-react'
import { IconButton } from '../../../components/IconButton'
import { Menu } from '../../../components/Menu'
import { Thumbnail } from '../../../media-viewer/Thumbnail'
import type { VideoPicture } from '../../../state/video-form'
import { type Slot, slotNames } from './choose-slots'

interface PictureChipProps {
  readonly picture: VideoPicture
  /** The other places that have room for it. */
  readonly elsewhere: readonly Slot[]
  readonly onMove: (slot: Slot) => void
  readonly onRemove: () => void
}

export function PictureChip({ picture, elsewhere, onMove, onRemove }: PictureChipProps) {
  const { media, mimeType, name } = picture
  const items = [
    ...elsewhere.map((slot) => ({
      name: `Use as ${slotNames[slot]} instead`,
      icon: ArrowLeftRight,
      onSelect: () => onMove(slot),
    })),
    { name: 'Remove', icon: Trash2, keys: 'delete', onSelect: onRemove },
  ]
  return (
    <div className="flex h-12 items-center rounded-lg border border-line bg-sunken pr-1">
      <Menu
        label={name}
        align="start"
        items={items}
        trigger={
          <button
            type="button"
            title={name}
            onKeyDown={({ key }) => (key === 'Delete' || key === 'Backspace') && onRemove()}
            className="flex h-full min-w-0 flex-1 items-center gap-2 rounded-lg pr-1 pl-1.5 text-left hover:bg-hover"
          >
            <span className="flex size-9 shrink-0 items-center justify-center overflow-hidden rounded-md border border-line bg-canvas">
              <Thumbnail media={media} mimeType={mimeType} alt="" size={36} />
            </span>
            <span className="truncate text-sm">{name}</span>
          </button>
        }
      />
      <IconButton size="small" label={`Remove ${name}`} icon={X} onClick={onRemove} />
    </div>
  )
}

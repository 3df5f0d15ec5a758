// A video as large as the window allows, with its facts and file actions.
import { X } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import type { LibraryItem } from '#shared/schemas/library'
import { Dialog } from '../../components/Dialog'
import { formatBytes } from '../../components/format'
import { IconButton } from '../../components/IconButton'
import { listPictureFileActions } from '../../media-viewer/picture-actions'
import { describeLength, describeSize } from './describe-item'
import { DragHandle, VideoFile } from './ItemFile'
import { useModelNames } from './use-model-names'

interface ViewedVideoProps {
  readonly item: LibraryItem & { readonly media: string }
  readonly onClose: () => void
}

export function ViewedVideo({ item, onClose }: ViewedVideoProps) {
  const player = useRef<HTMLVideoElement>(null)
  const toModelName = useModelNames()
  const { title, model, bytes, file } = item
  const isMissing = file === 'missing'
  const { save, reveal } = listPictureFileActions(item)
  const facts = [
    model && toModelName(model),
    describeSize(item),
    describeLength(item),
    bytes !== null && formatBytes(bytes),
  ]
  // The player and the buttons use this key themselves.
  const press = (event: KeyboardEvent) => {
    const isFree = event.target instanceof Element && !event.target.closest('video, button')
    if (event.key !== ' ' || !isFree) return
    event.preventDefault()
    togglePlay(player.current)
  }
  return (
    <Dialog open onClose={onClose} title={title || 'Video'} untitled size="full">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a key for the player that is in it. */}
      <div className="flex min-h-0 flex-1 flex-col" onKeyDown={press}>
        <header className="flex h-11 shrink-0 items-center gap-1 border-line border-b pr-2 pl-4">
          <p aria-hidden="true" className="min-w-0 flex-1 truncate font-semibold">
            {title || 'Video'}
          </p>
          {[save, reveal].map(({ name, icon, onSelect }) => (
            <IconButton key={name} label={name} icon={icon} disabled={isMissing} onClick={onSelect} />
          ))}
          <IconButton label="Close" icon={X} keys="escape" onClick={onClose} />
        </header>
        <div className="flex min-h-0 flex-1 items-center justify-center bg-sunken">
          <VideoFile item={item} plays player={player} />
        </div>
        <footer className="flex min-h-10 shrink-0 items-center gap-x-3 border-line border-t px-4 py-1.5 text-soft text-sm tabular-nums">
          <p className="selectable min-w-0 flex-1 truncate">{facts.filter(Boolean).join(' · ')}</p>
          {!isMissing && <DragHandle item={item} />}
        </footer>
      </div>
    </Dialog>
  )
}

/** The player itself reports what it cannot play. */
function togglePlay(player: HTMLVideoElement | null) {
  if (player?.paused) player.play().catch(() => undefined)
  else player?.pause()
}

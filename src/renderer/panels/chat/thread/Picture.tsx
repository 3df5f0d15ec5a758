// A picture in a turn, which opens in a larger view.
import { useState } from 'react'
import type { Turn } from '#shared/schemas/chat'
import { joinClasses } from '../../../components/join-classes'
import { PictureViewer } from '../../../media-viewer/PictureViewer'
import type { PartFile } from '../../../state/turn-parts'
import { toMediaUrl } from './describe-media'
import { findPictureSize, notePictureSize } from './picture-sizes'

interface PictureProps {
  readonly file: PartFile
  readonly from: Turn['role']
  /** The answer that it came with. */
  readonly turn: Turn | undefined
  readonly onError: () => void
}

export function Picture({ file, from, turn, onError }: PictureProps) {
  const { media, mimeType } = file
  const url = toMediaUrl(media)
  const [open, setOpen] = useState(false)
  const [size, setSize] = useState(() => findPictureSize(url))
  const title = from === 'user' ? 'Attached picture' : 'Picture made by the model'
  return (
    <>
      <button
        type="button"
        aria-label={`${title}: show larger`}
        className={joinClasses(
          'max-w-full self-start overflow-hidden rounded-lg border border-line transition-colors hover:border-faint',
          !size && 'min-h-40 min-w-40 animate-breathe bg-sunken',
        )}
        onClick={() => setOpen(true)}
      >
        <img
          src={url}
          alt={title}
          draggable={false}
          {...size}
          className={joinClasses('h-auto w-auto max-w-full', from === 'user' ? 'max-h-60' : 'max-h-[480px]')}
          onLoad={({ currentTarget }) => {
            notePictureSize(url, currentTarget)
            setSize(findPictureSize(url))
          }}
          onError={onError}
        />
      </button>
      {open && (
        <PictureViewer
          pictures={[{ media, mimeType, title: file.name ?? title, turn }]}
          index={0}
          onIndex={() => undefined}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

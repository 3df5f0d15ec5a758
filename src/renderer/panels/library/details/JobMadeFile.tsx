// What can be done with the file of a video or a transcript.
import { Download, FolderOpen, Maximize2 } from 'lucide-react'
import type { LibraryItem } from '#shared/schemas/library'
import { IconButton } from '../../../components/IconButton'
import { revealPicture, savePicture } from '../../../media-viewer/picture-actions'
import { openItem } from '../actions/item-verbs'
import { isVideo } from '../actions/job-verbs'
import { toFileTitle } from '../describe-item'

export function JobMadeFile({ item }: { item: LibraryItem & { readonly media: string } }) {
  const disabled = item.file === 'missing'
  return (
    <>
      {isVideo(item) && (
        <IconButton
          label="View in large"
          icon={Maximize2}
          disabled={disabled}
          onClick={() => openItem(item)}
        />
      )}
      <IconButton
        label="Save as…"
        icon={Download}
        disabled={disabled}
        onClick={() => savePicture({ ...item, title: toFileTitle(item) })}
      />
      <IconButton
        label="Reveal in folder"
        icon={FolderOpen}
        disabled={disabled}
        onClick={() => revealPicture(item)}
      />
    </>
  )
}

// What can be done with the picture that is looked at.
import { Columns2, Copy, Download, FileText, FolderOpen, MoreHorizontal } from 'lucide-react'
import { IconButton } from '../components/IconButton'
import { Menu } from '../components/Menu'
import { copyPicture, revealPicture, savePicture, savePictureWithPrompt } from './picture-actions'
import { listNeighbours } from './step-pictures'
import type { ViewedPicture } from './viewed-picture'

interface ViewerActionsProps {
  readonly pictures: readonly ViewedPicture[]
  readonly index: number
  /** The picture's file is not there. */
  readonly isMissing: boolean
  readonly onCompare: (other: number) => void
}

/** A menu of more would be no choice. */
const offered = 8

export function ViewerActions({ pictures, index, isMissing, onCompare }: ViewerActionsProps) {
  const picture = pictures[index]
  if (!picture) return null
  const others = listNeighbours(index, pictures.length, offered)
  return (
    <div className="flex shrink-0 items-center">
      {others.length > 0 && (
        <Menu
          label="Compare with"
          trigger={<IconButton label="Compare with…" icon={Columns2} disabled={isMissing} />}
          items={others.map((other) => ({
            name: `${other + 1} of ${pictures.length}: ${pictures[other]?.title}`,
            onSelect: () => onCompare(other),
          }))}
        />
      )}
      <IconButton label="Copy" icon={Copy} disabled={isMissing} onClick={() => copyPicture(picture)} />
      <IconButton
        label="Save as…"
        icon={Download}
        disabled={isMissing}
        onClick={() => savePicture(picture)}
      />
      <Menu
        label="More"
        trigger={<IconButton label="More" icon={MoreHorizontal} disabled={isMissing} />}
        items={[
          {
            name: 'Save a copy with the prompt inside…',
            icon: FileText,
            onSelect: () => savePictureWithPrompt(picture),
          },
          { name: 'Reveal in folder', icon: FolderOpen, onSelect: () => revealPicture(picture) },
        ]}
      />
    </div>
  )
}

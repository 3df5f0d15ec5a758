// Chooses pictures to go along with the instruction: from the disk, or from the Library.
import { FolderOpen, ImagePlus, Images } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '../../../components/IconButton'
import { Menu } from '../../../components/Menu'

interface AddReferencesProps {
  readonly onFiles: (files: readonly File[]) => void
  readonly onLibrary: () => void
}

export function AddReferences({ onFiles, onLibrary }: AddReferencesProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Menu
        label="Add references"
        align="start"
        trigger={<IconButton label="Add references" icon={ImagePlus} size="small" className="size-7" />}
        items={[
          { name: 'Choose files…', icon: FolderOpen, onSelect: () => input.current?.click() },
          { name: 'From the Library…', icon: Images, onSelect: onLibrary },
        ]}
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept="image/*"
        aria-label="Pictures to add"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // The same file may be chosen again.
          target.value = ''
        }}
      />
    </>
  )
}

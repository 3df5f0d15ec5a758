// A menu that adds pictures from the disk or from the Library.
import { FolderOpen, Images } from 'lucide-react'
import { type ReactElement, useRef } from 'react'
import { Menu } from '../components/Menu'

interface AddPicturesMenuProps {
  readonly label: string
  readonly trigger: ReactElement
  /** The menu item that opens the file dialog. */
  readonly fileItem: string
  /** The accessible name of the file input. */
  readonly fileLabel: string
  readonly multiple: boolean
  readonly onFiles: (files: readonly File[]) => void
  readonly onLibrary: () => void
}

export function AddPicturesMenu(props: AddPicturesMenuProps) {
  const { label, trigger, fileItem, fileLabel, multiple, onFiles, onLibrary } = props
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Menu
        label={label}
        align="start"
        trigger={trigger}
        items={[
          { name: fileItem, icon: FolderOpen, onSelect: () => input.current?.click() },
          { name: 'From the Library…', icon: Images, onSelect: onLibrary },
        ]}
      />
      <input
        ref={input}
        type="file"
        multiple={multiple}
        hidden
        accept="image/*"
        aria-label={fileLabel}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // So that the same file can be chosen again.
          target.value = ''
        }}
      />
    </>
  )
}

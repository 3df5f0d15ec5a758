// Attaches files from the disk, or by their address.
import { File as FileIcon, Link, Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '../../../kit/IconButton'
import { Menu } from '../../../kit/Menu'

interface AttachMenuProps {
  readonly onFiles: (files: readonly File[]) => void
  readonly onAddress: () => void
}

export function AttachMenu({ onFiles, onAddress }: AttachMenuProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Menu
        label="Attach"
        align="start"
        trigger={<IconButton label="Attach" icon={Paperclip} size="small" className="size-7" />}
        items={[
          { name: 'Choose files…', icon: FileIcon, onSelect: () => input.current?.click() },
          { name: 'Add by address…', icon: Link, onSelect: onAddress },
        ]}
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to attach"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // The same file may be chosen again.
          target.value = ''
        }}
      />
    </>
  )
}

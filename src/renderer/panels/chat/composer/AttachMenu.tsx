// Attaches files from the disk, or by their address.
import { File as FileIcon, Link, Paperclip } from 'lucide-react'
import { memo, useRef } from 'react'
import { IconButton } from '../../../components/IconButton'
import { Menu } from '../../../components/Menu'
import { attachToOpen } from './change-open-prompt'
import type { ComposerDialog } from './composer-dialog'

interface AttachMenuProps {
  readonly onDialog: (dialog: ComposerDialog) => void
}

export const AttachMenu = memo(function AttachMenu({ onDialog }: AttachMenuProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Menu
        label="Attach"
        align="start"
        trigger={<IconButton label="Attach" icon={Paperclip} size="small" className="size-7" />}
        items={[
          { name: 'Choose files…', icon: FileIcon, onSelect: () => input.current?.click() },
          { name: 'Add by address…', icon: Link, onSelect: () => onDialog({ kind: 'address' }) },
        ]}
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to attach"
        onChange={({ target }) => {
          attachToOpen([...(target.files ?? [])])
          // The same file may be chosen again.
          target.value = ''
        }}
      />
    </>
  )
})

// What there is no room for in the composer's bar, and what is needed less often.
import { BookmarkPlus, BookText, type LucideIcon, MoreHorizontal, SquareLibrary } from 'lucide-react'
import { IconButton } from '../../../kit/IconButton'
import { Menu } from '../../../kit/Menu'
import type { ComposerDialog } from './composer-dialog'

interface MoreMenuProps {
  readonly text: string
  /** Those that are off. */
  readonly tools: readonly { readonly name: string; readonly icon: LucideIcon; readonly turnOn: () => void }[]
  readonly onDialog: (dialog: ComposerDialog) => void
}

export function MoreMenu({ text, tools, onDialog }: MoreMenuProps) {
  return (
    <Menu
      label="More for this prompt"
      align="start"
      trigger={
        <IconButton label="More for this prompt" icon={MoreHorizontal} size="small" className="size-7" />
      }
      items={[
        ...tools.map(({ name, icon, turnOn }) => ({ name: `${name}: turn on`, icon, onSelect: turnOn })),
        {
          name: 'Use a template…',
          icon: BookText,
          keys: '/',
          apart: tools.length > 0,
          onSelect: () => onDialog({ kind: 'choose' }),
        },
        {
          name: 'Save as template…',
          icon: BookmarkPlus,
          disabled: text.trim() === '',
          onSelect: () => onDialog({ kind: 'write', template: { name: '', text }, from: 'prompt' }),
        },
        { name: 'Manage templates…', icon: SquareLibrary, onSelect: () => onDialog({ kind: 'shelf' }) },
      ]}
    />
  )
}

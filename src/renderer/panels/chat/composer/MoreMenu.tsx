// What there is no room for in the composer's bar, and what is needed less often.
import { BookmarkPlus, BookText, MoreHorizontal, SquareLibrary } from 'lucide-react'
import { memo } from 'react'
import { IconButton } from '../../../components/IconButton'
import { Menu } from '../../../components/Menu'
import { readOpenText } from './change-open-prompt'
import type { ComposerDialog } from './composer-dialog'
import { tools } from './tools'

interface MoreMenuProps {
  /** Names of the tools that are off, one a line. */
  readonly off: string
  /** There is no text that could be kept. */
  readonly isEmpty: boolean
  readonly onDialog: (dialog: ComposerDialog) => void
}

export const MoreMenu = memo(function MoreMenu({ off, isEmpty, onDialog }: MoreMenuProps) {
  const names = off.split('\n')
  const offered = tools.filter(({ name }) => names.includes(name))
  const saveAsTemplate = () =>
    onDialog({ kind: 'write', template: { name: '', text: readOpenText() }, from: 'prompt' })
  return (
    <Menu
      label="More for this prompt"
      align="start"
      trigger={
        <IconButton label="More for this prompt" icon={MoreHorizontal} size="small" className="size-7" />
      }
      items={[
        ...offered.map(({ name, icon, turn }) => ({
          name: `${name}: turn on`,
          icon,
          onSelect: () => turn(true),
        })),
        {
          name: 'Use a template…',
          icon: BookText,
          keys: '/',
          apart: offered.length > 0,
          onSelect: () => onDialog({ kind: 'choose' }),
        },
        {
          name: 'Save as template…',
          icon: BookmarkPlus,
          disabled: isEmpty,
          onSelect: saveAsTemplate,
        },
        { name: 'Manage templates…', icon: SquareLibrary, onSelect: () => onDialog({ kind: 'shelf' }) },
      ]}
    />
  )
})

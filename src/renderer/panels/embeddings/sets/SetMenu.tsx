// The menu of a set.
import { Copy, Ellipsis, Pencil } from 'lucide-react'
import { useState } from 'react'
import type { EmbeddingSet } from '#shared/schemas/embedding-set'
import { IconButton } from '../../../components/IconButton'
import { Menu, type MenuItem } from '../../../components/Menu'
import { keysOf } from '../../../state/keymap'
import { DuplicateSetDialog } from '../settings/EmbeddingsInspector'
import { listExportItems, toDeleteItem } from './set-items'

interface SetMenuProps {
  readonly set: EmbeddingSet
  readonly onRename: () => void
}

/** The items, and the dialog that one of them opens. */
export function useSetActions(set: EmbeddingSet, onRename: () => void) {
  const [isDuplicating, setDuplicating] = useState(false)
  const [exports, remove] = [listExportItems(set), toDeleteItem(set)]
  const items: MenuItem[] = [
    { name: 'Rename', icon: Pencil, ...keysOf('list.rename'), onSelect: onRename },
    {
      name: 'Duplicate with different settings…',
      icon: Copy,
      disabled: set.counts.rows === 0,
      onSelect: () => setDuplicating(true),
    },
    ...exports,
    remove,
  ]
  const dialog = isDuplicating && <DuplicateSetDialog set={set} onClose={() => setDuplicating(false)} />
  return { label: `Actions for “${set.name}”`, items, dialog }
}

export function SetMenu({ set, onRename }: SetMenuProps) {
  const { label, items, dialog } = useSetActions(set, onRename)
  return (
    <>
      <Menu label={label} trigger={<IconButton size="small" label={label} icon={Ellipsis} />} items={items} />
      {dialog}
    </>
  )
}

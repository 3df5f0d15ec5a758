// The menu of a set.
import { Copy, Download, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { EmbeddingSet } from '#shared/schemas/embedding-set'
import { toastOutcome } from '../../../api/toast-outcome'
import { IconButton } from '../../../components/IconButton'
import { Menu, type MenuItem } from '../../../components/Menu'
import { DuplicateSetDialog } from '../settings/DuplicateSetDialog'
import { deleteSet } from '../state/embedding-actions'
import { exportSet } from '../state/export-set'

interface SetMenuProps {
  readonly set: EmbeddingSet
  readonly onRename: () => void
}

const formats = [
  { name: 'Export as CSV…', format: 'csv', vectorAs: 'json' },
  { name: 'Export as CSV, one column per dimension…', format: 'csv', vectorAs: 'columns' },
  { name: 'Export as JSONL…', format: 'jsonl', vectorAs: 'json' },
  { name: 'Export as NPY with labels…', format: 'npy', vectorAs: 'json' },
] as const

/** The items, and the dialog that one of them opens. */
export function useSetActions(set: EmbeddingSet, onRename: () => void) {
  const [isDuplicating, setDuplicating] = useState(false)
  const { rows, done } = set.counts
  const items: MenuItem[] = [
    { name: 'Rename', icon: Pencil, keys: 'f2', onSelect: onRename },
    {
      name: 'Duplicate with different settings…',
      icon: Copy,
      disabled: rows === 0,
      onSelect: () => setDuplicating(true),
    },
    ...formats.map(({ name, ...as }, index) => ({
      name,
      icon: Download,
      hasSeparator: index === 0,
      disabled: done === 0,
      onSelect: () => toastOutcome(exportSet(set, as), 'Couldn’t export the set'),
    })),
    {
      name: 'Delete set',
      icon: Trash2,
      keys: 'delete',
      danger: true,
      hasSeparator: true,
      onSelect: () => toastOutcome(deleteSet(set), 'Couldn’t delete the set'),
    },
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

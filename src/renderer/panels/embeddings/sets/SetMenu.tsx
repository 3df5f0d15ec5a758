// The menu of a set.
import { Copy, Download, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { EmbeddingSet } from '#shared/schemas/embedding-set'
import { toastOutcome } from '../../../api/toast-outcome'
import { IconButton } from '../../../components/IconButton'
import { Menu } from '../../../components/Menu'
import { DuplicateSetDialog } from '../settings/DuplicateSetDialog'
import { deleteSet } from '../state/embedding-actions'
import { exportSet } from '../state/export-set'

interface SetMenuProps {
  readonly set: EmbeddingSet
  readonly tabIndex?: number
  readonly onRename: () => void
}

const formats = [
  { name: 'Export as CSV…', format: 'csv', vectorAs: 'json' },
  { name: 'Export as CSV, one column per dimension…', format: 'csv', vectorAs: 'columns' },
  { name: 'Export as JSONL…', format: 'jsonl', vectorAs: 'json' },
  { name: 'Export as NPY with labels…', format: 'npy', vectorAs: 'json' },
] as const

export function SetMenu({ set, tabIndex = 0, onRename }: SetMenuProps) {
  const [isDuplicating, setDuplicating] = useState(false)
  const label = `Actions for “${set.name}”`
  const { rows, done } = set.counts
  return (
    <>
      <Menu
        label={label}
        trigger={<IconButton size="small" label={label} icon={Ellipsis} tabIndex={tabIndex} />}
        items={[
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
            apart: index === 0,
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
        ]}
      />
      {isDuplicating && <DuplicateSetDialog set={set} onClose={() => setDuplicating(false)} />}
    </>
  )
}

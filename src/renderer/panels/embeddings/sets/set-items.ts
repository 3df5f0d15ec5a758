// The menu items of a set that need no dialog.
import { Download, Trash2 } from 'lucide-react'
import type { EmbeddingSet } from '#shared/schemas/embedding-set'
import { toastOutcome } from '../../../api/toast-outcome'
import type { MenuItem } from '../../../components/Menu'
import { keysOf } from '../../../state/keymap'
import { deleteSet } from '../state/embedding-actions'
import { exportSet } from '../state/export-set'

const formats = [
  { name: 'Export as CSV…', format: 'csv', vectorAs: 'json' },
  { name: 'Export as CSV, one column per dimension…', format: 'csv', vectorAs: 'columns' },
  { name: 'Export as JSONL…', format: 'jsonl', vectorAs: 'json' },
  { name: 'Export as NPY with labels…', format: 'npy', vectorAs: 'json' },
] as const

export function listExportItems(set: EmbeddingSet): MenuItem[] {
  return formats.map(({ name, ...as }, index) => ({
    name,
    icon: Download,
    hasSeparator: index === 0,
    disabled: set.counts.done === 0,
    onSelect: () => toastOutcome(exportSet(set, as), 'Couldn’t export the set'),
  }))
}

export function toDeleteItem(set: EmbeddingSet): MenuItem {
  return {
    name: 'Delete set',
    icon: Trash2,
    ...keysOf('list.delete'),
    danger: true,
    hasSeparator: true,
    onSelect: () => toastOutcome(deleteSet(set), 'Couldn’t delete the set'),
  }
}

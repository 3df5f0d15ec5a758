// The menu items of a set that need no dialog.
import { Download, Trash2 } from 'lucide-react'
import type { EmbeddingSet } from '#shared/schemas/embedding-set'
import { desktop } from '../../../api/desktop'
import { type Outcome, toastOutcome, toSaved } from '../../../api/toast-outcome'
import type { MenuItem } from '../../../components/Menu'
import { runTransfer, toShareStep } from '../../../notices/transfer'
import { keysOf } from '../../../state/keymap'
import { deleteSet } from '../state/embedding-actions'

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

type Format = Pick<(typeof formats)[number], 'format' | 'vectorAs'>

async function exportSet({ id, name }: EmbeddingSet, format: Format): Promise<Outcome> {
  const path = await runTransfer({
    kind: 'set',
    title: `Exporting “${name}”`,
    start: (options) => desktop.embeddings.export({ id, ...format }, options),
    read: ({ share, done }) => (done ? { done: done.path } : toShareStep(share)),
    canceled: 'Export canceled. No file was saved.',
  })
  return toSaved(path, 'Exported')
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

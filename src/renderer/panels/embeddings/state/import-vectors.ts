// Imports exported sets, vectors of other programs, and dropped files: the opened files, then the import.
import { toast } from 'sonner'
import { create } from 'zustand'
import type { OpenedVectors, VectorChoice } from '#shared/schemas/embedding-set'
import { desktop } from '../../../api/desktop'
import { identifyFiles } from '../../../api/dropped-files'
import { formatPlural } from '../../../components/format'
import { runTransfer, toShareStep } from '../../../notices/transfer'
import { startTableImport } from '../table-import/table-import'
import { invalidateSets } from './embedding-actions'
import { openSet, showTab } from './embedding-view'

interface VectorImport {
  /** Vectors of another program, until their columns are chosen. */
  readonly opened: OpenedVectors | null
  /** The dropped table that was opened, whose texts can be imported instead. */
  readonly table: File | null
}

export const useVectorImport = create<VectorImport>()(() => ({ opened: null, table: null }))

/** Lets the user choose files. Imports an exported set right away; other vectors once their columns are chosen. */
export async function chooseVectors(): Promise<string | undefined> {
  const opened = await desktop.embeddings.openVectors()
  return opened === null ? undefined : await continueWith(opened, null)
}

/** Imports dropped files like chosen ones. Files with texts and no vectors become rows of the open set, or of a new one. */
export async function importDropped(files: readonly File[]): Promise<string | undefined> {
  const [file, ...others] = files
  if (!file) return undefined
  const id = await identifyFiles(files)
  const opened = id === null ? null : await desktop.embeddings.openDropped({ id })
  if (opened) {
    return await continueWith(opened, others.length === 0 && opened.columns.length > 0 ? file : null)
  }
  if (files.some(isNumpyFile)) {
    throw new Error(
      'This file isn’t on a disk. Save it first, then choose Import set or vectors… above the list of sets.',
    )
  }
  await startTableImport(file, file.name)
  if (others.length > 0) toast('Only the first file was added. Import one file at a time.')
  return undefined
}

export function isNumpyFile({ name }: File): boolean {
  return /\.np[yz]$/i.test(name)
}

/** Closes the choice of the vectors' columns, and imports the table's texts. */
export async function importTextsInstead(table: File): Promise<void> {
  closeVectors()
  await startTableImport(table, table.name)
}

async function continueWith(opened: OpenedVectors, table: File | null): Promise<string | undefined> {
  if (opened.isSet) return await importVectors(opened)
  useVectorImport.setState({ opened, table })
  return undefined
}

/** Shows the same vectors without labels, or with those of a file that the user chooses. */
export async function changeLabels(id: string, labels: 'none' | 'choose'): Promise<void> {
  const opened = await desktop.embeddings.changeLabels({ id, labels })
  if (opened) useVectorImport.setState({ opened, table: null })
}

export function closeVectors() {
  useVectorImport.setState({ opened: null, table: null })
}

export async function importVectors(
  { id, files: [name = ''] }: OpenedVectors,
  choice?: VectorChoice,
): Promise<string | undefined> {
  const set = await runTransfer({
    kind: 'vectors',
    title: `Importing ${name}`,
    start: (options) => {
      closeVectors()
      return desktop.embeddings.import({ id, ...(choice && { choice }) }, options)
    },
    read: ({ share, set: imported }) => (imported ? { done: imported } : toShareStep(share)),
    canceled: 'Import canceled. Nothing was added.',
  })
  if (!set) return undefined
  await invalidateSets()
  openSet(set.id)
  showTab('table')
  return `“${set.name}” imported: ${formatPlural(set.counts.rows, 'row')}`
}

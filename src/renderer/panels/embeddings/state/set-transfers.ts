// Exports of sets, and imports of sets, vectors of other programs and dropped files. They continue while another panel is open, and can be canceled.
import { toast } from 'sonner'
import { create } from 'zustand'
import type {
  EmbeddingFormat,
  EmbeddingSet,
  OpenedVectors,
  VectorChoice,
} from '#shared/schemas/embedding-set'
import { desktop } from '../../../api/desktop'
import { identifyFiles } from '../../../api/dropped-files'
import { type Outcome, toSaved } from '../../../api/toast-outcome'
import { formatPlural } from '../../../components/format'
import { startTableImport } from '../table-import/table-import'
import { invalidateSets } from './embedding-actions'
import { openSet, showTab } from './embedding-view'

interface VectorImport {
  /** Vectors of another program, until their columns are chosen. */
  readonly opened: OpenedVectors | null
  /** The dropped table that was opened, whose texts can be imported instead. */
  readonly table: File | null
  /** The name of the file that is being imported, and how much was read, from 0 to 1. */
  readonly importing: { readonly name: string; readonly share: number } | null
}

export const useVectorImport = create<VectorImport>()(() => ({ opened: null, table: null, importing: null }))

let importing: AbortController | undefined

/** Lets the user choose files. Imports an exported set right away; other vectors once their columns are chosen. */
export async function chooseVectors(): Promise<string | undefined> {
  rejectSecondImport()
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
    rejectSecondImport()
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

function rejectSecondImport() {
  if (useVectorImport.getState().importing)
    throw new Error('Another import is running. Wait for it to finish, or cancel it.')
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

export function cancelVectorImport() {
  importing?.abort()
}

export async function importVectors(
  { id, files: [name = ''] }: OpenedVectors,
  choice?: VectorChoice,
): Promise<string | undefined> {
  importing = new AbortController()
  const { signal } = importing
  useVectorImport.setState({ opened: null, table: null, importing: { name, share: 0 } })
  try {
    const input = { id, ...(choice && { choice }) }
    for await (const { share, set } of await desktop.embeddings.import(input, { signal })) {
      useVectorImport.setState({ importing: { name, share } })
      if (!set) continue
      await invalidateSets()
      openSet(set.id)
      showTab('table')
      return `“${set.name}” imported: ${formatPlural(set.counts.rows, 'row')}`
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    useVectorImport.setState({ importing: null })
  }
  if (signal.aborted) toast('Import canceled. Nothing was added.')
  return undefined
}

interface Exporting {
  readonly name: string
  /** From 0 to 1; null until the user has chosen a file and its first part is written. */
  readonly share: number | null
}

export const useSetExport = create<{ exporting: Exporting | null }>()(() => ({ exporting: null }))

let exporting: AbortController | undefined

export function cancelSetExport() {
  exporting?.abort()
}

interface ExportSetOptions {
  readonly format: EmbeddingFormat
  /** In CSV: one column of JSON, or one column per dimension. */
  readonly vectorAs: 'json' | 'columns'
}

export async function exportSet({ id, name }: EmbeddingSet, options: ExportSetOptions): Promise<Outcome> {
  if (useSetExport.getState().exporting)
    throw new Error('Another export is running. Wait for it to finish, or cancel it.')
  exporting = new AbortController()
  const { signal } = exporting
  useSetExport.setState({ exporting: { name, share: null } })
  try {
    for await (const { share, done } of await desktop.embeddings.export({ id, ...options }, { signal })) {
      if (done) return toSaved(done.path, 'Exported')
      useSetExport.setState({ exporting: { name, share } })
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    useSetExport.setState({ exporting: null })
  }
  if (signal.aborted) toast('Export canceled. No file was saved.')
  return undefined
}

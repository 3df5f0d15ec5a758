// Imports exported sets, vectors of other programs, and dropped files: the opened files, then the running import, which can be canceled.
import { toast } from 'sonner'
import { create } from 'zustand'
import type { OpenedVectors, VectorChoice } from '#shared/schemas/embedding-set'
import { desktop } from '../../../api/desktop'
import { identifyFiles } from '../../../api/dropped-files'
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

let controller: AbortController | undefined

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
  controller?.abort()
}

export async function importVectors(
  { id, files: [name = ''] }: OpenedVectors,
  choice?: VectorChoice,
): Promise<string | undefined> {
  controller = new AbortController()
  const { signal } = controller
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

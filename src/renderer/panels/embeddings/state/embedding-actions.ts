// Actions on sets of embeddings: create, fill, run, rename, delete with undo, import and export.
import { toast } from 'sonner'
import type { EmbeddingFormat, EmbeddingSet, EmbeddingSettings, NewRow } from '#shared/schemas/embedding-set'
import { desktop, queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import { toastOutcome } from '../../../api/toast-outcome'
import { formatCount, formatPlural } from '../../../components/format'
import { embeddingForm } from './embedding-form'
import { applyRowChanges, readAllRows, useEmbeddingSet } from './embedding-set'
import { openSet, readCursorRow, selectRow, showTab, useEmbeddingView } from './embedding-view'

function invalidateSets(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: queries.embeddings.list.key() })
}

/** Opened at once. Its settings are those of the form for the next set. */
export async function createSet(name: string, columns: readonly string[] = []): Promise<EmbeddingSet> {
  const { settings } = embeddingForm.useForm.getState().form
  const set = await desktop.embeddings.create({ name, settings, columns: [...columns] })
  await invalidateSets()
  openSet(set.id)
  return set
}

/** At the end of the set; in slices as the contract takes them. */
export async function addRows(id: string, rows: readonly NewRow[]): Promise<number[]> {
  const added: number[] = []
  for (let at = 0; at < rows.length; at += 5000) {
    const { ids } = await desktop.embeddings.insertRows({ id, before: null, rows: rows.slice(at, at + 5000) })
    for (const each of ids) added.push(each)
  }
  return added
}

export async function editEmbeddingRow(id: string, rowId: number, row: NewRow): Promise<void> {
  applyRowChanges([await desktop.embeddings.editRow({ id, rowId, row })])
}

/** The last rows that were deleted here, for Ctrl+Z. */
let lastDeleted: { readonly id: string; readonly rowIds: number[] } | undefined

/** With a way back. */
export async function deleteEmbeddingRows(id: string, rowIds: readonly number[]): Promise<void> {
  if (rowIds.length === 0) return
  const deleted = { id, rowIds: [...rowIds] }
  await desktop.embeddings.deleteRows(deleted)
  lastDeleted = deleted
  toast(rowIds.length === 1 ? 'Row deleted' : `${formatCount(rowIds.length)} rows deleted`, {
    action: { label: 'Undo', onClick: () => toastOutcome(desktop.embeddings.restoreRows(deleted)) },
  })
}

/** Returns false if there is nothing to restore. */
export function restoreLastRows(id: string): boolean {
  if (lastDeleted?.id !== id) return false
  toastOutcome(desktop.embeddings.restoreRows(lastDeleted))
  lastDeleted = undefined
  return true
}

/** What has no vector yet, or only these rows. */
export function runSet(id: string, rowIds?: readonly number[]): Promise<void> {
  return desktop.embeddings.run({ id, ...(rowIds ? { rowIds: [...rowIds] } : {}) })
}

/** Requests and pays for all vectors again: the present ones are another service's. */
export function rerunSet(id: string): Promise<void> {
  return desktop.embeddings.run({ id, anew: true })
}

export async function retryFailedRows(id: string): Promise<void> {
  const failed: number[] = []
  await readAllRows(id, (rows) => {
    for (const row of rows) if (row.state === 'failed') failed.push(row.id)
    return undefined
  })
  if (failed.length > 0) await runSet(id, failed)
}

/** The next one after the cursor, or the first of all. */
export async function goToFailedRow(id: string): Promise<void> {
  const cursor = readCursorRow(useEmbeddingView.getState())
  let [at, isPast] = [0, cursor === null]
  let first: { id: number; at: number } | undefined
  let next: { id: number; at: number } | undefined
  await readAllRows(id, (rows) => {
    for (const row of rows) {
      if (row.state === 'failed') {
        first ??= { id: row.id, at }
        if (isPast) next ??= { id: row.id, at }
      }
      isPast ||= row.id === cursor
      at += 1
    }
    return next === undefined
  })
  const found = next ?? first
  if (!found) return
  showTab('table')
  selectRow(found.id, found.at)
}

export function cancelRun(id: string): Promise<void> {
  return desktop.embeddings.cancel({ id })
}

export async function renameSet(id: string, name: string): Promise<void> {
  await desktop.embeddings.rename({ id, name })
  await invalidateSets()
}

/** Shown optimistically: a long set takes a while, and the next change builds on this one. */
export async function changeSettings(id: string, settings: EmbeddingSettings): Promise<void> {
  const { set: before } = useEmbeddingSet.getState()
  if (before?.id === id) useEmbeddingSet.setState({ set: { ...before, settings } })
  try {
    await desktop.embeddings.setSettings({ id, settings })
  } catch (error) {
    if (before?.id === id && useEmbeddingSet.getState().set?.id === id)
      useEmbeddingSet.setState({ set: before })
    throw error
  }
  await invalidateSets()
}

/** Opened at once. */
export async function duplicateSet(id: string, settings: EmbeddingSettings): Promise<void> {
  const twin = await desktop.embeddings.twin({ id, settings })
  await invalidateSets()
  openSet(twin.id)
}

/** With a way back. The set after it is opened in its place, or the one before. */
export async function deleteSet({ id, name }: EmbeddingSet): Promise<void> {
  const sets = queryClient.getQueryData<EmbeddingSet[]>(queries.embeddings.list.queryKey()) ?? []
  const at = sets.findIndex((set) => set.id === id)
  const next = sets[at + 1] ?? sets[at - 1]
  await desktop.embeddings.delete({ id })
  if (useEmbeddingView.getState().openId === id) openSet(next?.id ?? null)
  await invalidateSets()
  toast(`“${name}” deleted`, {
    action: { label: 'Undo', onClick: () => toastOutcome(restoreSet(id)) },
  })
}

async function restoreSet(id: string): Promise<void> {
  await desktop.embeddings.restore({ id })
  await invalidateSets()
  openSet(id)
}

interface ExportWish {
  readonly id: string
  readonly format: EmbeddingFormat
  /** Of a CSV: one column of JSON, or one column per number. */
  readonly vectorAs: 'json' | 'columns'
}

/** Returns where it was written; nothing if the dialog was cancelled. */
export async function exportSet(options: ExportWish): Promise<string | undefined> {
  const { path } = await desktop.embeddings.export(options)
  return path === null ? undefined : `Exported to ${path}`
}

export async function importSet(): Promise<string | undefined> {
  const set = await desktop.embeddings.import()
  if (set === null) return undefined
  await invalidateSets()
  openSet(set.id)
  return `“${set.name}” imported: ${formatPlural(set.counts.rows, 'row')}`
}

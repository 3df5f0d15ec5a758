// Actions on sets of embeddings: create, fill, run, rename, delete with undo, import and export.

import { useQuery } from '@tanstack/react-query'
import type { EmbeddingSet, EmbeddingSettings, NewRow } from '#shared/schemas/embedding-set'
import { desktop, queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import { toastOutcome } from '../../../api/toast-outcome'
import { formatCount } from '../../../components/format'
import { findMissingKind } from '../../../models/served-model'
import { toastUndo } from '../../../state/undo'
import { embeddingForm, readNextSettings } from './embedding-form'
import { allRows, applyRowChanges, queryRows, readAllRows, useEmbeddingSet } from './embedding-set'
import { openSet, readCursorRow, selectRow, showTab, useEmbeddingView } from './embedding-view'

export function invalidateSets(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: queries.embeddings.list.key() })
}

/** Creates and opens a set with the settings of the form for the next set. */
export async function createSet(name: string, columns: readonly string[] = []): Promise<EmbeddingSet> {
  const settings = readNextSettings()
  const set = await desktop.embeddings.create({ name, settings, columns: [...columns] })
  await invalidateSets()
  openSet(set.id)
  return set
}

/** Copies rows with their vectors to a new set, and opens it. */
export async function extractRows(id: string, rowIds: readonly number[]): Promise<string> {
  const set = await desktop.embeddings.extract({ id, rowIds: [...rowIds] })
  await invalidateSets()
  openSet(set.id)
  return `“${set.name}” created`
}

/** Adds rows at the end of the set, in slices within the limit of the contract. */
export async function addRows(id: string, rows: readonly NewRow[]): Promise<number[]> {
  const added: number[] = []
  // A search would hide the new rows.
  if (useEmbeddingSet.getState().set?.id === id) queryRows(allRows)
  for (let at = 0; at < rows.length; at += 5000) {
    const { ids } = await desktop.embeddings.insertRows({ id, rows: rows.slice(at, at + 5000) })
    for (const each of ids) added.push(each)
  }
  return added
}

export async function editEmbeddingRow(id: string, rowId: number, row: NewRow): Promise<void> {
  applyRowChanges([await desktop.embeddings.editRow({ id, rowId, row })])
}

/** Deletes rows, with undo. */
export async function deleteEmbeddingRows(id: string, rowIds: readonly number[]): Promise<void> {
  if (rowIds.length === 0) return
  const deleted = { id, rowIds: [...rowIds] }
  await desktop.embeddings.deleteRows(deleted)
  const message = rowIds.length === 1 ? 'Row deleted' : `${formatCount(rowIds.length)} rows deleted`
  toastUndo(message, () => desktop.embeddings.restoreRows(deleted))
}

/** Runs all rows without a vector, or only the given rows. */
export async function runSet(id: string, rowIds?: readonly number[]): Promise<void> {
  const missing = findMissingKind('embedding')
  if (missing !== undefined) throw new Error(missing)
  return await desktop.embeddings.run({ id, ...(rowIds ? { rowIds: [...rowIds] } : {}) })
}

/** Requests all vectors again, because those of its file are from another model or provider. Billed. */
export function rerunSet(id: string): Promise<void> {
  return desktop.embeddings.run({ id, force: true })
}

export async function retryFailedRows(id: string): Promise<void> {
  const failed: number[] = []
  await readAllRows(id, (rows) => {
    for (const row of rows) if (row.state === 'failed') failed.push(row.id)
    return undefined
  })
  if (failed.length > 0) await runSet(id, failed)
}

/** Selects the next failed row after the cursor, or the first one. */
export async function goToFailedRow(id: string): Promise<void> {
  const cursor = readCursorRow(useEmbeddingView.getState())
  let [at, isAfterCursor] = [0, cursor === null]
  let first: { id: number; at: number } | undefined
  let next: { id: number; at: number } | undefined
  await readAllRows(id, (rows) => {
    for (const row of rows) {
      if (row.state === 'failed') {
        first ??= { id: row.id, at }
        if (isAfterCursor) next ??= { id: row.id, at }
      }
      isAfterCursor ||= row.id === cursor
      at += 1
    }
    return next === undefined
  })
  const found = next ?? first
  if (!found) return
  showTab('table')
  queryRows(allRows)
  selectRow(found.id, found.at)
}

export function cancelRun(id: string): Promise<void> {
  return desktop.embeddings.cancel({ id })
}

export async function renameSet(id: string, name: string): Promise<void> {
  await desktop.embeddings.rename({ id, name })
  await invalidateSets()
}

/** Updates the view optimistically: a large set takes a while, and the next change is based on this one. */
export async function changeSettings(id: string, settings: EmbeddingSettings): Promise<void> {
  const { set: previous } = useEmbeddingSet.getState()
  if (previous?.id === id) useEmbeddingSet.setState({ set: { ...previous, settings } })
  try {
    await desktop.embeddings.setSettings({ id, settings })
  } catch (error) {
    if (previous?.id === id && useEmbeddingSet.getState().set?.id === id)
      useEmbeddingSet.setState({ set: previous })
    throw error
  }
  await invalidateSets()
}

/** Duplicates the set with other settings, and opens the copy. */
export async function duplicateSet(id: string, settings: EmbeddingSettings): Promise<void> {
  const duplicate = await desktop.embeddings.duplicate({ id, settings })
  await invalidateSets()
  openSet(duplicate.id)
}

/** Deletes a set, with undo. If it was open, opens the next or previous one. */
export async function deleteSet({ id, name }: EmbeddingSet): Promise<void> {
  const sets = queryClient.getQueryData<EmbeddingSet[]>(queries.embeddings.list.queryKey()) ?? []
  const at = sets.findIndex((set) => set.id === id)
  const next = sets[at + 1] ?? sets[at - 1]
  await desktop.embeddings.delete({ id })
  if (useEmbeddingView.getState().openId === id) openSet(next?.id ?? null)
  await invalidateSets()
  toastUndo(`“${name}” deleted`, () => restoreSet(id))
}

async function restoreSet(id: string): Promise<void> {
  await desktop.embeddings.restore({ id })
  await invalidateSets()
  openSet(id)
}

function readOpen() {
  const { set } = useEmbeddingSet.getState()
  return set?.id === useEmbeddingView.getState().openId ? set : null
}

export function readEmbeddingModel(): string {
  return readOpen()?.settings.model ?? readNextSettings().model
}

export function changeEmbeddingModel(model: string) {
  const set = readOpen()
  if (set) toastOutcome(changeSettings(set.id, { ...set.settings, model }))
  else embeddingForm.change({ settings: { ...embeddingForm.read().settings, model } })
}

const noSets: readonly EmbeddingSet[] = []

export function useSets() {
  const {
    data: sets = noSets,
    isSuccess,
    isFetching,
    error,
    refetch,
  } = useQuery(queries.embeddings.list.queryOptions())
  return { sets, isKnown: isSuccess, isFetching, error, retry: () => void refetch() }
}

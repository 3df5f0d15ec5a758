// Imports a file or a pasted table: a worker analyzes it, the user chooses columns, then rows are added in slices.

import { toast } from 'sonner'
import { create } from 'zustand'
import { type EmbeddingSet, maxRows, type NewRow } from '#shared/schemas/embedding-set'
import { cutToLines } from '#shared/tables/table-reader'
import { describeError } from '../../../api/describe-error'
import { desktop } from '../../../api/desktop'
import { connectWorker } from '../../../api/worker-calls'
import { formatPlural } from '../../../components/format'
import { runTransfer } from '../../../notices/transfer'
import { toastUndo } from '../../../state/undo'
import { countRows, nameAfterFile } from '../describe-set'
import { createSet } from '../state/embedding-actions'
import { allRows, queryRows } from '../state/embedding-set'
import { showTab, useEmbeddingView } from '../state/embedding-view'
import type { ImportLosses, ReadRowsOptions } from './read-rows'
import {
  type ColumnChoice,
  guessForm,
  planCells,
  type TableAnalysis,
  type TableFormat,
} from './table-options'
import type { TableHandlers } from './table-worker'

interface TableSource {
  readonly name: string
  readonly file: Blob
  readonly format: TableFormat
  /** Whether its rows are added to the open set unless the user decides otherwise: a file becomes a set of its own. */
  readonly isForOpenSet: boolean
}

interface TableImport {
  /** Null if no file is open. */
  readonly source: TableSource | null
  /** How much of the file was analyzed, from 0 to 1. */
  readonly share: number
  readonly analysis: TableAnalysis | null
  /** Why the file cannot be imported; a message for the user. */
  readonly problem: string | null
}

const idle: TableImport = { source: null, share: 0, analysis: null, problem: null }

export const useTableImport = create<TableImport>()(() => idle)

/** Aborted when the dialog is closed, or another file or format is analyzed. */
let analyzing: AbortController | undefined

export async function startTableImport(file: Blob, name: string, isForOpenSet = false): Promise<void> {
  const head = cutToLines(await file.slice(0, 8192).text(), 4096)
  void analyzeAs({ file, name, isForOpenSet, format: { form: guessForm(name, head) } })
}

/** Analyzes the same file in another format, or with another delimiter. */
export function reanalyzeAs(format: TableFormat) {
  const { source } = useTableImport.getState()
  if (source) void analyzeAs({ ...source, format })
}

async function analyzeAs(source: TableSource): Promise<void> {
  analyzing?.abort()
  analyzing = new AbortController()
  const { signal } = analyzing
  useTableImport.setState({ ...idle, source })
  const { call, close } = openWorker(signal)
  const onProgress = (share: number) => useTableImport.setState({ share })
  try {
    const analysis = await call('analyze', { file: source.file, ...source.format }, { onProgress })
    if (!signal.aborted) useTableImport.setState({ analysis })
  } catch (error) {
    if (!signal.aborted) useTableImport.setState({ problem: describeError(error) })
  } finally {
    close()
  }
}

export function closeTable() {
  analyzing?.abort()
  useTableImport.setState(idle)
}

/** A worker that is closed with the signal: calls in progress reject then. */
function openWorker(signal: AbortSignal) {
  const worker = new Worker(new URL('./table-worker.ts', import.meta.url), { type: 'module' })
  const client = connectWorker<TableHandlers>(
    worker,
    'Couldn’t read the file: not enough memory. Close other apps and try again.',
  )
  const close = () => {
    client.close()
    worker.terminate()
  }
  signal.addEventListener('abort', close)
  return { call: client.call, close }
}

/**
 * Creates a set named after the file if there is none, and its columns, then adds the rows. If canceled, rows added so far
 * stay.
 */
export async function finishTableImport(choice: ColumnChoice, set: EmbeddingSet | null): Promise<void> {
  const { source, analysis } = useTableImport.getState()
  if (!source || !analysis) return
  const { columns, sources } = planCells(set?.columns ?? [], analysis, choice)
  const options = { ...analysis, ...choice, sources, maxRows: maxRows - (set?.counts.rows ?? 0) }
  const ids: number[] = []
  let id = ''
  const losses = await runTransfer({
    kind: 'texts',
    title: `Importing ${source.name}`,
    async start({ signal }) {
      closeTable()
      if (set) queryRows(allRows)
      id = (set ?? (await createSet(nameAfterFile(source.name), columns))).id
      if (set && columns.length > set.columns.length)
        await desktop.embeddings.setColumns({ id, columns: [...columns] })
      return addRows(id, source.file, options, { ids, signal })
    },
    read: (event) =>
      event.losses
        ? { done: event.losses }
        : { percent: Math.round(event.share * 100), text: `${countRows(ids.length)} added` },
    canceled: 'Import canceled',
  })
  if (losses && useEmbeddingView.getState().openId === id) showTab('table')
  if (losses || ids.length > 0) toastAdded(id, ids, losses ? describeLosses(losses) : '')
}

/** Adds the ids of the rows to `ids`. */
async function* addRows(
  setId: string,
  file: Blob,
  options: ReadRowsOptions,
  { ids, signal }: { readonly ids: number[]; readonly signal: AbortSignal },
): AsyncGenerator<{ readonly share: number; readonly losses?: ImportLosses }> {
  const { call, close } = openWorker(signal)
  try {
    await call('open', { file, options })
    for (;;) {
      const slice = await call('nextSlice', undefined)
      if (slice.done) return yield { share: 1, losses: slice.value }
      await addSlice(setId, slice.value.rows, ids)
      yield slice.value
    }
  } finally {
    close()
  }
}

async function addSlice(id: string, rows: readonly NewRow[], ids: number[]): Promise<void> {
  try {
    const added = await desktop.embeddings.insertRows({ id, rows: [...rows] })
    for (const rowId of added.ids) ids.push(rowId)
  } catch (error) {
    throw new Error(`${describeError(error)} Added before the error: ${countRows(ids.length)}.`)
  }
}

function toastAdded(id: string, ids: readonly number[], details: string) {
  if (ids.length === 0) {
    toast(`No rows added${details && `.${details}`}`)
    return
  }
  const undo = () => desktop.embeddings.deleteRows({ id, rowIds: [...ids] })
  toastUndo(`${countRows(ids.length)} added`, undo, details ? { description: details.trim() } : {})
}

function describeLosses({ tooLong, truncatedTitles, overLimit }: ImportLosses): string {
  return [
    tooLong > 0 && ` ${countRows(tooLong)} over 100,000 characters skipped.`,
    overLimit > 0 && ` ${countRows(overLimit)} skipped because sets can have up to 200,000 rows.`,
    truncatedTitles > 0 && ` ${formatPlural(truncatedTitles, 'title')} truncated to 2,000 characters.`,
  ]
    .filter(Boolean)
    .join('')
}

// Imports a file or a pasted table: a worker analyzes it, the user chooses columns, then rows are added in slices.

import { toast } from 'sonner'
import { create } from 'zustand'
import { type EmbeddingSet, maxRows, type NewRow } from '#shared/schemas/embedding-set'
import { cutToLines } from '#shared/tables/table-reader'
import { describeError } from '../../../api/describe-error'
import { desktop } from '../../../api/desktop'
import { connectWorker, type WorkerClient } from '../../../api/worker-calls'
import { formatPlural } from '../../../components/format'
import { toastUndo } from '../../../state/undo'
import { countRows, nameAfterFile } from '../describe-set'
import { createSet } from '../state/embedding-actions'
import { allRows, queryRows } from '../state/embedding-set'
import { showTab, useEmbeddingView } from '../state/embedding-view'
import type { ImportLosses } from './read-rows'
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
  /** Null if nothing is being imported. */
  readonly source: TableSource | null
  readonly phase: 'surveying' | 'choosing' | 'adding'
  /** The progress of the phase, from 0 to 1. */
  readonly share: number
  readonly analysis: TableAnalysis | null
  /** Why the import cannot continue; a message for the user. */
  readonly problem: string | null
  readonly added: number
}

const idle: TableImport = {
  source: null,
  phase: 'surveying',
  share: 0,
  analysis: null,
  problem: null,
  added: 0,
}

export const useTableImport = create<TableImport>()(() => idle)

/** Aborted when the import is stopped, or another file is opened. */
let current: AbortController | undefined

export async function startTableImport(file: Blob, name: string, isForOpenSet = false): Promise<void> {
  if (useTableImport.getState().phase === 'adding')
    throw new Error('Another file is being imported. Wait for it to finish, or stop it.')
  const head = cutToLines(await file.slice(0, 8192).text(), 4096)
  analyzeAs({ file, name, isForOpenSet, format: { form: guessForm(name, head) } })
}

/** Analyzes the same file in another format, or with another delimiter. */
export function reanalyzeAs(format: TableFormat) {
  const { source } = useTableImport.getState()
  if (source) analyzeAs({ ...source, format })
}

function analyzeAs(source: TableSource) {
  useTableImport.setState({ ...idle, source })
  const { file, format } = source
  void runWithWorker(async ({ call }) => {
    const onProgress = (share: number) => useTableImport.setState({ share })
    const analysis = await call('analyze', { file, ...format }, { onProgress })
    return () => useTableImport.setState({ analysis, phase: 'choosing' })
  })
}

/**
 * Runs in a new worker, which is terminated afterwards. Ignores the result if aborted; shows an error in the dialog.
 */
async function runWithWorker(
  run: (worker: WorkerClient<TableHandlers>, signal: AbortSignal) => Promise<() => void>,
): Promise<void> {
  current?.abort()
  const controller = new AbortController()
  current = controller
  const { signal } = controller
  const worker = new Worker(new URL('./table-worker.ts', import.meta.url), { type: 'module' })
  const client = connectWorker<TableHandlers>(
    worker,
    'Couldn’t read the file: not enough memory. Close other apps and try again.',
  )
  signal.addEventListener('abort', () => client.close())
  try {
    const finish = await run(client, signal)
    if (!signal.aborted) finish()
  } catch (error) {
    if (!signal.aborted) useTableImport.setState({ problem: describeError(error), phase: 'choosing' })
  } finally {
    worker.terminate()
    if (current === controller) current = undefined
  }
}

/**
 * Creates a set named after the file if there is none, and its columns, then adds the rows. If stopped, rows added so far
 * stay.
 */
export async function finishTableImport(choice: ColumnChoice, set: EmbeddingSet | null): Promise<void> {
  const { source, analysis } = useTableImport.getState()
  if (!source || !analysis) return
  useTableImport.setState({ phase: 'adding', share: 0, problem: null, added: 0 })
  await runWithWorker(async (worker, signal) => {
    const plan = planCells(set?.columns ?? [], analysis, choice)
    const columns = [...plan.columns]
    if (set) queryRows(allRows)
    const { id } = set ?? (await createSet(nameAfterFile(source.name), columns))
    if (set && columns.length > set.columns.length) await desktop.embeddings.setColumns({ id, columns })
    const ids: number[] = []
    signal.addEventListener('abort', () => toastAdded(id, ids, ''))
    const { form, encoding, delimiter } = analysis
    const options = {
      ...choice,
      form,
      encoding,
      delimiter,
      sources: plan.sources,
      maxRows: maxRows - (set?.counts.rows ?? 0),
    }
    await worker.call('open', { file: source.file, options })
    for (;;) {
      const slice = await worker.call('nextSlice', undefined)
      if (slice.done) {
        return () => {
          useTableImport.setState(idle)
          if (useEmbeddingView.getState().openId === id) showTab('table')
          toastAdded(id, ids, describeLosses(slice.value))
        }
      }
      await addSlice(id, slice.value.rows, ids)
      if (!signal.aborted) useTableImport.setState({ share: slice.value.share, added: ids.length })
    }
  })
}

async function addSlice(id: string, rows: readonly NewRow[], ids: number[]): Promise<void> {
  try {
    const added = await desktop.embeddings.insertRows({ id, rows: [...rows] })
    for (const rowId of added.ids) ids.push(rowId)
  } catch (error) {
    throw new Error(`${describeError(error)} Added before the error: ${countRows(ids.length)}.`)
  }
}

export function cancelTableImport() {
  current?.abort()
  useTableImport.setState(idle)
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

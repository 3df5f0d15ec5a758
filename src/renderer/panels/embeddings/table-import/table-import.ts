// Imports a file or a pasted table: a worker analyzes it, the user chooses columns, then rows are added in slices.
import { toast } from 'sonner'
import { create } from 'zustand'
import { type EmbeddingSet, mostRows, type NewRow } from '#shared/schemas/embedding-set'
import { describeError } from '../../../api/describe-error'
import { desktop } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { connectWorker, type WorkerClient } from '../../../api/worker-calls'
import { formatPlural } from '../../../components/format'
import { countRows, nameAfterFile } from '../describe-set'
import { createSet } from '../state/embedding-actions'
import type { ImportLosses } from './read-table-rows'
import { type ColumnChoice, guessForm, planCells, type TableAnalysis, type TableForm } from './table-options'
import type { TableHandlers } from './table-worker'

interface TableSource {
  readonly name: string
  readonly file: Blob
  readonly form: TableForm
}

interface TableImport {
  /** Null: nothing is being imported. */
  readonly source: TableSource | null
  readonly phase: 'surveying' | 'choosing' | 'adding'
  /** Of the phase, from 0 to 1. */
  readonly share: number
  readonly analysis: TableAnalysis | null
  /** Why it cannot go on; a sentence. */
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

/** Aborted when the import is stopped, or another file is read. */
let current: AbortController | undefined

export async function startTableImport(file: Blob, name: string): Promise<void> {
  if (useTableImport.getState().phase === 'adding')
    throw new Error('Another file is being imported. Wait for it to finish, or stop it.')
  const head = await file.slice(0, 4096).text()
  analyzeAs({ file, name, form: guessForm(name, head) })
}

/** The same file, read in another way. */
export function reanalyzeAs(form: TableForm) {
  const { source } = useTableImport.getState()
  if (source) analyzeAs({ ...source, form })
}

function analyzeAs(source: TableSource) {
  useTableImport.setState({ ...idle, source })
  const { file, form } = source
  void runWithWorker(async ({ call }) => {
    const onProgress = (share: number) => useTableImport.setState({ share })
    const analysis = await call('analyze', { file, form }, { onProgress })
    return () => useTableImport.setState({ analysis, phase: 'choosing' })
  })
}

/**
 * In a worker of its own, which ends with the work. Once aborted its result has no effect; an error is shown in the dialog.
 */
async function runWithWorker(
  work: (worker: WorkerClient<TableHandlers>, signal: AbortSignal) => Promise<() => void>,
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
    const finish = await work(client, signal)
    if (!signal.aborted) finish()
  } catch (error) {
    if (!signal.aborted) useTableImport.setState({ problem: describeError(error), phase: 'choosing' })
  } finally {
    worker.terminate()
    if (current === controller) current = undefined
  }
}

interface TableTarget {
  readonly choice: ColumnChoice
  /** Null is a new one, named after the file. */
  readonly set: EmbeddingSet | null
}

/** Creates the set if there is none, its columns, and then adds the rows. If stopped, rows added so far stay. */
export async function finishTableImport({ choice, set }: TableTarget): Promise<void> {
  const { source, analysis } = useTableImport.getState()
  if (!source || !analysis) return
  useTableImport.setState({ phase: 'adding', share: 0, problem: null, added: 0 })
  await runWithWorker(async (worker, signal) => {
    const plan = planCells(set?.columns ?? [], analysis, choice)
    const columns = [...plan.columns]
    const { id } = set ?? (await createSet(nameAfterFile(source.name), columns))
    if (set && columns.length > set.columns.length) await desktop.embeddings.setColumns({ id, columns })
    const ids: number[] = []
    signal.addEventListener('abort', () => toastAdded(id, ids, ''))
    const maxRows = mostRows - (set?.counts.rows ?? 0)
    const { form, encoding, delimiter } = analysis
    const options = { ...choice, form, encoding, delimiter, sources: plan.sources, maxRows }
    await worker.call('open', { file: source.file, options })
    for (;;) {
      const slice = await worker.call('nextSlice', undefined)
      if (slice.done) {
        return () => {
          useTableImport.setState(idle)
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
    const added = await desktop.embeddings.insertRows({ id, before: null, rows: [...rows] })
    for (const each of added.ids) ids.push(each)
  } catch (error) {
    throw new Error(`${describeError(error)} Added before the error: ${countRows(ids.length)}.`)
  }
}

export function cancelTableImport() {
  current?.abort()
  useTableImport.setState(idle)
}

function toastAdded(id: string, ids: readonly number[], left: string) {
  if (ids.length === 0) {
    toast(`No rows added${left && `.${left}`}`)
    return
  }
  toast(`${countRows(ids.length)} added${left && `.${left}`}`, {
    action: {
      label: 'Undo',
      onClick: () => toastOutcome(desktop.embeddings.deleteRows({ id, rowIds: [...ids] })),
    },
  })
}

function describeLosses({ tooLong, cutTitles, beyond }: ImportLosses): string {
  return [
    tooLong > 0 && ` ${countRows(tooLong)} over 100,000 characters skipped.`,
    beyond > 0 && ` ${countRows(beyond)} skipped: sets can have up to 200,000 rows.`,
    cutTitles > 0 && ` ${formatPlural(cutTitles, 'title')} cut to 2,000 characters.`,
  ]
    .filter(Boolean)
    .join('')
}

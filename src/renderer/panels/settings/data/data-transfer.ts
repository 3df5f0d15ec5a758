// The export or import in progress, which continues while other panels are open.
import { toast } from 'sonner'
import { create } from 'zustand'
import type { DataProgress, ImportPreview } from '#shared/schemas/user-data'
import { describeError } from '../../../api/describe-error'
import { desktop, queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import { formatBytes, formatPlural } from '../../../components/format'
import { describeCounts } from './names'

interface DataTransfer {
  readonly running: 'export' | 'preview' | 'import' | 'backup' | null
  /** Null until the dialog is closed. */
  readonly progress: DataProgress | null
  /** Describes the selected archive; null without one. */
  readonly preview: ImportPreview | null
  readonly failure: { readonly title: string; readonly message: string } | null
}

export const useDataTransfer = create<DataTransfer>()(() => ({
  running: null,
  progress: null,
  preview: null,
  failure: null,
}))

let controller = new AbortController()

export function cancelTransfer() {
  controller.abort()
}

export function dismissFailure() {
  useDataTransfer.setState({ failure: null })
}

export function dismissPreview() {
  useDataTransfer.setState({ preview: null })
}

type Events<Result> = AsyncIterable<{ progress: DataProgress } | { done: Result | null }>

interface Run<Result> {
  readonly kind: NonNullable<DataTransfer['running']>
  readonly start: (options: { signal: AbortSignal }) => Promise<Events<Result>>
  readonly failed: string
  readonly canceled: string
}

/** Resolves to null if it was canceled or has failed. */
async function run<Result>({ kind, start, failed, canceled }: Run<Result>): Promise<Result | null> {
  if (useDataTransfer.getState().running !== null) return null
  controller = new AbortController()
  const { signal } = controller
  useDataTransfer.setState({ running: kind, progress: null, failure: null })
  try {
    for await (const event of await start({ signal })) {
      if ('done' in event) return event.done
      useDataTransfer.setState({ progress: event.progress })
    }
    toast(canceled)
  } catch (error) {
    if (signal.aborted) toast(canceled)
    else useDataTransfer.setState({ failure: { title: failed, message: describeError(error) } })
  } finally {
    useDataTransfer.setState({ running: null, progress: null })
    void queryClient.invalidateQueries({ queryKey: queries.data.key() })
  }
  return null
}

export async function exportData({ isResumed = false } = {}): Promise<void> {
  const result = await run({
    kind: 'export',
    start: (options) =>
      isResumed ? desktop.data.resumeExport(undefined, options) : desktop.data.export(undefined, options),
    failed: 'Couldn’t export your data',
    canceled: 'Export canceled',
  })
  if (!result) return
  const missing = result.missing > 0 ? `. ${formatPlural(result.missing, 'media file')} missing.` : ''
  toast.success(`Exported and verified: ${formatBytes(result.bytes)} in ${result.path}${missing}`)
}

export async function previewImport(): Promise<void> {
  const preview = await run({
    kind: 'preview',
    start: (options) => desktop.data.previewImport(undefined, options),
    failed: 'Couldn’t read the archive',
    canceled: 'Import canceled',
  })
  useDataTransfer.setState({ preview })
}

export async function importData(path: string, settings: boolean): Promise<void> {
  useDataTransfer.setState({ preview: null })
  const result = await run({
    kind: 'import',
    start: (options) => desktop.data.import({ path, settings }, options),
    failed: 'Couldn’t import the archive. Nothing was changed.',
    canceled: 'Import canceled. Nothing was changed.',
  })
  if (!result) return
  // Every panel may show what was imported.
  await queryClient.invalidateQueries()
  toast.success(`Imported: ${describeCounts(result.counts)}`)
  if (result.settingsProblem !== null)
    useDataTransfer.setState({
      failure: { title: 'The settings weren’t imported', message: result.settingsProblem },
    })
}

/** A failure is shown with the last backup. */
export async function backUpNow(): Promise<void> {
  const result = await run({
    kind: 'backup',
    start: (options) => desktop.data.backUp(undefined, options),
    failed: 'Couldn’t back up your data',
    canceled: 'Backup canceled. Earlier backups are unchanged.',
  })
  if (result?.problem === null) toast.success(`Backed up: ${formatBytes(result.bytes)} written`)
}

// Exports, imports and backs up all data.
import { toast } from 'sonner'
import { create } from 'zustand'
import type { DataProgress, ImportPreview } from '#shared/schemas/user-data'
import { describeError } from '../../../api/describe-error'
import { desktop, queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import { toastFailure } from '../../../api/toast-outcome'
import { formatBytes, formatPlural } from '../../../components/format'
import { runTransfer } from '../../../notices/transfer'
import { describeCounts, describeDataProgress } from './names'

/** Describes the selected archive; null without one. */
export const useArchivePreview = create<{ readonly preview: ImportPreview | null }>()(() => ({
  preview: null,
}))

export function dismissPreview() {
  useArchivePreview.setState({ preview: null })
}

type Events<Result> = AsyncIterable<{ progress: DataProgress } | { done: Result | null }>

/** Resolves to null if it was canceled or has failed. */
async function run<Result>(
  title: string,
  start: (options: { signal: AbortSignal }) => Promise<Events<Result>>,
  messages: { readonly failed: string; readonly canceled: string },
): Promise<Result | null> {
  try {
    const result = await runTransfer({
      kind: 'archive',
      title,
      start,
      read: (event: { progress: DataProgress } | { done: Result | null }) =>
        'done' in event ? event : describeDataProgress(event.progress),
      canceled: messages.canceled,
    })
    return result ?? null
  } catch (error) {
    toastFailure(messages.failed, describeError(error))
    return null
  } finally {
    void queryClient.invalidateQueries({ queryKey: queries.data.key() })
  }
}

export async function exportData({ isResumed = false } = {}): Promise<void> {
  const result = await run(
    'Exporting data',
    (options) =>
      isResumed ? desktop.data.resumeExport(undefined, options) : desktop.data.export(undefined, options),
    { failed: 'Couldn’t export your data', canceled: 'Export canceled' },
  )
  if (!result) return
  const missing = result.missing > 0 ? `. ${formatPlural(result.missing, 'media file')} missing.` : ''
  toast.success(`Exported and verified: ${formatBytes(result.bytes)} in ${result.path}${missing}`)
}

export async function previewImport(): Promise<void> {
  const preview = await run('Reading archive', (options) => desktop.data.previewImport(undefined, options), {
    failed: 'Couldn’t read the archive',
    canceled: 'Import canceled',
  })
  useArchivePreview.setState({ preview })
}

export async function importData(path: string, settings: boolean): Promise<void> {
  dismissPreview()
  const result = await run('Importing data', (options) => desktop.data.import({ path, settings }, options), {
    failed: 'Couldn’t import the archive. Nothing was changed.',
    canceled: 'Import canceled. Nothing was changed.',
  })
  if (!result) return
  // Every panel may show what was imported.
  await queryClient.invalidateQueries()
  toast.success(`Imported: ${describeCounts(result.counts)}`)
  if (result.settingsProblem !== null) toastFailure('The settings weren’t imported', result.settingsProblem)
}

/** A failure is shown with the last backup. */
export async function backUpNow(): Promise<void> {
  const result = await run('Backing up data', (options) => desktop.data.backUp(undefined, options), {
    failed: 'Couldn’t back up your data',
    canceled: 'Backup canceled. Earlier backups are unchanged.',
  })
  if (result?.problem === null) toast.success(`Backed up: ${formatBytes(result.bytes)} written`)
}

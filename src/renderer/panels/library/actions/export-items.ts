// The running export: it continues while another panel is open, and can be canceled.
import { toast } from 'sonner'
import { create } from 'zustand'
import type { FileProgress } from '#shared/schemas/library'
import { describeError } from '../../../api/describe-error'
import { desktop } from '../../../api/desktop'
import { toastSaved } from '../../../api/toast-outcome'
import { countItems } from '../describe-item'

interface Exporting {
  readonly count: number
  /** Null until the user has chosen a destination. */
  readonly progress: FileProgress | null
}

export const useExport = create<{ exporting: Exporting | null }>()(() => ({ exporting: null }))

let controller: AbortController | undefined

export function cancelExport() {
  controller?.abort()
}

/** Exports one item as its file, several as a zip with their generation metadata. */
export async function exportItems(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  if (useExport.getState().exporting) {
    toast.error('Another export is running. Wait for it to finish, or cancel it.')
    return
  }
  controller = new AbortController()
  const { signal } = controller
  useExport.setState({ exporting: { count: ids.length, progress: null } })
  try {
    const path = await runExport(ids, signal)
    if (path) toastSaved({ message: `${countItems(ids.length)} exported to ${path}`, path })
    else if (signal.aborted) toast('Export canceled. No files were saved.')
  } catch (error) {
    if (signal.aborted) toast('Export canceled. No files were saved.')
    else toast.error(`Export failed: ${describeError(error)}`)
  } finally {
    useExport.setState({ exporting: null })
  }
}

/** Resolves to the path; to undefined if the export or the dialog was canceled. */
async function runExport(ids: readonly string[], signal: AbortSignal): Promise<string | undefined> {
  for await (const progress of await desktop.library.export({ ids: [...ids] }, { signal })) {
    if (progress.done) return progress.done.path ?? undefined
    if (progress.totalFiles > 0) useExport.setState({ exporting: { count: ids.length, progress } })
  }
  return undefined
}

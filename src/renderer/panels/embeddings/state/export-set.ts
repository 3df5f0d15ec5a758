// The running export of a set: it continues while another panel is open, and can be canceled.
import { toast } from 'sonner'
import { create } from 'zustand'
import type { EmbeddingFormat, EmbeddingSet } from '#shared/schemas/embedding-set'
import { desktop } from '../../../api/desktop'
import { type Outcome, toSaved } from '../../../api/toast-outcome'

interface Exporting {
  readonly name: string
  /** From 0 to 1; null until the user has chosen a file and its first part is written. */
  readonly share: number | null
}

export const useSetExport = create<{ exporting: Exporting | null }>()(() => ({ exporting: null }))

let controller: AbortController | undefined

export function cancelSetExport() {
  controller?.abort()
}

interface ExportSetOptions {
  readonly format: EmbeddingFormat
  /** In CSV: one column of JSON, or one column per dimension. */
  readonly vectorAs: 'json' | 'columns'
}

export async function exportSet({ id, name }: EmbeddingSet, options: ExportSetOptions): Promise<Outcome> {
  if (useSetExport.getState().exporting)
    throw new Error('Another export is running. Wait for it to finish, or cancel it.')
  controller = new AbortController()
  const { signal } = controller
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

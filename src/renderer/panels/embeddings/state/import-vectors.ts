// Imports exported sets and vectors of other programs: the opened files, then the running import, which can be canceled.
import { toast } from 'sonner'
import { create } from 'zustand'
import type { OpenedVectors, VectorChoice } from '#shared/schemas/embedding-set'
import { desktop } from '../../../api/desktop'
import { formatPlural } from '../../../components/format'
import { invalidateSets } from './embedding-actions'
import { openSet } from './embedding-view'

interface VectorImport {
  /** Vectors of another program, until their columns are chosen. */
  readonly opened: OpenedVectors | null
  /** The name of the file that is being imported, and how much was read, from 0 to 1. */
  readonly importing: { readonly name: string; readonly share: number } | null
}

export const useVectorImport = create<VectorImport>()(() => ({ opened: null, importing: null }))

let controller: AbortController | undefined

/** Lets the user choose files. Imports an exported set right away; other vectors once their columns are chosen. */
export async function chooseVectors(): Promise<string | undefined> {
  if (useVectorImport.getState().importing)
    throw new Error('Another import is running. Wait for it to finish, or cancel it.')
  const opened = await desktop.embeddings.openVectors()
  if (opened === null) return undefined
  if (opened.isSet) return await importVectors(opened)
  useVectorImport.setState({ opened })
  return undefined
}

export function closeVectors() {
  useVectorImport.setState({ opened: null })
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
  useVectorImport.setState({ opened: null, importing: { name, share: 0 } })
  try {
    const input = { id, ...(choice && { choice }) }
    for await (const { share, set } of await desktop.embeddings.import(input, { signal })) {
      useVectorImport.setState({ importing: { name, share } })
      if (!set) continue
      await invalidateSets()
      openSet(set.id)
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

// The media folder: its description, and the move to another folder, which continues while other panels are open.
import { toast } from 'sonner'
import { create } from 'zustand'
import type { FileProgress, MediaFolder } from '#shared/schemas/library'
import { describeError } from '../../api/describe-error'
import { desktop, queries } from '../../api/desktop'
import { queryClient } from '../../api/query-client'
import { formatBytes, formatCount, formatPlural } from '../../components/format'

interface MediaFolderMove {
  /** The destination; null while nothing is moved. */
  readonly path: string | null
  /** Null until the first file is counted. */
  readonly progress: FileProgress | null
  /** Why the last one failed; a sentence. */
  readonly failure: string | null
}

export const useMediaFolderMove = create<MediaFolderMove>()(() => ({
  path: null,
  progress: null,
  failure: null,
}))

let controller: AbortController | undefined

/** Deletes what was copied so far; everything stays where it was. */
export function cancelMove() {
  controller?.abort()
}

export async function moveMediaFolder(path: string): Promise<void> {
  if (useMediaFolderMove.getState().path !== null) return
  controller = new AbortController()
  const { signal } = controller
  useMediaFolderMove.setState({ path, progress: null, failure: null })
  try {
    const moved = await copyFiles(path, signal)
    // The panels show the new folder before the toast appears.
    await queryClient.invalidateQueries({ queryKey: queries.mediaFolder.read.key() })
    if (moved !== undefined) toast.success(`Everything is kept in ${moved} now.`)
    else toast('The move was cancelled. Everything is where it was.')
  } catch (error) {
    void queryClient.invalidateQueries({ queryKey: queries.mediaFolder.read.key() })
    if (signal.aborted) toast('The move was cancelled. Everything is where it was.')
    else useMediaFolderMove.setState({ failure: describeError(error) })
  } finally {
    useMediaFolderMove.setState({ path: null, progress: null })
  }
}

/** Resolves to the new folder; undefined if the move was cancelled. */
async function copyFiles(path: string, signal: AbortSignal): Promise<string | undefined> {
  for await (const progress of await desktop.mediaFolder.move({ path }, { signal })) {
    if (progress.done) return progress.done.path ?? path
    useMediaFolderMove.setState({ progress })
  }
  return undefined
}

export function describeFolder({ files, bytes, isDefault }: MediaFolder): string {
  const location = isDefault ? 'Beside the database. ' : ''
  if (files === 0) return `${location}No files yet.`
  return `${location}${formatPlural(files, 'file')}, ${formatBytes(bytes)}.`
}

export function describeProgress({ files, totalFiles, bytes, totalBytes }: FileProgress): string {
  const ofFiles = `${formatCount(files)} of ${formatCount(totalFiles)} files`
  return `${ofFiles}, ${formatBytes(bytes)} of ${formatBytes(totalBytes)}`
}

// The move of the media folder that is under way: it goes on while the user is elsewhere, and can be cancelled.
import { toast } from 'sonner'
import { create } from 'zustand'
import type { FileProgress } from '#shared/schemas/library'
import { describeError } from '../../../api/describe-error'
import { desktop, queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'

interface MediaFolderMove {
  /** Where it goes; null where nothing moves. */
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

/** What was copied until then goes; everything stays where it was. */
export function cancelMove() {
  controller?.abort()
}

export async function moveMediaFolder(path: string): Promise<void> {
  if (useMediaFolderMove.getState().path !== null) return
  controller = new AbortController()
  const { signal } = controller
  useMediaFolderMove.setState({ path, progress: null, failure: null })
  try {
    const moved = await follow(path, signal)
    // The panels show the new folder by the time it is told.
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

/** The folder that is in use by then; undefined where it was cancelled. */
async function follow(path: string, signal: AbortSignal): Promise<string | undefined> {
  for await (const progress of await desktop.mediaFolder.move({ path }, { signal })) {
    if (progress.done) return progress.done.path ?? path
    useMediaFolderMove.setState({ progress })
  }
  return undefined
}

// The media folder, and moving it, which continues while other panels are open.
import { useMutation, useQuery } from '@tanstack/react-query'
import { toast } from 'sonner'
import { create } from 'zustand'
import type { FileProgress, MediaFolder } from '#shared/schemas/library'
import { describeError } from '../../api/describe-error'
import { desktop, queries } from '../../api/desktop'
import { queryClient } from '../../api/query-client'
import { toastOutcome } from '../../api/toast-outcome'
import { Button } from '../../components/Button'
import { formatBytes, formatCount, formatPlural, toPercent } from '../../components/format'
import { Notice } from '../../components/Notice'
import { ProgressBar } from '../../components/ProgressBar'
import { Skeleton } from '../../components/Skeleton'
import { ReadErrorNotice } from '../../notices/ReadErrorNotice'
import { Section, TextField } from './FormParts'
import { ChangedRow } from './Setting'

export function FoldersSection() {
  return (
    <Section
      id="folders"
      title="Folders"
      description="Where images and other media are stored. Each file is kept unchanged, with a JSON file that describes how it was generated."
    >
      <MediaFolderField />
    </Section>
  )
}

function MediaFolderField() {
  const { data: folder, error, refetch } = useQuery(queries.mediaFolder.read.queryOptions())
  const path = useMediaFolderMove((state) => state.path)
  const failure = useMediaFolderMove((state) => state.failure)
  const choose = useMutation({
    mutationFn: () => desktop.mediaFolder.choose(),
    onSuccess: (folderChoice) => {
      if (folderChoice) void moveMediaFolder(folderChoice.path)
    },
    onError: (reason) => toast.error(describeError(reason)),
  })
  if (error && !folder)
    return <ReadErrorNotice title="Couldn’t read the media folder" error={error} onRetry={refetch} />
  if (!folder) return <Skeleton label="Checking media folder…" widths={['64%', '32%']} />
  return (
    <div data-setting="media-folder" className="flex flex-col gap-3">
      <TextField
        label="Media folder"
        hint={describeFolder(folder)}
        value={folder.path}
        className="min-w-48 font-mono text-sm"
        actions={
          <>
            <Button onClick={() => toastOutcome(desktop.mediaFolder.reveal())}>Show in folder</Button>
            <Button disabled={path !== null || choose.isPending} onClick={() => choose.mutate()}>
              Move…
            </Button>
          </>
        }
      />
      {!folder.isDefault && path === null && (
        <ChangedRow
          label="Media folder"
          defaultText={folder.defaultPath}
          onReset={() => void moveMediaFolder(folder.defaultPath)}
        />
      )}
      {folder.problem && (
        <Notice tone="danger" title="Can’t save to this folder">
          {folder.problem}
        </Notice>
      )}
      {path !== null && <MoveProgress />}
      {failure && (
        <Notice
          tone="danger"
          title="Couldn’t move the folder. Your files are unchanged."
          actions={
            <Button size="small" onClick={() => useMediaFolderMove.setState({ failure: null })}>
              Dismiss
            </Button>
          }
        >
          {failure}
        </Notice>
      )}
    </div>
  )
}

function MoveProgress() {
  const { path, progress } = useMediaFolderMove()
  return (
    <div className="flex flex-col gap-2 rounded-lg border border-line bg-sunken px-3 py-2">
      <div className="flex items-center gap-3">
        <p className="min-w-0 flex-1 text-sm [overflow-wrap:anywhere]">
          Copying to <span className="font-mono">{path}</span>. The new folder is used once every file is
          verified.
        </p>
        <Button size="small" onClick={cancelMove}>
          Cancel move
        </Button>
      </div>
      <ProgressBar
        label="Moving media folder"
        percent={progress ? toPercent(progress) : 0}
        className="h-1.5"
      />
      <p className="min-h-4 text-faint text-sm tabular-nums">{progress && describeProgress(progress)}</p>
    </div>
  )
}

interface MediaFolderMove {
  /** The destination; null while nothing is moved. */
  readonly path: string | null
  /** Null until the first file is counted. */
  readonly progress: FileProgress | null
  /** Why the last move failed; a message. */
  readonly failure: string | null
}

const useMediaFolderMove = create<MediaFolderMove>()(() => ({
  path: null,
  progress: null,
  failure: null,
}))

let controller: AbortController | undefined

/** Deletes the files copied so far; the originals stay in the old folder. */
function cancelMove() {
  controller?.abort()
}

async function moveMediaFolder(path: string): Promise<void> {
  if (useMediaFolderMove.getState().path !== null) return
  controller = new AbortController()
  const { signal } = controller
  useMediaFolderMove.setState({ path, progress: null, failure: null })
  try {
    const moved = await copyFiles(path, signal)
    // The panels show the new folder before the toast appears.
    await queryClient.invalidateQueries({ queryKey: queries.mediaFolder.read.key() })
    if (moved !== undefined) toast.success(`Media folder moved to ${moved}`)
    else toast('Move canceled. Your files are unchanged.')
  } catch (error) {
    void queryClient.invalidateQueries({ queryKey: queries.mediaFolder.read.key() })
    if (signal.aborted) toast('Move canceled. Your files are unchanged.')
    else useMediaFolderMove.setState({ failure: describeError(error) })
  } finally {
    useMediaFolderMove.setState({ path: null, progress: null })
  }
}

/** Resolves to the new folder; undefined if the move was canceled. */
async function copyFiles(path: string, signal: AbortSignal): Promise<string | undefined> {
  for await (const progress of await desktop.mediaFolder.move({ path }, { signal })) {
    if (progress.done) return progress.done.path ?? path
    useMediaFolderMove.setState({ progress })
  }
  return undefined
}

function describeFolder({ files, bytes, isDefault }: MediaFolder): string {
  const location = isDefault ? 'Default location. ' : ''
  if (files === 0) return `${location}No files yet.`
  return `${location}${formatPlural(files, 'file')}, ${formatBytes(bytes)}.`
}

function describeProgress({ files, totalFiles, bytes, totalBytes }: FileProgress): string {
  const ofFiles = `${formatCount(files)} of ${formatCount(totalFiles)} files`
  return `${ofFiles}, ${formatBytes(bytes)} of ${formatBytes(totalBytes)}`
}

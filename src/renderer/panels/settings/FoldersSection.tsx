// The media folder, and moving it.
import { useMutation, useQuery } from '@tanstack/react-query'
import { toast } from 'sonner'
import type { MediaFolder } from '#shared/schemas/library'
import { describeError } from '../../api/describe-error'
import { desktop, queries } from '../../api/desktop'
import { queryClient } from '../../api/query-client'
import { toastFailure, toastOutcome } from '../../api/toast-outcome'
import { Button } from '../../components/Button'
import { formatBytes, formatPlural } from '../../components/format'
import { Notice } from '../../components/Notice'
import { Skeleton } from '../../components/Skeleton'
import { ReadErrorNotice } from '../../notices/ReadErrorNotice'
import { runTransfer, toFileStep, useTransfers } from '../../notices/transfer'
import { Section, TextField } from './FormParts'
import { ChangedRow } from './Setting'

export function FoldersSection() {
  return (
    <Section id="folders">
      <MediaFolderField />
    </Section>
  )
}

function MediaFolderField() {
  const { data: folder, error, refetch } = useQuery(queries.mediaFolder.read.queryOptions())
  const isMoving = useTransfers((running) => running['media folder'] !== undefined)
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
            <Button disabled={isMoving || choose.isPending} onClick={() => choose.mutate()}>
              Move…
            </Button>
          </>
        }
      />
      {!folder.isDefault && !isMoving && (
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
    </div>
  )
}

async function moveMediaFolder(path: string): Promise<void> {
  try {
    const moved = await runTransfer({
      kind: 'media folder',
      title: `Copying to ${path}`,
      start: (options) => desktop.mediaFolder.move({ path }, options),
      read: ({ done, ...progress }) => (done ? { done: done.path ?? path } : toFileStep(progress)),
      canceled: 'Move canceled. Your files are unchanged.',
    })
    // The panels show the new folder before the toast appears.
    await queryClient.invalidateQueries({ queryKey: queries.mediaFolder.read.key() })
    if (moved !== undefined) toast.success(`Media folder moved to ${moved}`)
  } catch (error) {
    void queryClient.invalidateQueries({ queryKey: queries.mediaFolder.read.key() })
    toastFailure('Couldn’t move the folder. Your files are unchanged.', describeError(error))
  }
}

function describeFolder({ files, bytes, isDefault }: MediaFolder): string {
  const location = isDefault ? 'Default location. ' : ''
  if (files === 0) return `${location}No files yet.`
  return `${location}${formatPlural(files, 'file')}, ${formatBytes(bytes)}.`
}

// Where pictures and other files are kept, and the way to keep them elsewhere.
import { useMutation, useQuery } from '@tanstack/react-query'
import { toast } from 'sonner'
import { describeError } from '../../../api/describe-error'
import { desktop, queries } from '../../../api/desktop'
import { Button } from '../../../components/Button'
import { Field } from '../../../components/Field'
import { Notice } from '../../../components/Notice'
import { Section } from '../../../components/Section'
import { Skeleton } from '../../../components/Skeleton'
import { TextInput } from '../../../components/TextInput'
import { moveMediaFolder, useMediaFolderMove } from '../state/media-folder-move'
import { describeFolder } from './describe-folder'
import { MoveProgress } from './MoveProgress'

export function FoldersSection() {
  return (
    <Section
      id="folders"
      title="Folders"
      description="Every picture and file is kept once, unchanged, with a small file beside it that says how it was made."
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
    onSuccess: (chosen) => {
      if (chosen) void moveMediaFolder(chosen.path)
    },
    onError: (reason) => toast.error(describeError(reason)),
  })
  const reveal = () => {
    desktop.mediaFolder.reveal().catch((reason) => toast.error(describeError(reason)))
  }
  if (error && !folder) {
    return (
      <Notice
        tone="danger"
        title="The media folder cannot be read."
        actions={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        {describeError(error)}
      </Notice>
    )
  }
  if (!folder) return <Skeleton label="Looking at the media folder" widths={['64%', '32%']} />
  return (
    <div className="flex flex-col gap-3">
      <Field label="Media folder" hint={describeFolder(folder)}>
        {(attributes) => (
          <div className="flex flex-wrap items-center gap-2">
            <TextInput
              {...attributes}
              readOnly
              value={folder.path}
              className="min-w-48 flex-1 font-mono text-sm"
            />
            <Button onClick={reveal}>Reveal</Button>
            <Button disabled={path !== null || choose.isPending} onClick={() => choose.mutate()}>
              Choose and move…
            </Button>
          </div>
        )}
      </Field>
      {folder.problem && (
        <Notice tone="danger" title="Nothing can be kept in this folder now.">
          {folder.problem}
        </Notice>
      )}
      {path !== null && <MoveProgress />}
      {failure && (
        <Notice
          tone="danger"
          title="The folder was not moved. Everything is where it was."
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

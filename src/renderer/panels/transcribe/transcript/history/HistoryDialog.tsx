// The versions of a transcript: each can be read, compared with the current text, and restored.

import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Transcript, TranscriptVersion } from '#shared/schemas/transcription-job'
import { desktop, queries } from '../../../../api/desktop'
import { toastOutcome } from '../../../../api/toast-outcome'
import { Button } from '../../../../components/Button'
import { CodeEditor } from '../../../../components/CodeEditor'
import { Dialog } from '../../../../components/Dialog'
import { formatCount, formatMoment, formatPlural } from '../../../../components/format'
import { joinClasses } from '../../../../components/join-classes'
import { entry, moveByArrows } from '../../../../components/move-focus'
import { SegmentedControl } from '../../../../components/SegmentedControl'
import { Skeleton } from '../../../../components/Skeleton'
import { compareTexts, shortenPassages, TextChanges } from '../../../../components/TextChanges'
import { ReadErrorNotice } from '../../../../notices/ReadErrorNotice'
import { toastUndo } from '../../../../state/undo'
import { assertSaved, showTranscript } from '../pending-edits'

type Show = 'changes' | 'text'

const shows = [
  { value: 'changes', name: 'Changes' },
  { value: 'text', name: 'Full text' },
] as const

interface HistoryDialogProps {
  readonly transcript: Transcript
  /** The job is still running: nothing can be restored. */
  readonly readOnly: boolean
  readonly onClose: () => void
}

export function HistoryDialog({ transcript, readOnly, onClose }: HistoryDialogProps) {
  const { versions, versionId: currentId } = transcript
  // The version before the current one: most users look for the last change.
  const [selectedId, setSelectedId] = useState(
    () => versions.find(({ id }) => id !== currentId)?.id ?? currentId,
  )
  const [show, setShow] = useState<Show>('changes')
  const versionId = versions.some(({ id }) => id === selectedId) ? selectedId : currentId
  const restore = () => {
    onClose()
    toastOutcome(restoreVersion(transcript, versionId), 'Couldn’t restore this version')
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title="Version history"
      description="The original transcript is always kept. Edits made within a few minutes are grouped into one version."
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" disabled={readOnly || versionId === currentId} onClick={restore}>
            Restore version
          </Button>
        </>
      }
    >
      <div className="flex min-h-0 flex-1 border-line border-y">
        <VersionList
          versions={versions}
          selectedId={versionId}
          currentId={currentId}
          onChoose={setSelectedId}
        />
        <div className="flex min-w-0 flex-1 flex-col">
          <div className="flex flex-col px-5 pt-3">
            <SegmentedControl label="Show" value={show} options={shows} onChange={setShow} />
          </div>
          <ShownVersion transcript={transcript} versionId={versionId} show={show} />
        </div>
      </div>
    </Dialog>
  )
}

/** As a new version, with undo. */
async function restoreVersion({ jobId, versionId: before }: Transcript, versionId: string): Promise<void> {
  await assertSaved(jobId)
  showTranscript(await desktop.transcriptions.restoreVersion({ id: jobId, versionId }))
  const undo = async () => {
    await assertSaved(jobId)
    showTranscript(await desktop.transcriptions.restoreVersion({ id: jobId, versionId: before }))
  }
  toastUndo('Version restored', undo)
}

interface ShownVersionProps {
  readonly transcript: Transcript
  readonly versionId: string
  readonly show: Show
}

function ShownVersion({ transcript, versionId, show }: ShownVersionProps) {
  const isPresent = versionId === transcript.versionId
  const { data, error, refetch } = useQuery({
    ...queries.transcriptions.version.queryOptions({ input: { id: transcript.jobId, versionId } }),
    enabled: !isPresent,
  })
  const text = isPresent ? transcript.text : data?.text
  if (error && !isPresent) {
    return (
      <div className="p-5">
        <ReadErrorNotice title="Couldn’t load this version" error={error} onRetry={refetch} />
      </div>
    )
  }
  if (text === undefined)
    return <Skeleton label="Loading version…" widths={['80%', '92%', '64%']} className="p-5" />
  return show === 'text' ? (
    <div className="flex min-h-0 flex-1 flex-col p-5 pt-2">
      <CodeEditor label="Version text" language="text" value={text} readOnly fill />
    </div>
  ) : (
    <VersionChanges before={text} now={transcript.text} />
  )
}

const origins: Readonly<Record<TranscriptVersion['origin'], string>> = {
  model: 'Original',
  edit: 'Edited',
  restored: 'Restored',
}

interface VersionListProps {
  readonly versions: readonly TranscriptVersion[]
  readonly selectedId: string
  /** The version of the current text. */
  readonly currentId: string
  readonly onChoose: (versionId: string) => void
}

function VersionList({ versions, selectedId, currentId, onChoose }: VersionListProps) {
  return (
    <ul
      aria-label="Versions"
      onKeyDown={moveByArrows}
      className="flex w-60 shrink-0 flex-col gap-0.5 overflow-y-auto border-line border-r p-2"
    >
      {versions.map((version) => (
        <li key={version.id}>
          <button
            type="button"
            {...entry}
            aria-current={version.id === selectedId}
            onClick={() => onChoose(version.id)}
            className={joinClasses(
              'flex w-full flex-col rounded-md px-2 py-1.5 text-left transition-colors',
              version.id === selectedId ? 'bg-accent-wash' : 'hover:bg-hover',
            )}
          >
            <span className="font-medium">
              {origins[version.origin]}
              {version.id === currentId && ', current'}
            </span>
            <span className="text-faint text-sm tabular-nums">
              {formatMoment(version.createdAt)}
              {version.words > 0 && ` · ${formatPlural(version.words, 'word')}`}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Further changes are not shown; the whole text is one click away. */
const maxPassages = 600

function VersionChanges({ before, now }: Readonly<Record<'before' | 'now', string>>) {
  const passages = useMemo(() => shortenPassages(compareTexts(before, now)), [before, now])
  const hidden = passages.slice(maxPassages).filter(({ kind }) => kind !== 'same').length
  if (!passages.some(({ kind }) => kind !== 'same')) {
    return <p className="p-5 text-faint">This is the current version.</p>
  }
  return (
    <div className="selectable min-h-0 flex-1 overflow-y-auto whitespace-pre-wrap p-5 [overflow-wrap:anywhere]">
      <TextChanges passages={passages.slice(0, maxPassages)} />
      {hidden > 0 && <p className="pt-3 text-faint">{formatCount(hidden)} more changes</p>}
    </div>
  )
}

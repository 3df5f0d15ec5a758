// Exports the transcripts of several files into a folder, with progress, and can be canceled.
import { Download } from 'lucide-react'
import type { TranscriptFormat, TranscriptionJob } from '#shared/schemas/transcription-job'
import { desktop } from '../../../api/desktop'
import { type Outcome, toastFailure, toastOutcome, toSaved } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { formatCount, formatPlural } from '../../../components/format'
import { IconButton } from '../../../components/IconButton'
import { Menu } from '../../../components/Menu'
import { runTransfer, toFileStep } from '../../../notices/transfer'
import { listTranscriptions, transcriptions } from '../state/transcriptions'
import { useTranscribeView } from '../transcribe-view'
import { exportFormats } from '../transcript/export-formats'
import { saveEdits } from '../transcript/pending-edits'

interface ExportMenuProps {
  /** Null for all files, also those that have not been listed yet. */
  readonly jobs: readonly TranscriptionJob[] | null
  readonly isIconOnly: boolean
  readonly disabled: boolean
}

export function ExportMenu({ jobs, isIconOnly, disabled }: ExportMenuProps) {
  const name = jobs ? 'Export transcripts' : 'Export all'
  const trigger = isIconOnly ? (
    <IconButton size="small" label={name} icon={Download} disabled={disabled} />
  ) : (
    <Button size="small" variant="quiet" title={name} disabled={disabled}>
      <Download size={12} aria-hidden="true" />
      <span className="@max-[700px]:sr-only">{name}</span>
    </Button>
  )
  return (
    <Menu
      label={name}
      trigger={trigger}
      items={exportFormats.map(([format, label]) => ({
        name: label,
        hasSeparator: format === 'srt',
        onSelect: () => toastOutcome(exportTranscripts(jobs, format), 'Couldn’t export the transcripts'),
      }))}
    />
  )
}

/** Its transcript is complete, and has a text. */
export function canExport({ state, preview }: TranscriptionJob): boolean {
  return state === 'succeeded' && preview !== ''
}

async function exportTranscripts(
  jobs: readonly TranscriptionJob[] | null,
  format: TranscriptFormat,
): Promise<Outcome> {
  if (!jobs) await transcriptions.load()
  const { openId } = useTranscribeView.getState()
  if (openId !== null) await saveEdits(openId)
  const exported = (jobs ?? listTranscriptions()).filter(canExport)
  const ids = exported.map(({ id }) => id)
  const done = await runTransfer({
    kind: 'transcripts',
    title: `Exporting ${formatPlural(ids.length, 'transcript')}`,
    start: (options) => desktop.transcriptions.exportAll({ ids, format }, options),
    read: (step) => (step.done ? { done: step.done } : toFileStep(step)),
    canceled: 'Export canceled. Exported files stay.',
  })
  if (!done || done.path === null) return null
  if (done.failures.length > 0) toastFailures(done.failures, exported)
  const saved = ids.length - done.failures.length
  return saved > 0 ? toSaved(done.path, `${formatPlural(saved, 'transcript')} saved`) : null
}

const maxNames = 5

function toastFailures(
  failures: readonly { readonly id: string; readonly message: string }[],
  jobs: readonly TranscriptionJob[],
) {
  const lines = failures.slice(0, maxNames).map(({ id, message }) => {
    const name = jobs.find((job) => job.id === id)?.source.name
    return name ? `${name}: ${message}` : message
  })
  const more = failures.length - lines.length
  toastFailure(
    `Couldn’t export ${formatPlural(failures.length, 'transcript')}`,
    [...lines, more > 0 && `${formatCount(more)} more`].filter(Boolean).join(' '),
  )
}

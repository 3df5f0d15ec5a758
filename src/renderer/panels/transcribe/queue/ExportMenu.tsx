// Exports the transcripts of several files into a folder, with progress, and can be canceled.
import { Download } from 'lucide-react'
import { toast } from 'sonner'
import type { TranscriptFormat, TranscriptionJob } from '#shared/schemas/transcription-job'
import { describeError } from '../../../api/describe-error'
import { desktop } from '../../../api/desktop'
import { toastSaved } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { formatCount, formatPlural } from '../../../components/format'
import { IconButton } from '../../../components/IconButton'
import { Menu } from '../../../components/Menu'
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
        onSelect: () => void exportTranscripts(jobs, format),
      }))}
    />
  )
}

/** Its transcript is complete, and has a text. */
export function canExport({ state, preview }: TranscriptionJob): boolean {
  return state === 'succeeded' && preview !== ''
}

async function exportTranscripts(jobs: readonly TranscriptionJob[] | null, format: TranscriptFormat) {
  const toastId = toast.loading('Preparing export…')
  const controller = new AbortController()
  const cancel = { label: 'Cancel', onClick: () => controller.abort() }
  try {
    if (!jobs) await transcriptions.load()
    const { openId } = useTranscribeView.getState()
    if (openId !== null) await saveEdits(openId)
    const exported = (jobs ?? listTranscriptions()).filter(canExport)
    const ids = exported.map(({ id }) => id)
    const steps = await desktop.transcriptions.exportAll({ ids, format }, { signal: controller.signal })
    for await (const { files, totalFiles, done } of steps) {
      const message = `Exporting ${formatCount(files + 1)} of ${formatPlural(totalFiles, 'transcript')}…`
      if (!done) toast.loading(message, { id: toastId, action: cancel })
      else if (done.path !== null) {
        const { path, failures } = done
        const saved = totalFiles - failures.length
        if (saved > 0) toastSaved({ message: `${formatPlural(saved, 'transcript')} saved to ${path}`, path })
        if (failures.length > 0) toastFailures(failures, exported)
      }
    }
    if (controller.signal.aborted) toast('Export canceled. Exported files stay.')
  } catch (error) {
    if (controller.signal.aborted) toast('Export canceled. Exported files stay.')
    else toast.error(`Couldn’t export the transcripts: ${describeError(error)}`)
  } finally {
    toast.dismiss(toastId)
  }
}

const maxNames = 5

/** Stays until it is dismissed: the names are nowhere else. */
function toastFailures(
  failures: readonly { readonly id: string; readonly message: string }[],
  jobs: readonly TranscriptionJob[],
) {
  const lines = failures.slice(0, maxNames).map(({ id, message }) => {
    const name = jobs.find((job) => job.id === id)?.source.name
    return name ? `${name}: ${message}` : message
  })
  const more = failures.length - lines.length
  toast.error(`Couldn’t export ${formatPlural(failures.length, 'transcript')}`, {
    description: [...lines, more > 0 && `${formatCount(more)} more`].filter(Boolean).join(' '),
    duration: Number.POSITIVE_INFINITY,
    closeButton: true,
  })
}

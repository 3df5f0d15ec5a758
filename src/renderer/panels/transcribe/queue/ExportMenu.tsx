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
    const ids = (jobs ?? listTranscriptions()).filter(canExport).map(({ id }) => id)
    const steps = await desktop.transcriptions.exportAll({ ids, format }, { signal: controller.signal })
    for await (const { files, totalFiles, done } of steps) {
      const message = `Exporting ${formatCount(files + 1)} of ${formatPlural(totalFiles, 'transcript')}…`
      if (!done) toast.loading(message, { id: toastId, action: cancel })
      else if (done.path !== null)
        toastSaved({
          message: `${formatPlural(totalFiles, 'transcript')} saved to ${done.path}`,
          path: done.path,
        })
    }
    if (controller.signal.aborted) toast('Export canceled. Exported files stay.')
  } catch (error) {
    if (controller.signal.aborted) toast('Export canceled. Exported files stay.')
    else toast.error(`Couldn’t export the transcripts: ${describeError(error)}`)
  } finally {
    toast.dismiss(toastId)
  }
}

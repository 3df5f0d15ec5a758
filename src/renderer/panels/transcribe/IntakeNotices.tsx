// What kept files out of the queue: those that are refused, and what the others wait for.
import { X } from 'lucide-react'
import { Button } from '../../components/Button'
import { IconButton } from '../../components/IconButton'
import { Notice } from '../../components/Notice'
import { countFiles } from './queue/describe-job'
import { addArrivedSounds, dismissSoundRefusals, useTranscriptionIntake } from './state/transcription-intake'
import { useTranscriptions } from './state/transcriptions'

export function IntakeNotices() {
  const { arriving, refusals, obstacle } = useTranscriptionIntake()
  const isLost = useTranscriptions((state) => state.isLost)
  return (
    <div
      role="status"
      className="flex max-h-[40%] shrink-0 flex-col gap-2 overflow-y-auto px-4 pt-2 empty:hidden"
    >
      {isLost && (
        <Notice tone="warn" title="The connection to the queue was lost. It is being opened again." />
      )}
      {obstacle && (
        <Notice tone="danger" title={`${countFiles(arriving.length)} cannot be added yet.`}>
          <p>{obstacle}</p>
          <Button size="small" className="mt-1.5" onClick={addArrivedSounds}>
            Try again
          </Button>
        </Notice>
      )}
      {refusals.length > 0 && (
        <Notice
          tone="warn"
          title={
            refusals.length === 1 ? 'One file was not added.' : `${refusals.length} files were not added.`
          }
          actions={<IconButton size="small" label="Dismiss" icon={X} onClick={dismissSoundRefusals} />}
        >
          <ul aria-label="Files that were not added" className="max-h-28 overflow-y-auto">
            {refusals.map((sentence, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two files may be refused alike.
              <li key={at}>{sentence}</li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  )
}

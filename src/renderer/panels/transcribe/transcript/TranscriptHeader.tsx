// The line above a transcript: the way back, what it is called, and what can be done with it.
import { ArrowLeft, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TranscriptionJob } from '#shared/schemas/transcription-job'
import { Button } from '../../../components/Button'
import { IconButton } from '../../../components/IconButton'
import { joinClasses } from '../../../components/join-classes'
import { RowActions } from '../queue/RowActions'

interface TranscriptHeaderProps {
  /** Undefined until it is known. */
  readonly job?: TranscriptionJob
  /** There is no room for the list beside it. */
  readonly alone: boolean
  readonly onClose: () => void
  readonly children?: ReactNode
}

export function TranscriptHeader({ job, alone, onClose, children }: TranscriptHeaderProps) {
  return (
    <header
      className={joinClasses(
        'group/row flex h-11 shrink-0 items-center gap-1 border-line border-b pr-4 in-data-[inspector=closed]:pr-14',
        alone ? 'pl-3' : 'pl-6',
      )}
    >
      {alone && (
        <Button size="small" look="quiet" className="mr-1 shrink-0" onClick={onClose}>
          <ArrowLeft size={14} aria-hidden="true" />
          All files
        </Button>
      )}
      <div className="min-w-0 flex-1">
        {job && (
          <h2 title={job.source.name} className="truncate font-semibold">
            {job.source.name}
          </h2>
        )}
      </div>
      {children}
      {alone && job && <RowActions job={job} tabbable />}
      {!alone && <IconButton size="small" label="Close the transcript" icon={X} onClick={onClose} />}
    </header>
  )
}

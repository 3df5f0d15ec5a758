// Transcribe: sounds that are dropped, chosen or recorded, their way to text, and the transcript that is open.
import { useEffect, useRef } from 'react'
import { DropOverlay } from '../../attachments/DropOverlay'
import { useFileDrop } from '../../attachments/use-file-drop'
import { Skeleton } from '../../components/Skeleton'
import { useMediaQuery } from '../../components/use-media-query'
import { DamagedJobs } from '../../notices/DamagedJobs'
import { consumeJobFocus, useFocusRequests } from '../../state/focus-requests'
import { IntakeNotices } from './IntakeNotices'
import { OpenFile } from './OpenFile'
import { Queue } from './queue/Queue'
import { QueueToolbar } from './queue/QueueToolbar'
import { RetryWarning } from './queue/RetryWarning'
import { LeftRecordings } from './recorder/LeftRecordings'
import { RecorderStrip } from './recorder/RecorderStrip'
import { SoundInput } from './SoundInput'
import { transcriptionForm } from './state/transcription-form'
import { useTranscriptionIntake } from './state/transcription-intake'
import { useTranscriptions, watchTranscriptions } from './state/transcriptions'
import { TranscribeHeader } from './TranscribeHeader'
import { TranscribeStart } from './TranscribeStart'
import { takeDropped } from './take-dropped'
import { bringIntoSight, openFile, useTranscribeView } from './transcribe-view'

/** From here on the list stays beside an open transcript. */
const roomy = '(width >= 1000px)'

export function TranscribePanel() {
  const inside = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const add = () => input.current?.click()
  const hovering = useFileDrop(inside, takeDropped)
  const openId = useTranscribeView((view) => view.openId)
  const isRoomy = useMediaQuery(roomy)
  const isBeside = openId !== null && isRoomy
  useEffect(watchTranscriptions, [])
  useEffect(() => void transcriptionForm.open(), [])
  useWishes()
  return (
    <section aria-label="Transcribe" className="flex h-full min-w-0 flex-col bg-canvas">
      <div ref={inside} className="flex min-h-0 flex-1">
        {(openId === null || isRoomy) && (
          <div
            className={
              isBeside
                ? 'flex w-76 shrink-0 flex-col border-line border-r min-[1400px]:w-96'
                : 'flex min-w-0 flex-1 flex-col'
            }
          >
            <TranscribeHeader compact={isBeside} onAdd={add} />
            <LeftRecordings />
            <IntakeNotices />
            <DamagedJobs kind="transcription" className="flex flex-col gap-2 px-6 pt-3" />
            <RetryWarning />
            <Files compact={isBeside} onAdd={add} />
          </div>
        )}
        {openId !== null && <OpenFile jobId={openId} alone={!isRoomy} />}
      </div>
      <RecorderStrip />
      <SoundInput ref={input} />
      {hovering && (
        <DropOverlay
          hovering={hovering}
          title={hovering.count > 1 ? `Transcribe ${hovering.count} files` : 'Transcribe the file'}
        >
          Sounds, and the sound of videos. Long ones are split at silences; what is no sound is named, and
          stops no other.
        </DropOverlay>
      )}
    </section>
  )
}

function Files({ compact, onAdd }: { compact: boolean; onAdd: () => void }) {
  const { isKnown, total } = useTranscriptions((state) => state.list)
  const isArriving = useTranscriptionIntake(({ arriving }) => arriving.length > 0)
  if (!isKnown && !isArriving) {
    return <Skeleton label="Opening the list" widths={['46%', '72%', '64%']} className="flex-1 p-6" />
  }
  if (total === 0 && !isArriving) return compact ? <NoFiles /> : <TranscribeStart onAdd={onAdd} />
  return (
    <>
      <QueueToolbar compact={compact} />
      <Queue compact={compact} />
    </>
  )
}

/** Beside a transcript that has left the list. */
function NoFiles() {
  return <p className="px-6 py-3 text-faint text-sm">Nothing is in the list. Drop sounds anywhere here.</p>
}

/** Another panel, or a message, wants a file to be seen. */
function useWishes() {
  const wished = useFocusRequests((state) => state.job)
  useEffect(() => {
    if (wished?.panel !== 'transcribe') return
    const id = consumeJobFocus('transcribe')
    if (id === undefined) return
    openFile(id)
    bringIntoSight(id)
  }, [wished])
}

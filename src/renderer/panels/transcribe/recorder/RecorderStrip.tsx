// The recorder at work, below everything: how long, how loud, and the ways to end it.
import { Mic, Pause, Play, Square, Trash2, X } from 'lucide-react'
import { tellOutcome } from '../../../api/tell-outcome'
import { Button } from '../../../components/Button'
import { IconButton } from '../../../components/IconButton'
import { joinClasses } from '../../../components/join-classes'
import {
  discardRecording,
  dismissRecorderProblem,
  keepWhatIsWritten,
  pauseRecording,
  resumeRecording,
  stopRecording,
  useRecorder,
} from '../state/recorder'
import { RecorderFigures } from './RecorderFigures'

const words = {
  idle: '',
  asking: 'Asking for the microphone',
  recording: 'Recording',
  paused: 'Paused',
  stopping: 'Finishing the recording',
} as const

export function RecorderStrip() {
  const { phase, problem } = useRecorder()
  if (phase === 'idle' && problem === null) return null
  return (
    <section
      aria-label="Recorder"
      className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-t bg-frame px-4 py-1.5"
    >
      {phase === 'idle' ? (
        <Mic size={16} aria-hidden="true" className="shrink-0 text-danger" />
      ) : (
        <span
          aria-hidden="true"
          className={joinClasses(
            'size-2 shrink-0 rounded-full',
            phase === 'recording' ? 'animate-breathe bg-signal-off' : 'bg-faint',
          )}
        />
      )}
      {phase !== 'idle' && (
        <span role="status" className="shrink-0 font-medium">
          {words[phase]}
        </span>
      )}
      {(phase === 'recording' || phase === 'paused') && <RecorderFigures isRunning={phase === 'recording'} />}
      {problem && (
        <p role="alert" className="selectable min-w-0 flex-1 text-danger text-sm">
          {problem}
          {phase !== 'idle' && ' It is tried again; nothing is lost as long as this window is open.'}
        </p>
      )}
      <span className="ml-auto flex shrink-0 items-center gap-2">
        <Actions />
      </span>
    </section>
  )
}

function Actions() {
  const { phase, problem } = useRecorder()
  switch (phase) {
    case 'idle':
      return <IconButton size="small" label="Dismiss" icon={X} onClick={dismissRecorderProblem} />
    case 'asking':
      return null
    case 'stopping':
      return (
        problem && (
          <Button size="small" onClick={keepWhatIsWritten}>
            Keep what is on the disk
          </Button>
        )
      )
    default:
      return (
        <>
          <Button size="small" look="quiet" onClick={() => tellOutcome(discardRecording())}>
            <Trash2 size={12} aria-hidden="true" />
            Discard recording
          </Button>
          {phase === 'recording' ? (
            <Button size="small" onClick={pauseRecording}>
              <Pause size={12} aria-hidden="true" />
              Pause recording
            </Button>
          ) : (
            <Button size="small" onClick={resumeRecording}>
              <Play size={12} aria-hidden="true" />
              Resume recording
            </Button>
          )}
          <Button size="small" look="primary" onClick={() => tellOutcome(stopRecording())}>
            <Square size={12} aria-hidden="true" />
            Stop and transcribe
          </Button>
        </>
      )
  }
}

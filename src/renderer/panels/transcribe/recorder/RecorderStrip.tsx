// The recorder at the bottom of the panel: duration, level, and buttons to finish or discard it.
import { Mic, Pause, Play, Square, Trash2, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { bottomBar } from '../../../components/bottom-bar'
import { formatBytes, formatClock } from '../../../components/format'
import { IconButton } from '../../../components/IconButton'
import { joinClasses } from '../../../components/join-classes'
import {
  discardRecording,
  dismissRecorderProblem,
  finishWithSavedData,
  pauseRecording,
  readRecordingLevel,
  resumeRecording,
  stopRecording,
} from './recorder'
import { readElapsed, useRecorder } from './recorder-state'

const phaseLabels = {
  idle: '',
  requesting: 'Waiting for microphone access…',
  recording: 'Recording',
  paused: 'Paused',
  stopping: 'Finishing recording…',
} as const

export function RecorderStrip() {
  const { phase, problem } = useRecorder()
  if (phase === 'idle' && problem === null) return null
  return (
    <section
      ref={bottomBar}
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
          {phaseLabels[phase]}
        </span>
      )}
      {(phase === 'recording' || phase === 'paused') && <RecorderStats isRunning={phase === 'recording'} />}
      {problem && (
        <p role="alert" className="selectable min-w-0 flex-1 text-danger text-sm">
          {problem}
          {phase !== 'idle' && ' Retrying. Nothing is lost while this window is open.'}
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
    case 'requesting':
      return null
    case 'stopping':
      return (
        problem && (
          <Button size="small" onClick={finishWithSavedData}>
            Keep saved audio
          </Button>
        )
      )
    default: {
      const [label, Icon, toggle] =
        phase === 'recording'
          ? (['Pause recording', Pause, pauseRecording] as const)
          : (['Resume recording', Play, resumeRecording] as const)
      return (
        <>
          <Button icon={Trash2} size="small" variant="quiet" onClick={() => toastOutcome(discardRecording())}>
            Discard recording
          </Button>
          <Button icon={Icon} size="small" onClick={toggle}>
            {label}
          </Button>
          <Button icon={Square} size="small" variant="primary" onClick={() => toastOutcome(stopRecording())}>
            Stop and transcribe
          </Button>
        </>
      )
    }
  }
}

function RecorderStats({ isRunning }: { isRunning: boolean }) {
  const { written, device } = useRecorder()
  const [elapsed, setElapsed] = useState(readElapsed)
  useEffect(() => {
    setElapsed(readElapsed())
    if (!isRunning) return
    const timer = setInterval(() => setElapsed(readElapsed()), 250)
    return () => clearInterval(timer)
  }, [isRunning])
  return (
    <>
      <span role="timer" aria-label="Recording length" className="shrink-0 font-mono tabular-nums">
        {formatClock(elapsed / 1000)}
      </span>
      <LevelMeter isRunning={isRunning} />
      <span className="shrink-0 text-faint text-sm tabular-nums slim:hidden">
        {formatBytes(written)} saved
      </span>
      <span title={device} className="min-w-0 max-w-56 truncate text-faint text-sm max-[1000px]:hidden">
        {device}
      </span>
    </>
  )
}

/** A higher level may be distorted. */
const clippingLevel = 0.95
/** How much the bar falls in one frame. */
const decayPerFrame = 0.03
/** Milliseconds between two values for screen readers. */
const reportIntervalMs = 500

function LevelMeter({ isRunning }: { isRunning: boolean }) {
  const meter = useRef<HTMLMeterElement>(null)
  const bar = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    let frame = 0
    let shown = 0
    let reportedAt = 0
    const draw = (now: number) => {
      shown = Math.max(isRunning ? readRecordingLevel() : 0, shown - decayPerFrame)
      if (bar.current) {
        bar.current.style.transform = `scaleX(${shown})`
        bar.current.dataset.loud = String(shown >= clippingLevel)
      }
      if (now - reportedAt >= reportIntervalMs) {
        reportedAt = now
        if (meter.current) meter.current.value = Math.round(shown * 100)
      }
      if (isRunning || shown > 0) frame = requestAnimationFrame(draw)
    }
    frame = requestAnimationFrame(draw)
    return () => cancelAnimationFrame(frame)
  }, [isRunning])
  return (
    <>
      <meter ref={meter} aria-label="Microphone level" min={0} max={100} value={0} className="sr-only" />
      <span
        aria-hidden="true"
        className="h-1.5 min-w-12 max-w-40 flex-1 overflow-hidden rounded-full bg-line-strong/55"
      >
        <span
          ref={bar}
          className="block h-full origin-left scale-x-0 rounded-full bg-signal-ok data-[loud=true]:bg-signal-off"
        />
      </span>
    </>
  )
}

// Says wherever the user is that the microphone is being recorded, and leads there.
import { useEffect, useState } from 'react'
import { formatClock } from '../components/format'
import { readElapsed, useRecorder } from '../panels/transcribe/state/recorder'
import { openPanel } from '../state/navigation'

export function RecordingMark() {
  const phase = useRecorder((state) => state.phase)
  if (phase !== 'recording' && phase !== 'paused') return null
  return <RecordingButton isRunning={phase === 'recording'} />
}

function RecordingButton({ isRunning }: { isRunning: boolean }) {
  const [elapsed, setElapsed] = useState(readElapsed)
  useEffect(() => {
    setElapsed(readElapsed())
    if (!isRunning) return
    const timer = setInterval(() => setElapsed(readElapsed()), 1000)
    return () => clearInterval(timer)
  }, [isRunning])
  return (
    <button
      type="button"
      onClick={() => openPanel('transcribe')}
      className="flex h-5 items-center gap-1.5 rounded-sm px-1.5 text-soft tabular-nums hover:bg-hover hover:text-ink"
    >
      <span
        aria-hidden="true"
        className={`size-1.5 rounded-full ${isRunning ? 'animate-breathe bg-signal-off' : 'bg-faint'}`}
      />
      {isRunning ? 'Recording' : 'Recording paused'} {formatClock(elapsed / 1000)}
    </button>
  )
}

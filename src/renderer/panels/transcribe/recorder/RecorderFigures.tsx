// How long the recording is, how much of it is on the disk, and how loud the microphone hears.
import { useEffect, useState } from 'react'
import { formatBytes, formatClock } from '../../../components/format'
import { readElapsed, useRecorder } from '../state/recorder'
import { LevelMeter } from './LevelMeter'

export function RecorderFigures({ isRunning }: { isRunning: boolean }) {
  const written = useRecorder((state) => state.written)
  const [elapsed, setElapsed] = useState(readElapsed)
  useEffect(() => {
    setElapsed(readElapsed())
    if (!isRunning) return
    const timer = setInterval(() => setElapsed(readElapsed()), 250)
    return () => clearInterval(timer)
  }, [isRunning])
  return (
    <>
      <span role="timer" aria-label="Length of the recording" className="shrink-0 font-mono tabular-nums">
        {formatClock(elapsed / 1000)}
      </span>
      <LevelMeter isRunning={isRunning} />
      <span className="shrink-0 text-faint text-sm tabular-nums slim:hidden">
        {formatBytes(written)} on the disk
      </span>
    </>
  )
}

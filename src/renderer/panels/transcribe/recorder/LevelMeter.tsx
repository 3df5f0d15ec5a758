// How loud the microphone hears, drawn every frame without asking the rest of the page.
import { useEffect, useRef } from 'react'
import { readRecordingLevel } from '../state/recorder'

/** From here on it is so loud that it may be distorted. */
const loud = 0.95
/** Of a frame, how much of the bar falls by itself. */
const fall = 0.03
/** Milliseconds between what screen readers may read. */
const toldEvery = 500

export function LevelMeter({ isRunning }: { isRunning: boolean }) {
  const meter = useRef<HTMLMeterElement>(null)
  const bar = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    let frame = 0
    let shown = 0
    let told = 0
    const draw = (now: number) => {
      shown = Math.max(isRunning ? readRecordingLevel() : 0, shown - fall)
      if (bar.current) {
        bar.current.style.transform = `scaleX(${shown})`
        bar.current.dataset.loud = String(shown >= loud)
      }
      if (now - told >= toldEvery) {
        told = now
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

// Where in a sound the playing is: a waveform or a plain line, moved by click, by dragging and by keys.
import type { KeyboardEvent, PointerEvent } from 'react'
import { formatClock } from '../../../../components/format'
import { readPlayerKey, toPosition } from './player-keys'
import type { LoudnessProfile } from './use-loudness-profile'
import type { Sound } from './use-sound'
import { Waves } from './Waves'

interface PositionProps {
  readonly sound: Sound
  readonly profile: LoudnessProfile
  /** Of the whole sound; 0 where it is not known. */
  readonly seconds: number
  /** Where the pieces begin that were sent one by one; seconds. */
  readonly cuts: readonly number[]
}

export function Position({ sound, profile, seconds, cuts }: PositionProps) {
  const { time, seek, toggle } = sound
  const share = seconds > 0 ? Math.min(1, time / seconds) : 0
  const point = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    seek(Math.max(0, Math.min(1, (clientX - left) / width)) * seconds)
  }
  const press = (event: KeyboardEvent) => {
    const move = readPlayerKey(event, true)
    if (!move) return
    event.preventDefault()
    if (move.kind === 'toggle') toggle()
    else seek(toPosition(move, { time, seconds }))
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Position"
      aria-valuemin={0}
      aria-valuemax={Math.round(seconds)}
      aria-valuenow={Math.round(time)}
      aria-valuetext={`${formatClock(time)} of ${formatClock(seconds)}`}
      onKeyDown={press}
      onPointerDown={(event) => {
        if (event.button !== 0 || seconds === 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        point(event)
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) point(event)
      }}
      className="relative h-12 min-w-0 flex-1 touch-none rounded-sm"
    >
      {profile.peaks && seconds > 0 ? (
        <Waves audio={sound.audio} peaks={profile.peaks} seconds={seconds} />
      ) : (
        <PlainLine share={share} />
      )}
      {seconds > 0 && cuts.map((cut) => <CutMark key={cut} share={cut / seconds} />)}
    </div>
  )
}

function PlainLine({ share }: { share: number }) {
  return (
    <>
      <span className="absolute inset-x-0 top-1/2 h-1 -translate-y-1/2 rounded-full bg-line-strong" />
      <span
        style={{ width: `${share * 100}%` }}
        className="absolute top-1/2 left-0 h-1 -translate-y-1/2 rounded-full bg-accent"
      />
      <span
        style={{ left: `${share * 100}%` }}
        className="absolute top-1/2 size-3 -translate-x-1/2 -translate-y-1/2 rounded-full border border-accent bg-raised"
      />
    </>
  )
}

function CutMark({ share }: { share: number }) {
  return (
    <span
      aria-hidden="true"
      data-cut
      style={{ left: `${Math.min(1, share) * 100}%` }}
      className="pointer-events-none absolute inset-y-0 border-warn border-l border-dashed"
    />
  )
}

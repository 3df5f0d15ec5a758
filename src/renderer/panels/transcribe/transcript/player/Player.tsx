// Plays the sound of a transcript: the waveform, the speed, the time.
import { Pause, Play, TextCursorInput } from 'lucide-react'
import { type Ref, useEffect, useImperativeHandle } from 'react'
import { formatClock } from '../../../../components/format-clock'
import { IconButton } from '../../../../components/IconButton'
import { Select } from '../../../../components/Select'
import { mediaBaseUrl } from '../../../../state/media-files'
import { Position } from './Position'
import { choosePlaybackSpeed, speeds, usePlaybackSpeed } from './playback-speed'
import { type LoudnessProfile, useLoudnessProfile } from './use-loudness-profile'
import { usePlayerKeys } from './use-player-keys'
import { useSound } from './use-sound'

export interface PlayerHandle {
  /** Seconds. */
  playFrom(seconds: number): void
}

interface PlayerProps {
  readonly media: string
  /** As far as it is known without the file. */
  readonly seconds: number | null
  /** Where the pieces begin that were sent one by one; seconds. */
  readonly cuts: readonly number[]
  /** Undefined where nothing is known of the places in the text. */
  readonly onShowPlace: ((seconds: number) => void) | undefined
  readonly ref?: Ref<PlayerHandle>
}

const speedGroups = [
  { label: '', options: speeds.map((speed) => ({ value: String(speed), label: `${speed}×` })) },
]

export function Player({ media, seconds: known, cuts, onShowPlace, ref }: PlayerProps) {
  const sound = useSound(media)
  const profile = useLoudnessProfile(media)
  const speed = usePlaybackSpeed((state) => state.speed)
  const seconds = sound.seconds ?? profile.seconds ?? known ?? 0
  useEffect(() => {
    if (!sound.audio.current) return
    sound.audio.current.defaultPlaybackRate = speed
    sound.audio.current.playbackRate = speed
  }, [speed, sound.audio])
  usePlayerKeys(sound, seconds)
  useImperativeHandle(ref, () => ({
    playFrom(wished) {
      sound.seek(wished)
      sound.play()
    },
  }))
  return (
    <section aria-label="Player" className="flex shrink-0 flex-col border-line border-b px-6 pt-2 pb-1">
      {/* biome-ignore lint/a11y/useMediaCaption: its words stand below. */}
      <audio ref={sound.audio} src={`${mediaBaseUrl}${media}`} preload="metadata" />
      <div className="flex items-center gap-3">
        <IconButton
          label={sound.isPlaying ? 'Pause' : 'Play'}
          keys="space"
          icon={sound.isPlaying ? Pause : Play}
          disabled={sound.problem !== null}
          onClick={sound.toggle}
        />
        <Position sound={sound} profile={profile} seconds={seconds} cuts={cuts} />
        <Select
          label="Playback speed"
          value={String(speed)}
          groups={speedGroups}
          onChange={choosePlaybackSpeed}
          className="w-20 shrink-0"
        />
      </div>
      <div className="flex h-6 items-center gap-2 text-faint text-xs">
        <span className="tabular-nums">
          {formatClock(sound.time)} / {formatClock(seconds)}
        </span>
        {onShowPlace && (
          <IconButton
            size="small"
            label="Go to this place in the text (estimated)"
            icon={TextCursorInput}
            onClick={() => onShowPlace(sound.time)}
          />
        )}
        <span role="status" className="min-w-0 flex-1 truncate text-right">
          {sound.problem ?? describeProfile(profile)}
        </span>
      </div>
    </section>
  )
}

function describeProfile({ peaks, progress, problem }: LoudnessProfile): string {
  if (peaks) return ''
  if (problem) return `No waveform. ${problem}`
  if (progress === undefined) return ''
  return progress === 0
    ? 'Waiting for the waveform'
    : `Measuring the waveform, ${Math.round(progress * 100)} %`
}

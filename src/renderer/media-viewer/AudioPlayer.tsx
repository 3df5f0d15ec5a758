// Plays an audio file: its name, position and length.
import { Pause, Play } from 'lucide-react'
import { formatClock, formatLength } from '../components/format'
import { IconButton } from '../components/IconButton'
import { mediaBaseUrl } from '../state/media-files'
import { useAudio } from './use-audio'

interface AudioPlayerProps {
  readonly media: string
  /** Null if a model generated it, or if its name is shown beside it. */
  readonly name: string | null
}

export function AudioPlayer({ media, name }: AudioPlayerProps) {
  const { audio, time, seconds = 0, isPlaying, problem, toggle, seek } = useAudio(media)
  return (
    <section
      aria-label={name === null ? 'Audio' : `Audio: ${name}`}
      className="flex w-80 max-w-full flex-col self-start rounded-lg border border-line bg-raised py-1 pr-3 pl-1"
    >
      {/* biome-ignore lint/a11y/useMediaCaption: there are no captions. */}
      <audio ref={audio} src={`${mediaBaseUrl}${media}`} preload="metadata" />
      {name !== null && (
        <span dir="auto" title={name} className="selectable truncate pt-1 pl-2 font-medium text-sm">
          {name}
        </span>
      )}
      <div className="flex items-center gap-2">
        <IconButton
          label={isPlaying ? 'Pause' : 'Play'}
          icon={isPlaying ? Pause : Play}
          disabled={problem !== null}
          onClick={toggle}
        />
        <input
          type="range"
          aria-label="Position"
          aria-valuetext={`${formatClock(time)} of ${formatLength(seconds)}`}
          min={0}
          max={seconds || 1}
          step={0.1}
          value={Math.min(time, seconds || 1)}
          disabled={seconds === 0}
          onChange={({ target }) => seek(Number(target.value))}
          className="h-1 min-w-0 flex-1 accent-accent-fill"
        />
        <span className="shrink-0 text-faint text-xs tabular-nums">
          {formatClock(time)} / {formatLength(seconds)}
        </span>
      </div>
      {problem && (
        <p role="status" className="px-2 pb-1 text-danger text-sm">
          {problem}
        </p>
      )}
    </section>
  )
}

// Plays an audio file: its name, position and length.
import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatClock, formatLength } from '../components/format'
import { IconButton } from '../components/IconButton'
import { mediaBaseUrl, statMediaFile } from '../state/media-files'

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

export type AudioPlayback = ReturnType<typeof useAudio>

export function useAudio(media: string) {
  const audio = useRef<HTMLAudioElement>(null)
  const [{ time, seconds, isPlaying }, setPlayback] = useState<PlaybackState>(stopped)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    const element = audio.current
    if (!element) return
    const update = () => setPlayback(readPlayback(element))
    const fail = () => void describeFailure(media).then(setProblem)
    for (const event of events) element.addEventListener(event, update)
    element.addEventListener('error', fail)
    return () => {
      for (const event of events) element.removeEventListener(event, update)
      element.removeEventListener('error', fail)
      element.pause()
    }
  }, [media])
  const play = () => {
    // The element's error event reports failures; an immediate pause is not one.
    void audio.current?.play().catch(() => undefined)
  }
  const seek = (target: number) => {
    const element = audio.current
    if (!element) return
    element.currentTime = Math.max(
      0,
      Math.min(target, Number.isFinite(element.duration) ? element.duration : target),
    )
    setPlayback(readPlayback(element))
  }
  const toggle = () => (audio.current?.paused === false ? audio.current.pause() : play())
  return { audio, time, seconds, isPlaying, problem, toggle, seek, play }
}

const events = ['timeupdate', 'seeked', 'play', 'pause', 'ended', 'durationchange'] as const

interface PlaybackState {
  /** Seconds. */
  readonly time: number
  /** Length of the whole audio; undefined until the metadata has been read. */
  readonly seconds: number | undefined
  readonly isPlaying: boolean
}

const stopped: PlaybackState = { time: 0, seconds: undefined, isPlaying: false }

function readPlayback({ currentTime, duration, paused }: HTMLAudioElement): PlaybackState {
  return { time: currentTime, seconds: Number.isFinite(duration) ? duration : undefined, isPlaying: !paused }
}

async function describeFailure(media: string): Promise<string> {
  const file = await statMediaFile(media).catch(() => null)
  return file ? 'Can’t play this audio format.' : 'The audio file is missing from the media folder.'
}

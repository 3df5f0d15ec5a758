// Plays a stored audio file: position, state, and why it cannot be played.
import { useEffect, useRef, useState } from 'react'
import { statMediaFile } from '../state/media-files'

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

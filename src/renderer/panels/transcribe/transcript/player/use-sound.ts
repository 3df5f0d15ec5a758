// A kept sound that is played: where it is, whether it runs, and what keeps it from playing.
import { type RefObject, useEffect, useRef, useState } from 'react'
import { statMediaFile } from '../../../../state/media-files'

export interface Sound {
  readonly audio: RefObject<HTMLAudioElement | null>
  /** Seconds. */
  readonly time: number
  /** Of the whole sound; undefined until the file was read so far. */
  readonly seconds: number | undefined
  readonly isPlaying: boolean
  /** A sentence. */
  readonly problem: string | null
  readonly toggle: () => void
  readonly seek: (seconds: number) => void
  readonly play: () => void
}

export function useSound(media: string): Sound {
  const audio = useRef<HTMLAudioElement>(null)
  const [{ time, seconds, isPlaying }, setStanding] = useState<Standing>(atRest)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    const element = audio.current
    if (!element) return
    const tell = () => setStanding(readStanding(element))
    const fail = () => void describeFailure(media).then(setProblem)
    for (const event of events) element.addEventListener(event, tell)
    element.addEventListener('error', fail)
    return () => {
      for (const event of events) element.removeEventListener(event, tell)
      element.removeEventListener('error', fail)
      element.pause()
    }
  }, [media])
  const play = () => {
    // Whatever keeps it from playing is told by the element's own event; a pause at once is no failure.
    void audio.current?.play().catch(() => undefined)
  }
  const seek = (wished: number) => {
    const element = audio.current
    if (!element) return
    element.currentTime = Math.max(
      0,
      Math.min(wished, Number.isFinite(element.duration) ? element.duration : wished),
    )
    setStanding(readStanding(element))
  }
  const toggle = () => (audio.current?.paused === false ? audio.current.pause() : play())
  return { audio, time, seconds, isPlaying, problem, toggle, seek, play }
}

const events = ['timeupdate', 'seeked', 'play', 'pause', 'ended', 'durationchange'] as const

interface Standing {
  readonly time: number
  readonly seconds: number | undefined
  readonly isPlaying: boolean
}

const atRest: Standing = { time: 0, seconds: undefined, isPlaying: false }

function readStanding({ currentTime, duration, paused }: HTMLAudioElement): Standing {
  return { time: currentTime, seconds: Number.isFinite(duration) ? duration : undefined, isPlaying: !paused }
}

async function describeFailure(media: string): Promise<string> {
  const file = await statMediaFile(media).catch(() => null)
  return file
    ? 'The window cannot play this kind of sound. The text is not affected.'
    : 'The sound is missing from the media folder. The text is not affected.'
}

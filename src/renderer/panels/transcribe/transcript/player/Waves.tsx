// The waveform of a sound: what was played in the accent's colour, the rest in grey.
import { type RefObject, useEffect, useRef } from 'react'
import WaveSurfer from 'wavesurfer.js'
import { useMediaQuery } from '../../../../components/use-media-query'

interface WavesProps {
  readonly audio: RefObject<HTMLAudioElement | null>
  /** From 0 to 1. */
  readonly peaks: Float32Array
  readonly seconds: number
}

export function Waves({ audio, peaks, seconds }: WavesProps) {
  const place = useRef<HTMLDivElement>(null)
  const waves = useRef<WaveSurfer | null>(null)
  const isDark = useMediaQuery('(prefers-color-scheme: dark)')
  useEffect(() => {
    if (!place.current || !audio.current) return
    const opened = WaveSurfer.create({
      ...look,
      ...readColours(),
      container: place.current,
      media: audio.current,
      peaks: [peaks],
      duration: seconds,
    })
    waves.current = opened
    return () => {
      waves.current = null
      opened.destroy()
    }
  }, [audio, peaks, seconds])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tokens change with it.
  useEffect(() => waves.current?.setOptions(readColours()), [isDark])
  return <div ref={place} aria-hidden="true" className="pointer-events-none absolute inset-0 isolate" />
}

/** Seeking is the position's, by pointer and by keys alike. */
const look = {
  height: 'auto',
  barWidth: 2,
  barGap: 1,
  barRadius: 1,
  cursorWidth: 1,
  normalize: true,
  interact: false,
  hideScrollbar: true,
} as const

/** A canvas knows no custom properties. */
function readColours() {
  const tokens = getComputedStyle(document.documentElement)
  const read = (name: string) => tokens.getPropertyValue(name).trim()
  return { waveColor: read('--line-strong'), progressColor: read('--accent'), cursorColor: read('--accent') }
}

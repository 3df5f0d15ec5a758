// Plays the audio of a transcript: waveform, position, speed and time.
import { Pause, Play, TextCursorInput, ZoomIn, ZoomOut } from 'lucide-react'
import {
  type KeyboardEvent,
  type PointerEvent,
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import WaveSurfer from 'wavesurfer.js'
import { formatClock, formatCount, formatLength } from '../../../../components/format'
import { IconButton } from '../../../../components/IconButton'
import { Select } from '../../../../components/Select'
import { useMediaQuery } from '../../../../components/use-media-query'
import { type AudioPlayback, useAudio } from '../../../../media-viewer/AudioPlayer'
import { mediaBaseUrl } from '../../../../state/media-files'
import { changePreference, usePreferences } from '../../../../state/preferences'
import { type LoudnessProfile, useLoudnessProfile } from '../../loudness/loudness-requests'

export interface PlayerHandle {
  /** Seconds. */
  playFrom(seconds: number): void
}

interface PlayerProps {
  readonly media: string
  /** The length, if it is known without the file. */
  readonly seconds: number | null
  /** The start of each piece, in seconds. */
  readonly cuts: readonly number[]
  /** Undefined if nothing is known about the times of the text. */
  readonly onShowInText: ((seconds: number) => void) | undefined
  /** Seconds while it plays, otherwise null. */
  readonly onTime: (seconds: number | null) => void
  readonly ref?: Ref<PlayerHandle>
}

const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const

const speedGroups = [
  { label: '', options: speeds.map((speed) => ({ value: `${speed}`, label: `${speed}×` })) },
]

export function Player({ media, seconds: known, cuts, onShowInText, onTime, ref }: PlayerProps) {
  const playback = useAudio(media)
  const profile = useLoudnessProfile(media)
  const speed = usePreferences(({ audio }) => audio.speed)
  const [zoom, setZoom] = useState(1)
  const seconds = playback.seconds ?? profile.seconds ?? known ?? 0
  useEffect(() => {
    if (!playback.audio.current) return
    playback.audio.current.defaultPlaybackRate = speed
    playback.audio.current.playbackRate = speed
  }, [speed, playback.audio])
  usePlayerKeys(playback, seconds)
  const { time, isPlaying } = playback
  const handleTime = useEffectEvent(onTime)
  useEffect(() => handleTime(isPlaying ? time : null), [time, isPlaying])
  useImperativeHandle(ref, () => ({
    playFrom(target) {
      playback.seek(target)
      playback.play()
    },
  }))
  return (
    <section aria-label="Player" className="flex shrink-0 flex-col border-line border-b px-6 pt-2 pb-1">
      {/* biome-ignore lint/a11y/useMediaCaption: the transcript is below. */}
      <audio ref={playback.audio} src={`${mediaBaseUrl}${media}`} preload="metadata" />
      <div className="flex items-center gap-3">
        <IconButton
          label={playback.isPlaying ? 'Pause' : 'Play'}
          keys="space"
          icon={playback.isPlaying ? Pause : Play}
          disabled={playback.problem !== null}
          onClick={playback.toggle}
        />
        <ZoomedPosition zoom={zoom} playback={playback} profile={profile} seconds={seconds} cuts={cuts} />
        <Select
          label="Playback speed"
          value={String(speed)}
          groups={speedGroups}
          onChange={(value) => changePreference('audio', { speed: Number(value) })}
          className="w-20 shrink-0"
        />
      </div>
      <div className="flex h-6 items-center gap-2 text-faint text-xs">
        <span className="tabular-nums">
          {formatClock(playback.time)} / {formatLength(seconds)}
        </span>
        {onShowInText && (
          <IconButton
            size="small"
            label="Show in text (estimated)"
            icon={TextCursorInput}
            onClick={() => onShowInText(playback.time)}
          />
        )}
        <span role="status" className="min-w-0 flex-1 truncate text-right">
          {playback.problem ? `${playback.problem} The transcript isn’t affected.` : describeProfile(profile)}
        </span>
        {profile.peaks && (
          <span className="flex items-center">
            <IconButton
              size="small"
              label="Zoom out"
              icon={ZoomOut}
              disabled={zoom === 1}
              onClick={() => setZoom(zoom / 2)}
            />
            <span className="w-12 text-center tabular-nums">{formatCount(zoom * 100)}%</span>
            <IconButton
              size="small"
              label="Zoom in"
              icon={ZoomIn}
              disabled={zoom === maxZoom}
              onClick={() => setZoom(zoom * 2)}
            />
          </span>
        )}
      </div>
    </section>
  )
}

function describeProfile({ peaks, progress, problem }: LoudnessProfile): string {
  if (peaks) return ''
  if (problem) return `Couldn’t show the waveform. ${problem}`
  if (progress === undefined) return ''
  return progress === 0 ? 'Loading waveform…' : `Creating waveform, ${Math.round(progress * 100)}%`
}

/** The waveform has this many times more values than a window has pixels. */
const maxZoom = 16

/** Scrolls horizontally, and keeps the position of the playback in view. */
function ZoomedPosition({ zoom, ...position }: PositionProps & { readonly zoom: number }) {
  const scroller = useRef<HTMLDivElement>(null)
  const { playback, seconds } = position
  const share = seconds > 0 ? playback.time / seconds : 0
  useEffect(() => {
    const view = scroller.current
    if (!view || zoom === 1) return
    const x = share * view.scrollWidth
    if (x < view.scrollLeft || x > view.scrollLeft + view.clientWidth)
      view.scrollLeft = x - view.clientWidth / 4
  }, [share, zoom])
  return (
    <div ref={scroller} className="min-w-0 flex-1 overflow-x-auto overflow-y-hidden">
      <div className="flex" style={{ width: `${zoom * 100}%` }}>
        <Position {...position} />
      </div>
    </div>
  )
}

interface PositionProps {
  readonly playback: AudioPlayback
  readonly profile: LoudnessProfile
  /** Length of the whole audio; 0 if it is not known. */
  readonly seconds: number
  /** The start of each piece, in seconds. */
  readonly cuts: readonly number[]
}

function Position({ playback, profile, seconds, cuts }: PositionProps) {
  const { time, seek } = playback
  const share = seconds > 0 ? Math.min(1, time / seconds) : 0
  const seekToPointer = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    seek(Math.max(0, Math.min(1, (clientX - left) / width)) * seconds)
  }
  const handleKey = (event: KeyboardEvent) => {
    const move = readPlayerKey(event, true)
    if (move === undefined) return
    event.preventDefault()
    movePlayer(move, playback, seconds)
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Position"
      aria-valuemin={0}
      aria-valuemax={Math.round(seconds)}
      aria-valuenow={Math.round(time)}
      aria-valuetext={`${formatClock(time)} of ${formatLength(seconds)}`}
      onKeyDown={handleKey}
      onPointerDown={(event) => {
        if (event.button !== 0 || seconds === 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        seekToPointer(event)
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) seekToPointer(event)
      }}
      className="relative h-12 min-w-0 flex-1 touch-none rounded-sm"
    >
      {profile.peaks && seconds > 0 ? (
        <Waveform audio={playback.audio} peaks={profile.peaks} seconds={seconds} />
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

interface WaveformProps {
  readonly audio: RefObject<HTMLAudioElement | null>
  /** From 0 to 1. */
  readonly peaks: Float32Array
  readonly seconds: number
}

function Waveform({ audio, peaks, seconds }: WaveformProps) {
  const container = useRef<HTMLDivElement>(null)
  const waves = useRef<WaveSurfer | null>(null)
  const isDark = useMediaQuery('(prefers-color-scheme: dark)')
  useEffect(() => {
    if (!container.current || !audio.current) return
    const opened = WaveSurfer.create({
      ...waveformOptions,
      ...readColors(),
      container: container.current,
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
  useEffect(() => waves.current?.setOptions(readColors()), [isDark])
  return <div ref={container} aria-hidden="true" className="pointer-events-none absolute inset-0 isolate" />
}

/** The position handles seeking, by pointer and by keys. */
const waveformOptions = {
  height: 'auto',
  barWidth: 2,
  barGap: 1,
  barRadius: 1,
  cursorWidth: 1,
  normalize: true,
  interact: false,
  hideScrollbar: true,
} as const

/** A canvas cannot read custom properties. */
function readColors() {
  const tokens = getComputedStyle(document.documentElement)
  const read = (name: string) => tokens.getPropertyValue(name).trim()
  return { waveColor: read('--line-strong'), progressColor: read('--accent'), cursorColor: read('--accent') }
}

/** Seconds to move, forward or backward; moves are limited to the length. */
type PlayerMove = 'toggle' | number

type PressedKey = Pick<globalThis.KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

const moves: Readonly<Record<string, PlayerMove>> = { ' ': 'toggle', ArrowLeft: -5, ArrowRight: 5 }

/** Elsewhere these scroll, or select in a list. */
const movesOnPosition: Readonly<Record<string, PlayerMove>> = {
  ...moves,
  ArrowDown: -5,
  ArrowUp: 5,
  PageDown: -30,
  PageUp: 30,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

export function readPlayerKey(pressed: PressedKey, onPosition: boolean): PlayerMove | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = pressed
  if (ctrlKey || metaKey || altKey || shiftKey) return undefined
  return (onPosition ? movesOnPosition : moves)[key]
}

type Playback = Pick<AudioPlayback, 'time' | 'seek' | 'toggle'>

/** `seconds` is the length of the audio. */
export function movePlayer(move: PlayerMove, { time, seek, toggle }: Playback, seconds: number) {
  if (move === 'toggle') toggle()
  else seek(Math.max(0, Math.min(seconds, time + move)))
}

function usePlayerKeys(playback: Playback, seconds: number) {
  const press = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const move = readPlayerKey(event, false)
    if (move === undefined || event.defaultPrevented || isInteractive(event.target)) return
    event.preventDefault()
    movePlayer(move, playback, seconds)
  })
  useEffect(() => {
    const listener = (event: globalThis.KeyboardEvent) => press(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

const interactiveSelector = [
  'a, button, input, textarea, select, summary, [contenteditable="true"]',
  '[role="dialog"], [role="menu"], [role="listbox"], [role="grid"], [role="tree"], [role="list"]',
  '[role="slider"], [role="radiogroup"], [role="tablist"], [role="combobox"]',
].join(', ')

function isInteractive(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(interactiveSelector) !== null
}

// Plays a video on a dark stage with controls below it, or two videos side by side.
import { ChevronFirst, ChevronLast, Expand, Pause, Play, Repeat, Volume2, VolumeX } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { formatClock } from '../components/format'
import { IconButton } from '../components/IconButton'
import { joinClasses } from '../components/join-classes'
import { mediaBaseUrl } from '../state/media-files'
import { changePreference, usePreferences } from '../state/preferences'
import {
  fitStage,
  playbackSpeeds,
  stepFrames,
  togglePlaying,
  toPositionValue,
  useAppliedSettings,
  useFollower,
  usePlayback,
} from './video-playback'

export interface ShownVideo {
  /** The hash of the file. */
  readonly media: string
  readonly title: string
  /** Width over height; if it is unknown, that of the file once its header is loaded. */
  readonly ratio?: number | undefined
  /** The URL of an image that a small player shows until it plays; only the file's header is loaded before. */
  readonly poster?: string
}

interface VideoPlayerProps {
  readonly video: ShownVideo
  /** Plays beside it, in step with it and without sound. */
  readonly beside?: ShownVideo | undefined
  readonly element: RefObject<HTMLVideoElement | null>
  /** Fills its container, starts to play, and has the focus of the dialog that it is in. */
  readonly isLarge?: boolean
  /** The file is missing or damaged. */
  readonly onLost: () => void
  readonly onBesideLost?: () => void
}

export function VideoPlayer(props: VideoPlayerProps) {
  const { video, beside, element, isLarge = false, onLost, onBesideLost } = props
  const stage = useRef<HTMLElement>(null)
  const second = useRef<HTMLVideoElement>(null)
  useAppliedSettings(element, second, beside?.media)
  useFollower(element, second, beside?.media)
  const toggleFullScreen = () => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else void stage.current?.requestFullscreen().catch(() => undefined)
  }
  const pressKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLVideoElement)) return
    if (!runKey(event.key, element.current, toggleFullScreen)) return
    event.preventDefault()
  }
  return (
    <section
      ref={stage}
      aria-label="Player"
      onKeyDown={pressKey}
      className={joinClasses(
        'dark-stage group/stage flex min-w-0 flex-col overflow-hidden',
        isLarge ? 'size-full' : 'rounded-lg border border-line',
      )}
    >
      <div className="flex min-h-0 flex-1 items-center justify-center gap-1">
        <Picture
          video={video}
          element={element}
          isHalf={beside !== undefined}
          isLarge={isLarge}
          onLost={onLost}
        />
        {beside && (
          <Picture
            key={beside.media}
            video={beside}
            element={second}
            isHalf
            isFollower
            onLost={() => onBesideLost?.()}
          />
        )}
      </div>
      <Controls element={element} onFullScreen={toggleFullScreen} />
    </section>
  )
}

interface PictureProps {
  readonly video: ShownVideo
  readonly element: RefObject<HTMLVideoElement | null>
  readonly isHalf: boolean
  readonly isFollower?: boolean
  readonly isLarge?: boolean
  readonly onLost: () => void
}

function Picture(props: PictureProps) {
  const { video, element, isHalf, isFollower = false, isLarge = false, onLost } = props
  const { media, title, ratio, poster } = video
  const [ownRatio, setOwnRatio] = useState(16 / 9)
  return (
    // biome-ignore lint/a11y/useMediaCaption: generated videos have no captions.
    <video
      ref={element}
      src={`${mediaBaseUrl}${media}`}
      crossOrigin="anonymous"
      aria-label={title ? `Video: ${title}` : 'Video'}
      tabIndex={isFollower ? -1 : 0}
      playsInline
      poster={poster}
      preload={ratio === undefined || poster ? 'metadata' : 'auto'}
      autoPlay={isLarge}
      data-first-focus={isLarge || undefined}
      style={isLarge ? undefined : fitStage(ratio ?? ownRatio, { isHalf, isPreview: poster !== undefined })}
      onLoadedMetadata={({ currentTarget: { videoWidth, videoHeight } }) =>
        videoHeight > 0 && setOwnRatio(videoWidth / videoHeight)
      }
      onClick={({ currentTarget }) => !isFollower && togglePlaying(currentTarget)}
      onError={onLost}
      className={joinClasses(
        'block min-w-0 bg-[#000] object-contain outline-offset-[-2px] group-fullscreen/stage:size-full',
        isLarge && 'size-full',
      )}
    />
  )
}

/** Returns whether the key has a meaning for the player. */
function runKey(key: string, video: HTMLVideoElement | null, toggleFullScreen: () => void): boolean {
  const { isLooping, isMuted } = usePreferences.getState().video
  const actions: Readonly<Record<string, () => void>> = {
    ' ': () => togglePlaying(video),
    k: () => togglePlaying(video),
    ',': () => stepFrames(video, -1),
    '.': () => stepFrames(video, 1),
    ArrowLeft: () => moveBy(video, -1),
    ArrowRight: () => moveBy(video, 1),
    Home: () => moveBy(video, Number.NEGATIVE_INFINITY),
    End: () => moveBy(video, Number.POSITIVE_INFINITY),
    l: () => changePreference('video', { isLooping: !isLooping }),
    m: () => changePreference('video', { isMuted: !isMuted }),
    f: toggleFullScreen,
  }
  actions[key]?.()
  return key in actions
}

function moveBy(video: HTMLVideoElement | null, seconds: number) {
  if (video) video.currentTime = Math.max(0, Math.min(video.duration || 0, video.currentTime + seconds))
}

interface ControlsProps {
  readonly element: RefObject<HTMLVideoElement | null>
  readonly onFullScreen: () => void
}

const toggleClassName = 'aria-pressed:bg-accent-wash aria-pressed:text-accent'
/** Too narrow for all: the keys do the same. */
const wideClassName = '@max-[330px]:hidden'

function Controls({ element, onFullScreen }: ControlsProps) {
  const { time, seconds, isPlaying } = usePlayback(element)
  const { isLooping } = usePreferences(({ video }) => video)
  return (
    <div className="@container flex flex-col px-3 pt-2 pb-1.5">
      <input
        type="range"
        aria-label="Position"
        aria-valuetext={`${formatPosition(time)} of ${formatPosition(seconds)}`}
        min={0}
        max={seconds || 1}
        step={0.001}
        value={toPositionValue(time, seconds || 1)}
        onChange={({ target }) => {
          if (element.current) element.current.currentTime = Number(target.value)
        }}
        className="h-4 w-full cursor-pointer accent-accent-fill"
      />
      <div className="flex items-center gap-0.5">
        <IconButton
          label={isPlaying ? 'Pause' : 'Play'}
          icon={isPlaying ? Pause : Play}
          keys="space"
          onClick={() => togglePlaying(element.current)}
        />
        <IconButton
          label="Previous frame"
          icon={ChevronFirst}
          keys=","
          className={wideClassName}
          onClick={() => stepFrames(element.current, -1)}
        />
        <IconButton
          label="Next frame"
          icon={ChevronLast}
          keys="."
          className={wideClassName}
          onClick={() => stepFrames(element.current, 1)}
        />
        <span className="mr-auto min-w-0 truncate px-1 text-sm text-soft tabular-nums">
          {formatPosition(time)} / {formatPosition(seconds)}
        </span>
        <IconButton
          label="Loop"
          icon={Repeat}
          keys="l"
          aria-pressed={isLooping}
          onClick={() => changePreference('video', { isLooping: !isLooping })}
          className={joinClasses(toggleClassName, wideClassName)}
        />
        <Speed />
        <Volume />
        <IconButton label="Full screen" icon={Expand} keys="f" onClick={onFullScreen} />
      </div>
    </div>
  )
}

/** Not a Radix select: its list would be hidden behind a video in full screen. */
function Speed() {
  const speed = usePreferences(({ video }) => video.speed)
  return (
    <select
      aria-label="Speed"
      value={speed}
      onChange={({ target }) => changePreference('video', { speed: Number(target.value) })}
      className={joinClasses('h-7 rounded-md bg-raised px-1 text-sm text-soft tabular-nums', wideClassName)}
    >
      {playbackSpeeds.map((each) => (
        <option key={each} value={each}>
          {each}×
        </option>
      ))}
    </select>
  )
}

function Volume() {
  const { volume, isMuted } = usePreferences(({ video }) => video)
  return (
    <>
      <IconButton
        label="Mute"
        icon={isMuted || volume === 0 ? VolumeX : Volume2}
        keys="m"
        aria-pressed={isMuted}
        onClick={() => changePreference('video', { isMuted: !isMuted })}
      />
      <input
        type="range"
        aria-label="Volume"
        aria-valuetext={`${Math.round(volume * 100)}%`}
        min={0}
        max={1}
        step={0.05}
        value={isMuted ? 0 : volume}
        onChange={({ target }) => changePreference('video', { volume: Number(target.value), isMuted: false })}
        className="w-16 cursor-pointer accent-accent-fill @max-[420px]:hidden"
      />
    </>
  )
}

/** `0:03.25`; the whole clock would hide a step by one frame. */
function formatPosition(seconds: number): string {
  const hundredths = Math.floor(seconds * 100 + 0.01)
  return `${formatClock(Math.floor(hundredths / 100))}.${String(hundredths % 100).padStart(2, '0')}`
}

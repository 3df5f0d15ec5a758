// How videos are played: stepping by frames, and a second video that follows the first.
import { type RefObject, useEffect, useState } from 'react'
import { usePreferences } from '../state/preferences'

export const playbackSpeeds = [0.25, 0.5, 1, 1.5, 2] as const

/** Generated videos have 24 frames a second (wire §5.1). */
const frameRate = 24
/** Seconds past the start of a frame, so that a rounded time does not show the one before. */
const margin = 0.0002

/** The time of the frame that is `by` frames later. */
export function toFrameTime(time: number, by: number, seconds: number): number {
  const frame = Math.floor((time + 2 * margin) * frameRate) + by
  const last = Math.max(0, Math.ceil(seconds * frameRate) - 1)
  const target = Math.min(last, Math.max(0, frame))
  return target === 0 ? 0 : target / frameRate + margin
}

/**
 * Seconds in steps of the position slider, which rounds other values. React would take that for a change by the user,
 * and the video would jump there.
 */
export function toPositionValue(time: number, seconds: number): number {
  return Math.floor(Math.min(time, seconds) * 1000) / 1000
}

/** The style of a video's box: as wide as possible, but low enough to leave something else visible. */
export function fitStage(ratio: number, { isHalf = false, isPreview = false } = {}) {
  const available = isHalf ? '50% - 2px' : '100%'
  const height = isPreview ? '256px' : 'min(52vh, 640px)'
  return { aspectRatio: String(ratio), width: `min(${available}, ${height} * ${ratio.toFixed(4)})` }
}

type VideoRef = RefObject<HTMLVideoElement | null>

export function togglePlaying(video: HTMLVideoElement | null) {
  // Failures are reported by the element's error event.
  if (video?.paused) void video.play().catch(() => undefined)
  else video?.pause()
}

export function stepFrames(video: HTMLVideoElement | null, by: number) {
  if (!video) return
  video.pause()
  video.currentTime = toFrameTime(video.currentTime, by, video.duration || 0)
}

/** Seconds; the time changes with each frame that is shown. */
export function usePlayback(element: VideoRef) {
  const [playback, setPlayback] = useState({ time: 0, seconds: 0, isPlaying: false })
  useEffect(() => {
    const video = element.current
    if (!video) return
    const read = () =>
      setPlayback({
        time: video.currentTime,
        seconds: Number.isFinite(video.duration) ? video.duration : 0,
        isPlaying: !video.paused && !video.ended,
      })
    let frame = 0
    const follow = () => {
      read()
      frame = video.requestVideoFrameCallback(follow)
    }
    const events = ['loadedmetadata', 'play', 'pause', 'ended', 'seeking', 'seeked', 'timeupdate']
    for (const event of events) video.addEventListener(event, read)
    follow()
    return () => {
      for (const event of events) video.removeEventListener(event, read)
      video.cancelVideoFrameCallback(frame)
    }
  }, [element])
  return playback
}

/** Applies the remembered settings to the videos that exist. The sound is that of the first one. */
export function useAppliedSettings(first: VideoRef, second: VideoRef, secondMedia: string | undefined) {
  const settings = usePreferences(({ video }) => video)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another second video gets the settings, too.
  useEffect(() => {
    for (const video of [first.current, second.current]) {
      if (!video) continue
      video.defaultPlaybackRate = settings.speed
      video.playbackRate = settings.speed
      video.volume = settings.volume
      video.muted = settings.isMuted || video === second.current
    }
    if (first.current) first.current.loop = settings.isLooping
  }, [settings, first, second, secondMedia])
}

/** Seconds by which two playing videos may differ. */
const maxDrift = 0.1

/** Plays, pauses and moves the second video with the first. It stays at its end if it is shorter. */
export function useFollower(first: VideoRef, second: VideoRef, secondMedia: string | undefined) {
  useEffect(() => {
    const [leader, follower] = [first.current, second.current]
    if (secondMedia === undefined || !leader || !follower) return
    const move = (tolerance: number) => {
      const target = Math.min(leader.currentTime, follower.duration || 0)
      if (Math.abs(follower.currentTime - target) > tolerance) follower.currentTime = target
      const hasMore = leader.currentTime < (follower.duration || 0)
      if (!leader.paused && hasMore && follower.paused) void follower.play().catch(() => undefined)
      if (leader.paused && !follower.paused) follower.pause()
    }
    const moveExactly = () => move(0)
    const limitDrift = () => move(leader.paused ? 0 : maxDrift)
    const exact = ['seeking', 'pause', 'ended'] as const
    for (const event of exact) leader.addEventListener(event, moveExactly)
    for (const event of ['play', 'timeupdate']) leader.addEventListener(event, limitDrift)
    follower.addEventListener('loadedmetadata', moveExactly)
    moveExactly()
    return () => {
      for (const event of exact) leader.removeEventListener(event, moveExactly)
      for (const event of ['play', 'timeupdate']) leader.removeEventListener(event, limitDrift)
      follower.removeEventListener('loadedmetadata', moveExactly)
    }
  }, [first, second, secondMedia])
}

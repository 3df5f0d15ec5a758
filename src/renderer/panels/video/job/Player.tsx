// Plays a stored video; comma and full stop step by one frame.
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import type { GeneratedVideo, VideoJob } from '#shared/schemas/video-job'
import { Notice } from '../../../components/Notice'
import { mediaBaseUrl } from '../../../state/media-files'
import { consumePlayRequest, useVideoView } from '../../../state/video-view'
import { toFormRatio } from '../jobs/describe-job'
import { describeTitle, fitStage } from './video-frame'

interface PlayerProps {
  readonly video: GeneratedVideo
  readonly job: VideoJob
  readonly element: RefObject<HTMLVideoElement | null>
}

/** Generated videos have 24 frames a second (wire §5.1). */
const frameSeconds = 1 / 24

export function Player({ video, job, element }: PlayerProps) {
  const [isLost, setLost] = useState(false)
  const { width, height } = video
  usePlayRequest(job.id, element)
  const ratio = width && height ? width / height : toFormRatio(job.form)
  const pressKey = (event: KeyboardEvent<HTMLVideoElement>) => {
    const by = event.key === '.' ? frameSeconds : event.key === ',' ? -frameSeconds : 0
    if (by === 0 || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const { currentTarget } = event
    currentTarget.pause()
    currentTarget.currentTime = Math.max(0, currentTarget.currentTime + by)
  }
  if (isLost) {
    return (
      <div ref={catchFocus} tabIndex={-1} className="outline-none">
        <Notice tone="warn" title="This video cannot be played.">
          Its file is not in the media folder any more, or is damaged. The Library says more, and can look for
          it.
        </Notice>
      </div>
    )
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: generated videos have no captions.
    <video
      ref={element}
      src={`${mediaBaseUrl}${video.media}`}
      crossOrigin="anonymous"
      aria-label={`Video: ${describeTitle(job.form.prompt)}`}
      controls
      playsInline
      preload="metadata"
      style={fitStage(ratio)}
      onKeyDown={pressKey}
      onError={() => setLost(true)}
      className="mx-auto block rounded-lg border border-line bg-[#000] object-contain"
    />
  )
}

/** The player may have had the focus when it was removed. */
function catchFocus(notice: HTMLElement | null) {
  if (document.activeElement === document.body) notice?.focus()
}

/** Space in the list plays a job's video, even if it is already open, and moves the focus to the player. */
function usePlayRequest(jobId: string, element: RefObject<HTMLVideoElement | null>) {
  const isRequested = useVideoView(({ play }) => play === jobId)
  useEffect(() => {
    if (!isRequested || !consumePlayRequest(jobId)) return
    element.current?.focus()
    // Failures are reported by the element's error event.
    void element.current?.play().catch(() => undefined)
  }, [isRequested, jobId, element])
}

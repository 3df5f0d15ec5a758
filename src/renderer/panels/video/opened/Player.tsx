// Plays a kept video: seek by mouse and keys, frame by frame by comma and full stop.
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import type { MadeVideo, VideoJob } from '#shared/schemas/video-job'
import { Notice } from '../../../components/Notice'
import { mediaBaseUrl } from '../../../state/media-files'
import { consumePlayRequest, useVideoView } from '../../../state/video-view'
import { fitStage, readFormRatio } from './fit-stage'
import { describeTitle } from './frame'

interface PlayerProps {
  readonly video: MadeVideo
  readonly job: VideoJob
  readonly element: RefObject<HTMLVideoElement | null>
}

/** What models make has 24 frames a second (wire §5.1). */
const frameLength = 1 / 24

export function Player({ video, job, element }: PlayerProps) {
  const [isLost, setLost] = useState(false)
  const { width, height } = video
  useWishToPlay(job.id, element)
  const ratio = width && height ? width / height : readFormRatio(job.form)
  const pressKey = (event: KeyboardEvent<HTMLVideoElement>) => {
    const by = event.key === '.' ? frameLength : event.key === ',' ? -frameLength : 0
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
    // biome-ignore lint/a11y/useMediaCaption: what a model makes comes without captions.
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

/** The player may have had the focus, which went with it. */
function catchFocus(notice: HTMLElement | null) {
  if (document.activeElement === document.body) notice?.focus()
}

/** Space in the list plays a video, also the one that is open, with the keys where it plays. */
function useWishToPlay(jobId: string, element: RefObject<HTMLVideoElement | null>) {
  const isWished = useVideoView(({ play }) => play === jobId)
  useEffect(() => {
    if (!isWished || !consumePlayRequest(jobId)) return
    element.current?.focus()
    // Whatever keeps it from playing is told by the element's own event.
    void element.current?.play().catch(() => undefined)
  }, [isWished, jobId, element])
}

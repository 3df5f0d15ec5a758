// The finished videos of a job: player, file actions, and using a frame elsewhere.
import { Camera, Clapperboard, Download, FolderOpen, GripVertical, Image } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { GeneratedVideo, VideoJob } from '#shared/schemas/video-job'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { Menu } from '../../../components/Menu'
import { Notice } from '../../../components/Notice'
import { SegmentedControl } from '../../../components/SegmentedControl'
import { dragPicture, revealPicture, saveVideo } from '../../../media-viewer/picture-actions'
import { addReference } from '../../../state/drawing-actions'
import { mediaBaseUrl } from '../../../state/media-files'
import { openDrawing } from '../../../state/navigation'
import { startWithFrame, type VideoPicture } from '../../../state/video-form'
import { consumePlayRequest, useVideoView } from '../../../state/video-view'
import { toFormRatio } from '../jobs/describe-job'
import { describeTitle, fitStage, saveFrame } from './video-frame'

export function GeneratedVideos({ job }: { job: VideoJob }) {
  const [selected, setSelected] = useState(0)
  const player = useRef<HTMLVideoElement>(null)
  const video = job.videos[selected] ?? job.videos[0]
  if (!video) return null
  const file = { media: video.media, title: job.form.prompt }
  return (
    <div className="flex flex-col gap-2">
      {job.videos.length > 1 && (
        <SegmentedControl
          label="Select video"
          value={String(selected)}
          options={job.videos.map((_, at) => ({ value: String(at), name: `Video ${at + 1}` }))}
          onChange={(at) => setSelected(Number(at))}
        />
      )}
      <Player key={video.media} video={video} job={job} element={player} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a border of its own. */}
      <div
        role="group"
        aria-label="File"
        onDragStart={(event) => dragPicture(event, file)}
        className="flex flex-wrap items-center gap-1.5"
      >
        <Button variant="primary" onClick={() => saveVideo(file)}>
          <Download size={14} aria-hidden="true" />
          Save as…
        </Button>
        <UseFrame player={player} title={job.form.prompt} />
        <Button onClick={() => revealPicture(file)}>
          <FolderOpen size={14} aria-hidden="true" className="text-faint" />
          Show in folder
        </Button>
        <span
          draggable
          title="Drag the file to the desktop or another app"
          className="flex h-8 cursor-grab items-center gap-1 rounded-md px-1 text-faint text-sm @min-[560px]:px-2 hover:bg-hover hover:text-ink"
        >
          <GripVertical size={14} aria-hidden="true" />
          <span className="sr-only @min-[560px]:not-sr-only">Drag file</span>
        </span>
      </div>
    </div>
  )
}

interface UseFrameProps {
  readonly player: RefObject<HTMLVideoElement | null>
  readonly title: string
}

function UseFrame({ player, title }: UseFrameProps) {
  const [isSaving, setSaving] = useState(false)
  const saveFor = (action: (frame: VideoPicture) => Promise<void>) => {
    const { current } = player
    if (!current || isSaving) return
    setSaving(true)
    const saved = saveFrame(current, title).then(action)
    toastOutcome(
      saved.finally(() => setSaving(false)),
      'Couldn’t use this frame',
    )
  }
  return (
    <Menu
      label="Use frame"
      align="start"
      trigger={
        <Button disabled={isSaving}>
          <Camera size={14} aria-hidden="true" className="text-faint" />
          Use frame…
        </Button>
      }
      items={[
        { name: 'As reference image in Images', icon: Image, onSelect: () => saveFor(addToNewDrawing) },
        {
          name: 'As first frame of a new video',
          icon: Clapperboard,
          onSelect: () => saveFor(startWithFrame),
        },
      ]}
    />
  )
}

/** Keeps what is already written in the new drawing. */
async function addToNewDrawing(frame: VideoPicture): Promise<void> {
  openDrawing(null)
  await addReference(frame)
}

interface PlayerProps {
  readonly video: GeneratedVideo
  readonly job: VideoJob
  readonly element: RefObject<HTMLVideoElement | null>
}

/** Generated videos have 24 frames a second (wire §5.1). */
const frameSeconds = 1 / 24

function Player({ video, job, element }: PlayerProps) {
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
        <Notice tone="warn" title="Couldn’t play this video">
          The file is missing from the media folder or damaged. Open it in the Library to locate it.
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

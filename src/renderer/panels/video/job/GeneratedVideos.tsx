// The finished videos of a job: player, file actions, and using a frame elsewhere.
import {
  Camera,
  Clapperboard,
  Columns2,
  Download,
  FolderOpen,
  GripVertical,
  Image,
  StepForward,
} from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { toast } from 'sonner'
import type { GeneratedVideo, VideoJob } from '#shared/schemas/video-job'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { formatTime } from '../../../components/format'
import { Menu } from '../../../components/Menu'
import { Notice } from '../../../components/Notice'
import { SegmentedControl } from '../../../components/SegmentedControl'
import { dragPicture, revealPicture, saveVideo } from '../../../media-viewer/picture-actions'
import { type ShownVideo, VideoPlayer } from '../../../media-viewer/VideoPlayer'
import { addReference } from '../../../state/drawing-actions'
import { openDrawing } from '../../../state/navigation'
import {
  consumePlayRequest,
  extendVideo,
  startWithFrame,
  useVideoView,
  type VideoPicture,
} from '../../../state/video-form'
import { toFormRatio, useVideoJobs } from '../state/video-jobs'
import { describeTitle, saveFrame, saveLastFrame } from './video-frame'

export function GeneratedVideos({ job }: { job: VideoJob }) {
  const [selected, setSelected] = useState(0)
  const player = useRef<HTMLVideoElement>(null)
  const [beside, setBeside] = useState<ShownVideo>()
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
      <Player
        key={video.media}
        video={toShown(job, video)}
        beside={beside}
        jobId={job.id}
        element={player}
        onBesideLost={() => {
          setBeside(undefined)
          toast.error('Couldn’t play the other video')
        }}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a border of its own. */}
      <div
        role="group"
        aria-label="File"
        onDragStart={(event) => dragPicture(event, file)}
        className="flex flex-wrap items-center gap-1.5"
      >
        <Button icon={Download} variant="primary" onClick={() => saveVideo(file)}>
          Save as…
        </Button>
        <Extend job={job} media={video.media} />
        <UseFrame player={player} title={job.form.prompt} />
        <Compare job={job} shown={video.media} beside={beside} onChange={setBeside} />
        <Button icon={FolderOpen} onClick={() => revealPicture(file)}>
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

function toShown({ form }: VideoJob, { media, width, height }: GeneratedVideo): ShownVideo {
  const ratio = width && height ? width / height : toFormRatio(form)
  return { media, title: describeTitle(form.prompt), ratio }
}

/** No provider continues a video in a way that all have in common; every one starts with an image. */
function Extend({ job: { form }, media }: { job: VideoJob; media: string }) {
  const [isSaving, setSaving] = useState(false)
  const extend = () => {
    setSaving(true)
    const extended = saveLastFrame(media, form.prompt).then((frame) => extendVideo(form, frame))
    toastOutcome(
      extended.finally(() => setSaving(false)),
      'Couldn’t read the last frame',
    )
  }
  return (
    <Button
      icon={StepForward}
      disabled={isSaving}
      title="Set up a video that starts with the last frame of this one"
      onClick={extend}
    >
      Extend
    </Button>
  )
}

const maxCompared = 30
/** The time after it stays visible. */
const maxMenuTitle = 26

interface CompareProps {
  readonly job: VideoJob
  readonly shown: string
  readonly beside: ShownVideo | undefined
  readonly onChange: (video: ShownVideo | undefined) => void
}

function Compare({ job, shown, beside, onChange }: CompareProps) {
  const jobs = useVideoJobs()
  if (beside)
    return (
      <Button icon={Columns2} onClick={() => onChange(undefined)}>
        Stop comparing
      </Button>
    )
  const others = [job, ...jobs.filter(({ id }) => id !== job.id)]
    .flatMap((each) => each.videos.map((video, at) => ({ each, video, at })))
    .filter(({ video }) => video.media !== shown)
    .slice(0, maxCompared)
  if (others.length === 0) return null
  return (
    <Menu
      label="Compare with"
      align="start"
      trigger={<Button icon={Columns2}>Compare…</Button>}
      items={others.map(({ each, video, at }) => ({
        // The same prompt may have been generated several times.
        name: [
          describeTitle(each.form.prompt, maxMenuTitle),
          each.videos.length > 1 && `Video ${at + 1}`,
          formatTime(each.createdAt),
        ]
          .filter(Boolean)
          .join(' · '),
        onSelect: () => onChange(toShown(each, video)),
      }))}
    />
  )
}

function UseFrame({ player, title }: { player: RefObject<HTMLVideoElement | null>; title: string }) {
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
        <Button icon={Camera} disabled={isSaving}>
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
  readonly video: ShownVideo
  readonly beside: ShownVideo | undefined
  readonly jobId: string
  readonly element: RefObject<HTMLVideoElement | null>
  readonly onBesideLost: () => void
}

function Player({ video, beside, jobId, element, onBesideLost }: PlayerProps) {
  const [isLost, setLost] = useState(false)
  usePlayRequest(jobId, element)
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
    <VideoPlayer
      video={video}
      beside={beside}
      element={element}
      onLost={() => setLost(true)}
      onBesideLost={onBesideLost}
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

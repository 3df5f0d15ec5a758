// The finished video, or one of several: played, used further, taken out of the application.
import { Download, FolderOpen, GripVertical } from 'lucide-react'
import { useRef, useState } from 'react'
import type { VideoJob } from '#shared/schemas/video-job'
import { Button } from '../../../components/Button'
import { Segments } from '../../../components/Segments'
import { dragVideo, revealVideo, saveVideo } from '../state/video-files'
import { Player } from './Player'
import { UseFrame } from './UseFrame'

export function MadeVideos({ job }: { job: VideoJob }) {
  const [chosen, setChosen] = useState(0)
  const player = useRef<HTMLVideoElement>(null)
  const video = job.videos[chosen] ?? job.videos[0]
  if (!video) return null
  const file = { media: video.media, title: job.form.prompt }
  return (
    <div className="flex flex-col gap-2">
      {job.videos.length > 1 && (
        <Segments
          label="Which video"
          value={String(chosen)}
          options={job.videos.map((_, at) => ({ value: String(at), name: `Video ${at + 1}` }))}
          onChange={(at) => setChosen(Number(at))}
        />
      )}
      <Player key={video.media} video={video} job={job} element={player} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a frame. */}
      <div
        role="group"
        aria-label="The file"
        onDragStart={(event) => dragVideo(event, file)}
        className="flex flex-wrap items-center gap-1.5"
      >
        <UseFrame player={player} title={job.form.prompt} />
        <Button onClick={() => saveVideo(file)}>
          <Download size={14} aria-hidden="true" className="text-faint" />
          Save as…
        </Button>
        <Button onClick={() => revealVideo(file)}>
          <FolderOpen size={14} aria-hidden="true" className="text-faint" />
          Show in folder
        </Button>
        <span
          draggable
          title="Drag the file out of the window"
          className="flex h-8 cursor-grab items-center gap-1 rounded-md px-1 text-faint text-sm @min-[560px]:px-2 hover:bg-hover hover:text-ink"
        >
          <GripVertical size={14} aria-hidden="true" />
          <span className="sr-only @min-[560px]:not-sr-only">Drag out</span>
        </span>
      </div>
    </div>
  )
}

// Shown until the first video is generated: samples that can be generated right away.
import { Play } from 'lucide-react'
import type { VideoForm } from '#shared/schemas/video-job'
import { desktop } from '../../api/desktop'
import { useServer } from '../../models/model-list'
import { StartScreen } from '../../notices/StartScreen'
import { defaultVideoModel, openGeneratedVideo } from '../../state/video-form'
import city from './samples/city.webp'
import evening from './samples/evening.webp'
import snow from './samples/snow.webp'

export function VideoStart() {
  const server = useServer()
  return (
    <StartScreen
      title="What would you like to create?"
      demoText="The built-in demo generates small videos offline, with no API key and no audio, but it knows only a few subjects. To use a real model, choose a provider in Settings."
      text={
        server
          ? `${server.name} can’t generate videos. To try a sample, choose another provider in Settings > Provider.`
          : 'Generating a video takes from ten seconds to a few minutes. It continues if you close this window or quit, and the video downloads when it’s ready.'
      }
      starters={server ? starters.map((each) => ({ ...each, disabled: true })) : starters}
      gridClassName="@min-[440px]:grid-cols-3"
    >
      Drop images anywhere to use them as first frame, last frame, or reference images. Jobs survive a restart
      and are never sent, or billed, twice automatically.
    </StartScreen>
  )
}

interface SampleVideo {
  readonly title: string
  /** A frame of the demo's video. */
  readonly poster: string
  readonly form: VideoForm & { readonly aspectRatio: string }
}

const model = defaultVideoModel

const sampleVideos: readonly SampleVideo[] = [
  {
    title: 'Calm evening',
    poster: evening,
    form: {
      model,
      prompt: 'A sailboat crosses a calm sea at sunset with mountains in the background.',
      aspectRatio: '16:9',
    },
  },
  {
    title: 'Vertical, four seconds',
    poster: snow,
    form: {
      model,
      prompt: 'Snow falls on a forest at night under a full moon, seen from between the trees.',
      aspectRatio: '9:16',
      durationSeconds: 4,
    },
  },
  {
    title: 'City in the rain',
    poster: city,
    form: {
      model,
      prompt:
        'Rain over a city at night with lit windows. A car drives slowly past, its headlights reflecting on the wet street.',
      aspectRatio: '16:9',
      durationSeconds: 6,
    },
  },
]

const starters = sampleVideos.map(({ title, poster, form }) => ({
  title,
  text: form.prompt,
  picture: (
    <span aria-hidden="true" className="relative flex h-16 w-fit max-w-full">
      <img src={poster} alt="" draggable={false} className="h-full min-w-0 rounded-md object-cover" />
      <span className="absolute bottom-1 left-1 flex rounded-sm bg-[#000a] p-1 text-[#fff]">
        <Play size={10} fill="currentColor" />
      </span>
    </span>
  ),
  run: () => desktop.videos.create(form).then(({ id }) => openGeneratedVideo(id)),
}))

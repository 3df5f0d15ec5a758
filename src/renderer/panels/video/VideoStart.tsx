// Shown until the first video is made: samples that can be made right away.
import type { VideoForm } from '#shared/schemas/video-job'
import { desktop } from '../../api/desktop'
import { drawRatio } from '../../components/RatioRadioGroup'
import { StartScreen } from '../../notices/StartScreen'
import { defaultVideoModel } from '../../state/video-form'
import { openGeneratedVideo } from '../../state/video-view'

export function VideoStart() {
  return (
    <StartScreen
      title="What shall be filmed?"
      demoText="The built-in demo really makes small videos, with no key and no network, though it knows few things. Enter a service in Settings to reach real models."
      text="A video takes from ten seconds to some minutes. It goes on when this window is closed or the program ends, and is fetched to this disk as soon as it is done."
      starters={starters}
      gridClassName="@min-[680px]:grid-cols-3"
    >
      Drop pictures anywhere to begin or end with them, or to show what the video is about. A video that is
      under way survives a restart, and is never sent, and billed, twice by itself.
    </StartScreen>
  )
}

interface SampleVideo {
  readonly title: string
  readonly form: VideoForm & { readonly aspectRatio: string }
}

const model = defaultVideoModel

const sampleVideos: readonly SampleVideo[] = [
  {
    title: 'A calm evening',
    form: {
      model,
      prompt: 'A sailing boat crosses a calm sea at sunset, mountains behind it; gentle waves are heard.',
      aspectRatio: '16:9',
    },
  },
  {
    title: 'Upright, four seconds',
    form: {
      model,
      prompt: 'Snow falls on a forest at night under a full moon, seen from between the trees.',
      aspectRatio: '9:16',
      durationSeconds: 4,
    },
  },
  {
    title: 'A city in the rain',
    form: {
      model,
      prompt: 'Rain over a city at night, lit windows, a car drives by slowly and its lights are reflected.',
      aspectRatio: '16:9',
      durationSeconds: 6,
    },
  },
]

const starters = sampleVideos.map(({ title, form }) => ({
  title,
  text: form.prompt,
  picture: (
    <span aria-hidden="true" className="flex h-10 items-center text-line-strong">
      <span
        style={drawRatio(form.aspectRatio, 40)}
        className="block rounded-[3px] border-[1.5px] border-current bg-sunken"
      />
    </span>
  ),
  run: () => desktop.videos.make(form).then(({ id }) => openGeneratedVideo(id)),
}))

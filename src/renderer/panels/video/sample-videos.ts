// Videos that show a newcomer what can be made, each in a shape of its own.
import type { VideoForm } from '#shared/schemas/video-job'
import { defaultVideoModel } from '../../state/video-form'

interface SampleVideo {
  readonly title: string
  readonly form: VideoForm & { readonly aspectRatio: string }
}

const model = defaultVideoModel

export const sampleVideos: readonly SampleVideo[] = [
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

// Shown until the first video is made: samples that can be made right away.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { VideoForm } from '#shared/schemas/video-job'
import { desktop, queries } from '../../api/desktop'
import { toastOutcome } from '../../api/toast-outcome'
import { drawRatio } from '../../components/RatioRadioGroup'
import { StarterCard } from '../../components/StarterCard'
import { defaultVideoModel } from '../../state/video-form'
import { openGeneratedVideo } from '../../state/video-view'

export function VideoStart() {
  const { data: isDemo } = useQuery(
    queries.application.status.queryOptions({ select: ({ upstream }) => upstream.kind === 'demo' }),
  )
  const [starting, setStarting] = useState(false)
  const run = (form: (typeof sampleVideos)[number]['form']) => {
    if (starting) return
    setStarting(true)
    const made = desktop.videos.make(form).then(({ id }) => openGeneratedVideo(id))
    toastOutcome(made.finally(() => setStarting(false)))
  }
  return (
    <div className="@container flex min-h-0 flex-1 flex-col overflow-y-auto">
      <div className="mx-auto my-auto flex w-full max-w-[832px] flex-col gap-6 px-6 py-8">
        <header className="flex flex-col gap-1">
          <h2 className="font-semibold text-xl tracking-tight">What shall be filmed?</h2>
          <p className="text-soft">
            {isDemo
              ? 'The built-in demo really makes small videos, with no key and no network, though it knows few things. Enter a service in Settings to reach real models.'
              : 'A video takes from ten seconds to some minutes. It goes on when this window is closed or the program ends, and is fetched to this disk as soon as it is done.'}
          </p>
        </header>
        <ul className="grid grid-cols-1 gap-2 @min-[680px]:grid-cols-3">
          {sampleVideos.map(({ title, form }) => (
            <li key={title}>
              <StarterCard title={title} text={form.prompt} disabled={starting} onRun={() => run(form)}>
                <span aria-hidden="true" className="flex h-10 items-center text-line-strong">
                  <span
                    style={drawRatio(form.aspectRatio, 40)}
                    className="block rounded-[3px] border-[1.5px] border-current bg-sunken"
                  />
                </span>
              </StarterCard>
            </li>
          ))}
        </ul>
        <p className="text-faint text-sm">
          Drop pictures anywhere to begin or end with them, or to show what the video is about. A video that
          is under way survives a restart, and is never sent, and billed, twice by itself.
        </p>
      </div>
    </div>
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

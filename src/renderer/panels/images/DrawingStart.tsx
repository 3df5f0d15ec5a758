// Shown for a new drawing: sample prompts that can be drawn right away.
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { drawRatio } from '../../components/RatioRadioGroup'
import { StartScreen } from '../../notices/StartScreen'

import { fitDrawing, useImageModels } from './state/image-models'
import { drawStep } from './state/next-step'

export function DrawingStart() {
  const { models } = useImageModels()
  const starters = sampleDrawings.map(({ title, text, parameters, variations }) => ({
    title,
    text,
    picture: (
      <span aria-hidden="true" className="flex h-12 items-center gap-1 text-line-strong">
        {Array.from({ length: variations }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items are identical.
          <Shape key={index} ratio={parameters.aspectRatio} count={variations} />
        ))}
      </span>
    ),
    run: () =>
      drawStep({
        drawingId: null,
        after: null,
        parts: [{ text }],
        parameters: fitDrawing(parameters, models),
        variations,
      }),
  }))
  return (
    <StartScreen
      title="What would you like to create?"
      demoText="The built-in demo generates real images offline, with no API key, but it knows only a few subjects. To use a real model, choose a provider in Settings."
      text="Requests go through your local gateway. Images are saved on this computer, unchanged."
      starters={starters}
      gridClassName="min-[820px]:grid-cols-3"
    >
      Drop images anywhere to use them as references. Drop an image you generated here to restore its prompt
      and settings. Each new prompt edits the image in a new step. Earlier steps stay available.
    </StartScreen>
  )
}

function Shape({ ratio, count }: { ratio: string; count: number }) {
  const size = drawRatio(ratio, count > 2 ? 26 : 44)
  return <span style={size} className="block rounded-[3px] border-[1.5px] border-current bg-sunken" />
}

interface SampleDrawing {
  readonly title: string
  readonly text: string
  readonly parameters: ChatParameters & { readonly aspectRatio: string }
  readonly variations: number
}

const sampleDrawings: readonly SampleDrawing[] = [
  {
    title: 'Wide landscape',
    text: 'A sailboat on a calm sea at sunset with mountains in the background, seen from the shore.',
    parameters: { model: 'gen-2.5-flash-image', aspectRatio: '16:9' },
    variations: 2,
  },
  {
    title: 'Four variations',
    text: 'A red house and a big tree on a green hill, with an orange cat in front. Flat colors.',
    parameters: { model: 'gen-2.5-flash-image', aspectRatio: '1:1' },
    variations: 4,
  },
  {
    title: 'Tall poster in 2K',
    text: 'A poster of a city at night with lit windows, a full moon, and many stars.',
    parameters: { model: 'gen-3-pro-image-preview', aspectRatio: '3:4', imageSize: '2K' },
    variations: 1,
  },
]

// Shown before a drawing begins: samples that can be drawn right away.
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
      title="What shall we draw?"
      demoText="The built-in demo really draws, with no key and no network, though it knows few things. Enter a service in Settings to reach real models."
      text="Pictures come through your local gateway and are kept on this disk, as they came."
      starters={starters}
      gridClassName="min-[820px]:grid-cols-3"
    >
      Drop pictures anywhere to draw from them. One that was drawn here brings back how it was made. Each
      further instruction changes the picture, step by step; earlier steps stay.
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
    title: 'A wide landscape',
    text: 'A sailing boat on a calm sea at sunset, mountains behind it, seen from the shore.',
    parameters: { model: 'gen-2.5-flash-image', aspectRatio: '16:9' },
    variations: 2,
  },
  {
    title: 'Four to choose from',
    text: 'A red house with a round door under a big tree, a cat in front of it, flat colours.',
    parameters: { model: 'gen-2.5-flash-image', aspectRatio: '1:1' },
    variations: 4,
  },
  {
    title: 'A tall poster, in 2K',
    text: 'A city at night with lit windows under a full moon and many stars, as a poster.',
    parameters: { model: 'gen-3-pro-image-preview', aspectRatio: '3:4', imageSize: '2K' },
    variations: 1,
  },
]

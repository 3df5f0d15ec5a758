// Shown for a new drawing: sample prompts that can be drawn right away.
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { useServer } from '../../models/model-list'
import { readServedModel } from '../../models/served-model'
import { StartScreen } from '../../notices/StartScreen'
import landscape1 from './samples/landscape-1.webp'
import landscape2 from './samples/landscape-2.webp'
import poster1 from './samples/poster-1.webp'
import variations1 from './samples/variations-1.webp'
import variations2 from './samples/variations-2.webp'
import variations3 from './samples/variations-3.webp'
import variations4 from './samples/variations-4.webp'
import { fitDrawing, useImageModels } from './state/image-models'
import { drawStep } from './state/next-step'

export function DrawingStart() {
  const { models } = useImageModels()
  const server = useServer()
  const isMissing = server !== null && models.length === 0
  const starters = sampleDrawings.map(({ title, text, parameters, thumbnails }) => ({
    title,
    text,
    picture: <Thumbnails sources={thumbnails} />,
    disabled: isMissing,
    run: async () => {
      await drawStep({
        drawingId: null,
        after: null,
        parts: [{ text }],
        parameters: fitDrawing({ ...parameters, model: readServedModel(parameters.model, 'image') }, models),
        variations: thumbnails.length,
      })
    },
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

/** Two by two from three on, like the variations of a step. */
function Thumbnails({ sources }: { sources: readonly string[] }) {
  const [columns, height] = sources.length > 2 ? [2, 46] : [sources.length, sources.length === 2 ? 60 : 96]
  return (
    <span
      className="grid h-24 content-center justify-start gap-1"
      style={{ gridTemplateColumns: `repeat(${columns}, auto)` }}
    >
      {sources.map((source) => (
        <img
          key={source}
          src={source}
          alt=""
          draggable={false}
          style={{ height }}
          className="rounded-[3px]"
        />
      ))}
    </span>
  )
}

interface SampleDrawing {
  readonly title: string
  readonly text: string
  readonly parameters: ChatParameters
  /** The demo’s images for this prompt: one per variation, 192 pixels high. */
  readonly thumbnails: readonly string[]
}

const sampleDrawings: readonly SampleDrawing[] = [
  {
    title: 'Wide landscape',
    text: 'A sailboat on a calm sea at sunset with mountains in the background, seen from the shore.',
    parameters: { model: 'gen-2.5-flash-image', aspectRatio: '16:9' },
    thumbnails: [landscape1, landscape2],
  },
  {
    title: 'Four variations',
    text: 'A red house and a big tree on a green hill, with an orange cat in front. Flat colors.',
    parameters: { model: 'gen-2.5-flash-image', aspectRatio: '1:1' },
    thumbnails: [variations1, variations2, variations3, variations4],
  },
  {
    title: 'Tall poster in 2K',
    text: 'A poster of a city at night with lit windows, a full moon, and many stars.',
    parameters: { model: 'gen-3-pro-image-preview', aspectRatio: '3:4', imageSize: '2K' },
    thumbnails: [poster1],
  },
]

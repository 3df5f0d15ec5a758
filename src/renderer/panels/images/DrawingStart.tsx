// Shown before a drawing begins: samples that can be drawn right away.
import { useMutation, useQuery } from '@tanstack/react-query'
import { toast } from 'sonner'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { describeError } from '../../api/describe-error'
import { queries } from '../../api/desktop'
import { drawRatio } from '../../components/RatioRadioGroup'
import { StarterCard } from '../../components/StarterCard'
import { fitDrawing, useImageModels } from './state/image-models'
import { drawStep } from './state/next-step'

export function DrawingStart() {
  const { data: status } = useQuery(queries.application.status.queryOptions())
  const { models } = useImageModels()
  const draw = useMutation({
    mutationFn: ({ text, parameters, variations }: SampleDrawing) =>
      drawStep({
        drawingId: null,
        after: null,
        parts: [{ text }],
        parameters: fitDrawing(parameters, models),
        variations,
      }),
    onError: (error) => toast.error(describeError(error)),
  })
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto [scrollbar-gutter:stable_both-edges]">
      <div className="mx-auto my-auto flex w-full max-w-[832px] flex-col gap-6 px-6 py-8">
        <header className="flex flex-col gap-1">
          <h2 className="font-semibold text-xl tracking-tight">What shall we draw?</h2>
          <p className="text-soft">
            {status?.upstream.kind === 'demo'
              ? 'The built-in demo really draws, with no key and no network, though it knows few things. Enter a service in Settings to reach real models.'
              : 'Pictures come through your local gateway and are kept on this disk, as they came.'}
          </p>
        </header>
        <ul className="grid grid-cols-1 gap-2 min-[820px]:grid-cols-3">
          {sampleDrawings.map((sample) => (
            <li key={sample.title}>
              <StarterCard
                title={sample.title}
                text={sample.text}
                disabled={draw.isPending}
                onRun={() => draw.mutate(sample)}
              >
                <span aria-hidden="true" className="flex h-12 items-center gap-1 text-line-strong">
                  {Array.from({ length: sample.variations }, (_, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the items are identical.
                    <Shape key={index} ratio={sample.parameters.aspectRatio} count={sample.variations} />
                  ))}
                </span>
              </StarterCard>
            </li>
          ))}
        </ul>
        <p className="text-faint text-sm">
          Drop pictures anywhere to draw from them. One that was drawn here brings back how it was made. Each
          further instruction changes the picture, step by step; earlier steps stay.
        </p>
      </div>
    </div>
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

// Pictures that show a newcomer what can be drawn, each in a shape of its own.
import type { ChatParameters } from '#shared/schemas/chat-parameters'

export interface SampleDrawing {
  readonly title: string
  readonly text: string
  readonly parameters: ChatParameters & { readonly aspectRatio: string }
  readonly variations: number
}

export const sampleDrawings: readonly SampleDrawing[] = [
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

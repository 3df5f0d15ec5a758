// What is set in each section of the inspector, in a word.
import type { ChatParameters } from '#shared/schemas/chat-parameters'

type Summaries = Readonly<Record<'model' | 'picture' | 'instruction' | 'sampling', string>>

/** Empty where all is the model's default. */
export function summarise(parameters: ChatParameters, variations: number): Summaries {
  const { aspectRatio, imageSize, responseModalities, systemInstruction, temperature, seed } = parameters
  const join = (...set: readonly (string | false | undefined)[]) => set.filter(Boolean).join(' · ')
  return {
    model: '',
    picture: join(
      aspectRatio,
      imageSize,
      variations > 1 && `${variations}×`,
      responseModalities?.includes('TEXT') === false && 'image only',
    ),
    instruction: systemInstruction?.trim() ? 'set' : '',
    sampling: join(temperature !== undefined && `T ${temperature}`, seed !== undefined && `seed ${seed}`),
  }
}

// What a step was drawn with, on one line.
import type { Turn } from '#shared/schemas/chat'

/** `Gen 3 Pro Image · 16:9 · 2K · seed 7` */
export function describeSetting(
  { model, parameters }: Pick<Turn, 'model' | 'parameters'>,
  toModelName: (model: string | null) => string,
): string {
  const { aspectRatio, imageSize, seed, temperature, responseModalities } = parameters ?? {}
  const set = [
    toModelName(model),
    aspectRatio,
    imageSize,
    responseModalities && !responseModalities.includes('TEXT') && 'image only',
    temperature !== undefined && `temperature ${temperature}`,
    seed !== undefined && `seed ${seed}`,
  ]
  return set.filter((one) => typeof one === 'string').join(' · ')
}

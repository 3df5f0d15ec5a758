// Pixel sizes of images by ratio and tier (wire §7.1).
import { ApiError } from '#shared/schemas/api-error'
import { objectField, textField } from '../generation/fields'
import type { Generation } from '../generation/read-request'

interface ImageSize {
  readonly width: number
  readonly height: number
}

const ratios: Readonly<Record<string, readonly [number, number]>> = {
  '1:1': [1024, 1024],
  '2:3': [848, 1264],
  '3:2': [1264, 848],
  '3:4': [896, 1200],
  '4:3': [1200, 896],
  '4:5': [928, 1152],
  '5:4': [1152, 928],
  '9:16': [768, 1376],
  '16:9': [1376, 768],
  '21:9': [1584, 672],
}

const tiers: Readonly<Record<string, number>> = { '512': 0.5, '1K': 1, '2K': 2, '4K': 4 }

/** `given` is the size of the image to edit, whose ratio counts where none is asked for. */
export function chooseSize({ config, entry }: Generation, given?: ImageSize): ImageSize {
  const image = objectField(config, 'imageConfig')
  const tier = textField(image, 'imageSize') ?? '1K'
  if (tier !== '1K' && !entry?.imageSizes) throw refuse('imageSize', 'this model takes none')
  const scale = Object.hasOwn(tiers, tier) ? tiers[tier] : undefined
  if (scale === undefined)
    throw refuse('imageSize', `must be one of ${Object.keys(tiers).join(', ')} (upper-case K), not "${tier}"`)
  const ratio = textField(image, 'aspectRatio')
  if (ratio !== undefined && !entry?.aspectRatios) throw refuse('aspectRatio', 'this model takes none')
  const [width, height] =
    ratio === undefined ? fitRatio(given?.width ?? 1, given?.height ?? 1) : readRatio(ratio)
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

function readRatio(text: string): readonly [number, number] {
  const known = Object.hasOwn(ratios, text) ? ratios[text] : undefined
  if (known) return known
  const [, width = '', height = ''] = text.match(/^(\d{1,4}(?:\.\d+)?):(\d{1,4}(?:\.\d+)?)$/) ?? []
  const share = Number(width) / Number(height)
  if (share >= 1 / 8 && share <= 8) return fitRatio(share, 1)
  throw refuse('aspectRatio', `must be like "16:9", from 1:8 to 8:1, not "${text}"`)
}

/** About a megapixel, in steps of 16 pixels. */
function fitRatio(width: number, height: number): readonly [number, number] {
  const share = Math.min(8, Math.max(1 / 8, width / height))
  const round = (length: number) => Math.max(64, Math.round(length / 16) * 16)
  return [round(Math.sqrt(1_048_576 * share)), round(Math.sqrt(1_048_576 / share))]
}

function refuse(name: string, message: string): ApiError {
  const param = `generationConfig.imageConfig.${name}`
  return new ApiError('INVALID_ARGUMENT', `${param}: ${message}`, { param })
}

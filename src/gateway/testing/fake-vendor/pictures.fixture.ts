// The images of the fake's image models: small real PNGs in the requested ratio and size tier (wire §7).
import { PNG } from 'pngjs'
import type { GenerateRequest, Part } from './contents.fixture'
import { invalid } from './errors.fixture'
import { sign } from './signatures.fixture'

const ratios = '1:1 2:3 3:2 3:4 4:3 4:5 5:4 9:16 16:9 21:9 1:4 4:1 1:8 8:1'.split(' ')

/** Pixels of the longer side, a sixteenth of the vendor's. */
const longSides: Readonly<Record<string, number>> = { '512': 32, '1K': 64, '2K': 128, '4K': 256 }

export interface DrawnPicture {
  readonly interim: Part
  readonly final: Part
}

/** Inverts the colors of a PNG in the request, or draws a new image. */
export function drawPicture(request: GenerateRequest, model: string, prompt: string): DrawnPicture {
  const input = (request.contents ?? [])
    .flatMap(({ parts = [] }) => parts)
    .findLast(({ inlineData }) => inlineData?.mimeType === 'image/png')
  const { aspectRatio, imageSize = '1K' } = request.generationConfig?.imageConfig ?? {}
  const final = input
    ? invert(input.inlineData?.data ?? '')
    : paint(sizeOf(aspectRatio ?? '1:1', imageSize), 1)
  const interim = paint(sizeOf(aspectRatio ?? '1:1', '512'), 0.5)
  return {
    interim: { ...toPart(interim), thought: true },
    final: {
      ...toPart(final),
      ...(model.startsWith('gemini-3') ? { thoughtSignature: sign(model, prompt) } : {}),
    },
  }
}

function sizeOf(ratio: string, tier: string): { width: number; height: number } {
  if (!ratios.includes(ratio))
    throw invalid(
      `* GenerateContentRequest.generation_config.image_config.aspect_ratio: aspect_ratio must be one of ${ratios.join(', ')}\n`,
    )
  const [wide = 1, high = 1] = ratio.split(':').map(Number)
  const long = longSides[tier] ?? 64
  return wide >= high
    ? { width: long, height: Math.round((long * high) / wide) }
    : { width: Math.round((long * wide) / high), height: long }
}

function paint({ width, height }: { width: number; height: number }, strength: number): PNG {
  const png = new PNG({ width, height })
  for (let at = 0; at < width * height; at += 1) {
    const x = at % width
    const y = Math.floor(at / width)
    const inSun = (x - width * 0.7) ** 2 + (y - height * 0.3) ** 2 < (Math.min(width, height) * 0.15) ** 2
    const color = inSun ? [250, 200, 60] : [60 + (120 * y) / height, 120 + (80 * y) / height, 220]
    png.data.set([...color.map((value) => Math.round(value * strength)), 255], at * 4)
  }
  return png
}

function invert(data: string): PNG {
  const png = read(data)
  for (let at = 0; at < png.data.length; at += 1) if (at % 4 < 3) png.data[at] = 255 - (png.data[at] ?? 0)
  return png
}

function read(data: string): PNG {
  try {
    return PNG.sync.read(Buffer.from(data, 'base64'))
  } catch {
    throw invalid('Unable to process input image. Please retry or report in https://developers.google.com/.')
  }
}

function toPart(png: PNG): Part {
  return { inlineData: { mimeType: 'image/png', data: PNG.sync.write(png).toString('base64') } }
}

// Edits of pictures: simple changes of colors or positions, found by keywords of an instruction.
import type { YieldToEventLoop } from '../pace'
import { type Color, colorNames, findColors } from './color'
import type { Pixels } from './pixels'

/** Creates a new picture. `maybeYield` lets other work run in between. */
export type Edit = (pixels: Pixels, maybeYield: YieldToEventLoop) => Promise<Pixels>

/** `change` receives a channel of a pixel, the pixel's gray, and which channel it is: red, green, blue. */
function recolor(change: (value: number, gray: number, channel: 0 | 1 | 2) => number): Edit {
  return async (pixels, maybeYield) => {
    const bytes = new Uint8ClampedArray(pixels.bytes)
    for (let at = 0; at < bytes.length; at += 4) {
      if ((at & 0x1ffff) === 0) await maybeYield()
      const [red = 0, green = 0, blue = 0] = [bytes[at], bytes[at + 1], bytes[at + 2]]
      const gray = grayOf([red, green, blue])
      bytes[at] = change(red, gray, 0)
      bytes[at + 1] = change(green, gray, 1)
      bytes[at + 2] = change(blue, gray, 2)
    }
    return { ...pixels, bytes }
  }
}

function grayOf([red, green, blue]: Color): number {
  return red * 0.299 + green * 0.587 + blue * 0.114
}

const grayscale = recolor((_, gray) => gray)

const invert = recolor((value) => 255 - value)

const sepia = recolor((_, gray, channel) => gray * sepiaGain[channel] + sepiaOffset[channel])
const sepiaGain = [1.07, 0.9, 0.68] as const
const sepiaOffset = [18, 8, 0] as const

/** Above 1 is brighter, below 1 darker. */
export function expose(gain: number): Edit {
  return recolor((value) => value * gain + (gain - 1) * 24)
}

export function changeContrast(gain: number): Edit {
  return recolor((value) => (value - 128) * gain + 128)
}

function saturate(gain: number): Edit {
  return recolor((value, gray) => gray + (value - gray) * gain)
}

/** Moves the whole picture towards a color, and retains its brightness. */
export function tint(target: Color, strength = 0.55): Edit {
  const level = Math.max(grayOf(target), 24)
  return recolor((value, gray, channel) => value + ((target[channel] * gray) / level - value) * strength)
}

const nightfall: Edit = async (pixels, maybeYield) =>
  tint([58, 84, 150], 0.7)(await expose(0.55)(pixels, maybeYield), maybeYield)

function posterize(levels: number): Edit {
  const step = 255 / (levels - 1)
  return recolor((value) => Math.round(value / step) * step)
}

/** Creates a picture of another size whose pixels are copied from positions in the old one. */
function remap(
  size: (pixels: Pixels) => readonly [number, number],
  from: (x: number, y: number, pixels: Pixels) => readonly [number, number],
): Edit {
  return async (pixels, maybeYield) => {
    const [width, height] = size(pixels)
    const bytes = new Uint8ClampedArray(width * height * 4)
    const source = new Uint32Array(pixels.bytes.slice().buffer)
    const target = new Uint32Array(bytes.buffer)
    for (let y = 0; y < height; y += 1) {
      if ((y & 15) === 0) await maybeYield()
      for (let x = 0; x < width; x += 1) {
        const [fromX, fromY] = from(x, y, pixels)
        target[y * width + x] = source[fromY * pixels.width + fromX] ?? 0
      }
    }
    return { width, height, bytes }
  }
}

const sameSize = ({ width, height }: Pixels) => [width, height] as const
const swappedSize = ({ width, height }: Pixels) => [height, width] as const

const mirror = remap(sameSize, (x, y, { width }) => [width - 1 - x, y])
const flip = remap(sameSize, (x, y, { height }) => [x, height - 1 - y])
const rotateRight = remap(swappedSize, (x, y, { height }) => [y, height - 1 - x])
const rotateLeft = remap(swappedSize, (x, y, { width }) => [width - 1 - y, x])
const rotateHalf = remap(sameSize, (x, y, { width, height }) => [width - 1 - x, height - 1 - y])

const cropSquare: Edit = (pixels, maybeYield) => {
  const side = Math.min(pixels.width, pixels.height)
  const [left, top] = [Math.floor((pixels.width - side) / 2), Math.floor((pixels.height - side) / 2)]
  return remap(
    () => [side, side],
    (x, y) => [x + left, y + top],
  )(pixels, maybeYield)
}

const pixelate: Edit = (pixels, maybeYield) => {
  const side = Math.max(2, Math.round(Math.max(pixels.width, pixels.height) / 48))
  return remap(sameSize, (x, y, { width, height }) => [
    Math.min(width - 1, Math.floor(x / side) * side + (side >> 1)),
    Math.min(height - 1, Math.floor(y / side) * side + (side >> 1)),
  ])(pixels, maybeYield)
}

/** Nearest pixel, centered. The longer side is cropped if the ratios differ. */
export function cover(width: number, height: number): Edit {
  return (pixels, maybeYield) => {
    const scale = Math.max(width / pixels.width, height / pixels.height)
    const [left, top] = [(pixels.width - width / scale) / 2, (pixels.height - height / scale) / 2]
    return remap(
      () => [width, height],
      (x, y) => [
        Math.min(pixels.width - 1, Math.max(0, Math.floor(left + (x + 0.5) / scale))),
        Math.min(pixels.height - 1, Math.max(0, Math.floor(top + (y + 0.5) / scale))),
      ],
    )(pixels, maybeYield)
  }
}

/** Three box blurs, by rows and columns, approximate a soft lens. */
const blur: Edit = async (pixels, maybeYield) => {
  const radius = Math.max(1, Math.round(Math.max(pixels.width, pixels.height) / 120))
  let bytes: Uint8ClampedArray = pixels.bytes
  for (let round = 0; round < 3; round += 1) {
    bytes = await blurLines({ ...pixels, bytes }, { radius, rows: true, maybeYield })
    bytes = await blurLines({ ...pixels, bytes }, { radius, rows: false, maybeYield })
  }
  return { ...pixels, bytes }
}

interface BlurOptions {
  readonly radius: number
  /** Along the rows if true, else along the columns. */
  readonly rows: boolean
  readonly maybeYield: YieldToEventLoop
}

async function blurLines(
  { width, height, bytes }: Pixels,
  { radius, rows, maybeYield }: BlurOptions,
): Promise<Uint8ClampedArray> {
  const blurred = new Uint8ClampedArray(bytes.length)
  const [lines, length, step, stride] = rows ? [height, width, 4, width * 4] : [width, height, width * 4, 4]
  for (let line = 0; line < lines; line += 1) {
    await maybeYield()
    for (let channel = 0; channel < 4; channel += 1) {
      const base = line * stride + channel
      const at = (index: number) => bytes[base + Math.min(length - 1, Math.max(0, index)) * step] ?? 0
      let sum = 0
      for (let index = -radius; index <= radius; index += 1) sum += at(index)
      for (let index = 0; index < length; index += 1) {
        blurred[base + index * step] = sum / (radius * 2 + 1)
        sum += at(index + radius + 1) - at(index - radius)
      }
    }
  }
  return blurred
}

/** Fills the area that is connected to the border and has a similar color. */
function paintBackground(color: Color): Edit {
  return async (pixels, maybeYield) => {
    const bytes = new Uint8ClampedArray(pixels.bytes)
    const background = await findBackground(pixels, maybeYield)
    for (const index of background) {
      const at = index * 4
      const shade = 0.92 + 0.16 * (1 - Math.floor(index / pixels.width) / pixels.height)
      bytes[at] = color[0] * shade
      bytes[at + 1] = color[1] * shade
      bytes[at + 2] = color[2] * shade
      bytes[at + 3] = 255
    }
    return { ...pixels, bytes }
  }
}

async function findBackground(
  { width, height, bytes }: Pixels,
  maybeYield: YieldToEventLoop,
): Promise<number[]> {
  const visited = new Uint8Array(width * height)
  const found: number[] = []
  const enqueue = (index: number) => {
    if (visited[index] === 0) {
      visited[index] = 1
      found.push(index)
    }
  }
  for (let x = 0; x < width; x += 1) [x, (height - 1) * width + x].forEach(enqueue)
  for (let y = 0; y < height; y += 1) [y * width, y * width + width - 1].forEach(enqueue)
  const isSimilar = (a: number, b: number) => {
    const spread = [0, 1, 2].reduce(
      (sum, channel) => sum + Math.abs((bytes[a * 4 + channel] ?? 0) - (bytes[b * 4 + channel] ?? 0)),
      0,
    )
    return spread < 26
  }
  for (let position = 0; position < found.length; position += 1) {
    if ((position & 0x3fff) === 0) await maybeYield()
    const index = found[position] ?? 0
    const x = index % width
    if (x > 0 && isSimilar(index, index - 1)) enqueue(index - 1)
    if (x < width - 1 && isSimilar(index, index + 1)) enqueue(index + 1)
    if (index >= width && isSimilar(index, index - width)) enqueue(index - width)
    if (index < width * (height - 1) && isSimilar(index, index + width)) enqueue(index + width)
  }
  return found
}

export interface NamedEdit {
  /** The finished edit in words: "converted to black and white". */
  readonly summary: string
  readonly edit: Edit
}

// biome-ignore format: a table
const rules: readonly (NamedEdit & { readonly pattern: RegExp })[] = [
  { summary: 'converted to black and white', edit: grayscale, pattern: /\b(?:gr[ae]y ?scale|black[ -](?:and|&)[ -]white|monochrome|desaturate|b&w)\b/ },
  { summary: 'converted to sepia', edit: sepia, pattern: /\b(?:sepia|vintage|old photo|antique|retro)\b/ },
  { summary: 'inverted', edit: invert, pattern: /\b(?:invert|negative)\b/ },
  { summary: 'brightened', edit: expose(1.3), pattern: /\b(?:brighter|brighten|lighten|lighter|overexpose|more light)\b/ },
  { summary: 'darkened', edit: expose(0.62), pattern: /\b(?:darker|darken|dim|less light|underexpose)\b/ },
  { summary: 'changed to night', edit: nightfall, pattern: /\b(?:night|moonlight)\b/ },
  { summary: 'warmed', edit: tint([244, 160, 90], 0.4), pattern: /\b(?:sunset|dusk|golden hour|warm(?:er)?)\b/ },
  { summary: 'cooled', edit: tint([110, 160, 220], 0.4), pattern: /\b(?:cool(?:er)?|cold(?:er)?|winter)\b/ },
  { summary: 'contrast increased', edit: changeContrast(1.45), pattern: /\b(?:more contrast|higher contrast|increase (?:the )?contrast|contrasty|dramatic)\b/ },
  { summary: 'contrast decreased', edit: changeContrast(0.65), pattern: /\b(?:less contrast|lower contrast|soft(?:er|en)|faded?)\b/ },
  { summary: 'made more vivid', edit: saturate(1.7), pattern: /\b(?:vivid|vibrant|saturate[d]?|colou?rful|pop)\b/ },
  { summary: 'muted', edit: saturate(0.45), pattern: /\b(?:muted|pale|less colou?r)\b/ },
  { summary: 'blurred', edit: blur, pattern: /\b(?:blur(?:red|ry)?|out of focus|dreamy)\b/ },
  { summary: 'pixelated', edit: pixelate, pattern: /\b(?:pixelate[d]?|pixel art|8-?bit|mosaic)\b/ },
  { summary: 'reduced to a few colors', edit: posterize(4), pattern: /\b(?:poster(?:ize|ise)?[d]?|comic|cartoon|flat colou?rs?|screen ?print)\b/ },
  { summary: 'flipped upside down', edit: flip, pattern: /\b(?:flip\w* (?:it )?(?:vertical\w*|upside)|vertical(?:ly)? flip\w*)\b/ },
  { summary: 'rotated 180 degrees', edit: rotateHalf, pattern: /\b(?:upside down|rotate\w* (?:it |the \w+ )?(?:by )?180|180 degrees)\b/ },
  { summary: 'rotated left', edit: rotateLeft, pattern: /\b(?:rotate\w*|turn)\b[^.]*\b(?:left|counter-?clockwise|anti-?clockwise|270)\b/ },
  { summary: 'rotated right', edit: rotateRight, pattern: /\b(?:rotate\w*)\b(?![^.]*\b(?:left|counter-?clockwise|anti-?clockwise|270|180)\b)|\bturn (?:it )?(?:right|clockwise)\b/ },
  { summary: 'mirrored', edit: mirror, pattern: /\b(?:mirror\w*|flip\w*(?! (?:it )?(?:vertical|upside)))\b/ },
  { summary: 'cropped to a square', edit: cropSquare, pattern: /\b(?:crop|cut)\b[^.]*\b(?:square|centre|center)\b|\bsquare crop\b|\bcrop\b/ },
]

/** Returns no edits if the instruction names nothing the demo supports. */
export function readEdits(instruction: string): NamedEdit[] {
  const text = instruction.toLowerCase()
  const found = rules.filter(({ pattern }) => pattern.test(text))
  return [...found, ...readColorEdit(text, found.length > 0)]
}

function readColorEdit(text: string, hasOtherEdits: boolean): NamedEdit[] {
  const plain = text.replace(/black[ -](?:and|&)[ -]white/g, '')
  const color = findColors(plain)[0]?.color
  const name = [...colorNames.keys()].find((word) => new RegExp(`\\b${word}\\b`).test(plain))
  if (!color || name === undefined || (hasOtherEdits && !/\b(?:background|tint|colou?r)\b/.test(text)))
    return []
  if (/\b(?:background|backdrop|sky|behind)\b/.test(text)) {
    return [{ summary: `painted the background ${name}`, edit: paintBackground(color) }]
  }
  return [{ summary: `tinted ${name}`, edit: tint(color) }]
}

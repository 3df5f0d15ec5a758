// Decides what an image model draws: a new picture, an edit of a given one, or several put together.

import type { ApiError } from '#shared/schemas/api-error'
import { invalidArgument, objectField, textField } from '../generation/fields'
import type { Media } from '../generation/media'
import { type Generation, readPositive } from '../generation/read-request'
import { quote } from '../text/words'
import { drawScene } from './draw-scene'
import { editImage, putTogether, readAdditions } from './edit-image'
import { readEdits } from './edits'
import { measureImage, type Pixels, readPixels } from './pixels'
import { describeScene, readScene } from './read-scene'
import { describeVariation, varyPicture, varyScene } from './variations'

export interface Work {
  readonly words: string
  readonly make: (signal: AbortSignal) => Promise<Pixels>
}

/** `variation` is 0 for the picture itself. */
export async function planPicture(request: Generation, variation: number): Promise<Work> {
  const { last } = request
  readPositive(request.config, 'maxOutputTokens')
  if (last.text === '' && last.media.length === 0)
    throw invalidArgument('contents: an image needs a prompt or a picture to start from', 'contents')
  const given = last.media.length > 0 ? last.media : findEarlier(request)
  if (given.length === 0) return planDrawing(request, variation)
  const pictures = await Promise.all(given.map(readGiven))
  const [first] = given
  const asked = request.config.imageConfig ?? request.config.image_config
  const size = asked && first ? chooseSize(request, measureImage(first).facts) : undefined
  const work =
    pictures.length > 1
      ? planSheet(pictures, { instruction: last.text, size })
      : planEdit(pictures[0], { instruction: last.text, size })
  return varied(work, variation)
}

/** Edits of one picture by one instruction are alike: a mood distinguishes their variations. */
function varied({ words, make }: Work, variation: number): Work {
  return {
    words: words + describeVariation(variation),
    make: async (signal) => varyPicture(await make(signal), variation),
  }
}

interface Instruction {
  readonly instruction: string
  /** The picture's own, if undefined. */
  readonly size: { readonly width: number; readonly height: number } | undefined
}

function planSheet(pictures: readonly Pixels[], { instruction, size }: Instruction): Work {
  const wish = instruction ? ` for “${quote(instruction)}”` : ''
  return {
    words: `Here are your ${pictures.length} pictures put together${wish}, by the demo service.`,
    make: (signal) => putTogether(pictures, { size, signal, instruction }),
  }
}

/** An instruction that leans on what was drawn before edits that picture. */
function findEarlier({ turns, last }: Generation): readonly Media[] {
  const drawn = turns
    .filter((turn) => turn.media.some(({ mimeType }) => mimeType.startsWith('image/')))
    .at(-1)
  if (!drawn) return []
  const leans =
    /\b(?:it|that|this|them|now|make|change|same|again|brighter|darker|add|more|less|without|instead)\b/i.test(
      last.text,
    )
  return leans || readEdits(last.text).length > 0 ? drawn.media.slice(-1) : []
}

async function readGiven(media: Media): Promise<Pixels> {
  if (!media.mimeType.startsWith('image/'))
    throw invalidArgument(`${media.at}.mimeType: must be an image, not ${media.mimeType}`, media.at)
  const pixels = await readPixels(media)
  if (pixels) return pixels
  throw invalidArgument(
    `${media.at}: the demo service edits PNG and JPEG images of up to 40 megapixels, not this ${media.mimeType}`,
    media.at,
  )
}

/** A prompt that edits nothing is drawn with what was said before it. */
function planDrawing(request: Generation, variation: number): Work {
  const size = chooseSize(request)
  const said = request.turns.filter(({ role }) => role === 'user').map(({ text }) => text)
  const scene = varyScene(readScene(said.join('. ')), variation)
  return {
    words: `Drawn by the demo service from the words of your prompt: ${describeScene(scene)} (${size.width} × ${size.height} pixels).`,
    make: (signal) => drawScene(scene, { ...size, time: 3, signal }),
  }
}

function planEdit(pixels: Pixels | undefined, { instruction, size }: Instruction): Work {
  if (!pixels) throw invalidArgument('contents: holds no image', 'contents')
  const edits = readEdits(instruction)
  const additions = readAdditions(instruction)
  const done = [
    ...edits.map((edit) => edit.done),
    ...(additions.length > 0 ? [`given ${additions.map(({ name }) => name).join(' and ')}`] : []),
  ]
  const words =
    done.length > 0
      ? `Your picture was ${done.join(', then ')}.`
      : `The demo service has no edit for “${quote(instruction, 80)}”; so that you see a change, your picture was warmed and framed. Try “black and white”, “blue background”, “rotate”, “blur”, “add stars”.`
  return { words, make: (signal) => editImage(pixels, { edits, additions, instruction, size, signal }) }
}

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

/** `given` is the size of the image to edit, whose ratio is the default. */
function chooseSize({ config, entry }: Generation, given?: ImageSize): ImageSize {
  const image = objectField(config, 'imageConfig')
  const tier = textField(image, 'imageSize') ?? '1K'
  if (tier !== '1K' && !entry?.imageSizes) throw sizeError('imageSize', 'this model takes none')
  const scale = Object.hasOwn(tiers, tier) ? tiers[tier] : undefined
  if (scale === undefined)
    throw sizeError(
      'imageSize',
      `must be one of ${Object.keys(tiers).join(', ')} (upper-case K), not "${tier}"`,
    )
  const ratio = textField(image, 'aspectRatio')
  if (ratio !== undefined && !entry?.aspectRatios) throw sizeError('aspectRatio', 'this model takes none')
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
  throw sizeError('aspectRatio', `must be like "16:9", from 1:8 to 8:1, not "${text}"`)
}

/** About a megapixel, in steps of 16 pixels. */
function fitRatio(width: number, height: number): readonly [number, number] {
  const share = Math.min(8, Math.max(1 / 8, width / height))
  const round = (length: number) => Math.max(64, Math.round(length / 16) * 16)
  return [round(Math.sqrt(1_048_576 * share)), round(Math.sqrt(1_048_576 / share))]
}

function sizeError(name: string, message: string): ApiError {
  const param = `generationConfig.imageConfig.${name}`
  return invalidArgument(`${param}: ${message}`, param)
}

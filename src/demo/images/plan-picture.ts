// Decides what an image model draws: a new picture, an edit of one, or a combination of several.

import type { ApiError } from '#shared/schemas/api-error'
import type { RequestSignal } from '#shared/wire/http'
import { invalidArgument, objectField, textField } from '../generation/fields'
import type { Media } from '../generation/media'
import { type Generation, readPositive } from '../generation/read-request'
import { createYield } from '../pace'
import { joinWords, quote } from '../text/words'
import {
  editMarked,
  fillBorder,
  findContent,
  findMarkedArea,
  readBorderInstruction,
  readMarkedInstruction,
} from './areas'
import { drawScene } from './draw-scene'
import { combinePictures, editImage, findMoon, hasMoon, readAdditions } from './edit-image'
import { cover, readEdits } from './edits'
import { measureImage, type Pixels, readPixels } from './pixels'
import { describeScene, readScene } from './read-scene'
import { describeVariation, varyPicture, varyScene } from './variations'

export interface PicturePlan {
  readonly text: string
  readonly render: (signal: RequestSignal) => Promise<Pixels>
}

/** `variation` is 0 for the first picture. */
export async function planPicture(request: Generation, variation: number): Promise<PicturePlan> {
  const { last } = request
  readPositive(request.config, 'maxOutputTokens')
  if (last.text === '' && last.media.length === 0)
    throw invalidArgument('contents: an image needs a prompt or a picture to start from', 'contents')
  const inputs = last.media.length > 0 ? last.media : findEarlier(request)
  if (inputs.length === 0) return planDrawing(request, variation)
  const pictures = await Promise.all(inputs.map(readInput))
  const [first] = inputs
  const imageConfig = request.config.imageConfig ?? request.config.image_config
  const size = imageConfig && first ? chooseSize(request, measureImage(first).info) : undefined
  const plan =
    (await planArea(request, pictures, size)) ??
    (pictures.length > 1
      ? planSheet(pictures, { instruction: last.text, size })
      : planEdit(pictures[0], { instruction: last.text, size, earlier: listEarlierPrompts(request) }))
  return varyPlan(plan, variation)
}

/** For a copy with a painted area or a gray border, as the prompt describes it; undefined for other requests. */
async function planArea(
  { turns, last }: Generation,
  [copy, ...others]: readonly Pixels[],
  size: EditRequest['size'],
): Promise<PicturePlan | undefined> {
  if (!copy || others.length > 0) return undefined
  const toSize = (pixels: Pixels) => (size ? cover(size.width, size.height)(pixels, createYield()) : pixels)
  const inBorder = readBorderInstruction(last.text)
  if (inBorder !== undefined) {
    const content = await findContent(copy, createYield())
    if (!content) return undefined
    const filled = await fillBorder(copy, content)
    const edit = inBorder ? planEdit(filled, { instruction: inBorder, size, earlier: [] }) : undefined
    return {
      text: `The demo continued the image into its gray border. ${edit?.text ?? ''}`.trim(),
      render: edit?.render ?? (async () => toSize(filled)),
    }
  }
  const inArea = readMarkedInstruction(last.text)
  const area = inArea === undefined ? undefined : await findMarkedArea(copy, createYield())
  if (inArea === undefined || !area) return undefined
  const [earlier] = turns
    .slice(0, -1)
    .flatMap(({ media }) => media.slice(-1))
    .slice(-1)
  const original = earlier && (await readInput(earlier))
  const isSameSize = original?.width === copy.width && original.height === copy.height
  const base = isSameSize ? original : copy
  const planPart = (part: Pixels) => planEdit(part, { instruction: inArea, size: undefined, earlier: [] })
  return {
    text: `${planPart(base).text} Only the painted area was changed.`,
    render: async (signal) =>
      toSize(await editMarked({ base, marked: copy }, area, (part) => planPart(part).render(signal))),
  }
}

/** Edits of one picture by one instruction are equal, so a mood distinguishes their variations. */
function varyPlan({ text, render }: PicturePlan, variation: number): PicturePlan {
  return {
    text: text + describeVariation(variation),
    render: async (signal) => varyPicture(await render(signal), variation),
  }
}

interface EditRequest {
  readonly instruction: string
  /** If undefined, the picture's own size. */
  readonly size: { readonly width: number; readonly height: number } | undefined
}

function planSheet(pictures: readonly Pixels[], { instruction, size }: EditRequest): PicturePlan {
  const purpose = instruction ? ` for “${quote(instruction)}”` : ''
  return {
    text: `The demo combined your ${pictures.length} images${purpose}.`,
    render: (signal) => combinePictures(pictures, { size, signal, instruction }),
  }
}

/** The prompts that an earlier picture was made from; empty for a reference, whose content is not known. */
function listEarlierPrompts({ turns, last }: Generation): string[] {
  if (last.media.length > 0) return []
  const prompts = turns.filter(({ role }) => role === 'user').slice(0, -1)
  // The first prompt describes the picture only if it was not an edit of a reference.
  return prompts.map(({ text, media }, index) => (index === 0 && media.length > 0 ? '' : text))
}

/** Returns the previous picture if the instruction refers to it. */
function findEarlier({ turns, last }: Generation): readonly Media[] {
  const turnWithImage = turns
    .filter((turn) => turn.media.some(({ mimeType }) => mimeType.startsWith('image/')))
    .at(-1)
  if (!turnWithImage) return []
  const refersBack =
    /\b(?:it|that|this|them|now|make|change|same|again|brighter|darker|add|more|less|without|instead)\b/i.test(
      last.text,
    )
  return refersBack || readEdits(last.text).length > 0 ? turnWithImage.media.slice(-1) : []
}

async function readInput(media: Media): Promise<Pixels> {
  if (!media.mimeType.startsWith('image/'))
    throw invalidArgument(`${media.at}.mimeType: must be an image, not ${media.mimeType}`, media.at)
  const pixels = await readPixels(media)
  if (pixels) return pixels
  throw invalidArgument(
    `${media.at}: the demo service edits PNG and JPEG images of up to 40 megapixels, not this ${media.mimeType}`,
    media.at,
  )
}

/** A prompt that is not an edit is drawn together with the earlier prompts. */
function planDrawing(request: Generation, variation: number): PicturePlan {
  const size = chooseSize(request)
  const prompts = request.turns.filter(({ role }) => role === 'user').map(({ text }) => text)
  const scene = varyScene(readScene(prompts.join('. ')), variation)
  return {
    text: `Generated by the demo from the words in your prompt: ${describeScene(scene)} (${size.width} × ${size.height} pixels).`,
    render: (signal) => drawScene(scene, { ...size, time: 3, signal }),
  }
}

function planEdit(
  pixels: Pixels | undefined,
  { instruction, size, earlier }: EditRequest & { readonly earlier: readonly string[] },
): PicturePlan {
  if (!pixels) throw invalidArgument('contents: contains no image', 'contents')
  const edits = readEdits(instruction)
  const requested = readAdditions(instruction)
  const moon = hasMoon(earlier) ? findMoon(requested) : undefined
  const additions = requested.filter((addition) => addition !== moon)
  if (moon && edits.length === 0 && additions.length === 0) {
    return { text: 'The image already has a moon, so nothing was added.', render: async () => pixels }
  }
  const summaries = [
    ...edits.map((edit) => edit.summary),
    ...(additions.length > 0 ? [`added ${joinWords(additions.map(({ name }) => name))}`] : []),
  ]
  const text =
    summaries.length > 0
      ? `Edited: ${summaries.join(', then ')}.`
      : `The demo doesn’t support “${quote(instruction, 80)}”, so it made the image warmer and added a frame. Try “black and white”, “blue background”, “rotate”, “blur”, or “add stars”.`
  return { text, render: (signal) => editImage(pixels, { edits, additions, instruction, size, signal }) }
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

/** `inputSize` is the size of the image to edit, whose ratio is the default. */
function chooseSize({ config, entry }: Generation, inputSize?: ImageSize): ImageSize {
  const image = objectField(config, 'imageConfig')
  const tier = textField(image, 'imageSize') ?? '1K'
  if (tier !== '1K' && !entry?.imageSizes) throw sizeError('imageSize', 'is not supported by this model')
  const scale = Object.hasOwn(tiers, tier) ? tiers[tier] : undefined
  if (scale === undefined)
    throw sizeError(
      'imageSize',
      `must be one of ${Object.keys(tiers).join(', ')} (upper-case K), not "${tier}"`,
    )
  const ratio = textField(image, 'aspectRatio')
  if (ratio !== undefined && !entry?.aspectRatios)
    throw sizeError('aspectRatio', 'is not supported by this model')
  const [width, height] =
    ratio === undefined ? fitRatio(inputSize?.width ?? 1, inputSize?.height ?? 1) : readRatio(ratio)
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

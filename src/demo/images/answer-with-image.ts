// The answer of an image model: a few words, then a picture drawn, edited or put together (E3, E7, E12, E16).
import { textsField } from '../generation/fields'
import type { Media } from '../generation/media'
import type { Piece, Pieces, Stage } from '../generation/piece'
import { type Generation, readPositive } from '../generation/read-request'
import { say, sign, unsafe } from '../generation/say'
import { wait } from '../pace'
import { quote } from '../text/words'
import { readAdditions } from './additions'
import { drawScene } from './draw'
import { editImage, putTogether } from './edit-image'
import { measureImage, type Pixels, readPixels, refuse, writePng } from './pixels'
import { readEdits } from './read-instruction'
import { readScene, tellScene } from './scene'
import { chooseSize } from './sizes'

interface Work {
  readonly words: string
  readonly make: (signal: AbortSignal) => Promise<Pixels>
}

/** Tokens that upstream counts for an image of the usual size. */
const imageTokens = 1290

export async function* answerWithImage(request: Generation, stage: Stage): Pieces {
  const refused = findRefusal(request)
  if (refused) return yield refused
  const { words, make } = await plan(request)
  const modalities = textsField(request.config, 'responseModalities').map((name) => name.toUpperCase())
  const silent = modalities.length > 0 && !modalities.includes('TEXT')
  const pixels = await draw(make, stage)
  const spoken = silent
    ? []
    : [...say(request, { text: words, piece: stage.piece })].filter(({ finishReason }) => !finishReason)
  yield* spoken
  const data = await writePng(pixels, stage.signal)
  const signature = request.signs ? { thoughtSignature: sign(request, 'image') } : {}
  yield {
    part: { inlineData: { mimeType: 'image/png', data: data.toString('base64') }, ...signature },
    tokens: imageTokens,
  }
  yield { finishReason: 'STOP' }
}

/** Drawing takes the time it takes, and at least what is set. */
async function draw(make: Work['make'], { signal, image }: Stage): Promise<Pixels> {
  const [pixels] = await Promise.all([make(signal), wait(image, signal)])
  return pixels
}

function findRefusal({ last }: Generation): Piece | undefined {
  if (/\[no-image\]/i.test(last.text))
    return { finishReason: 'NO_IMAGE', finishMessage: 'No image was made, as the prompt asked for.' }
  if (!/\[image-safety\]/i.test(last.text)) return undefined
  return {
    finishReason: 'IMAGE_SAFETY',
    finishMessage: 'The image was held back, as the prompt asked for.',
    candidate: { safetyRatings: unsafe },
  }
}

async function plan(request: Generation): Promise<Work> {
  const { last, turns } = request
  readPositive(request.config, 'maxOutputTokens')
  if (last.text === '' && last.media.length === 0)
    throw refuse('contents: an image needs a prompt or a picture to start from', 'contents')
  const given = last.media.length > 0 ? last.media : findEarlier(request)
  if (given.length === 0)
    return planDrawing(
      request,
      turns.length > 1
        ? `${turns
            .filter(({ role }) => role === 'user')
            .map(({ text }) => text)
            .join('. ')}`
        : last.text,
    )
  const pictures = await Promise.all(given.map(readGiven))
  const [first] = given
  const asked = request.config.imageConfig ?? request.config.image_config
  const size = asked && first ? chooseSize(request, measureImage(first).facts) : undefined
  if (pictures.length > 1)
    return {
      words: `Here are your ${pictures.length} pictures put together${last.text ? ` for “${quote(last.text)}”` : ''}, by the demo service.`,
      make: (signal) => putTogether(pictures, { size, signal, instruction: last.text }),
    }
  return planEdit(pictures[0], { instruction: last.text, size })
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
    throw refuse(`${media.at}.mimeType: must be an image, not ${media.mimeType}`, media.at)
  const pixels = await readPixels(media)
  if (pixels) return pixels
  throw refuse(
    `${media.at}: the demo service edits PNG and JPEG images of up to 40 megapixels, not this ${media.mimeType}`,
    media.at,
  )
}

function planDrawing(request: Generation, prompt: string): Work {
  const size = chooseSize(request)
  const scene = readScene(prompt)
  return {
    words: `Drawn by the demo service from the words of your prompt: ${tellScene(scene)} (${size.width} × ${size.height} pixels).`,
    make: (signal) => drawScene(scene, { ...size, time: 3, signal }),
  }
}

function planEdit(
  pixels: Pixels | undefined,
  { instruction, size }: { instruction: string; size: { width: number; height: number } | undefined },
): Work {
  if (!pixels) throw refuse('contents: holds no image', 'contents')
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

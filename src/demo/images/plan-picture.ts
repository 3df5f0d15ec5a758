// Decides what an image model draws: a new picture, an edit of a given one, or several put together.
import type { Media } from '../generation/media'
import { type Generation, readPositive } from '../generation/read-request'
import { quote } from '../text/words'
import { readAdditions } from './additions'
import { drawScene } from './draw-scene'
import { editImage, putTogether } from './edit-image'
import { measureImage, type Pixels, readPixels, refuse } from './pixels'
import { readEdits } from './read-instruction'
import { readScene, tellScene } from './scene'
import { chooseSize } from './sizes'
import { tellVariation, varyPicture, varyScene } from './variation'

export interface Work {
  readonly words: string
  readonly make: (signal: AbortSignal) => Promise<Pixels>
}

/** `variation` is 0 for the picture itself. */
export async function planPicture(request: Generation, variation: number): Promise<Work> {
  const { last } = request
  readPositive(request.config, 'maxOutputTokens')
  if (last.text === '' && last.media.length === 0)
    throw refuse('contents: an image needs a prompt or a picture to start from', 'contents')
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

/** Edits of one picture by one instruction are alike: a mood tells their variations apart. */
function varied({ words, make }: Work, variation: number): Work {
  return {
    words: words + tellVariation(variation),
    make: async (signal) => varyPicture(await make(signal), variation),
  }
}

interface Instruction {
  readonly instruction: string
  /** Absent, the picture keeps its own. */
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
    throw refuse(`${media.at}.mimeType: must be an image, not ${media.mimeType}`, media.at)
  const pixels = await readPixels(media)
  if (pixels) return pixels
  throw refuse(
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
    words: `Drawn by the demo service from the words of your prompt: ${tellScene(scene)} (${size.width} × ${size.height} pixels).`,
    make: (signal) => drawScene(scene, { ...size, time: 3, signal }),
  }
}

function planEdit(pixels: Pixels | undefined, { instruction, size }: Instruction): Work {
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

// The answer of an image model: a few words, then a picture drawn, edited or put together (E3, E7, E12, E16).

import {
  type AnswerChunk,
  type AnswerChunks,
  type GenerationContext,
  sign,
  streamText,
  unsafe,
} from '../generation/answer-chunks'
import { field, objectField, textsField } from '../generation/fields'
import type { Generation } from '../generation/read-request'
import { countTokens } from '../generation/tokens'
import { createYield, wait } from '../pace'
import { tooManyRequests } from '../responses'
import { cover } from './edits'
import { type Pixels, writePng } from './pixels'
import { planPicture, type Work } from './plan-picture'
import { readVariation } from './variations'

/** Tokens that upstream counts for an image of the usual size. */
const imageTokens = 1290
const sketchTokens = 258

export async function* answerWithImage(request: Generation, context: GenerationContext): AnswerChunks {
  const take = context.variations.claim(request.fingerprint)
  try {
    const refused = findRefusal(request, take.index)
    if (refused) yield* refused
    else yield* showPicture(request, context, readVariation(request, take.index))
  } finally {
    take.release()
  }
}

async function* showPicture(
  request: Generation,
  context: GenerationContext,
  variation: number,
): AnswerChunks {
  const { words, make } = await planPicture(request, variation)
  const modalities = textsField(request.config, 'responseModalities').map((name) => name.toUpperCase())
  const silent = modalities.length > 0 && !modalities.includes('TEXT')
  const pixels = await draw(make, context)
  yield* sketch(request, pixels, context)
  if (!silent) yield* speak(request, words, context)
  yield {
    part: { inlineData: await toInline(request, pixels, context.signal), ...signed(request, 'image') },
    tokens: imageTokens,
  }
  yield { finishReason: 'STOP' }
}

/** Drawing takes its time, and at least what is set. */
async function draw(make: Work['make'], { signal, control }: GenerationContext): Promise<Pixels> {
  const [pixels] = await Promise.all([make(signal), wait(control.image, signal)])
  return pixels
}

/** The draft of a thinking model: a thought, not a result (wire §7.2). */
async function* sketch(request: Generation, pixels: Pixels, context: GenerationContext): AnswerChunks {
  const thinking = objectField(request.config, 'thinkingConfig')
  if (!request.entry?.thinks || field(thinking, 'includeThoughts') !== true) return
  const text = '**Sketching a draft**\n\nA small draft to check the composition.\n\n'
  yield { part: { text, thought: true }, thoughtTokens: countTokens(text) }
  const small = cover(Math.ceil(pixels.width / 4), Math.ceil(pixels.height / 4))
  const data = await writePng(await small(pixels, createYield()), context.signal)
  yield {
    part: { inlineData: { mimeType: 'image/png', data: data.toString('base64') }, thought: true },
    thoughtTokens: sketchTokens,
  }
}

function* speak(request: Generation, words: string, context: GenerationContext): Generator<AnswerChunk> {
  const spoken = [...streamText(request, { text: words, piece: context.control.piece })]
  yield* spoken.filter(({ finishReason }) => !finishReason)
  if (request.signs) yield { part: { text: '', ...signed(request, 'words') } }
}

function signed(request: Generation, what: string): { thoughtSignature?: string } {
  return request.signs ? { thoughtSignature: sign(request, what) } : {}
}

/** The type may be claimed wrongly, if the prompt says so. */
async function toInline({ last }: Generation, pixels: Pixels, signal: AbortSignal) {
  const mimeType = /\[wrong-type\]/i.test(last.text) ? 'image/jpeg' : 'image/png'
  return { mimeType, data: (await writePng(pixels, signal)).toString('base64') }
}

const words = /\[(no-image|image-safety|image-other|text-only|busy)(?: (\d))?\]/gi

/** `take` starts at 0; a number after the word selects one of them. Returns undefined if a picture is to be made. */
function findRefusal(request: Generation, take: number): Iterable<AnswerChunk> | undefined {
  const found = [...request.last.text.matchAll(words)].find(
    ([, , number]) => number === undefined || Number(number) === take + 1,
  )
  switch (found?.[1]?.toLowerCase()) {
    case 'busy':
      throw tooManyRequests('Simulated rate limit.', 3)
    case 'text-only':
      return streamText(request, {
        text: 'Simulated: the demo returned text without an image.',
        piece: 4,
      })
    case 'no-image':
      return [{ finishReason: 'NO_IMAGE', finishMessage: 'Simulated: no image was generated.' }]
    case 'image-other':
      return [{ finishReason: 'IMAGE_OTHER', finishMessage: 'Simulated: the image was lost.' }]
    case 'image-safety': {
      const finishMessage = 'Simulated: the image was blocked.'
      return [{ finishReason: 'IMAGE_SAFETY', finishMessage, candidate: { safetyRatings: unsafe } }]
    }
    default:
      return undefined
  }
}

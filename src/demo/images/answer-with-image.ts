// The answer of an image model: a text, then a generated, edited or combined picture (E3, E7, E12, E16).
import type { RequestSignal } from '#shared/wire/http'

import {
  type AnswerChunk,
  type AnswerChunks,
  createSignature,
  type GenerationContext,
  streamText,
  unsafeRatings,
} from '../generation/answer-chunks'
import { field, objectField, textsField } from '../generation/fields'
import type { Generation } from '../generation/read-request'
import { countTokens } from '../generation/tokens'
import { createYield, wait } from '../pace'
import { tooManyRequests } from '../responses'
import { cover } from './edits'
import { type Pixels, writePng } from './pixels'
import { type PicturePlan, planPicture } from './plan-picture'
import { readVariation } from './variations'

/** Tokens that the vendor API counts for an image of the default size. */
const imageTokens = 1290
const draftTokens = 258

export async function* answerWithImage(request: Generation, context: GenerationContext): AnswerChunks {
  const claim = context.variations.claim(request.fingerprint)
  try {
    const failure = findFailure(request, claim.index)
    if (failure) yield* failure
    else yield* streamPicture(request, context, readVariation(request, claim.index))
  } finally {
    claim.release()
  }
}

async function* streamPicture(
  request: Generation,
  context: GenerationContext,
  variation: number,
): AnswerChunks {
  const { text, render } = await planPicture(request, variation)
  const modalities = textsField(request.config, 'responseModalities').map((name) => name.toUpperCase())
  const withoutText = modalities.length > 0 && !modalities.includes('TEXT')
  const pixels = await draw(render, context)
  yield* streamDraft(request, pixels, context)
  if (!withoutText) yield* streamCaption(request, text, context)
  yield {
    part: { inlineData: await toInline(request, pixels, context.signal), ...withSignature(request, 'image') },
    tokens: imageTokens,
  }
  yield { finishReason: 'STOP' }
}

/** Drawing takes at least the configured time. */
async function draw(render: PicturePlan['render'], { signal, control }: GenerationContext): Promise<Pixels> {
  const [pixels] = await Promise.all([render(signal), wait(control.image, signal)])
  return pixels
}

/** The draft of a thinking model is a thought, not a result (wire §7.2). */
async function* streamDraft(request: Generation, pixels: Pixels, context: GenerationContext): AnswerChunks {
  const thinking = objectField(request.config, 'thinkingConfig')
  if (!request.entry?.thinks || field(thinking, 'includeThoughts') !== true) return
  const text = '**Sketching a draft**\n\nA small draft to check the composition.\n\n'
  yield { part: { text, thought: true }, thoughtTokens: countTokens(text) }
  const small = cover(Math.ceil(pixels.width / 4), Math.ceil(pixels.height / 4))
  const data = await writePng(await small(pixels, createYield()), context.signal)
  yield {
    part: { inlineData: { mimeType: 'image/png', data: data.toString('base64') }, thought: true },
    thoughtTokens: draftTokens,
  }
}

function* streamCaption(
  request: Generation,
  text: string,
  context: GenerationContext,
): Generator<AnswerChunk> {
  const chunks = [...streamText(request, text, context.control.piece)]
  yield* chunks.filter(({ finishReason }) => !finishReason)
  if (request.requiresSignatures) yield { part: { text: '', ...withSignature(request, 'words') } }
}

function withSignature(request: Generation, what: string): { thoughtSignature?: string } {
  return request.requiresSignatures ? { thoughtSignature: createSignature(request, what) } : {}
}

/** The MIME type is wrong if the prompt asks for that. */
async function toInline({ last }: Generation, pixels: Pixels, signal: RequestSignal) {
  const mimeType = /\[wrong-type\]/i.test(last.text) ? 'image/jpeg' : 'image/png'
  return { mimeType, data: (await writePng(pixels, signal)).toString('base64') }
}

const triggers = /\[(no-image|image-safety|image-other|text-only|busy)(?: (\d))?\]/gi

/** Finds the failure that the prompt triggers for this variation. A number in the trigger selects one. */
function findFailure(request: Generation, variationIndex: number): Iterable<AnswerChunk> | undefined {
  const trigger = [...request.last.text.matchAll(triggers)].find(
    ([, , number]) => number === undefined || Number(number) === variationIndex + 1,
  )
  switch (trigger?.[1]?.toLowerCase()) {
    case 'busy':
      throw tooManyRequests('Simulated rate limit.', 3)
    case 'text-only':
      return streamText(request, 'Simulated: the demo returned text without an image.', 4)
    case 'no-image':
      return [{ finishReason: 'NO_IMAGE', finishMessage: 'Simulated: no image was generated.' }]
    case 'image-other':
      return [{ finishReason: 'IMAGE_OTHER', finishMessage: 'Simulated: the image was lost.' }]
    case 'image-safety': {
      const finishMessage = 'Simulated: the image was blocked.'
      return [{ finishReason: 'IMAGE_SAFETY', finishMessage, candidate: { safetyRatings: unsafeRatings } }]
    }
    default:
      return undefined
  }
}

// The ways in which an image model gives no picture, at a word in the prompt (wire §7.2).
import { ApiError } from '#shared/schemas/api-error'
import type { Piece } from '../generation/piece'
import type { Generation } from '../generation/read-request'
import { say, unsafe } from '../generation/say'

const words = /\[(no-image|image-safety|image-other|text-only|busy)(?: (\d))?\]/gi

/** `take` counts from 0; a number after the word means one of them alone. Undefined where a picture is to be made. */
export function findRefusal(request: Generation, take: number): Iterable<Piece> | undefined {
  const found = [...request.last.text.matchAll(words)].find(
    ([, , number]) => number === undefined || Number(number) === take + 1,
  )
  const word = found?.[1]?.toLowerCase()
  if (word === 'busy') throw busy()
  if (word === 'text-only') return say(request, { text: onlyWords, piece: 4 })
  return word === undefined ? undefined : [heldBack(word)]
}

const onlyWords = 'The demo service answers in words alone, as the prompt asked for: here is no picture.'

function heldBack(word: string): Piece {
  if (word === 'no-image')
    return { finishReason: 'NO_IMAGE', finishMessage: 'No image was made, as the prompt asked for.' }
  if (word === 'image-other')
    return { finishReason: 'IMAGE_OTHER', finishMessage: 'The image was lost, as the prompt asked for.' }
  return {
    finishReason: 'IMAGE_SAFETY',
    finishMessage: 'The image was held back, as the prompt asked for.',
    candidate: { safetyRatings: unsafe },
  }
}

function busy(): ApiError {
  const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '3s' }]
  const message = 'The demo service is busy, as the prompt asked for. Please retry in 3s.'
  return new ApiError('RESOURCE_EXHAUSTED', message, { details, retryAfter: 3 })
}

// Reads and writes generation metadata inside images.
import { ApiError } from '#shared/schemas/api-error'
import type { GenerationMetadata } from '#shared/schemas/generation-metadata'
import { readMediaType } from '../media-type'
import { embedInJpeg, readFromJpeg } from './jpeg'
import { embedInPng, readFromPng } from './png'
import { embedInWebp, readFromWebp } from './webp'

/**
 * Pixels and everything else stay byte for byte, a making that was put in before is replaced. Content Credentials stay
 * too, but they are signed over the file as it was: a program that checks them will say that the copy was changed.
 */
export function embedPrompt(bytes: Uint8Array, making: GenerationMetadata): Uint8Array {
  const { mimeType } = readMediaType(bytes)
  switch (mimeType) {
    case 'image/png':
      return embedInPng(bytes, making)
    case 'image/jpeg':
      return embedInJpeg(bytes, making)
    case 'image/webp':
      return embedInWebp(bytes, making)
    default:
      throw new ApiError(
        'UNSUPPORTED_MEDIA_TYPE',
        `Prompts can be embedded only in PNG, JPEG, and WebP images. This file is ${mimeType}. Use Save as… instead.`,
        { param: 'media' },
      )
  }
}

/** Null if nothing of ours is in it; never throws. */
export function readEmbedded(bytes: Uint8Array): GenerationMetadata | null {
  switch (readMediaType(bytes).mimeType) {
    case 'image/png':
      return readFromPng(bytes)
    case 'image/jpeg':
      return readFromJpeg(bytes)
    case 'image/webp':
      return readFromWebp(bytes)
    default:
      return null
  }
}

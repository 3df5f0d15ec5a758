// Reads and writes generation metadata inside images.
import { ApiError } from '#shared/schemas/api-error'
import type { GenerationMetadata } from '#shared/schemas/generation-metadata'
import { readMediaType } from '../media-type'
import { embedInPng, readFromPng } from './png'

/**
 * Pixels and everything else stay byte for byte; earlier metadata is replaced. Content Credentials stay too, but they are
 * signed for the original file: a program that verifies them will report that the copy was modified.
 */
export function embedPrompt(bytes: Uint8Array, metadata: GenerationMetadata): Uint8Array {
  const { mimeType } = readMediaType(bytes)
  if (mimeType === 'image/png') return embedInPng(bytes, metadata)
  throw new ApiError(
    'UNSUPPORTED_MEDIA_TYPE',
    `Prompts can be embedded only in PNG images. This file is ${mimeType}. Use Save as… instead.`,
    { param: 'media' },
  )
}

/** Returns null if it has no metadata of this app; never throws. */
export function readEmbedded(bytes: Uint8Array): GenerationMetadata | null {
  return readMediaType(bytes).mimeType === 'image/png' ? readFromPng(bytes) : null
}

// Reads how a picture was made from a copy that holds it inside.
import type { Making } from '#shared/schemas/making'
import { readMediaType } from '../media-type'
import { readFromJpeg } from './jpeg-prompt'
import { readFromPng } from './png-prompt'
import { readFromWebp } from './webp-prompt'

/** Null where nothing of ours is in it; never throws. */
export function readEmbedded(bytes: Uint8Array): Making | null {
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

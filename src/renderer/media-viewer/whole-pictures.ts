// Tells whether what was attached is a picture, and whether all of it is there.
import type { Attachment } from '#shared/schemas/draft'
import { isTorn } from './is-torn'

type AttachedFile = Extract<Attachment, { kind: 'file' }>

/** By its bytes: an ending may claim anything. */
export function findPictureProblem({
  name,
  mimeType,
}: {
  name: string
  mimeType: string
}): string | undefined {
  if (mimeType.startsWith('image/')) return undefined
  return `${name} is no picture: its bytes are those of ${describeType(mimeType)}.`
}

/** What the page draws, so that it can tell whether all of a file is there. */
const drawn = /^image\/(png|jpeg|gif|webp|bmp|avif)$/

export async function isDamaged({ media, mimeType, width, height }: AttachedFile): Promise<boolean> {
  if (!drawn.test(mimeType)) return false
  return width === undefined || height === undefined || (await isTorn(media, { width, height }))
}

function describeType(mimeType: string): string {
  return mimeType === 'application/octet-stream' ? 'no kind of file that is known' : mimeType
}

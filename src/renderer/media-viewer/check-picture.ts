// Checks that an attached or shown file is an image, and that all of it is there.
import type { Attachment } from '#shared/schemas/draft'
import { readKeptFile } from '../state/keep-file'
import type { Size } from './picture-view'

/** Pixels; to decode more of them twice would take too much memory. */
const mostChecked = 40_000_000

/** An element draws what there is of a file; a bitmap is made of a whole one only. False where that cannot be told. */
export async function isTorn(media: string, { width, height }: Size): Promise<boolean> {
  if (width * height > mostChecked) return false
  const file = await readKeptFile(media)
  return createImageBitmap(file, { resizeWidth: 1 }).then(
    (bitmap) => {
      bitmap.close()
      return false
    },
    () => true,
  )
}

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

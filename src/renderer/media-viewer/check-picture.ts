// Checks that an attached or shown file is an image, and that it is complete.
import type { Attachment } from '#shared/schemas/draft'
import { isSvg } from '../state/attachments'
import { readMediaFile } from '../state/media-files'
import type { Size } from './picture-view'

/** Decoding a larger picture twice would take too much memory. */
const maxCheckedPixels = 40_000_000

/** An <img> shows a partial file, but createImageBitmap() rejects it. Returns false for pictures too large to check. */
export async function isTruncated(media: string, { width, height }: Size): Promise<boolean> {
  if (width * height > maxCheckedPixels) return false
  const file = await readMediaFile(media)
  return createImageBitmap(file, { resizeWidth: 1 }).then(
    (bitmap) => {
      bitmap.close()
      return false
    },
    () => true,
  )
}

type AttachedFile = Extract<Attachment, { kind: 'file' }>

/** `mimeType` is detected from the bytes: the file's extension may be wrong. */
export function findPictureProblem({ name, mimeType }: Pick<AttachedFile, 'name' | 'mimeType'>) {
  if (mimeType.startsWith('image/') || isSvg({ name, mimeType })) return undefined
  const type = mimeType === 'application/octet-stream' ? 'an unknown file type' : mimeType
  return `“${name}” isn’t an image. Its content is ${type}.`
}

/** Types that the page can decode, and therefore check. */
const decodable = /^image\/(png|jpeg|gif|webp|bmp|avif)$/

/** A partial picture would be sent unchanged and rejected by the provider. Throws a message for the user. */
export async function assertWhole({ name, media, mimeType, width, height }: AttachedFile): Promise<void> {
  if (!decodable.test(mimeType)) return
  if (width === undefined || height === undefined || (await isTruncated(media, { width, height })))
    throw new Error(`“${name}” is damaged or incomplete.`)
}

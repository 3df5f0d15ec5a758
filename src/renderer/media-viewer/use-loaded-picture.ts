// The loading state of a picture's <img>: its decoded size, or why it cannot be shown.
import { type SyntheticEvent, useCallback, useState } from 'react'
import type { Attachment } from '#shared/schemas/draft'
import { isSvg } from '../state/convert-picture'
import { mediaFileSize, readMediaFile } from '../state/media-files'
import type { ViewedPicture } from './describe-picture'
import type { Size } from './picture-view'

/** A `truncated` picture is shown as far as it can be decoded. */
type PictureError = 'missing' | 'undecodable' | 'truncated'

export interface LoadedPicture {
  /** As decoded; undefined while it loads. */
  readonly size: Size | undefined
  readonly error: PictureError | undefined
  /** Part of the element's key, so that another attempt creates a new element. */
  readonly attempt: number
  readonly tryAgain: () => void
  readonly onLoad: (event: SyntheticEvent<HTMLImageElement>) => void
  readonly onError: () => void
}

interface Load {
  readonly media: string
  readonly attempt: number
  readonly size?: Size
  readonly error?: PictureError
}

export function hasFailed({ error }: Pick<LoadedPicture, 'error'>): boolean {
  return error === 'missing' || error === 'undecodable'
}

export function useLoadedPicture({
  media,
  mimeType,
}: Pick<ViewedPicture, 'media' | 'mimeType'>): LoadedPicture {
  const [load, setLoad] = useState<Load>({ media, attempt: 0 })
  const current: Load = load.media === media ? load : { media, attempt: 0 }
  const update = useCallback(
    (change: Partial<Load>) =>
      setLoad((before) => ({ ...(before.media === media ? before : { media, attempt: 0 }), ...change })),
    [media],
  )
  const onLoad = ({ currentTarget }: SyntheticEvent<HTMLImageElement>) => {
    const { naturalWidth: width, naturalHeight: height } = currentTarget
    if (!width || !height) return update({ error: 'undecodable' })
    update({ size: { width, height } })
    // A partial file loads as well; only decoding it completely detects that.
    if (!mimeType.startsWith('image/svg')) {
      isTruncated(media, { width, height }).then(
        (truncated) => truncated && update({ error: 'truncated' }),
        () => undefined,
      )
    }
  }
  const onError = () => {
    mediaFileSize(media).then(
      (bytes) => update({ error: bytes === 0 ? 'missing' : 'undecodable' }),
      () => update({ error: 'missing' }),
    )
  }
  return {
    size: current.size,
    error: current.error,
    attempt: current.attempt,
    tryAgain: () => setLoad({ media, attempt: current.attempt + 1 }),
    onLoad,
    onError,
  }
}

/** Decoding a larger picture twice would take too much memory. */
const maxCheckedPixels = 40_000_000

/** An <img> shows a partial file, but createImageBitmap() rejects it. Returns false for pictures too large to check. */
async function isTruncated(media: string, { width, height }: Size): Promise<boolean> {
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

// The loading state of a picture's <img>: its decoded size, or why it cannot be shown.
import { type SyntheticEvent, useCallback, useState } from 'react'
import { mediaFileSize } from '../state/media-files'
import { isTruncated } from './check-picture'
import type { Size } from './picture-view'
import type { ViewedPicture } from './viewed-picture'

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

// How a picture's own element fares: its decoded pixels, or why it cannot be drawn.
import { type SyntheticEvent, useCallback, useState } from 'react'
import { mediaFileSize } from '../state/media-files'
import { isTorn } from './is-torn'
import type { Size } from './picture-view'
import type { ViewedPicture } from './viewed-picture'

/** `torn` is drawn as far as its bytes go. */
type PictureTrouble = 'missing' | 'undecodable' | 'torn'

export interface LoadedPicture {
  /** As decoded; undefined while it is on its way. */
  readonly size: Size | undefined
  readonly trouble: PictureTrouble | undefined
  /** Counted up, the element is made anew. */
  readonly attempt: number
  readonly tryAgain: () => void
  readonly onLoad: (event: SyntheticEvent<HTMLImageElement>) => void
  readonly onError: () => void
}

interface Load {
  readonly media: string
  readonly attempt: number
  readonly size?: Size
  readonly trouble?: PictureTrouble
}

export function useLoadedPicture({
  media,
  mimeType,
}: Pick<ViewedPicture, 'media' | 'mimeType'>): LoadedPicture {
  const [load, setLoad] = useState<Load>({ media, attempt: 0 })
  const current: Load = load.media === media ? load : { media, attempt: 0 }
  const note = useCallback(
    (news: Partial<Load>) =>
      setLoad((before) => ({ ...(before.media === media ? before : { media, attempt: 0 }), ...news })),
    [media],
  )
  const onLoad = ({ currentTarget }: SyntheticEvent<HTMLImageElement>) => {
    const { naturalWidth: width, naturalHeight: height } = currentTarget
    if (!width || !height) return note({ trouble: 'undecodable' })
    note({ size: { width, height } })
    // Half a file loads as well; only decoding all of it tells.
    if (!mimeType.startsWith('image/svg')) {
      isTorn(media, { width, height }).then(
        (torn) => torn && note({ trouble: 'torn' }),
        () => undefined,
      )
    }
  }
  const onError = () => {
    mediaFileSize(media).then(
      (bytes) => note({ trouble: bytes === 0 ? 'missing' : 'undecodable' }),
      () => note({ trouble: 'missing' }),
    )
  }
  return {
    size: current.size,
    trouble: current.trouble,
    attempt: current.attempt,
    tryAgain: () => setLoad({ media, attempt: current.attempt + 1 }),
    onLoad,
    onError,
  }
}

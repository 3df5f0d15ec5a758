// An item as a picture that can be looked at in large.
import type { Turn } from '#shared/schemas/chat'
import type { LibraryItem } from '#shared/schemas/library'
import type { AnyMaking } from '#shared/schemas/making'
import type { ViewedPicture } from '../../media-viewer/viewed-picture'

interface Known {
  readonly turn?: Turn | undefined
  readonly making?: AnyMaking | null | undefined
}

export function toViewed(
  { media, mimeType, title }: LibraryItem & { readonly media: string },
  { turn, making }: Known = {},
): ViewedPicture {
  return {
    media,
    mimeType: mimeType ?? 'image/png',
    title: title || 'Untitled',
    ...(turn && { turn }),
    ...(making &&
      !('kind' in making) && {
        asked: { aspectRatio: making.parameters.aspectRatio, imageSize: making.parameters.imageSize },
      }),
  }
}

// How large pictures are, once they have been seen: when they come into view again, nothing moves.

export interface PictureSize {
  readonly width: number
  readonly height: number
}

const sizes = new Map<string, PictureSize>()

export function findPictureSize(url: string): PictureSize | undefined {
  return sizes.get(url)
}

export function notePictureSize(url: string, { naturalWidth, naturalHeight }: HTMLImageElement) {
  if (naturalWidth && naturalHeight) sizes.set(url, { width: naturalWidth, height: naturalHeight })
}

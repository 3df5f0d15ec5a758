// Size of a thumbnail, and saving it with the file that it shows.
import type { Size } from './picture-view'

/** Whole and as its bytes: a posted blob would arrive as nothing. False where it could not be written. */
export async function keepThumbnail(media: string, small: Blob): Promise<boolean> {
  const body = await small.arrayBuffer()
  const response = await fetch(`media://thumbnail/${media}`, { method: 'POST', body }).catch(() => null)
  return response?.ok ?? false
}

/** Of WebP. */
export const thumbnailQuality = 0.82

/**
 * `unkept`: it was made, but couldn't be saved. `missing`: the file isn't there now. `unreadable`: the file can't be
 * decoded. `unmade`: the worker failed.
 */
export type ThumbnailOutcome = 'made' | 'unkept' | 'missing' | 'unreadable' | 'unmade'

/** Of the longer side, in pixels of the screen. */
const longest = 320

/** The whole picture in its shape; a small one stays as it is. */
export function toThumbnailSize({ width, height }: Size): Size {
  const factor = Math.min(1, longest / Math.max(width, height))
  const scaled = (side: number) => Math.max(1, Math.round(side * factor))
  return { width: scaled(width), height: scaled(height) }
}

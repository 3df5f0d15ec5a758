// The size of a thumbnail, and saving it beside the file that it shows.
import type { Size } from './picture-view'

/** Sends an ArrayBuffer, because a posted blob is received empty. Returns false if it could not be written. */
export async function saveThumbnail(media: string, small: Blob): Promise<boolean> {
  const body = await small.arrayBuffer()
  const response = await fetch(`media://thumbnail/${media}`, { method: 'POST', body }).catch(() => null)
  return response?.ok ?? false
}

/** WebP quality. */
export const thumbnailQuality = 0.82

/**
 * `not-saved`: the thumbnail could not be saved. `missing`: the file does not exist. `unreadable`: the file cannot be
 * decoded. `failed`: the worker failed.
 */
export type ThumbnailOutcome = 'made' | 'not-saved' | 'missing' | 'unreadable' | 'failed'

/** Longer side, in device pixels. */
const maxSide = 320

/** Keeps the ratio, and does not scale up. */
export function toThumbnailSize({ width, height }: Size): Size {
  const factor = Math.min(1, maxSide / Math.max(width, height))
  const scaled = (side: number) => Math.max(1, Math.round(side * factor))
  return { width: scaled(width), height: scaled(height) }
}

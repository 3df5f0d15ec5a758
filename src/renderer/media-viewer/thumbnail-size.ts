// How large a thumbnail is.
import type { Size } from './picture-view'

/** Of the longer side, in pixels of the screen. */
const longest = 320

/** The whole picture in its shape; a small one stays as it is. */
export function toThumbnailSize({ width, height }: Size): Size {
  const factor = Math.min(1, longest / Math.max(width, height))
  const scaled = (side: number) => Math.max(1, Math.round(side * factor))
  return { width: scaled(width), height: scaled(height) }
}

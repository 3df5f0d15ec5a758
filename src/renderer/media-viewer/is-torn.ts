// Tells half a picture from a whole one.
import { readMediaFile } from '../state/media-files'
import type { Size } from './picture-view'

/** Pixels; to decode more of them twice would take too much memory. */
const mostChecked = 40_000_000

/** An element draws what there is of a file; a bitmap is made of a whole one only. False where that cannot be told. */
export async function isTorn(media: string, { width, height }: Size): Promise<boolean> {
  if (width * height > mostChecked) return false
  const file = await readMediaFile(media)
  return createImageBitmap(file, { resizeWidth: 1 }).then(
    (bitmap) => {
      bitmap.close()
      return false
    },
    () => true,
  )
}

// Real images for tests.
import { PNG } from 'pngjs'

/** A complete image of one color. */
export function makePng(width: number, height: number, shade = 0): Buffer {
  const png = new PNG({ width, height })
  png.data.fill(shade)
  return PNG.sync.write(png)
}

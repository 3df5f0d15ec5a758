// A small PNG in place of a large picture.
import { createHash } from 'node:crypto'
import { PNG } from 'pngjs'

/** In Base64: a sixty-fourth of `size`, such as 1024x1024, in a color that depends on `seed`. */
export function drawPicture(size: string, seed: string): string {
  const [width = 16, height = 16] = size.split('x').map((side) => Math.max(1, Math.round(Number(side) / 64)))
  const png = new PNG({ width, height })
  const color = createHash('sha256').update(seed).digest()
  for (let at = 0; at < png.data.length; at += 4)
    png.data.set([color[0] ?? 0, color[1] ?? 0, color[2] ?? 0, 255], at)
  return PNG.sync.write(png).toString('base64')
}

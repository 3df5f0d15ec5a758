// Paints the points of the map into the pixels of a picture: discs with soft edges, fifty thousand of them within a frame.

import type { Size } from '../../../components/use-pan-zoom'
import { toStage, type Viewport } from './viewport'

/** Colors are `0xBBGGRR`, as in the pixels. */
export interface PointLook {
  /** For each point its index in `colors`. */
  readonly tones: Uint8Array
  readonly colors: Uint32Array
  /** 1 for those drawn in their color and over the others; null if all are. */
  readonly highlighted: Uint8Array | null
  readonly background: number
  /** Of the others. */
  readonly faint: number
}

interface Painting {
  readonly points: Float32Array
  readonly look: PointLook
  /** In pixels of the picture. */
  readonly viewport: Viewport
  readonly radius: number
}

/** `pixels` has one number for each pixel of the picture; signed ones, which are computed with fastest. */
export function paintPoints(pixels: Int32Array, size: Size, { points, look, viewport, radius }: Painting) {
  pixels.fill(opaque | look.background)
  const corner = toStage(viewport, size, { x: 0, y: 0 })
  const picture: Picture = { pixels, ...size, points, corner, scale: viewport.scale }
  const { highlighted } = look
  if (highlighted) {
    const colorOf = (at: number) => (highlighted[at] === 1 ? none : look.faint)
    stampPoints(picture, makeStamp(radius * 0.85, 0.45), colorOf)
  }
  const { tones, colors } = look
  const colorOf = (at: number) =>
    highlighted === null || highlighted[at] === 1 ? (colors[tones[at] ?? 0] ?? none) : none
  stampPoints(picture, makeStamp(radius, 0.8), colorOf)
}

const opaque = 0xff000000 | 0
/** The point is not drawn this time. */
const none = -1

/** A disc at 4 × 4 places within a pixel, so that points do not jump by whole ones. */
interface Stamp {
  readonly side: number
  /** From the pixel that the point lies in to the stamp's first. */
  readonly reach: number
  /** From 0 to 256: of each of the 16 places, each pixel. */
  readonly cover: Uint16Array
}

const steps = 4

export function makeStamp(radius: number, opacity: number): Stamp {
  const reach = Math.ceil(radius + 0.5)
  const side = reach * 2 + 1
  const cover = new Uint16Array(steps * steps * side * side)
  for (let at = 0; at < cover.length; at += 1) {
    const place = Math.floor(at / (side * side))
    const pixel = at % (side * side)
    const x = (pixel % side) - reach + 0.5 - ((place % steps) + 0.5) / steps
    const y = Math.floor(pixel / side) - reach + 0.5 - (Math.floor(place / steps) + 0.5) / steps
    const within = Math.min(1, Math.max(0, radius + 0.5 - Math.hypot(x, y)))
    cover[at] = Math.round(within * opacity * 256)
  }
  return { side, reach, cover }
}

interface Picture extends Size {
  readonly pixels: Int32Array
  readonly points: Float32Array
  /** Where the map's zero lies. */
  readonly corner: { readonly x: number; readonly y: number }
  readonly scale: number
}

/** The hot loop: some 25 pixels for each point of each picture. */
function stampPoints(
  { pixels, width, height, points, corner, scale }: Picture,
  { side, reach, cover }: Stamp,
  colorOf: (index: number) => number,
) {
  for (let index = 0; index < points.length / 2; index += 1) {
    const color = colorOf(index)
    const x = corner.x + (points[index * 2] ?? 0) * scale
    const y = corner.y + (points[index * 2 + 1] ?? 0) * scale
    const left = Math.floor(x) - reach
    const top = Math.floor(y) - reach
    const isSeen = left + side > 0 && top + side > 0 && left < width && top < height
    if (color === none || !isSeen) continue
    const place = Math.floor((y - Math.floor(y)) * steps) * steps + Math.floor((x - Math.floor(x)) * steps)
    const firstColumn = Math.max(0, -left)
    const lastColumn = Math.min(side, width - left)
    const lastRow = Math.min(side, height - top)
    for (let row = Math.max(0, -top); row < lastRow; row += 1) {
      const from = (place * side + row) * side
      const to = (top + row) * width + left
      for (let column = firstColumn; column < lastColumn; column += 1) {
        const share = cover[from + column] ?? 0
        if (share !== 0) pixels[to + column] = mix(pixels[to + column] ?? 0, color, share)
      }
    }
  }
}

/** Red and blue are mixed in one go, for between them is room for what overflows. `share` of 256 is the color's. */
function mix(below: number, color: number, share: number): number {
  const rest = 256 - share
  const redBlue = (Math.imul(color & 0xff00ff, share) + Math.imul(below & 0xff00ff, rest)) >>> 8
  const green = (Math.imul(color & 0x00ff00, share) + Math.imul(below & 0x00ff00, rest)) >>> 8
  return opaque | (redBlue & 0xff00ff) | (green & 0x00ff00)
}

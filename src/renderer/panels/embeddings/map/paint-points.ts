// Paints the points of the map into the pixels of a picture: discs with soft edges, 50,000 of them within a frame.

import type { Size } from '../../../components/use-pan-zoom'
import { toStage, type Viewport } from './viewport'

/** Colors are `0xBBGGRR`, as in the pixels. */
export interface PointAppearance {
  /** The index in `colors` of each point. */
  readonly tones: Uint8Array
  readonly colors: Uint32Array
  /** 1 for points drawn in their color, over the others; null if all are. */
  readonly highlighted: Uint8Array | null
  readonly background: number
  /** The color of the other points. */
  readonly faint: number
}

interface Painting {
  readonly points: Float32Array
  readonly appearance: PointAppearance
  /** In pixels of the picture. */
  readonly viewport: Viewport
  readonly radius: number
}

/** `pixels` has one number per pixel; signed, because arithmetic on them is fastest. */
export function paintPoints(
  pixels: Int32Array,
  size: Size,
  { points, appearance, viewport, radius }: Painting,
) {
  pixels.fill(opaque | appearance.background)
  const corner = toStage(viewport, size, { x: 0, y: 0 })
  const picture: Picture = { pixels, ...size, points, corner, scale: viewport.scale }
  const { highlighted } = appearance
  if (highlighted) {
    const colorOf = (at: number) => (highlighted[at] === 1 ? skipped : appearance.faint)
    stampPoints(picture, makeStamp(radius * 0.85, 0.45), colorOf)
  }
  const { tones, colors } = appearance
  const colorOf = (at: number) =>
    highlighted === null || highlighted[at] === 1 ? (colors[tones[at] ?? 0] ?? skipped) : skipped
  stampPoints(picture, makeStamp(radius, 0.8), colorOf)
}

const opaque = 0xff000000 | 0
/** The point is not drawn in this pass. */
const skipped = -1

/** A disc at 4 × 4 subpixel positions, so that points do not jump by whole pixels. */
interface Stamp {
  readonly side: number
  /** Pixels from the stamp's first pixel to that of the point. */
  readonly offset: number
  /** From 0 to 256 for each pixel, at each of the 16 subpixel positions. */
  readonly coverage: Uint16Array
}

const subpixelSteps = 4

function makeStamp(radius: number, opacity: number): Stamp {
  const offset = Math.ceil(radius + 0.5)
  const side = offset * 2 + 1
  const coverage = new Uint16Array(subpixelSteps * subpixelSteps * side * side)
  for (let at = 0; at < coverage.length; at += 1) {
    const subpixel = Math.floor(at / (side * side))
    const pixel = at % (side * side)
    const x = (pixel % side) - offset + 0.5 - ((subpixel % subpixelSteps) + 0.5) / subpixelSteps
    const y =
      Math.floor(pixel / side) - offset + 0.5 - (Math.floor(subpixel / subpixelSteps) + 0.5) / subpixelSteps
    const pixelCoverage = Math.min(1, Math.max(0, radius + 0.5 - Math.hypot(x, y)))
    coverage[at] = Math.round(pixelCoverage * opacity * 256)
  }
  return { side, offset, coverage: coverage }
}

interface Picture extends Size {
  readonly pixels: Int32Array
  readonly points: Float32Array
  /** The position of the map's origin. */
  readonly corner: { readonly x: number; readonly y: number }
  readonly scale: number
}

/** The hot loop: about 25 pixels for each point. */
function stampPoints(
  { pixels, width, height, points, corner, scale }: Picture,
  { side, offset, coverage }: Stamp,
  colorOf: (index: number) => number,
) {
  for (let index = 0; index < points.length / 2; index += 1) {
    const color = colorOf(index)
    const x = corner.x + (points[index * 2] ?? 0) * scale
    const y = corner.y + (points[index * 2 + 1] ?? 0) * scale
    const left = Math.floor(x) - offset
    const top = Math.floor(y) - offset
    const isVisible = left + side > 0 && top + side > 0 && left < width && top < height
    if (color === skipped || !isVisible) continue
    const subpixel =
      Math.floor((y - Math.floor(y)) * subpixelSteps) * subpixelSteps +
      Math.floor((x - Math.floor(x)) * subpixelSteps)
    const firstColumn = Math.max(0, -left)
    const lastColumn = Math.min(side, width - left)
    const lastRow = Math.min(side, height - top)
    for (let row = Math.max(0, -top); row < lastRow; row += 1) {
      const from = (subpixel * side + row) * side
      const to = (top + row) * width + left
      for (let column = firstColumn; column < lastColumn; column += 1) {
        const opacity = coverage[from + column] ?? 0
        if (opacity !== 0) pixels[to + column] = mix(pixels[to + column] ?? 0, color, opacity)
      }
    }
  }
}

/** Mixes red and blue together: the unused bits between them hold the overflow. `opacity` is from 0 to 256. */
function mix(below: number, color: number, opacity: number): number {
  const belowShare = 256 - opacity
  const redBlue = (Math.imul(color & 0xff00ff, opacity) + Math.imul(below & 0xff00ff, belowShare)) >>> 8
  const green = (Math.imul(color & 0x00ff00, opacity) + Math.imul(below & 0x00ff00, belowShare)) >>> 8
  return opaque | (redBlue & 0xff00ff) | (green & 0x00ff00)
}

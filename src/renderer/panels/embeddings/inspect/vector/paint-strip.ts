// Paints the cells of a vector: one pixel a value, then made as large as a cell is.
import { makeRamp, toStep } from '../colour-ramp'
import type { StripShape } from './strip-shape'

interface Strip {
  readonly vector: Float32Array
  readonly shape: StripShape
  readonly stops: readonly string[]
  readonly limit: number
}

export function paintStrip(canvas: HTMLCanvasElement, { vector, shape, stops, limit }: Strip) {
  const { columns, lines, cell } = shape
  const density = window.devicePixelRatio
  canvas.width = Math.round(columns * cell * density)
  canvas.height = Math.round(lines * cell * density)
  canvas.style.width = `${columns * cell}px`
  canvas.style.height = `${lines * cell}px`
  const context = canvas.getContext('2d')
  const small = new OffscreenCanvas(columns, lines)
  const smallContext = small.getContext('2d')
  if (!context || !smallContext) return
  const image = new ImageData(columns, lines)
  const pixels = new Uint32Array(image.data.buffer)
  const ramp = makeRamp(stops)
  for (let index = 0; index < vector.length; index += 1) {
    pixels[index] = ramp[toStep(vector[index] ?? 0, [-limit, limit])] ?? 0
  }
  smallContext.putImageData(image, 0, 0)
  context.imageSmoothingEnabled = false
  context.drawImage(small, 0, 0, canvas.width, canvas.height)
}

/** A few values far out must not take the colors from all the others. */
export function findLimit({
  min,
  max,
  mean,
  deviation,
}: Record<'min' | 'max' | 'mean' | 'deviation', number>): number {
  const farthest = Math.max(Math.abs(min), Math.abs(max))
  const usual = 4 * Math.hypot(mean, deviation)
  return Math.min(farthest, usual) || 1
}

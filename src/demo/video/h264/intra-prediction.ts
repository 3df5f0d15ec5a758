// Predicts a square of samples from its neighbours above and to the left (ITU-T H.264 §8.3.3, §8.3.4).
import { at, clip, type Plane } from './plane'

interface Square {
  readonly plane: Plane
  readonly x: number
  readonly y: number
  /** 16 for luma, 8 for chroma. */
  readonly side: number
}

export type Mode = 'vertical' | 'horizontal' | 'dc' | 'plane'

export function possibleModes({ x, y }: Square): Mode[] {
  return [
    'dc',
    ...(y > 0 ? (['vertical'] as const) : []),
    ...(x > 0 ? (['horizontal'] as const) : []),
    ...(x > 0 && y > 0 ? (['plane'] as const) : []),
  ]
}

export function predict(square: Square, mode: Mode, into: Int32Array): void {
  if (mode === 'vertical') fill(square, into, (column) => above(square, column))
  else if (mode === 'horizontal') fill(square, into, (_, row) => left(square, row))
  else if (mode === 'plane') predictPlane(square, into)
  else if (square.side === 16) fillMean(square, into, { column: 0, row: 0 })
  else predictChromaDc(square, into)
}

function above({ plane, x, y }: Square, column: number): number {
  return at(plane.samples, (y - 1) * plane.width + x + column)
}

function left({ plane, x, y }: Square, row: number): number {
  return at(plane.samples, (y + row) * plane.width + x - 1)
}

function fill({ side }: Square, into: Int32Array, sample: (column: number, row: number) => number): void {
  for (let row = 0; row < side; row += 1)
    for (let column = 0; column < side; column += 1) into[row * side + column] = sample(column, row)
}

interface Corner {
  readonly column: number
  readonly row: number
}

/** The mean of the neighbours that exist: for luma of all, for a quarter of chroma of its own. */
function fillMean(square: Square, into: Int32Array, { column, row }: Corner): void {
  const { x, y, side } = square
  const size = side === 16 ? 16 : 4
  const diagonal = side === 16 || column === row
  const useAbove = y > 0 && (diagonal || column > 0 || x === 0)
  const useLeft = x > 0 && (diagonal || row > 0 || y === 0)
  let sum = 0
  for (let index = 0; index < size; index += 1) {
    if (useAbove) sum += above(square, column + index)
    if (useLeft) sum += left(square, row + index)
  }
  const count = (useAbove ? size : 0) + (useLeft ? size : 0)
  const mean = count === 0 ? 128 : Math.floor((sum + count / 2) / count)
  for (let down = 0; down < size; down += 1)
    into.fill(mean, (row + down) * side + column, (row + down) * side + column + size)
}

function predictChromaDc(square: Square, into: Int32Array): void {
  for (const row of [0, 4]) for (const column of [0, 4]) fillMean(square, into, { column, row })
}

function predictPlane(square: Square, into: Int32Array): void {
  const { side, plane, x, y } = square
  const half = side / 2
  const corner = at(plane.samples, (y - 1) * plane.width + x - 1)
  const topAt = (column: number) => (column < 0 ? corner : above(square, column))
  const leftAt = (row: number) => (row < 0 ? corner : left(square, row))
  let [across, down] = [0, 0]
  for (let step = 1; step <= half; step += 1) {
    across += step * (topAt(half - 1 + step) - topAt(half - 1 - step))
    down += step * (leftAt(half - 1 + step) - leftAt(half - 1 - step))
  }
  const factor = side === 16 ? 5 : 34
  const [slopeX, slopeY] = [(factor * across + 32) >> 6, (factor * down + 32) >> 6]
  const base = 16 * (topAt(side - 1) + leftAt(side - 1))
  fill(square, into, (column, row) =>
    clip((base + slopeX * (column - half + 1) + slopeY * (row - half + 1) + 16) >> 5),
  )
}

// Takes a prediction from the source, block by block, and puts the decoded residual back onto it.
import { at, clip, type Plane } from './plane'

export interface Area {
  readonly x: number
  readonly y: number
  /** 16 for luma, 8 for chroma. */
  readonly side: number
}

/** Fills `residual` with 16 numbers for each 4×4 block, blocks row by row. */
export function subtract(plane: Plane, area: Area, { prediction, residual }: Workspace): void {
  const { x, y, side } = area
  for (let row = 0; row < side; row += 1) {
    const from = (y + row) * plane.width + x
    const to = (row >> 2) * side * 4 + (row & 3) * 4
    for (let column = 0; column < side; column += 1) {
      residual[to + (column >> 2) * 16 + (column & 3)] =
        at(plane.samples, from + column) - at(prediction, row * side + column)
    }
  }
}

export function addUp(plane: Plane, area: Area, { prediction, residual }: Workspace): void {
  const { x, y, side } = area
  for (let row = 0; row < side; row += 1) {
    const to = (y + row) * plane.width + x
    const from = (row >> 2) * side * 4 + (row & 3) * 4
    for (let column = 0; column < side; column += 1) {
      plane.samples[to + column] = clip(
        at(prediction, row * side + column) + at(residual, from + (column >> 2) * 16 + (column & 3)),
      )
    }
  }
}

/** Copies the square as it is: the prediction from the frame before. */
export function copyArea(plane: Plane, { x, y, side }: Area, prediction: Int32Array): void {
  for (let row = 0; row < side; row += 1) {
    const from = (y + row) * plane.width + x
    for (let column = 0; column < side; column += 1)
      prediction[row * side + column] = at(plane.samples, from + column)
  }
}

/** A macroblock's prediction and residual in one plane. */
export interface Workspace {
  readonly prediction: Int32Array
  readonly residual: Int32Array
  /** DC values, where they are coded apart. */
  readonly dc: Int32Array
}

export function createWorkspace(side: number): Workspace {
  return {
    prediction: new Int32Array(side * side),
    residual: new Int32Array(side * side),
    dc: new Int32Array((side * side) / 16),
  }
}

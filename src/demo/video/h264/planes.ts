// Planes of samples: pictures in H.264's color format, predictions and residuals, in whole macroblocks.

export interface Plane {
  readonly width: number
  readonly height: number
  readonly samples: Uint8Array
}

/** Luma at full size, chroma at half. */
export type Frame = readonly [luma: Plane, blue: Plane, red: Plane]

type Numbers = Uint8Array | Uint8ClampedArray | Int32Array

/** An element that is known to exist. */
export function at(numbers: Numbers, index: number): number {
  // The hot loops stay inside their arrays. A check for each sample would double their time.
  return numbers[index] as number
}

export function createFrame(columns: number, rows: number): Frame {
  const plane = (side: number): Plane => ({
    width: columns * side,
    height: rows * side,
    samples: new Uint8Array(columns * side * rows * side),
  })
  return [plane(16), plane(8), plane(8)]
}

function clip(value: number): number {
  return Math.min(255, Math.max(0, value))
}

/** Converts RGBA to BT.709 in video range. Beyond the picture, its edge is repeated. */
export function convertPixels(
  pixels: { width: number; height: number; bytes: Uint8ClampedArray },
  frame: Frame,
): void {
  const [luma, blue, red] = frame
  const { width, height, bytes } = pixels
  for (let y = 0; y < luma.height; y += 1) {
    const row = Math.min(y, height - 1) * width
    for (let x = 0; x < luma.width; x += 1) {
      const from = (row + Math.min(x, width - 1)) * 4
      luma.samples[y * luma.width + x] =
        (at(bytes, from) * 47 + at(bytes, from + 1) * 157 + at(bytes, from + 2) * 16 + 4224) >> 8
    }
  }
  for (let y = 0; y < blue.height; y += 1) {
    const rows = [Math.min(y * 2, height - 1) * width, Math.min(y * 2 + 1, height - 1) * width] as const
    for (let x = 0; x < blue.width; x += 1) {
      const [left, right] = [Math.min(x * 2, width - 1), Math.min(x * 2 + 1, width - 1)]
      const sum = (channel: number) =>
        at(bytes, (rows[0] + left) * 4 + channel) +
        at(bytes, (rows[0] + right) * 4 + channel) +
        at(bytes, (rows[1] + left) * 4 + channel) +
        at(bytes, (rows[1] + right) * 4 + channel)
      const [r, g, b] = [sum(0), sum(1), sum(2)]
      blue.samples[y * blue.width + x] = clip((-26 * r - 86 * g + 112 * b + 131584) >> 10)
      red.samples[y * red.width + x] = clip((112 * r - 102 * g - 10 * b + 131584) >> 10)
    }
  }
}

export interface Area {
  readonly x: number
  readonly y: number
  /** 16 for luma, 8 for chroma. */
  readonly side: number
}

/** Fills `residual` with 16 numbers for each 4×4 block, block by block in rows. */
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

export function addResidual(plane: Plane, area: Area, { prediction, residual }: Workspace): void {
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

/** Copies an area as the prediction from the previous frame. */
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
  /** DC values, if they are coded separately. */
  readonly dc: Int32Array
}

export function createWorkspace(side: number): Workspace {
  return {
    prediction: new Int32Array(side * side),
    residual: new Int32Array(side * side),
    dc: new Int32Array((side * side) / 16),
  }
}

interface Square {
  readonly plane: Plane
  readonly x: number
  readonly y: number
  /** 16 for luma, 8 for chroma. */
  readonly side: number
}

/** Predicts every sample by the mean of its neighbors: luma as a whole, chroma by quarters. */
export function predictMean(square: Square, into: Int32Array): void {
  const quarters = square.side === 16 ? [0] : [0, 4]
  for (const row of quarters) for (const column of quarters) fillMean(square, into, { column, row })
}

function above({ plane, x, y }: Square, column: number): number {
  return at(plane.samples, (y - 1) * plane.width + x + column)
}

function left({ plane, x, y }: Square, row: number): number {
  return at(plane.samples, (y + row) * plane.width + x - 1)
}

interface Corner {
  readonly column: number
  readonly row: number
}

/** The mean of the existing neighbors: of all for luma, of its own for a quarter of chroma. */
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
  for (let offset = 0; offset < size; offset += 1)
    into.fill(mean, (row + offset) * side + column, (row + offset) * side + column + size)
}

// Planes of samples: brightness and the two colour differences of a picture, in whole macroblocks.

export interface Plane {
  readonly width: number
  readonly height: number
  readonly samples: Uint8Array
}

/** Luma at full size, chroma at half. */
export type Frame = readonly [luma: Plane, blue: Plane, red: Plane]

export type Numbers = Uint8Array | Uint8ClampedArray | Int32Array

/** An element that is known to exist. */
export function at(numbers: Numbers, index: number): number {
  // The hot loops stay inside their arrays; a check for each sample would double their time.
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

export function clip(value: number): number {
  return Math.min(255, Math.max(0, value))
}

/** RGBA to BT.709 in studio range; what lies beyond the picture repeats its edge. */
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

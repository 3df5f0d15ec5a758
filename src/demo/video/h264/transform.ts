// The 4×4 transform of H.264 (§8.5), its quantization and their inverses, in integers like in a decoder.
import { at } from './planes'

/** By QP % 6, for positions where both, neither, or one of row and column is odd: [even, odd, mixed]. */
const quantScale = [
  [13107, 5243, 8066],
  [11916, 4660, 7490],
  [10082, 4194, 6554],
  [9362, 3647, 5825],
  [8192, 3355, 5243],
  [7282, 2893, 4559],
] as const
const dequantScale = [
  [10, 16, 13],
  [11, 18, 14],
  [13, 20, 16],
  [14, 23, 18],
  [16, 25, 20],
  [18, 29, 23],
] as const

/** Zigzag: raster position of each coefficient in coding order. */
export const zigzag = [0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15] as const

export interface Quantizer {
  readonly qp: number
  readonly multiply: Int32Array
  readonly scale: Int32Array
  readonly shift: number
  /** Rounding offsets: intra retains more than inter. */
  readonly intra: number
  readonly inter: number
}

export function createQuantizer(qp: number): Quantizer {
  const kind = (index: number) => {
    const odd = ((index >> 2) & 1) + (index & 1)
    return odd === 0 ? 0 : odd === 2 ? 1 : 2
  }
  const shift = 15 + Math.floor(qp / 6)
  return {
    qp,
    multiply: Int32Array.from({ length: 16 }, (_, index) => quantScale[qp % 6]?.[kind(index)] ?? 0),
    scale: Int32Array.from(
      { length: 16 },
      (_, index) => (dequantScale[qp % 6]?.[kind(index)] ?? 0) << Math.floor(qp / 6),
    ),
    shift,
    intra: Math.floor(2 ** shift / 3),
    inter: Math.floor(2 ** shift / 6),
  }
}

/** Transforms in place. `from` is the index of the block's first of 16 numbers. */
export function transform(block: Int32Array, from: number): void {
  for (let pass = 0; pass < 2; pass += 1) {
    const [step, next] = pass === 0 ? [1, 4] : [4, 1]
    for (let line = 0; line < 4; line += 1) {
      const start = from + line * next
      const [a, b, c, d] = [
        at(block, start),
        at(block, start + step),
        at(block, start + step * 2),
        at(block, start + step * 3),
      ]
      const [outer, inner, outerDifference, innerDifference] = [a + d, b + c, a - d, b - c]
      block[start] = outer + inner
      block[start + step] = 2 * outerDifference + innerDifference
      block[start + step * 2] = outer - inner
      block[start + step * 3] = outerDifference - 2 * innerDifference
    }
  }
}

/** Transforms back in place, to the rounded residual. */
export function inverseTransform(block: Int32Array, from: number): void {
  for (let pass = 0; pass < 2; pass += 1) {
    const [step, next] = pass === 0 ? [1, 4] : [4, 1]
    for (let line = 0; line < 4; line += 1) {
      const start = from + line * next
      const [a, b, c, d] = [
        at(block, start),
        at(block, start + step),
        at(block, start + step * 2),
        at(block, start + step * 3),
      ]
      const [e, f, g, h] = [a + c, a - c, (b >> 1) - d, b + (d >> 1)]
      block[start] = e + h
      block[start + step] = f + g
      block[start + step * 2] = f - g
      block[start + step * 3] = e - h
    }
  }
  for (let index = from; index < from + 16; index += 1) block[index] = (at(block, index) + 32) >> 6
}

/** Quantizes positions from `first` on in place, and returns the number of nonzero ones. */
export function quantize(
  block: Int32Array,
  from: number,
  { quantizer, first, rounding }: { quantizer: Quantizer; first: number; rounding: number },
): number {
  let count = 0
  for (let index = first; index < 16; index += 1) {
    const value = at(block, from + index)
    const magnitude = Math.min(
      2000,
      Math.floor((Math.abs(value) * at(quantizer.multiply, index) + rounding) / 2 ** quantizer.shift),
    )
    block[from + index] = value < 0 ? -magnitude : magnitude
    if (magnitude !== 0) count += 1
  }
  return count
}

export function dequantize(
  block: Int32Array,
  from: number,
  { quantizer, first }: { quantizer: Quantizer; first: number },
): void {
  for (let index = first; index < 16; index += 1)
    block[from + index] = at(block, from + index) * at(quantizer.scale, index)
}

/** 4×4 Hadamard, which is its own inverse except for the scale. */
export function hadamard(block: Int32Array): void {
  for (let pass = 0; pass < 2; pass += 1) {
    const [step, next] = pass === 0 ? [1, 4] : [4, 1]
    for (let line = 0; line < 4; line += 1) {
      const start = line * next
      const [a, b, c, d] = [
        at(block, start),
        at(block, start + step),
        at(block, start + step * 2),
        at(block, start + step * 3),
      ]
      block[start] = a + b + c + d
      block[start + step] = a + b - c - d
      block[start + step * 2] = a - b - c + d
      block[start + step * 3] = a - b + c - d
    }
  }
}

/** 2×2 Hadamard of the four chroma DC values. */
export function smallHadamard(block: Int32Array): void {
  const [a, b, c, d] = [at(block, 0), at(block, 1), at(block, 2), at(block, 3)]
  block[0] = a + b + c + d
  block[1] = a - b + c - d
  block[2] = a + b - c - d
  block[3] = a - b - c + d
}

/** DC values passed one more transform, so one more bit is shifted. `halved` is for the 4×4 Hadamard. */
export function quantizeDc(
  block: Int32Array,
  { quantizer, rounding, halved }: { quantizer: Quantizer; rounding: number; halved: boolean },
): number {
  let count = 0
  for (let index = 0; index < block.length; index += 1) {
    const value = halved ? (at(block, index) + 1) >> 1 : at(block, index)
    const magnitude = Math.min(
      2000,
      Math.floor((Math.abs(value) * at(quantizer.multiply, 0) + 2 * rounding) / 2 ** (quantizer.shift + 1)),
    )
    block[index] = value < 0 ? -magnitude : magnitude
    if (magnitude !== 0) count += 1
  }
  return count
}

/** After the inverse Hadamard, luma's sums are divided by 4, chroma's by 2. */
export function dequantizeDc(block: Int32Array, quantizer: Quantizer, chroma: boolean): void {
  const scale = at(quantizer.scale, 0)
  for (let index = 0; index < block.length; index += 1) {
    const value = at(block, index) * scale
    block[index] = chroma ? value >> 1 : (value + 2) >> 2
  }
}

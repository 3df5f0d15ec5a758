// Writes 32-bit floats with the fewest digits that read back as the same number.

/** Returns `0.1` instead of `0.10000000149011612`. Nine digits are enough for any 32-bit float. */
export function toShortest(value: number): number {
  for (let digits = 6; digits <= 9; digits += 1) {
    const rounded = Number(value.toPrecision(digits))
    if (Math.fround(rounded) === value) return rounded
  }
  return value
}

export function listShortest(vector: Float32Array): number[] {
  return Array.from(vector, toShortest)
}

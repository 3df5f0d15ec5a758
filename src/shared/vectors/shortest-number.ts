// Numbers of 32 bits told with no more digits than it takes to read the same numbers back.

/** `0.1`, where the nearest number of 64 bits would be `0.10000000149011612`. Nine digits tell any of them. */
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

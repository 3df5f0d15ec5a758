// Numbers of 32 bits written with no more digits than it takes to read the same numbers back.

/** `0.1`, where the nearest number of 64 bits would be `0.10000000149011612`. */
export function toShortest(value: number): string {
  for (let digits = 6; digits <= 9; digits += 1) {
    const rounded = Number(value.toPrecision(digits))
    if (Math.fround(rounded) === value) return String(rounded)
  }
  return String(value)
}

/** As JSON: an array of numbers. */
export function toJson(vector: ArrayLike<number>): string {
  return `[${Array.from(vector, toShortest).join(',')}]`
}

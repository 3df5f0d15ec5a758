// The few best of many, in order: what is better comes first, and of equals the one that came first.

export interface TopK {
  offer(position: number, score: number): void
  /** Positions, the nearest first. */
  positions(): number[]
  /** Of the one at that rank; minus infinity where there is none. */
  scoreAt(rank: number): number
}

/** For few: each offer is compared with the worst, and moved up to its place. */
export function createTopK(k: number): TopK {
  const positions = new Int32Array(k)
  const nearnesses = new Float64Array(k).fill(Number.NEGATIVE_INFINITY)
  let count = 0
  return {
    offer: (position, score) => {
      if (count === k && !(score > (nearnesses[k - 1] ?? Number.POSITIVE_INFINITY))) return
      let rank = count < k ? count++ : k - 1
      for (; rank > 0 && score > (nearnesses[rank - 1] as number); rank--) {
        nearnesses[rank] = nearnesses[rank - 1] as number
        positions[rank] = positions[rank - 1] as number
      }
      nearnesses[rank] = score
      positions[rank] = position
    },
    positions: () => [...positions.subarray(0, count)],
    scoreAt: (rank) => nearnesses[rank] ?? Number.NEGATIVE_INFINITY,
  }
}

// Judges whether memory stays flat, from many samples: the trend counts, because a single sample has noise.

const warmUp = 0.4
/** Allowed increase, relative to the typical value. */
const maxGrowth = 0.1

/** @typedef {{ seconds: number, bytes: number }} Sample */

/**
 * The increase along the trend, from the first sample to the last; the median of the slopes between any two
 * samples (Theil–Sen) is unaffected by single ones.
 * @param {readonly Sample[]} samples
 */
export function measureTrend(samples) {
  const slopes = samples.flatMap((one, index) =>
    samples.slice(index + 1).map((other) => (other.bytes - one.bytes) / (other.seconds - one.seconds)),
  )
  const seconds = (samples.at(-1)?.seconds ?? 0) - (samples[0]?.seconds ?? 0)
  const typical = median(samples.map(({ bytes }) => bytes))
  const increase = median(slopes) * seconds
  return { typical, increase, ratio: increase / typical }
}

/** The samples after the warm-up, which is a part of all. @template Item @param {readonly Item[]} samples */
export function withoutWarmUp(samples) {
  return samples.slice(Math.floor(samples.length * warmUp))
}

/** @param {string} name @param {readonly Sample[]} samples @returns {string[]} problems */
export function findGrowth(name, samples) {
  const { typical, increase, ratio } = measureTrend(samples)
  if (ratio <= maxGrowth) return []
  const values = samples.map(({ bytes }) => (bytes / 2 ** 20).toFixed(1)).join(', ')
  return [
    `${name}: increases by ${(increase / 2 ** 20).toFixed(1)} MB at ${(typical / 2 ** 20).toFixed(1)} MB; MB of all samples: ${values}`,
  ]
}

/** @param {string} name @param {readonly Sample[]} samples */
export function describeTrend(name, samples) {
  const { typical, ratio } = measureTrend(samples)
  const percent = `${ratio >= 0 ? '+' : ''}${(ratio * 100).toFixed(1)} %`
  return `${name}: ${(typical / 2 ** 20).toFixed(1)} MB, ${percent} after the warm-up`
}

/** @param {readonly number[]} values */
function median(values) {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

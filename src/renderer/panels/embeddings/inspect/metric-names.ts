// What the measures between two vectors are called, and what each says.
import type { Metric } from '../vectors/vector-calls'

export const metricNames = {
  cosine: {
    name: 'Cosine similarity',
    short: 'Cosine',
    about: 'The angle alone: 1 is the same direction, 0 a right angle.',
  },
  dot: {
    name: 'Dot product',
    short: 'Dot',
    about: 'Angle and lengths; for vectors of unit length it is the cosine.',
  },
  euclidean: {
    name: 'Euclidean distance',
    short: 'Euclidean',
    about: 'How far apart the two ends lie: 0 is the same place, and less is nearer.',
  },
} as const satisfies Record<Metric, { name: string; short: string; about: string }>

export const metricOptions = [
  { value: 'cosine', name: metricNames.cosine.short },
  { value: 'dot', name: metricNames.dot.short },
  { value: 'euclidean', name: metricNames.euclidean.short },
] as const satisfies readonly { value: Metric; name: string }[]

/** For the cosine lengths do not matter, nor for vectors that are all of unit length. */
export function explainNormalization(metric: Metric, isUnit: boolean, normalise: boolean): string {
  if (isUnit) return 'All vectors are of unit length.'
  if (metric === 'cosine') return 'Not of unit length. The cosine is the same either way.'
  return normalise
    ? 'Not of unit length: normalised before they are compared.'
    : 'Not of unit length: what is longer counts for more.'
}

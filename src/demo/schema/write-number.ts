// Writes a number within a schema's bounds, from the prompt if one fits.
import { numberField } from '../generation/fields'
import { hashText, seedRandom } from '../seed'
import { findFact } from './facts'
import { type Schema, schemaError, typeOf } from './resolve-schema'
import type { FillState, ValueLocation } from './source'

interface Bounds {
  readonly min: number
  readonly max: number
  /** Numbers are multiples of this; 0 allows any. */
  readonly step: number
}

export function writeNumber(schema: Schema, location: ValueLocation, state: FillState): number {
  const bounds = readBounds(schema, location)
  const fact = findFact(location, state.source)
  if (typeof fact === 'number' && fits(fact, bounds)) return fact
  const named = claimNumber(bounds, location, state)
  if (named !== undefined) return named
  const typicalRange = guessRange(location.name)
  const min = Math.max(bounds.min, Math.min(typicalRange[0], bounds.max))
  const max = Math.min(bounds.max, Math.max(typicalRange[1], min))
  const random = seedRandom(hashText(`${state.source.prompt}${location.path}`))
  const value = min + random() * (max - min)
  if (bounds.step === 0) return clamp(Math.round(value * 100) / 100, bounds)
  const rounded = Math.round(value / bounds.step) * bounds.step
  return moveInside(rounded, bounds)
}

function readBounds(schema: Schema, location: ValueLocation): Bounds {
  const multiple = numberField(schema, 'multipleOf')
  const step = multiple ?? (typeOf(schema) === 'integer' ? 1 : 0)
  const epsilon = step || 1e-6
  const lower = numberField(schema, 'minimum')
  const upper = numberField(schema, 'maximum')
  const exclusiveMin = schema.exclusiveMinimum === true ? lower : numberField(schema, 'exclusiveMinimum')
  const exclusiveMax = schema.exclusiveMaximum === true ? upper : numberField(schema, 'exclusiveMaximum')
  const [lowest, highest] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  const min = Math.max(lower ?? lowest, exclusiveMin === undefined ? lowest : exclusiveMin + epsilon)
  const max = Math.min(upper ?? highest, exclusiveMax === undefined ? highest : exclusiveMax - epsilon)
  if (min > max) throw schemaError(location.path, `no number is at least ${min} and at most ${max}`)
  return { min, max, step }
}

/** The first number of the prompt that fits and has not been used. */
function claimNumber(
  bounds: Bounds,
  location: ValueLocation,
  { source, usedNumbers }: FillState,
): number | undefined {
  if (/^(?:id|index)$/i.test(location.name)) return undefined
  const index = source.numbers.findIndex((value, at) => !usedNumbers.has(at) && fits(value, bounds))
  if (index < 0) return undefined
  usedNumbers.add(index)
  return source.numbers[index]
}

function fits(value: number, { min, max, step }: Bounds): boolean {
  const ratio = step === 0 ? 0 : value / step
  return value >= min && value <= max && Math.abs(ratio - Math.round(ratio)) < 1e-9
}

/** The nearest multiple within the bounds. */
function moveInside(value: number, bounds: Bounds): number {
  const { min, max, step } = bounds
  const low = Number.isFinite(min) ? Math.ceil(min / step - 1e-9) * step : value
  const high = Number.isFinite(max) ? Math.floor(max / step + 1e-9) * step : value
  const clamped = Math.min(Math.max(value, low), high)
  return Number(clamped.toPrecision(12))
}

function clamp(value: number, { min, max }: Bounds): number {
  return Math.min(Math.max(value, min), max)
}

const ranges: readonly (readonly [RegExp, readonly [number, number]])[] = [
  [/age/i, [18, 70]],
  [/year/i, [1990, 2026]],
  [/minute|duration/i, [10, 60]],
  [/hour/i, [1, 12]],
  [/price|cost|amount|total/i, [5, 120]],
  [/rating|score|stars/i, [3, 5]],
  [/lat/i, [-60, 60]],
  [/lo?ng?/i, [-170, 170]],
  [/temp/i, [-5, 30]],
  [/percent|probab|confidence/i, [0, 1]],
  [/count|quantity|servings|people|guests/i, [1, 8]],
]

function guessRange(name: string): readonly [number, number] {
  return ranges.find(([pattern]) => pattern.test(name))?.[1] ?? [1, 100]
}

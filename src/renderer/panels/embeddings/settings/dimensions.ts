// How many numbers a vector shall have: the sizes that the vendor recommends, and any other as it is typed.
import { type NumberRule, readParameter } from '../../../components/read-parameter'

const presets = ['3072', '1536', '768'] as const
export type DimensionsChoice = (typeof presets)[number] | 'other'

export const dimensionOptions = [
  ...presets.map((value) => ({ value, name: value })),
  { value: 'other', name: 'Other' },
] as const satisfies readonly { value: DimensionsChoice; name: string }[]

const rule: NumberRule = { least: 1, most: 8192, whole: true, words: 'a whole number from 1 to 8192' }

export function toDimensionsChoice(dimensions: number | null): DimensionsChoice {
  return presets.find((preset) => Number(preset) === dimensions) ?? 'other'
}

/** Blank leaves it to the model: null. */
export function readDimensions(
  text: string,
): { readonly value: number | null; readonly error?: undefined } | { readonly error: string } {
  const read = readParameter(text, rule)
  return read.error === undefined ? { value: read.value ?? null } : { error: read.error }
}

/** Vectors of the vendor's that are shorter than its own are cut off, and not of unit length any more (wire §6). */
export function isShort(dimensions: number | null): boolean {
  return dimensions !== null && dimensions < 3072
}

// Parses a numeric parameter as typed; blank means the model's default.

type TypedParameter =
  | { readonly value: number | undefined; readonly error?: undefined }
  | { readonly error: string }

export interface NumberRule {
  readonly min: number
  readonly max: number
  readonly whole: boolean
  /** Valid although out of bounds. */
  readonly exceptions?: readonly number[]
  /** Valid values, as a text after “must be”. */
  readonly description: string
  /** Blank is invalid. */
  readonly required?: boolean
}

export const rules = {
  temperature: { min: 0, max: 2, whole: false, description: 'a number from 0 to 2' },
  topP: { min: 0, max: 1, whole: false, description: 'a number from 0 to 1' },
  topK: { min: 1, max: Number.MAX_SAFE_INTEGER, whole: true, description: 'a whole number greater than 0' },
  maxOutputTokens: {
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    whole: true,
    description: 'a whole number greater than 0',
  },
  seed: {
    min: -2_147_483_648,
    max: 2_147_483_647,
    whole: true,
    description: 'a whole number from -2147483648 to 2147483647',
  },
} as const satisfies Record<string, NumberRule>

/** Accepts either decimal mark, and the minus sign of word processors. */
export function readParameter(text: string, rule: NumberRule): TypedParameter {
  const typed = text
    .trim()
    .replace(',', '.')
    .replace(/^\u2212/, '-')
  if (!typed && !rule.required) return { value: undefined }
  const value = /^[+-]?(\d+\.?\d*|\.\d+)$/.test(typed) ? Number(typed) : Number.NaN
  const isWithin = value >= rule.min && value <= rule.max && (!rule.whole || Number.isInteger(value))
  return isWithin || rule.exceptions?.includes(value)
    ? { value }
    : { error: `must be ${rule.description}${rule.required ? '' : ', or empty'}` }
}

/** The text of the field: the typed one while it is invalid or equals the value, else the value. */
export function showParameter(
  typed: string | undefined,
  value: number | undefined,
  rule: NumberRule,
): { readonly text: string; readonly error?: string | undefined } {
  if (typed === undefined) return { text: value?.toString() ?? '' }
  const parsed = readParameter(typed, rule)
  if (parsed.error !== undefined) return { text: typed, error: parsed.error }
  return { text: parsed.value === value ? typed : (value?.toString() ?? '') }
}

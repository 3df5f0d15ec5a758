// Parses a numeric parameter as typed; blank means the model's default.

type TypedParameter =
  | { readonly value: number | undefined; readonly error?: undefined }
  | { readonly error: string }

export interface NumberRule {
  readonly least: number
  readonly most: number
  readonly whole: boolean
  /** Valid although out of bounds. */
  readonly also?: readonly number[]
  /** What is valid, as it follows “must be”. */
  readonly words: string
  /** Blank is invalid. */
  readonly required?: boolean
}

export const rules = {
  temperature: { least: 0, most: 2, whole: false, words: 'a number from 0 to 2' },
  topP: { least: 0, most: 1, whole: false, words: 'a number from 0 to 1' },
  topK: { least: 1, most: Number.MAX_SAFE_INTEGER, whole: true, words: 'a whole number greater than 0' },
  maxOutputTokens: {
    least: 1,
    most: Number.MAX_SAFE_INTEGER,
    whole: true,
    words: 'a whole number greater than 0',
  },
  seed: {
    least: -2_147_483_648,
    most: 2_147_483_647,
    whole: true,
    words: 'a whole number from -2147483648 to 2147483647',
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
  const isWithin = value >= rule.least && value <= rule.most && (!rule.whole || Number.isInteger(value))
  return isWithin || rule.also?.includes(value)
    ? { value }
    : { error: `must be ${rule.words}${rule.required ? '' : ', or empty'}` }
}

/** What the field shows: the typed text while it is invalid or equals the value, else the value. */
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

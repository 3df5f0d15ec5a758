// A parameter as typed: blank means the model's default.

export type TypedParameter =
  | { readonly value: number | undefined; readonly error?: undefined }
  | { readonly error: string }

export function readTokenLimit(text: string): TypedParameter {
  const typed = text.trim()
  if (!typed) return { value: undefined }
  const value = Number(typed)
  return Number.isInteger(value) && value > 0
    ? { value }
    : { error: 'must be a whole number above 0, or blank' }
}

export function readTemperature(text: string): TypedParameter {
  const typed = text.trim().replace(',', '.')
  if (!typed) return { value: undefined }
  const value = Number(typed)
  return value >= 0 && value <= 2 ? { value } : { error: 'must be a number from 0 to 2, or blank' }
}

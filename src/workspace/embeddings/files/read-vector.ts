// Reads a vector out of a file, as 32-bit numbers.
import { ApiError } from '#shared/schemas/api-error'

const longest = 8192

/** Null where there is none; `place` begins the sentence of a refusal: `Line 7`. */
export function readVector(value: unknown, place: string): Float32Array | null {
  if (value === null || value === undefined) return null
  if (!Array.isArray(value) || value.length === 0)
    throw refuse(place, 'embedding must be an array of numbers')
  if (value.length > longest) throw refuse(place, 'embedding has more than 8,192 numbers')
  const wrong = value.findIndex(
    (number) => typeof number !== 'number' || !Number.isFinite(Math.fround(number)),
  )
  if (wrong >= 0) throw refuse(place, `embedding[${wrong}] is no number`)
  return Float32Array.from(value)
}

/** A field of a table. */
export function readVectorText(text: string, place: string): Float32Array | null {
  if (text.trim() === '') return null
  return readVector(parse(text, place), place)
}

function parse(text: string, place: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refuse(place, 'embedding must be an array of numbers, such as [0.1, -0.2]')
  }
}

function refuse(place: string, fault: string): ApiError {
  return new ApiError('INVALID_ARGUMENT', `${place}: ${fault}.`)
}

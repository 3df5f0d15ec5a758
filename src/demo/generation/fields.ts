// Reads JSON whose names are in camelCase or snake_case (wire §2.8).
import { ApiError } from '#shared/schemas/api-error'
import { isObject, type JsonObject } from '#shared/wire/json-objects'

/** Returns the field's value under either spelling. `name` is in camelCase. */
export function field(object: unknown, name: string): unknown {
  if (!isObject(object)) return undefined
  return object[name] ?? object[name.replace(/[A-Z]/g, (character) => `_${character.toLowerCase()}`)]
}

export function objectField(object: unknown, name: string): JsonObject | undefined {
  const value = field(object, name)
  return isObject(value) ? value : undefined
}

export function listField(object: unknown, name: string): readonly unknown[] {
  const value = field(object, name)
  return Array.isArray(value) ? value : []
}

export function textField(object: unknown, name: string): string | undefined {
  const value = field(object, name)
  return typeof value === 'string' ? value : undefined
}

/** Accepts numbers written as strings (`"8"`). */
export function numberField(object: unknown, name: string): number | undefined {
  const value = field(object, name)
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

export function textsField(object: unknown, name: string): string[] {
  return listField(object, name).filter((item) => typeof item === 'string')
}

/** `param` is the path of the invalid value. */
export function invalidArgument(message: string, param?: string): ApiError {
  return new ApiError('INVALID_ARGUMENT', message, param === undefined ? {} : { param })
}

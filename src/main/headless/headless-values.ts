// Parses single values of the headless gateway's command line. Errors name the option.
import type { z } from 'zod'
import { ApiError } from '#shared/schemas/api-error'
import { BaseUrl, findEntryProblem } from '#shared/schemas/base-url'
import { UpstreamKey } from '#shared/schemas/key-status'

export type Environment = Readonly<Record<string, string | undefined>>

/** Returns null if the variable is not set or empty. */
export function readKey(flag: string, name: string, environment: Environment): string | null {
  const text = environment[name]?.trim()
  return text ? parseWith(UpstreamKey, text, `${flag}: environment variable ${name}`) : null
}

export function rejectMissing(flag: string, name: string): never {
  throw invalidArgument(`${flag}: environment variable ${name} is not set`)
}

export function readUrl(url: string, flag: string): string {
  const problem = findEntryProblem(url)
  if (problem) throw invalidArgument(`${flag}: ${problem}`)
  return parseWith(BaseUrl, url, flag)
}

export function split(text: string, flag: string, form: string): readonly [string, string] {
  const sides = text.split('=')
  const [left = '', right = ''] = sides
  if (sides.length !== 2 || left === '' || right === '')
    throw invalidArgument(`${flag} ${text}: must be ${form}`)
  return [left, right]
}

/** Returns the parsed value. Throws an `ApiError` that names `name`. */
export function parseWith<Value>(schema: z.ZodType<Value>, value: unknown, name: string): Value {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw invalidArgument(`${name}: ${result.error.issues[0]?.message ?? 'is not valid'}`)
}

export function invalidArgument(message: string): ApiError {
  return new ApiError('INVALID_ARGUMENT', message)
}

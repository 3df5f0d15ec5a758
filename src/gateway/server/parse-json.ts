// Parses a JSON body; what is wrong with it is told with its line and column.
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser'
import { ApiError } from '#shared/schemas/api-error'
import type { Headers } from '#shared/wire/call'

/** Looking for the place of a mistake in more than this would keep other calls waiting. */
const mostSearched = 4 * 1024 * 1024

export function checkContentType(headers: Headers): void {
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (type !== 'application/json' && !/^application\/[\w.-]+\+json$/.test(type))
    throw new ApiError(
      'UNSUPPORTED_MEDIA_TYPE',
      `Content-Type: must be application/json, but is ${type === '' ? 'missing' : type}.`,
    )
  checkEncoding(headers)
}

export function checkEncoding(headers: Headers): void {
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity')
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Content-Encoding: the body must not be compressed.')
}

export function parseJson(bytes: Uint8Array): unknown {
  const text = decode(bytes)
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError('INVALID_ARGUMENT', `Invalid JSON payload received. ${findMistake(text)}`)
  }
}

const strictDecoder = new TextDecoder('utf-8', { fatal: true })

function decode(bytes: Uint8Array): string {
  try {
    return strictDecoder.decode(bytes)
  } catch {
    throw new ApiError('INVALID_ARGUMENT', 'Invalid JSON payload received. The body is not valid UTF-8.')
  }
}

function findMistake(text: string): string {
  if (text.trim() === '') return 'The body is empty.'
  if (text.length > mostSearched) return 'The body is not valid JSON.'
  const mistakes: ParseError[] = []
  try {
    parse(text, mistakes, { disallowComments: true })
  } catch {
    // The parser is recursive: JSON nested this deep has no place that it could name.
    return 'The body is nested too deeply to say where it goes wrong.'
  }
  const [first] = mistakes
  if (!first) return 'The body is not valid JSON.'
  const before = text.slice(0, first.offset).split('\n')
  const column = (before.at(-1)?.length ?? 0) + 1
  const words = printParseErrorCode(first.error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return `Line ${before.length}, column ${column}: ${words}.`
}

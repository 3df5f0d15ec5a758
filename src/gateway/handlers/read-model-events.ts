// Reads the JSON documents of an upstream's stream, and tells a failure in the middle of it in whatever form it comes.
import { ApiError, readErrorBody } from '#shared/schemas/api-error'
import { readEvents } from '#shared/wire/read-events'
import { concealDeeply } from './upstream-error'

export interface EventReading {
  readonly conceal: (text: string) => string
  readonly noteUsage: (usage: unknown) => void
}

/** Yields each document on one line, unchanged. Throws an `ApiError` for an error object, garbage or a cut. */
export async function* readModelEvents(
  bytes: AsyncIterable<Uint8Array>,
  reading: EventReading,
): AsyncGenerator<string, void, undefined> {
  let rest = ''
  const onRest = (text: string): void => {
    rest = text.trim()
  }
  for await (const text of readEvents(bytes, onRest)) {
    if (text === '' || text === '[DONE]') continue
    checkDocument(text, reading)
    yield oneLine(text)
  }
  if (rest) checkRest(rest, reading.conceal)
}

function checkDocument(text: string, reading: EventReading): void {
  const document = parseObject(text)
  if (!document) throw broken()
  if ('error' in document) throw toFailure(document, reading.conceal)
  if (document.usageMetadata) reading.noteUsage(document.usageMetadata)
}

/** Lines such as `retry: 5` or `x: y` are lawful and say nothing; anything else is no stream of events. */
function checkRest(rest: string, conceal: EventReading['conceal']): void {
  const failure = readFailure(rest, conceal)
  if (failure) throw failure
  if (!rest.split('\n').every((line) => /^[\w-]*:/.test(line) || line.trim() === '')) throw broken()
}

/** Undefined where the text is no error object. */
export function readFailure(text: string, conceal: EventReading['conceal']): ApiError | undefined {
  const document = parseObject(text)
  return document && 'error' in document ? toFailure(document, conceal) : undefined
}

function toFailure(document: object, conceal: EventReading['conceal']): ApiError {
  const code = (document as { error?: { code?: unknown } | null }).error?.code
  const http = typeof code === 'number' && code >= 400 && code < 600 ? code : 502
  const error = readErrorBody(http, document)
  if (!error) return new ApiError('UNAVAILABLE', 'The upstream ended the stream with an error.')
  // What is known of a retry stands in them.
  const details = error.details && concealDeeply(error.details, conceal)
  return new ApiError(error.code, conceal(error.message), {
    http,
    source: 'provider',
    ...(Array.isArray(details) && { details }),
  })
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const bare = Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value
    // Any object can be read by names.
    return typeof bare === 'object' && bare !== null ? (bare as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** In JSON a line break can only stand between tokens, where a space means the same. */
function oneLine(text: string): string {
  return text.includes('\n') || text.includes('\r') ? text.replace(/[\r\n]+/g, ' ') : text
}

function broken(): ApiError {
  return new ApiError(
    'UNAVAILABLE',
    'The upstream sent something that is not part of the stream, or broke off.',
  )
}

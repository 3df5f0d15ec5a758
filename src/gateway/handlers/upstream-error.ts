// Turns an upstream's refusal into the caller's: status and body kept, secrets and hosts out, always an object of the dialect.
import {
  ApiError,
  type GeminiErrorBody,
  readErrorBody,
  toErrorCode,
  toGeminiBody,
  toOpenAiBody,
} from '#shared/schemas/api-error'
import type { Answer } from '#shared/wire/call'
import { readBody } from '#shared/wire/read-body'
import { answerJson } from './handler'

/** An error body longer than this is not one. */
const mostBytes = 1_048_576

export interface ErrorReading {
  readonly dialect: 'gemini' | 'openai'
  readonly conceal: (text: string) => string
}

export async function toErrorAnswer(answer: Answer, reading: ErrorReading): Promise<Answer> {
  const text = await readErrorText(answer)
  const bare = unwrap(parse(reading.conceal(text)))
  const error = readErrorBody(answer.status, bare)
  const body =
    error && fitsDialect(bare, reading.dialect) ? bare : toBody(error ?? pageError(answer), reading)
  const retryAfter = answer.headers['retry-after'] ?? readRetryDelay(bare)
  const plain = answerJson(body, answer.status)
  return { ...plain, headers: { ...passedHeaders(answer), ...plain.headers, ...toRetryHeader(retryAfter) } }
}

/** `RetryInfo.retryDelay` ("34.4s") in whole seconds, rounded up (wire §4.4). */
function readRetryDelay(body: unknown): string | undefined {
  const details = (body as Partial<GeminiErrorBody> | null)?.error?.details
  if (!Array.isArray(details)) return undefined
  for (const detail of details) {
    const delay = (detail as { retryDelay?: unknown } | null)?.retryDelay
    const seconds = typeof delay === 'string' ? Number.parseFloat(delay) : Number.NaN
    if (seconds >= 0) return String(Math.ceil(seconds))
  }
  return undefined
}

function toRetryHeader(retryAfter: string | undefined): Record<string, string> {
  return retryAfter === undefined ? {} : { 'retry-after': retryAfter }
}

/** The body's own headers (length, encoding, type) do not fit the body that is sent instead. */
function passedHeaders(answer: Answer): Record<string, string> {
  const kept = Object.entries(answer.headers).filter(([name]) => !name.startsWith('content-'))
  return Object.fromEntries(kept)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function unwrap(body: unknown): unknown {
  return Array.isArray(body) && body.length === 1 ? body[0] : body
}

/** A body of the caller's own dialect goes on as it came, unknown fields included. */
function fitsDialect(bare: unknown, dialect: ErrorReading['dialect']): boolean {
  const error = (bare as { error?: Record<string, unknown> }).error ?? {}
  return dialect === 'openai' ? 'type' in error : typeof error.code === 'number' && 'status' in error
}

function toBody(error: ApiError, reading: ErrorReading): unknown {
  return reading.dialect === 'openai' ? toOpenAiBody(error) : toGeminiBody(error)
}

function pageError({ status }: Answer): ApiError {
  const message = `The upstream answered with status ${status} and no error object. Check the base URL, the proxy and the key.`
  return new ApiError(toErrorCode(status), message, { http: status })
}

/** Empty where it is endless or broken off: the status says enough. */
async function readErrorText(answer: Answer): Promise<string> {
  try {
    return new TextDecoder().decode(await readBody(answer.body, mostBytes))
  } catch (error) {
    if (error instanceof ApiError && error.code === 'CANCELLED') throw error
    return ''
  }
}

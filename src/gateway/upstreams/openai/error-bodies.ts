// Converts error bodies of OpenAI-compatible servers, which have many forms, to Google's form.
import { ApiError, type GeminiErrorBody, toErrorCode, toGeminiBody } from '#shared/schemas/api-error'
import { tryParseJson } from '#shared/wire/parse-json'
import {
  isObject,
  type JsonObject,
  listObjects,
  toNumber,
  toObject,
  toText,
} from '../../translation/json-objects'

interface ServerError {
  readonly message: string
  /** An HTTP status, which errors of a response with status 200 have as their code. */
  readonly status?: number
}

/** Returns undefined if the body has no message. */
export function toGoogleError(status: number, body: unknown): GeminiErrorBody | undefined {
  const error = readServerError(body)
  if (!error) return undefined
  const http = status >= 400 ? status : (error.status ?? 502)
  return toGeminiBody(new ApiError(toErrorCode(http), error.message, { http }))
}

/**
 * Returns undefined if the body is not an error. Reads OpenAI's `{"error":{"message"}}`, with OpenRouter's
 * `metadata.raw`, the error of the provider behind it, LM Studio's `{"error":"text"}`,
 * earlier vLLM's `{"object":"error","message"}`, and FastAPI's `{"detail"}`.
 */
export function readServerError(body: unknown): ServerError | undefined {
  if (!isObject(body)) return undefined
  const { error, object, message, detail, code } = body
  if (typeof error === 'string' && error !== '') return { message: error, ...toStatus(code) }
  if (isObject(error)) return { message: readMessageOf(error), ...toStatus(error.code) }
  const [choice] = listObjects(body.choices)
  // OpenRouter's, if the provider behind it has failed.
  if (choice && isObject(choice.error) && toText(toObject(choice.message).content) === '')
    return { message: readMessageOf(choice.error), ...toStatus(choice.error.code) }
  if (object === 'error') return { message: readMessage(message), ...toStatus(code) }
  if (detail !== undefined && !('choices' in body)) return { message: readMessage(detail) }
  return undefined
}

function readMessageOf({ message, metadata }: JsonObject): string {
  const { raw } = toObject(metadata)
  const text = readMessage(message)
  if (raw === undefined || raw === null) return text
  const cause = readServerError(typeof raw === 'string' ? tryParseJson(raw) : raw)?.message ?? toText(raw)
  return cause === '' ? text : `${text}: ${cause}`
}

/** Messages are texts, lists of a validator's findings, or nested. */
function readMessage(message: unknown): string {
  if (typeof message === 'string' && message !== '') return message
  if (Array.isArray(message)) {
    const findings = listObjects(message).map(({ loc, msg }) =>
      [Array.isArray(loc) ? loc.join('.') : '', toText(msg)].filter((text) => text !== '').join(': '),
    )
    return findings.filter((text) => text !== '').join('; ') || 'The request is invalid.'
  }
  return isObject(message)
    ? readMessage(message.detail ?? message.message)
    : 'The provider returned an error.'
}

function toStatus(code: unknown): { readonly status?: number } {
  const status = toNumber(code) ?? Number(toText(code) || Number.NaN)
  return status >= 400 && status < 600 ? { status } : {}
}

// Converts error bodies of OpenAI-compatible servers, which have many forms, to Google's form.
import { ApiError, type GeminiErrorBody, toErrorCode, toGeminiBody } from '#shared/schemas/api-error'
import { isObject, type JsonObject, listObjects, toNumber, toObject, toText } from '#shared/wire/json-objects'
import { readProviderMessage } from '../translation/provider-errors'

interface ServerError {
  readonly message: string
  /** An HTTP status, which errors of a response with status 200 have as their code. */
  readonly status?: number
}

/** `body`: JSON, or a text. Returns undefined if it is no error, or says nothing. */
export function toGoogleError(status: number, body: unknown): GeminiErrorBody | undefined {
  const message = status >= 400 ? readProviderMessage(body) : undefined
  const error = readServerError(body) ?? (message === undefined ? undefined : { message })
  if (!error) return undefined
  const http = status >= 400 ? status : (error.status ?? 502)
  return toGeminiBody(new ApiError(toErrorCode(http), error.message, { http }))
}

/**
 * Returns undefined if the body is not an error: OpenAI's `{"error":{"message"}}`, LM Studio's `{"error":"text"}`, earlier
 * vLLM's `{"object":"error","message"}`, FastAPI's `{"detail"}`, MiniMax's `base_resp`, and `{"success":false}`.
 */
export function readServerError(body: unknown): ServerError | undefined {
  if (!isObject(body)) return undefined
  const { error, object, detail, code, choices } = body
  const [choice] = listObjects(choices)
  // OpenRouter's, if the provider behind it has failed.
  if (choice && isObject(choice.error) && toText(toObject(choice.message).content) === '')
    return readKnownError(choice.error, choice.error.code)
  if (isObject(error)) return readKnownError(body, error.code)
  const { status_code: result = 0 } = toObject(body.base_resp)
  const isError =
    (typeof error === 'string' && error !== '') ||
    object === 'error' ||
    (detail !== undefined && choices === undefined) ||
    (body.success === false && choices === undefined) ||
    result !== 0
  return isError ? readKnownError(body, code) : undefined
}

function readKnownError(body: JsonObject, code: unknown): ServerError {
  return { message: readProviderMessage(body) ?? 'The provider returned an error.', ...toStatus(code) }
}

function toStatus(code: unknown): { readonly status?: number } {
  const status = toNumber(code) ?? Number(toText(code) || Number.NaN)
  return status >= 400 && status < 600 ? { status } : {}
}

/** Says what an unknown model was sent as. */
export function explainRename(message: string, requested?: string, sent?: string): string {
  return requested === sent ? message : `${message.replace(/\.?$/, '.')} ${requested} is sent as ${sent}.`
}

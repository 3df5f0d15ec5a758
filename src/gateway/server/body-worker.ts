// The thread in which large request bodies are parsed, validated and translated, so that they don't delay other requests.
import { parentPort } from 'node:worker_threads'
import type { ErrorCode, ErrorContext } from '#shared/schemas/api-error'
import { openPortCalls, Transferred } from '../port-calls'
import type { ModelCall, TranslatedRequest, TranslateOptions } from '../upstreams/openai/translate-request'
import { type BodyContent, type BodyTarget, validateAndTranslate } from './validate-body'
import { toApiError } from './write-response'

interface BodyJob {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly target: BodyTarget
}

/** The cloneable fields of an `ApiError`. */
export interface BodyError {
  readonly code: ErrorCode
  readonly message: string
  readonly context: ErrorContext
}

interface ReadBody extends BodyContent {
  readonly error?: BodyError
}

/** Transfers the bytes back with the result. */
interface BodyResult extends ReadBody {
  readonly bytes: Uint8Array<ArrayBuffer>
}

interface TranslationJob {
  readonly bytes: Uint8Array
  readonly call: ModelCall
  readonly options: TranslateOptions
}

type TranslationResult =
  | { readonly request: TranslatedRequest; readonly error?: never }
  | { readonly request?: never; readonly error: BodyError }

export type BodyFunctions = {
  validate(job: BodyJob): Promise<Transferred<BodyResult>>
  translate(job: TranslationJob): Promise<TranslationResult>
}

if (!parentPort) throw new Error('This program runs as a worker thread.')

const functions: BodyFunctions = {
  validate: async ({ bytes, target }) =>
    new Transferred({ bytes, ...(await validate(bytes, target)) }, [bytes.buffer]),
  translate: async ({ bytes, call, options }) => {
    try {
      const { translateRequest } = await import('../upstreams/openai/translate-request')
      return { request: translateRequest(bytes, call, options) }
    } catch (error) {
      return { error: toBodyError(error) }
    }
  },
}
openPortCalls(parentPort, functions)

async function validate(bytes: Uint8Array, target: BodyTarget): Promise<ReadBody> {
  const { error, ...content } = await validateAndTranslate(bytes, target)
  return error === undefined ? content : { ...content, error: toBodyError(error) }
}

/** Without the cause, which may not be cloneable. */
function toBodyError(error: unknown): BodyError {
  const { code, message, http, param, details } = toApiError(error)
  const context = { http, ...(param === undefined ? {} : { param }), ...(details ? { details } : {}) }
  return { code, message, context }
}

// Validates and translates request bodies: small ones in this thread, large ones in a worker thread.
import { toApiError } from '#shared/endpoints/errors'
import { ApiError } from '#shared/schemas/api-error'
import { type TranslateRequest, translateRequest } from '../gemini-to-openai/translate-request'
import { fromFailure, type PortCalls } from '../port-calls'
import { createWorkerClient } from '../worker-client'
import type { BodyFunctions } from './body-worker'
import {
  type BodyContent,
  type BodyTarget,
  type Validation,
  validateAndTranslate,
  validateBody,
} from './validate-body'

/** Calls a function of the thread. */
export type BodyThread = PortCalls<BodyFunctions>['call']

/** Bytes; parsing and validating the worst body of this size takes about 20 ms. */
const maxInline = 524_288
/** Milliseconds without work after which the thread ends and its memory is released. */
const defaultIdleMs = 30_000
/** A body of 100 MB needs far less, unless it was designed to need more. */
const maxHeapMegabytes = 2048

/** `program` is the compiled `body-worker`. */
export function createBodyThread(program: string, idleMs = defaultIdleMs): BodyThread {
  return createWorkerClient<BodyFunctions>({
    program,
    name: 'thread that processes request bodies',
    isBackground: true,
    options: () => ({ resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes } }),
    idleMs,
    toError,
  }).call
}

function toError(thrown: Error | undefined): Error {
  if (thrown && (thrown as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
    return new ApiError(
      'PAYLOAD_TOO_LARGE',
      'The body has too many values to be parsed. Send fewer of them, or split the request.',
    )
  return thrown ?? new Error('The thread that processes request bodies has ended.')
}

/** Without `thread`, every body is translated in this one. */
export function createBodyTranslator(thread: BodyThread | undefined): TranslateRequest {
  return (bytes, call, options) =>
    thread && bytes.length > maxInline
      ? thread('translate', { bytes, call, options })
      : translateRequest(bytes, call, options)
}

interface ValidBody extends BodyContent {
  /** The same content in other memory: the original bytes are detached. */
  readonly bytes: Uint8Array
  /** Present if the body is invalid. */
  readonly error?: ApiError
}

/** A promise only for a large body, and for one that is translated. */
export type ValidateBody = (bytes: Uint8Array, target: BodyTarget) => ValidBody | Promise<ValidBody>

/** Without `thread`, every body is validated in this one. */
export function createBodyValidator(thread: BodyThread | undefined): ValidateBody {
  return (bytes, target) => {
    if (thread && bytes.length > maxInline) return validateInThread(thread, bytes, target)
    if (!target.translatesFor) return toValidBody(bytes, validateBody(bytes, target))
    return validateAndTranslate(bytes, target).then((validation) => toValidBody(bytes, validation))
  }
}

/** A body this large has its own memory, which is transferred to the thread and back without a copy. */
async function validateInThread(
  thread: BodyThread,
  body: Uint8Array,
  target: BodyTarget,
): Promise<ValidBody> {
  const bytes = body as Uint8Array<ArrayBuffer>
  const { error, ...content } = await thread('validate', { bytes, target }, { transfer: [bytes.buffer] })
  return error ? { ...content, error: fromFailure(error) } : content
}

function toValidBody(bytes: Uint8Array, { error, ...content }: Validation): ValidBody {
  return { bytes, ...content, ...(error !== undefined && { error: toApiError(error) }) }
}

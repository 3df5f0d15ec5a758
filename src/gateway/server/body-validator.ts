// Validates request bodies: small ones in this thread, large ones in a worker thread.
import type { ApiError } from '#shared/schemas/api-error'
import { type BodyThread, fromBodyError, isLargeBody } from './body-thread'
import { type BodyContent, type BodyTarget, validateBody } from './validate-body'
import { toApiError } from './write-response'

interface ValidBody extends BodyContent {
  /** The same content in other memory: the original bytes are detached. */
  readonly bytes: Uint8Array
  /** Present if the body is invalid. */
  readonly error?: ApiError
}

/** A promise only for a large body. */
export type ValidateBody = (bytes: Uint8Array, target: BodyTarget) => ValidBody | Promise<ValidBody>

/** Without `thread`, every body is validated in this one. */
export function createBodyValidator(thread: BodyThread | undefined): ValidateBody {
  return (bytes, target) =>
    thread && isLargeBody(bytes) ? validateInThread(thread, bytes, target) : validateInline(bytes, target)
}

/** A body this large has its own memory, which is transferred to the thread and back without a copy. */
async function validateInThread(
  thread: BodyThread,
  body: Uint8Array,
  target: BodyTarget,
): Promise<ValidBody> {
  const owned = body as Uint8Array<ArrayBuffer>
  const job = { bytes: owned, target }
  const { error, ...content } = await thread('validate', job, { transfer: [owned.buffer] })
  return error ? { ...content, error: fromBodyError(error) } : content
}

function validateInline(bytes: Uint8Array, target: BodyTarget): ValidBody {
  const { error, ...content } = validateBody(bytes, target)
  return { bytes, ...content, ...(error !== undefined && { error: toApiError(error) }) }
}

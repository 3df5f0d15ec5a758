// Validates request bodies: small ones in this thread, large ones in a worker thread.
import type { ApiError } from '#shared/schemas/api-error'
import { fromFailure } from '../port-calls'
import { type BodyThread, isLargeBody } from './body-thread'
import {
  type BodyContent,
  type BodyTarget,
  type Validation,
  validateAndTranslate,
  validateBody,
} from './validate-body'
import { toApiError } from './write-response'

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
    if (thread && isLargeBody(bytes)) return validateInThread(thread, bytes, target)
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
  const owned = body as Uint8Array<ArrayBuffer>
  const job = { bytes: owned, target }
  const { error, ...content } = await thread('validate', job, { transfer: [owned.buffer] })
  return error ? { ...content, error: fromFailure(error) } : content
}

function toValidBody(bytes: Uint8Array, { error, ...content }: Validation): ValidBody {
  return { bytes, ...content, ...(error !== undefined && { error: toApiError(error) }) }
}

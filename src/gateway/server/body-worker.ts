// The thread in which large request bodies are parsed and validated, so that they don't delay other requests.
import { parentPort } from 'node:worker_threads'
import type { ErrorCode, ErrorContext } from '#shared/schemas/api-error'
import { openPortCalls, Transferred } from '../port-calls'
import { type BodyTarget, validateBody } from './validate-body'
import { toApiError } from './write-response'

interface BodyJob {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly target: BodyTarget
}

/** Transfers the bytes back with the result. */
export interface BodyResult {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly endpoint: string | null
  readonly error?: { readonly code: ErrorCode; readonly message: string; readonly context: ErrorContext }
}

export type BodyFunctions = {
  validate(job: BodyJob): Transferred<BodyResult>
}

if (!parentPort) throw new Error('This program runs as a worker thread.')

const functions: BodyFunctions = {
  validate: ({ bytes, target }) => new Transferred({ bytes, ...validate(bytes, target) }, [bytes.buffer]),
}
openPortCalls(parentPort, functions)

function validate(bytes: Uint8Array, target: BodyTarget): Pick<BodyResult, 'endpoint' | 'error'> {
  const { endpoint, error } = validateBody(bytes, target)
  if (error === undefined) return { endpoint }
  const { code, message, http, param, details } = toApiError(error)
  // Without the cause, which may not be cloneable.
  const context = { http, ...(param === undefined ? {} : { param }), ...(details ? { details } : {}) }
  return { endpoint, error: { code, message, context } }
}

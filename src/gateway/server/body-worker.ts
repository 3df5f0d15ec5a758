// The thread in which large request bodies are parsed and validated, so that they don't delay other requests.
import { parentPort } from 'node:worker_threads'
import type { ErrorCode, ErrorContext } from '#shared/schemas/api-error'
import { type BodyTarget, validateBody } from './validate-body'
import { toApiError } from './write-response'

export interface BodyJob {
  readonly id: number
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly target: BodyTarget
}

/** The bytes come back with the result. */
export interface BodyResult {
  readonly id: number
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly endpoint: string | null
  readonly error?: { readonly code: ErrorCode; readonly message: string; readonly context: ErrorContext }
}

const port = parentPort
if (!port) throw new Error('This program runs as a worker thread.')

port.on('message', ({ id, bytes, target }: BodyJob) => {
  port.postMessage({ id, bytes, ...validate(bytes, target) } satisfies BodyResult, [bytes.buffer])
})

function validate(bytes: Uint8Array, target: BodyTarget): Pick<BodyResult, 'endpoint' | 'error'> {
  try {
    return { endpoint: validateBody(bytes, target) }
  } catch (thrown) {
    const { code, message, http, param, details } = toApiError(thrown)
    // Only what can be cloned: a cause may be anything.
    const context = { http, ...(param === undefined ? {} : { param }), ...(details ? { details } : {}) }
    return { endpoint: null, error: { code, message, context } }
  }
}

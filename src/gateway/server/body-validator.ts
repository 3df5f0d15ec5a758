// Validates request bodies: small ones in this thread, large ones in a worker thread.
import { Worker } from 'node:worker_threads'
import { ApiError } from '#shared/schemas/api-error'
import { openPortCalls } from '../port-calls'
import type { BodyFunctions, BodyResult } from './body-worker'
import { type BodyTarget, validateBody } from './validate-body'
import { toApiError } from './write-response'

interface ValidBody {
  /** The same content in other memory: the original bytes are detached. */
  readonly bytes: Uint8Array
  /** The specification's name of the endpoint, or null. */
  readonly endpoint: string | null
  /** Present if the body is invalid. */
  readonly error?: ApiError
}

/** A promise only for a large body. */
export type ValidateBody = (bytes: Uint8Array, target: BodyTarget) => ValidBody | Promise<ValidBody>

/** Bytes; parsing and validating the worst body of this size takes about 20 ms. */
const maxInline = 524_288
/** Milliseconds without work after which the thread ends and its memory is released. */
const maxIdle = 30_000
/** A body of 100 MB needs far less, unless it was designed to need more. */
const maxHeapMegabytes = 2048

/** `file` is the compiled `body-worker`; without it every body is validated in this thread. */
export function createBodyValidator(file: string | undefined): ValidateBody {
  let thread: ReturnType<typeof startThread> | undefined
  let idleTimer: NodeJS.Timeout | undefined
  let running = 0

  async function validateInThread(
    program: string,
    bytes: Uint8Array,
    target: BodyTarget,
  ): Promise<ValidBody> {
    clearTimeout(idleTimer)
    thread ??= startThread(program, () => {
      thread = undefined
    })
    const { calls, terminate } = thread
    running += 1
    try {
      // A body this large has its own memory, which is transferred to the thread and back without a copy.
      const owned = bytes as Uint8Array<ArrayBuffer>
      return toValidBody(await calls.call('validate', { bytes: owned, target }, { transfer: [owned.buffer] }))
    } finally {
      running -= 1
      if (running === 0) idleTimer = setTimeout(terminate, maxIdle).unref()
    }
  }

  return (bytes, target) =>
    file === undefined || bytes.length <= maxInline
      ? validateInline(bytes, target)
      : validateInThread(file, bytes, target)
}

function startThread(program: string, onExit: () => void) {
  const worker = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes } })
  worker.unref()
  const calls = openPortCalls<BodyFunctions>(worker)
  worker.on('error', (error) => calls.close(toWorkerError(error)))
  worker.on('exit', () => {
    onExit()
    calls.close(new Error('The thread that validates request bodies has ended.'))
  })
  return { calls, terminate: () => void worker.terminate() }
}

function validateInline(bytes: Uint8Array, target: BodyTarget): ValidBody {
  const { endpoint, error } = validateBody(bytes, target)
  return { bytes, endpoint, ...(error !== undefined && { error: toApiError(error) }) }
}

function toValidBody({ bytes, endpoint, error }: BodyResult): ValidBody {
  if (!error) return { bytes, endpoint }
  return { bytes, endpoint, error: new ApiError(error.code, error.message, error.context) }
}

function toWorkerError(error: Error): Error {
  if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') return error
  return new ApiError(
    'PAYLOAD_TOO_LARGE',
    'The body has too many values to be parsed. Send fewer of them, or split the request.',
  )
}

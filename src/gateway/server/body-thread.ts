// The worker thread that processes large request bodies. It starts when it is needed, and ends when it is idle.
import { Worker } from 'node:worker_threads'
import { ApiError } from '#shared/schemas/api-error'
import { openPortCalls, type PortCalls } from '../port-calls'
import type { BodyFunctions } from './body-worker'

/** Calls a function of the thread. */
export type BodyThread = PortCalls<BodyFunctions>['call']

/** Bytes; parsing and validating the worst body of this size takes about 20 ms. */
const maxInline = 524_288
/** Milliseconds without work after which the thread ends and its memory is released. */
const defaultMaxIdle = 30_000
/** A body of 100 MB needs far less, unless it was designed to need more. */
const maxHeapMegabytes = 2048

export function isLargeBody(bytes: Uint8Array): boolean {
  return bytes.length > maxInline
}

/** `file` is the compiled `body-worker`. */
export function createBodyThread(file: string, maxIdle = defaultMaxIdle): BodyThread {
  let thread: ReturnType<typeof startThread> | undefined
  let idleTimer: NodeJS.Timeout | undefined
  let running = 0
  const start = () => {
    const started = startThread(file, () => {
      if (thread === started) thread = undefined
    })
    return started
  }
  const end = () => {
    const ended = thread
    // A call that comes before it has ended needs another one.
    thread = undefined
    ended?.terminate()
  }
  return async (name, input, options) => {
    clearTimeout(idleTimer)
    thread ??= start()
    running += 1
    try {
      return await thread.calls.call(name, input, options)
    } finally {
      running -= 1
      if (running === 0) idleTimer = setTimeout(end, maxIdle).unref()
    }
  }
}

function startThread(program: string, onExit: () => void) {
  const worker = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes } })
  worker.unref()
  const calls = openPortCalls<BodyFunctions>(worker)
  worker.on('error', (error) => calls.close(toWorkerError(error)))
  worker.on('exit', () => {
    onExit()
    calls.close(new Error('The thread that processes request bodies has ended.'))
  })
  return { calls, terminate: () => void worker.terminate() }
}

function toWorkerError(error: Error): Error {
  if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') return error
  return new ApiError(
    'PAYLOAD_TOO_LARGE',
    'The body has too many values to be parsed. Send fewer of them, or split the request.',
  )
}

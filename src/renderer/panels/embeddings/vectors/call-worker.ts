// Calls of the worker as promises: each settles once, tells its progress, and is cancelled by its signal.
import { ApiError } from '#shared/schemas/api-error'
import type { CallName, Gives, Progress, Takes } from './vector-calls'
import type { Channel, FromWorker, ToWorker } from './worker-messages'

export interface Waiting {
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

export interface WorkerCalls {
  /** Rejects with an `ApiError`, or with an `AbortError` once cancelled or closed. */
  call<N extends CallName>(name: N, input: Takes<N>, waiting?: Waiting): Promise<Gives<N>>
  hear(message: FromWorker): void
  /** Nothing will be heard any more: all that wait are told. */
  end(reason: Error): void
}

interface Wait extends Waiting {
  readonly resolve: (answer: never) => void
  readonly reject: (reason: Error) => void
}

export function callWorker(channel: Channel<ToWorker>): WorkerCalls {
  const waits = new Map<number, Wait>()
  let ended: Error | undefined
  let lastId = 0
  return {
    call: (name, input, waiting = {}) =>
      new Promise((resolve, reject) => {
        if (ended || waiting.signal?.aborted) return reject(ended ?? toAbortError())
        const id = ++lastId
        const leave = () => {
          if (!waits.delete(id)) return
          channel.postMessage({ type: 'cancel', id }, [])
          reject(toAbortError())
        }
        waiting.signal?.addEventListener('abort', leave, { once: true })
        waits.set(id, { ...waiting, ...withoutListener(waiting.signal, leave, { resolve, reject }) })
        // Each name has its own input; TypeScript does not follow the pairing through a union.
        channel.postMessage({ type: 'call', id, name, input } as ToWorker, [])
      }),
    hear: (message) => hear(waits, message),
    end: (reason) => {
      ended = reason
      for (const wait of waits.values()) wait.reject(reason)
      waits.clear()
    },
  }
}

function hear(waits: Map<number, Wait>, message: FromWorker) {
  const wait = waits.get(message.id)
  if (!wait) return
  if (message.type === 'progress') return wait.onProgress?.(message.progress)
  waits.delete(message.id)
  // The worker answers each call with what that call gives.
  if (message.type === 'answer') wait.resolve(message.answer as never)
  else wait.reject(message.code ? new ApiError(message.code, message.message) : toAbortError())
}

/** A signal may outlive thousands of calls. */
function withoutListener(
  signal: AbortSignal | undefined,
  listener: () => void,
  { resolve, reject }: Pick<Wait, 'resolve' | 'reject'>,
): Pick<Wait, 'resolve' | 'reject'> {
  const stop = () => signal?.removeEventListener('abort', listener)
  return {
    resolve: (answer) => {
      stop()
      resolve(answer)
    },
    reject: (reason) => {
      stop()
      reject(reason)
    },
  }
}

export function toAbortError(): DOMException {
  return new DOMException('It was cancelled.', 'AbortError')
}

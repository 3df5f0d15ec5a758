// Typed calls from the page to a web worker (or any port): cancellation, progress, transferred buffers, errors with
// codes. oRPC's message port adapter takes 0.57 ms a call instead of 0.02, and copies a Blob instead of passing it on.
import { ApiError, type ErrorCode } from '#shared/schemas/api-error'

export interface CallContext {
  readonly signal: AbortSignal
  /** The share that is done, from 0 to 1. */
  report(progress: number): void
}

/** One function per name in a worker's `Handlers`. The page imports only this type from the worker. */
type InputOf<H> = H extends (input: infer Input, ...context: never[]) => unknown ? Input : never
type OutputOf<H> = H extends (...parameters: never[]) => infer Output ? Awaited<Output> : never

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: number) => void) | undefined
}

export interface WorkerClient<Handlers> {
  /** Rejects with an `ApiError`, or with an `AbortError` once cancelled or closed. */
  call<Name extends keyof Handlers & string>(
    name: Name,
    input: InputOf<Handlers[Name]>,
    options?: CallOptions,
  ): Promise<OutputOf<Handlers[Name]>>
  /** Rejects all pending and later calls; does not terminate the worker. */
  close(reason?: Error): void
}

type Request =
  | { readonly type: 'call'; readonly id: number; readonly name: string; readonly input: unknown }
  | { readonly type: 'cancel'; readonly id: number }

type Response =
  | { readonly type: 'progress'; readonly id: number; readonly progress: number }
  | { readonly type: 'output'; readonly id: number; readonly output: unknown }
  | { readonly type: 'failure'; readonly id: number; readonly code: ErrorCode; readonly message: string }

/** A worker, its own global scope, or one end of a `MessageChannel`. */
interface Port {
  addEventListener(type: string, listener: (event: MessageEvent) => void): void
  postMessage(message: unknown, options: { transfer: Transferable[] }): void
}

interface PendingCall extends Pick<CallOptions, 'onProgress'> {
  readonly resolve: (output: unknown) => void
  readonly reject: (reason: Error) => void
}

/** All calls reject with `crashMessage` if the worker dies, which mostly means that memory ran out. */
export function connectWorker<Handlers>(port: Port, crashMessage: string): WorkerClient<Handlers> {
  const pending = new Map<number, PendingCall>()
  let closed: Error | undefined
  let lastId = 0
  const close = (reason: Error = toAbortError()) => {
    closed ??= reason
    for (const { reject } of pending.values()) reject(reason)
    pending.clear()
  }
  port.addEventListener('message', ({ data }: MessageEvent<Response>) => {
    const call = pending.get(data.id)
    if (!call) return
    if (data.type === 'progress') return call.onProgress?.(data.progress)
    pending.delete(data.id)
    if (data.type === 'output') call.resolve(data.output)
    else call.reject(new ApiError(data.code, data.message))
  })
  port.addEventListener('error', () => close(new ApiError('RESOURCE_EXHAUSTED', crashMessage)))
  const send = (request: Request, transfer: Transferable[] = []) => port.postMessage(request, { transfer })
  return {
    call: (name, input, { signal, onProgress } = {}) =>
      new Promise((resolve, reject) => {
        if (closed || signal?.aborted) return reject(closed ?? toAbortError())
        const id = ++lastId
        const cancel = () => {
          if (!pending.delete(id)) return
          send({ type: 'cancel', id })
          reject(toAbortError())
        }
        // A signal may outlive thousands of calls.
        const removeListener = () => signal?.removeEventListener('abort', cancel)
        signal?.addEventListener('abort', cancel, { once: true })
        pending.set(id, {
          resolve: (output) => {
            removeListener()
            // The worker answers each call with the output of its own handler.
            resolve(output as never)
          },
          reject: (reason) => {
            removeListener()
            reject(reason)
          },
          onProgress,
        })
        send({ type: 'call', id, name, input }, listPorts(input))
      }),
    close,
  }
}

/** `memoryMessage` replaces the text of a RangeError (a failed allocation). Output buffers are transferred. */
export function serveCalls(handlers: object, port: Port, memoryMessage?: string): void {
  const controllers = new Map<number, AbortController>()
  const send = (response: Response, transfer: Transferable[] = []) => port.postMessage(response, { transfer })
  const run = async ({ id, name, input }: Request & { type: 'call' }) => {
    const controller = new AbortController()
    const { signal } = controller
    controllers.set(id, controller)
    try {
      // A client that is typed by these handlers sends the names.
      const handler = handlers[name as keyof typeof handlers] as (
        input: unknown,
        context: CallContext,
      ) => unknown
      const report = (progress: number) => send({ type: 'progress', id, progress })
      const output = await handler(input, { signal, report })
      if (!signal.aborted) send({ type: 'output', id, output }, listBuffers(output))
    } catch (error) {
      if (!signal.aborted) send({ type: 'failure', id, ...describeFailure(error, memoryMessage) })
    } finally {
      controllers.delete(id)
    }
  }
  port.addEventListener('message', ({ data }: MessageEvent<Request>) => {
    if (data.type === 'call') void run(data)
    else controllers.get(data.id)?.abort()
  })
}

/** Lists the value itself and its own properties; deeper values are not transferred. */
function listParts(value: unknown): unknown[] {
  const isOpaque = typeof value !== 'object' || value === null || ArrayBuffer.isView(value)
  return isOpaque ? [value] : [value, ...Object.values(value)]
}

/** For inputs, only ports are transferred; buffers are copied, because the page may still need them. */
function listPorts(input: unknown): Transferable[] {
  return listParts(input).filter((part) => part instanceof MessagePort)
}

/** Output buffers are transferred, because no one else needs them; a buffer of several views is listed once. */
function listBuffers(output: unknown): Transferable[] {
  const buffers = listParts(output).flatMap((part): Transferable[] => {
    const buffer = ArrayBuffer.isView(part) ? part.buffer : part
    if (buffer instanceof ArrayBuffer) return [buffer]
    return typeof ImageBitmap !== 'undefined' && buffer instanceof ImageBitmap ? [buffer] : []
  })
  return [...new Set(buffers)]
}

function describeFailure(
  error: unknown,
  memoryMessage: string | undefined,
): { code: ErrorCode; message: string } {
  if (error instanceof ApiError) return { code: error.code, message: error.message }
  if (error instanceof RangeError && memoryMessage !== undefined)
    return { code: 'RESOURCE_EXHAUSTED', message: memoryMessage }
  return { code: 'INTERNAL', message: error instanceof Error ? error.message : 'Couldn’t compute this view.' }
}

function toAbortError(): DOMException {
  return new DOMException('Canceled.', 'AbortError')
}

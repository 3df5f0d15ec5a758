// Function calls between two threads over a worker or a MessagePort, in both directions.
import type { MessagePort, Transferable } from 'node:worker_threads'
import { ApiError, type ErrorCode, type ErrorContext } from '#shared/schemas/api-error'
import { errorCodeOf, toTransportError } from './outbound/transport-error'

/** By name. Each takes one cloneable input, and a signal that aborts when its caller cancels or has exited. */
export type PortFunctions<Functions = Record<string, unknown>> = {
  readonly [Name in keyof Functions]: (input: never, signal: AbortSignal) => unknown
}

type Result<Value> = Value extends Transferred<infer Inner> ? Inner : Value

/** The remote functions, called by name. Their signal cancels the call. */
export type RemoteFunctions<Remote extends PortFunctions<Remote>> = {
  readonly [Name in keyof Remote & string]: (
    ...input: Parameters<Remote[Name]>
  ) => Promise<Result<Awaited<ReturnType<Remote[Name]>>>>
}

interface CallOptions {
  /** Cancels the call; the function decides how to end it. */
  readonly signal?: AbortSignal | undefined
  readonly transfer?: readonly Transferable[]
}

export interface PortCalls<Remote extends PortFunctions<Remote>> {
  /** Rejects with an `ApiError`. */
  call<Name extends keyof Remote & string>(
    name: Name,
    input: Parameters<Remote[Name]>[0],
    options?: CallOptions,
  ): Promise<Result<Awaited<ReturnType<Remote[Name]>>>>
  /** Calls without waiting for a result; an error stays uncaught in the other thread. */
  emit<Name extends keyof Remote & string>(name: Name, input: Parameters<Remote[Name]>[0]): void
  /** For when the other side has exited: rejects pending calls, and aborts those being served. */
  close(reason: Error): void
}

type PortMessage =
  | { readonly type: 'call'; readonly id: number; readonly name: string; readonly input: unknown }
  | { readonly type: 'event'; readonly name: string; readonly input: unknown }
  | { readonly type: 'cancel'; readonly id: number }
  | { readonly type: 'result'; readonly id: number; readonly value: unknown }
  | { readonly type: 'failure'; readonly id: number; readonly failure: Failure }

/** A worker, the port of a worker, or one end of a channel. */
type Port = Pick<MessagePort, 'postMessage'> & {
  on(event: string, listener: (message: PortMessage) => void): unknown
}

interface PendingCall {
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
}

/** A MessagePort notices when its other side has closed; for a worker, call `close` when it exits. */
export function openPortCalls<Remote extends PortFunctions<Remote> = Record<never, never>>(
  port: Port,
  functions: PortFunctions = {},
): PortCalls<Remote> {
  const pending = new Map<number, PendingCall>()
  const serving = new Map<number, AbortController>()
  let lastId = 0

  async function serve(id: number, name: string, input: unknown): Promise<void> {
    const abort = new AbortController()
    serving.set(id, abort)
    try {
      // The other side's `call` has checked the input against the function's type.
      const outcome = await functions[name]?.(input as never, abort.signal)
      const { value, transfer } = outcome instanceof Transferred ? outcome : new Transferred(outcome, [])
      port.postMessage({ type: 'result', id, value } satisfies PortMessage, transfer)
    } catch (error) {
      port.postMessage({ type: 'failure', id, failure: toFailure(error) } satisfies PortMessage)
    } finally {
      serving.delete(id)
    }
  }

  function settle(id: number): PendingCall | undefined {
    const call = pending.get(id)
    pending.delete(id)
    return call
  }

  function close(reason: Error): void {
    for (const id of pending.keys()) settle(id)?.reject(reason)
    for (const abort of serving.values()) abort.abort()
  }

  port.on('message', (message) => {
    if (message.type === 'call') void serve(message.id, message.name, message.input)
    if (message.type === 'event') functions[message.name]?.(message.input as never, neverAborts)
    if (message.type === 'cancel') serving.get(message.id)?.abort()
    // The other side answers each call with a value of its own type.
    if (message.type === 'result') settle(message.id)?.resolve(message.value as never)
    if (message.type === 'failure') settle(message.id)?.reject(fromFailure(message.failure))
  })
  port.on('close', () => close(toTransportError(new Error('The other thread is gone.'))))

  return {
    call: (name, input, { signal, transfer = [] } = {}) => {
      lastId += 1
      const id = lastId
      const cancel = () => port.postMessage({ type: 'cancel', id } satisfies PortMessage)
      const outcome = new Promise<never>((resolve, reject) => pending.set(id, { resolve, reject }))
      port.postMessage({ type: 'call', id, name, input } satisfies PortMessage, transfer)
      signal?.addEventListener('abort', cancel)
      if (signal?.aborted) cancel()
      return outcome.finally(() => signal?.removeEventListener('abort', cancel))
    },
    emit: (name, input) => port.postMessage({ type: 'event', name, input } satisfies PortMessage),
    close,
  }
}

/** Each property is a function that calls the remote one of this name, unless `own` has it. */
export function toRemoteFunctions<Remote extends PortFunctions<Remote>, Own extends object>(
  call: PortCalls<Remote>['call'],
  own: Own,
): RemoteFunctions<Omit<Remote, keyof Own>> & Own {
  const get = (_target: object, name: string | symbol) => {
    if (name in own) return own[name as keyof Own]
    // The result of an asynchronous function must not look like a promise.
    if (typeof name === 'symbol' || name === 'then') return undefined
    // The type of the result has checked the input.
    return (input: never, signal?: AbortSignal) => call(name as keyof Remote & string, input, { signal })
  }
  return new Proxy(own, { get }) as RemoteFunctions<Omit<Remote, keyof Own>> & Own
}

const neverAborts = new AbortController().signal

/** The return value of a function whose result has ports or buffers to transfer to the caller's thread. */
export class Transferred<Value> {
  readonly value: Value
  readonly transfer: readonly Transferable[]

  constructor(value: Value, transfer: readonly Transferable[]) {
    this.value = value
    this.transfer = transfer
  }
}

/** The cloneable fields of an `ApiError`. */
export interface Failure {
  readonly code: ErrorCode
  readonly message: string
  readonly context: Omit<ErrorContext, 'cause'>
  /** Code of its cause, such as `ECONNREFUSED` or `ERR_NAME_NOT_RESOLVED`; empty if it has none. */
  readonly causeCode: string
}

export function toFailure(error: unknown): Failure {
  if (error instanceof ApiError) {
    const { code, message, cause, http, param, details, retryAfter, openAiCode, source, reason } = error
    const context = { http, param, details, retryAfter, openAiCode, source, reason }
    const set = Object.fromEntries(Object.entries(context).filter(([, value]) => value !== undefined))
    return { code, message, context: set, causeCode: errorCodeOf(cause) }
  }
  const message = error instanceof Error ? error.message : String(error)
  return { code: 'UNAVAILABLE', message, context: {}, causeCode: errorCodeOf(error) }
}

export function fromFailure({ code, message, context, causeCode }: Failure): ApiError {
  const cause = Object.assign(new Error(causeCode), { code: causeCode })
  return new ApiError(code, message, { ...context, cause })
}

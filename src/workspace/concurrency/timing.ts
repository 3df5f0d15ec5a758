// Timers, throttling, abort signals, and yielding to the event loop.
import { performance } from 'node:perf_hooks'
import { setTimeout as pause, setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { ApiError } from '#shared/schemas/api-error'
import type { RequestSignal, Send } from '#shared/wire/http'
import { discardBody } from '../response'

/** A promise, and the function that resolves it. */
export function createDeferred<Value = void>(): [promise: Promise<Value>, resolve: (value: Value) => void] {
  let resolvePromise: (value: Value) => void = () => {}
  const promise = new Promise<Value>((resolve) => {
    resolvePromise = resolve
  })
  return [promise, resolvePromise]
}

/** Resolves to `late` if the work takes longer. */
export async function withDeadline<Result, Late>(
  work: Promise<Result>,
  milliseconds: number,
  late: Late,
): Promise<Result | Late> {
  const timer = new AbortController()
  const timeout = pause(milliseconds, late, { signal: timer.signal }).catch(() => late)
  return await Promise.race([work, timeout]).finally(() => timer.abort())
}

/** Calls back once, after the given number of milliseconds; returns a cancel function. */
export type Timer = (milliseconds: number, callback: () => void) => () => void

export const machineTimer: Timer = (milliseconds, callback) => {
  const timeout = setTimeout(callback, milliseconds)
  return () => clearTimeout(timeout)
}

/** Resolves after the delay, or as soon as the signal is aborted. */
export function waitFor(timer: Timer, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      cancel()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const cancel = timer(milliseconds, end)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}

export type Throttle = ReturnType<typeof createThrottle>

export function createThrottle(milliseconds: number, callback: () => void) {
  let timeout: ReturnType<typeof setTimeout> | undefined
  let isPending = false

  const run = () => {
    isPending = false
    timeout = setTimeout(() => {
      timeout = undefined
      if (isPending) run()
    }, milliseconds)
    callback()
  }

  return {
    schedule(): void {
      if (timeout) isPending = true
      else run()
    },
    /** Drops a scheduled call. */
    cancel(): void {
      if (timeout) clearTimeout(timeout)
      timeout = undefined
      isPending = false
    },
  }
}

/** How long work may block the event loop. Lists that are loaded again meanwhile may take as long as this and more. */
const maxBusyMs = 10

/** Returns a function to await between two steps of long work. It yields to the event loop when enough time has passed. */
export function createYield(): () => Promise<void> {
  let startedAt = performance.now()
  return async () => {
    if (performance.now() - startedAt < maxBusyMs) return
    await yieldToEventLoop()
    startedAt = performance.now()
  }
}

export async function withSignals<Result>(
  signals: readonly (AbortSignal | undefined)[],
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const abortController = new AbortController()
  const end = () => abortController.abort()
  for (const signal of signals) signal?.addEventListener('abort', end)
  if (signals.some((signal) => signal?.aborted)) end()
  try {
    return await work(abortController.signal)
  } finally {
    for (const signal of signals) signal?.removeEventListener('abort', end)
  }
}

/** Rejects as soon as the signal aborts, with its reason unless another error is given. */
export async function raceAbort<Result>(
  work: Promise<Result>,
  signal: RequestSignal & { readonly reason?: unknown },
  toError: () => unknown = () => signal.reason,
): Promise<Result> {
  let stop = () => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(toError())
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Rejects as soon as the request's signal aborts, and discards a response that still arrives. */
export function rejectOnAbort(send: Send): Send {
  return async (request) => {
    const { signal } = request
    const response = send(request)
    response.then((late) => (signal.aborted ? discardBody(late) : undefined)).catch(() => undefined)
    return await raceAbort(response, signal, () => new ApiError('CANCELLED', 'The request was canceled.'))
  }
}

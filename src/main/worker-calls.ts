// Calls functions of a worker thread: it starts with the first call, and again if it has died or ended for lack of work.
import { Worker } from 'node:worker_threads'
import { openPortCalls, type PortCalls, type PortFunctions } from '#gateway/port-calls'

interface WorkerOptions {
  /** Path of the built worker. */
  readonly program: string
  readonly workerData: unknown
  /** For error messages: `thread of the request log`. */
  readonly name: string
  /** Functions that the worker calls. */
  readonly functions?: PortFunctions
  readonly onError: (error: Error) => void
  /** Milliseconds without a call after which an idle thread ends, because each takes some 10 MB. Default: 10 s. */
  readonly idleMs?: number | undefined
}

/** The functions that each worker must have. */
export type WorkerFunctions = {
  /** Whether it has nothing left to do between calls. */
  isIdle(input: undefined): boolean
  close(input: undefined): void
}

interface WorkerCalls<Functions extends PortFunctions<Functions>> {
  /** Rejects if the thread dies, and once it is closed. */
  readonly call: PortCalls<Functions>['call']
  /** Calls the worker's `close` after earlier calls, then ends the thread. */
  close(): Promise<void>
}

interface Running<Functions extends PortFunctions<Functions>> {
  readonly worker: Worker
  readonly calls: PortCalls<Functions>
  /** Calls in progress. */
  pending: number
  /** Set while no call is in progress. */
  idle: NodeJS.Timeout | undefined
}

const defaultIdleMs = 10_000
/** Milliseconds after which a thread that does not close is terminated. */
const closeTimeoutMs = 2_000

export function createWorkerCalls<Functions extends PortFunctions<Functions> & WorkerFunctions>({
  program,
  workerData,
  name,
  functions,
  onError,
  idleMs = defaultIdleMs,
}: WorkerOptions): WorkerCalls<Functions> {
  let running: Running<Functions> | undefined
  /** Two threads never have the same files open. */
  let ending: Promise<void> | undefined
  let isClosed = false

  function start(): Running<Functions> {
    const worker = new Worker(program, { workerData })
    const calls = openPortCalls<Functions>(worker, functions)
    const started: Running<Functions> = { worker, calls, pending: 0, idle: undefined }
    worker.on('error', onError)
    worker.on('exit', () => {
      clearTimeout(started.idle)
      if (running === started) running = undefined
      calls.close(new Error(`The ${name} has ended.`))
    })
    return started
  }

  const send: PortCalls<Functions>['call'] = (...input) => {
    if (ending !== undefined) return ending.then(() => send(...input))
    running ??= start()
    const used = running
    used.pending += 1
    clearTimeout(used.idle)
    used.idle = undefined
    return used.calls.call(...input).finally(() => {
      used.pending -= 1
      if (used.pending === 0 && used === running) endWhenIdle(used)
    })
  }

  function endWhenIdle(used: Running<Functions>): void {
    const timer = setTimeout(async () => {
      const isIdle = await used.calls.call('isIdle', undefined).catch(() => false)
      // Otherwise it was called in the meantime, or has died.
      if (used.idle !== timer || used !== running) return
      if (isIdle) void end(used)
      else endWhenIdle(used)
    }, idleMs)
    timer.unref()
    used.idle = timer
  }

  function end({ worker, calls, idle }: Running<Functions>): Promise<void> {
    clearTimeout(idle)
    running = undefined
    const closeAndTerminate = async () => {
      const late = setTimeout(() => void worker.terminate(), closeTimeoutMs)
      await calls.call('close', undefined).catch(() => undefined)
      clearTimeout(late)
      await worker.terminate()
      ending = undefined
    }
    ending = closeAndTerminate()
    return ending
  }

  return {
    call: (...input) => (isClosed ? Promise.reject(new Error(`The ${name} is closed.`)) : send(...input)),
    async close() {
      isClosed = true
      await ending
      if (running) await end(running)
    },
  }
}

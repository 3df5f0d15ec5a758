// Calls functions of a worker thread that stays: it starts with the first call, and again if it has died.
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
}

interface WorkerCalls<Functions extends PortFunctions<Functions>> {
  /** Rejects if the thread dies, and once it is closed. */
  readonly call: PortCalls<Functions>['call']
  /** Calls the worker's `close` after earlier calls, then ends the thread. */
  close(): Promise<void>
}

/** Milliseconds after which a thread that does not close is terminated. */
const closeTimeoutMs = 2_000

export function createWorkerCalls<
  Functions extends PortFunctions<Functions> & { close(input: undefined): void },
>({ program, workerData, name, functions, onError }: WorkerOptions): WorkerCalls<Functions> {
  let running: { readonly worker: Worker; readonly calls: PortCalls<Functions> } | undefined
  let isClosed = false

  function start() {
    const worker = new Worker(program, { workerData })
    const calls = openPortCalls<Functions>(worker, functions)
    worker.on('error', onError)
    worker.on('exit', () => {
      if (running?.worker === worker) running = undefined
      calls.close(new Error(`The ${name} has ended.`))
    })
    return { worker, calls }
  }

  const call: PortCalls<Functions>['call'] = (...input) => {
    if (isClosed) return Promise.reject(new Error(`The ${name} is closed.`))
    running ??= start()
    return running.calls.call(...input)
  }

  return {
    call,
    async close() {
      const worker = running?.worker
      const closed = running && !isClosed ? running.calls.call('close', undefined) : undefined
      isClosed = true
      if (!worker) return
      const late = setTimeout(() => void worker.terminate(), closeTimeoutMs)
      await closed?.catch(() => undefined)
      clearTimeout(late)
      await worker.terminate()
    },
  }
}

// Calls functions of a worker thread: it starts with the first call, and again if it has died or ended for lack of work.
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { openPortCalls, type PortCalls, type PortFunctions } from './port-calls'

/** What a worker may have besides its own functions. */
type LifecycleFunctions = {
  /** Whether it has nothing left to do between calls. Required with `idleMs`. */
  isIdle(input: undefined): boolean
  /** Called before the thread ends, with the input of the client's `close`. */
  close(graceMs: number): void
}

interface WorkerClientOptions {
  /** Path of the built worker. */
  readonly program: string
  /** For error messages: `thread of the request log`. */
  readonly name: string
  /** It doesn't keep the process running. */
  readonly isBackground?: boolean
  /** Options of the next thread. */
  readonly options?: () => WorkerOptions
  /** Functions that the worker calls. */
  readonly functions?: PortFunctions
  /** Milliseconds without a call after which an idle thread ends, because each takes some 10 MB. By default, it stays. */
  readonly idleMs?: number | undefined
  /** Whether another thread may start after one has died. If not, later calls reject with the error of the last ones. */
  readonly restart?: () => boolean
  /** The error of calls in progress when a thread dies, from the one that it has thrown. */
  readonly toError?: (thrown: Error | undefined) => Error
  /** A thread has thrown an error, and dies. */
  readonly onError?: (error: Error) => void
  /** A thread has died, and its calls were rejected. */
  readonly onDeath?: (error: Error, thrown: Error | undefined) => void
}

export interface WorkerClient<Remote extends PortFunctions<Remote>>
  extends Pick<PortCalls<Remote>, 'call' | 'emit'> {
  /** Starts the thread before the first call. */
  start(): void
  /** Calls the worker's `close` after earlier calls, then ends the thread. Later calls reject. */
  close(graceMs?: number): Promise<void>
  /** Ends the thread at once. */
  terminate(): Promise<void>
}

interface Running<Remote extends PortFunctions<Remote>> {
  readonly worker: Worker
  readonly calls: PortCalls<Remote & LifecycleFunctions>
  /** Calls in progress. */
  pending: number
  /** Set while no call is in progress. */
  idle: NodeJS.Timeout | undefined
}

/** Milliseconds after its grace period, when a thread that does not close is terminated. */
const closeTimeoutMs = 2_000

export function createWorkerClient<Remote extends PortFunctions<Remote>>(
  client: WorkerClientOptions,
): WorkerClient<Remote> {
  const { program, name, functions, idleMs, restart = () => true } = client
  const toError = client.toError ?? (() => new Error(`The ${name} has ended.`))
  let running: Running<Remote> | undefined
  /** Two threads never have the same files open. */
  let ending: Promise<void> | undefined
  /** Why calls are rejected from now on. */
  let end: Error | undefined

  function start(): Running<Remote> {
    const worker = new Worker(program, client.options?.())
    if (client.isBackground) worker.unref()
    const calls = openPortCalls<Remote & LifecycleFunctions>(worker, functions)
    const started: Running<Remote> = { worker, calls, pending: 0, idle: undefined }
    let thrown: Error | undefined
    worker.on('error', (error) => {
      thrown = error
      client.onError?.(error)
    })
    worker.on('exit', () => {
      clearTimeout(started.idle)
      const hasDied = running === started
      const error = toError(thrown)
      if (hasDied) running = undefined
      if (hasDied && !restart()) end = error
      calls.close(error)
      if (hasDied) client.onDeath?.(error, thrown)
    })
    return started
  }

  const send: PortCalls<Remote>['call'] = (...input) => {
    if (ending !== undefined) return ending.then(() => send(...input))
    running ??= start()
    const used = running
    used.pending += 1
    clearTimeout(used.idle)
    used.idle = undefined
    return used.calls.call(...input).finally(() => {
      used.pending -= 1
      if (used.pending === 0 && used === running && idleMs !== undefined) endWhenIdle(used, idleMs)
    })
  }

  function endWhenIdle(used: Running<Remote>, delayMs: number): void {
    const timer = setTimeout(async () => {
      const isIdle = await used.calls.call('isIdle', undefined).catch(() => false)
      // Otherwise it was called in the meantime, or has died.
      if (used.idle !== timer || used !== running) return
      if (isIdle) void endThread(used, 0)
      else endWhenIdle(used, delayMs)
    }, delayMs)
    timer.unref()
    used.idle = timer
  }

  function endThread({ worker, calls, idle }: Running<Remote>, graceMs: number): Promise<void> {
    clearTimeout(idle)
    running = undefined
    const closeAndTerminate = async () => {
      const late = setTimeout(() => void worker.terminate(), graceMs + closeTimeoutMs)
      await calls.call('close', graceMs).catch(() => undefined)
      clearTimeout(late)
      await worker.terminate()
      ending = undefined
    }
    ending = closeAndTerminate()
    return ending
  }

  return {
    call: (...input) => (end ? Promise.reject(end) : send(...input)),
    emit(...input) {
      if (end || ending) return
      running ??= start()
      running.calls.emit(...input)
    },
    start() {
      if (!end && !ending) running ??= start()
    },
    async close(graceMs = 0) {
      end ??= new Error(`The ${name} is closed.`)
      await ending
      if (running) await endThread(running, graceMs)
    },
    async terminate() {
      const ended = running
      running = undefined
      clearTimeout(ended?.idle)
      await ended?.worker.terminate()
    },
  }
}

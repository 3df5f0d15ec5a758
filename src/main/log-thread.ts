// The main thread's side of the worker that writes and reads the request log: starts it on demand.
import { Worker } from 'node:worker_threads'
import { openPortCalls, type PortCalls } from '#gateway/port-calls'
import type { OpenLog } from '#workspace/exchange-log/exchanges'
import type { LogFunctions } from '#workspace/exchange-log/log-store'

/** Worker data of the thread: the path of the file. */
export type LogThreadFunctions = LogFunctions & { close(input: undefined): void }

export type LogThreadHostFunctions = {
  onNotice(text: string): void
}

/** Milliseconds after which a thread that does not close is terminated. */
const closeTimeoutMs = 2_000

/** The next call restarts a thread that has died; calls in progress reject. */
export function createLogThread(program: string, onError: (error: Error) => void): OpenLog {
  return ({ file, onNotice }) => {
    let running: { readonly worker: Worker; readonly calls: PortCalls<LogThreadFunctions> } | undefined
    let isClosed = false

    function start() {
      const worker = new Worker(program, { workerData: file })
      const calls = openPortCalls<LogThreadFunctions>(worker, { onNotice } satisfies LogThreadHostFunctions)
      worker.on('error', onError)
      worker.on('exit', () => {
        if (running?.worker === worker) running = undefined
        calls.close(new Error('The thread of the request log has ended.'))
      })
      return { worker, calls }
    }

    const call: PortCalls<LogThreadFunctions>['call'] = (name, input) => {
      if (isClosed) return Promise.reject(new Error('The request log is closed.'))
      running ??= start()
      return running.calls.call(name, input)
    }

    return {
      write: (batch) => call('write', batch),
      list: (query) => call('list', query),
      counts: (filter) => call('counts', filter),
      read: (id) => call('read', id),
      har: (input) => call('har', input),
      usage: (query) => call('usage', query),
      budget: (query) => call('budget', query),
      budgetWarning: (query) => call('budgetWarning', query),
      clear: () => call('clear', undefined),
      restore: (body) => call('restore', body),
      async close() {
        const worker = running?.worker
        const closed = worker && !isClosed ? call('close', undefined).catch(() => undefined) : undefined
        isClosed = true
        if (!worker) return
        const late = setTimeout(() => void worker.terminate(), closeTimeoutMs)
        await closed
        clearTimeout(late)
        await worker.terminate()
      },
    }
  }
}

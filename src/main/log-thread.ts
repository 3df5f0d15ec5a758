// The main thread's side of the worker that writes and reads the request log.
import type { OpenLog } from '#workspace/exchange-log/exchanges'
import type { LogFunctions } from '#workspace/exchange-log/log-store'
import { createWorkerCalls, type WorkerFunctions } from './worker-calls'

/** Worker data of the thread: the path of the file. */
export type LogThreadFunctions = LogFunctions & WorkerFunctions

export type LogThreadHostFunctions = {
  onNotice(text: string): void
}

/** The next call restarts a thread that has died or ended; calls in progress reject if it dies. */
export function createLogThread(program: string, onError: (error: Error) => void, idleMs?: number): OpenLog {
  return ({ file, onNotice }) => {
    const { call, close } = createWorkerCalls<LogThreadFunctions>({
      program,
      workerData: file,
      name: 'thread of the request log',
      functions: { onNotice } satisfies LogThreadHostFunctions,
      onError,
      idleMs,
    })
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
      close,
    }
  }
}

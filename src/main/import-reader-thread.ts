// The main thread's side of the worker that reads chats of other applications.
import type { ImportReaderFunctions } from '#workspace/conversations/imports/import-reader'
import type { OpenedImportReader } from '#workspace/conversations/imports/imports'
import { createWorkerCalls, type WorkerFunctions } from './worker-calls'

export type ImportThreadFunctions = ImportReaderFunctions & WorkerFunctions

/** Each import has a thread of its own, which ends with it: large files then leave no memory behind. */
export function createImportReaderThread(
  program: string,
  onError: (error: Error) => void,
): OpenedImportReader {
  const { call, close } = createWorkerCalls<ImportThreadFunctions>({
    program,
    workerData: null,
    name: 'thread that reads imported files',
    onError,
  })
  return {
    open: (input) => call('open', input),
    summarize: (input) => call('summarize', input),
    read: (input) => call('read', input),
    readMedia: (input) => call('readMedia', input),
    close: (input) => call('close', input),
    end: close,
  }
}

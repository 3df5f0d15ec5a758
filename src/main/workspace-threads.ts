// The main thread's side of the workers of the workspace: of the request log, of reads of the database, and of imported files.
import { type PortCalls, toRemoteFunctions } from '#gateway/port-calls'
import { createWorkerClient } from '#gateway/worker-client'
import type { ImportReaderFunctions } from '#workspace/conversations/imports/import-reader'
import type { OpenedImportReader } from '#workspace/conversations/imports/imports'
import { isDatabaseDamaged } from '#workspace/database/connection'
import type { OpenLog } from '#workspace/exchange-log/exchanges'
import type { LogFunctions } from '#workspace/exchange-log/log-store'
import type { OpenReads, ReadFunctions } from '#workspace/reads'

export type LogHostFunctions = {
  onNotice(text: string): void
}

/** The worker's data is the path of the file. */
export function createLogThread(program: string, onError: (error: Error) => void, idleMs = 10_000): OpenLog {
  return ({ file, onNotice }) => {
    const { call, close } = createWorkerClient<LogFunctions>({
      program,
      name: 'thread of the request log',
      options: () => ({ workerData: file }),
      functions: { onNotice } satisfies LogHostFunctions,
      onError,
      idleMs,
    })
    return toRemoteFunctions<LogFunctions, { close(): Promise<void> }>(call, { close: () => close() })
  }
}

interface ReadsThreadOptions {
  readonly onError: (error: Error) => void
  /** Called whenever a read finds that the file is damaged. */
  readonly onDamaged: () => void
}

/** The worker's data is the data folder of an open workspace. */
export function createReadsThread(program: string, { onError, onDamaged }: ReadsThreadOptions): OpenReads {
  return (folder) => {
    const { call, close } = createWorkerClient<ReadFunctions>({
      program,
      name: 'thread that reads the database',
      options: () => ({ workerData: folder }),
      onError,
      idleMs: 10_000,
    })
    const read: PortCalls<ReadFunctions>['call'] = (...input) =>
      call(...input).catch((error: unknown) => {
        if (isDatabaseDamaged(error)) onDamaged()
        throw error
      })
    return toRemoteFunctions<ReadFunctions, { close(): Promise<void> }>(read, { close: () => close() })
  }
}

/** Each import has a thread of its own, which ends with it: large files then leave no memory behind. */
export function createImportReaderThread(
  program: string,
  onError: (error: Error) => void,
): OpenedImportReader {
  const name = 'thread that reads imported files'
  const { call, close } = createWorkerClient<ImportReaderFunctions>({ program, name, onError })
  return toRemoteFunctions<ImportReaderFunctions, { end(): Promise<void> }>(call, { end: () => close() })
}

// The worker that upgrades, copies, checks and restores databases, and exports and imports all data: the main thread's side
// of it, and the functions for all data, which run in whichever thread needs them.
import { stat } from 'node:fs/promises'
import { type RemoteFunctions, toRemoteFunctions } from '#gateway/port-calls'
import { createWorkerClient } from '#gateway/worker-client'
import type { StartState } from '#shared/schemas/application-status'
import type { DataProgress, ExportResult, ImportPreview, StorageUse } from '#shared/schemas/user-data'
import type { BackupOptions, SavedBackup } from '#workspace/archive/back-up'
import type { ImportedRows, ImportOptions } from '#workspace/archive/import-archive'
import type { FileCleanUp, StorageOptions } from '#workspace/archive/measure-storage'
import type { ExportOptions } from '#workspace/archive/write-archive'
import type { UpgradeStep } from '#workspace/database/database'

export type DatabaseFunctions = {
  /** Resolves once the database has the schema of this version. */
  upgrade(file: string): void
  /** Resolves to null if none was due, or nothing has changed since the newest one. Rejects if the database is damaged. */
  saveDailySnapshot(file: string): { readonly bytes: number } | null
  /** Rejects if the database is damaged. */
  check(file: string): void
  /** Resolves to the new name of the replaced file. The database must not be open. */
  restore(input: { readonly file: string; readonly snapshot: string }): string
}

export type DatabaseHostFunctions = {
  onStep(step: UpgradeStep): void
  onProgress(progress: DataProgress): void
  onLock(input: undefined): void
}

/** Functions for the user's data as a whole. Their signal cancels them. */
export type DataFunctions = {
  exportData(options: ExportOptions, signal: AbortSignal): Promise<ExportResult>
  previewImport(options: ImportOptions, signal: AbortSignal): Promise<ImportPreview>
  importArchive(options: ImportOptions, signal: AbortSignal): Promise<ImportedRows>
  saveBackup(options: BackupOptions, signal: AbortSignal): Promise<SavedBackup>
  measureStorage(options: StorageOptions): Promise<StorageUse>
  cleanUpFiles(options: StorageOptions & { readonly part: FileCleanUp }): Promise<void>
}

export interface DataEvents {
  readonly onProgress?: (progress: DataProgress) => void
  /** The import has locked the database. */
  readonly onLock?: () => void
}

/** Runs work in a thread of its own. */
export type CallDataThread = <Result>(
  work: (thread: RemoteFunctions<DataFunctions>) => Promise<Result>,
  events?: DataEvents,
) => Promise<Result>

/** Starts the built worker for this work, and ends it afterwards. An aborted signal ends it at once. */
export async function callDatabaseThread<Result>(
  program: string,
  work: (thread: RemoteFunctions<DatabaseFunctions & DataFunctions>) => Promise<Result>,
  { signal, ...events }: Partial<DatabaseHostFunctions> & { signal?: AbortSignal } = {},
): Promise<Result> {
  const thread = createWorkerClient<DatabaseFunctions & DataFunctions>({
    program,
    name: 'thread that works on the database',
    functions: events,
    toError: (thrown) => thrown ?? new Error('The thread that works on the database has ended.'),
  })
  signal?.addEventListener('abort', thread.terminate)
  try {
    return await work(toRemoteFunctions<DatabaseFunctions & DataFunctions, object>(thread.call, {}))
  } finally {
    signal?.removeEventListener('abort', thread.terminate)
    await thread.terminate()
  }
}

/** Milliseconds between measurements of the copy, because its thread cannot report while it writes. */
const measureEvery = 250

/** Resolves once the database at `file` has the schema of this version. */
export async function upgradeInThread(
  program: string,
  file: string,
  onProgress: (state: StartState) => void,
): Promise<void> {
  let copy: { path: string; bytes: number } | undefined
  const measuring = setInterval(() => {
    if (!copy) return
    const { path, bytes } = copy
    stat(path).then(
      ({ size }) => copy && onProgress({ type: 'copying', progress: Math.min(size / bytes, 1) }),
      () => undefined,
    )
  }, measureEvery)
  const onStep = (step: UpgradeStep) => {
    copy = step.type === 'snapshot' ? step : undefined
    if (step.type === 'snapshot') onProgress({ type: 'copying', progress: 0 })
    else onProgress({ type: 'updating', step: step.number, total: step.total })
  }
  try {
    await callDatabaseThread(program, (thread) => thread.upgrade(file), { onStep })
  } finally {
    clearInterval(measuring)
    copy = undefined
  }
}

/** Milliseconds between two reports of one phase. */
const reportIntervalMs = 100

const loadExport = () => import('#workspace/archive/write-archive')
const loadImport = () => import('#workspace/archive/import-archive')
const loadBackup = () => import('#workspace/archive/back-up')
const loadStorage = () => import('#workspace/archive/measure-storage')

/** Each loads its code when it is called: the thread is also started for databases alone. */
export function createDataFunctions({ onProgress = () => {}, onLock = () => {} }: DataEvents): DataFunctions {
  const createReport = () => {
    let last: { readonly phase: string; readonly at: number } = { phase: '', at: 0 }
    return (progress: DataProgress) => {
      const at = Date.now()
      if (progress.phase === last.phase && at - last.at < reportIntervalMs) return
      last = { phase: progress.phase, at }
      onProgress(progress)
    }
  }
  const createContext = (signal: AbortSignal) => ({ signal, report: createReport() })
  return {
    exportData: async (options, signal) => (await loadExport()).writeArchive(options, createContext(signal)),
    previewImport: async (options, signal) =>
      (await loadImport()).previewImport(options, createContext(signal)),
    importArchive: async (options, signal) =>
      (await loadImport()).importArchive(options, { ...createContext(signal), onLock }),
    saveBackup: async (options, signal) => (await loadBackup()).saveBackup(options, createContext(signal)),
    measureStorage: async (options) => (await loadStorage()).measureStorage(options),
    cleanUpFiles: async ({ part, ...options }) => (await loadStorage()).cleanUpFiles(part, options, onLock),
  }
}

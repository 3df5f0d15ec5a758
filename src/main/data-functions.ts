// The functions for the user's data as a whole, in whichever thread they run.
import type { DataProgress } from '#shared/schemas/user-data'
import type { DataEvents, DataFunctions } from './database-thread'

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

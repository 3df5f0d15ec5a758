// The functions for the user's data as a whole, in whichever thread they run.
import type { DataProgress } from '#shared/schemas/user-data'
import { saveBackup } from '#workspace/archive/back-up'
import { importArchive, previewImport } from '#workspace/archive/import-archive'
import { cleanUpFiles, measureStorage } from '#workspace/archive/measure-storage'
import { writeArchive } from '#workspace/archive/write-archive'
import type { DataEvents, DataFunctions } from './database-thread'

/** Milliseconds between two reports of one phase. */
const reportIntervalMs = 100

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
    exportData: (options, signal) => writeArchive(options, createContext(signal)),
    previewImport: (options, signal) => previewImport(options, createContext(signal)),
    importArchive: (options, signal) => importArchive(options, { ...createContext(signal), onLock }),
    saveBackup: (options, signal) => saveBackup(options, createContext(signal)),
    measureStorage,
    cleanUpFiles: ({ part, ...options }) => cleanUpFiles(part, options),
  }
}

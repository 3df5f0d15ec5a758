// Backs up the user's data once a day while the application runs, if the settings say so, and remembers the last result.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BackupResult, type BackupSettings, type DataProgress } from '#shared/schemas/user-data'
import type { SavedBackup } from '#workspace/archive/back-up'
import type { DataContext } from '#workspace/archive/write-archive'
import { writeAtomicallySync } from '#workspace/atomic-write'
import { machineTimer, type Timer } from '#workspace/concurrency/timing'
import { parseStored } from '#workspace/parse-json'

interface BackupPorts {
  /** The data folder. */
  readonly folder: string
  readonly settings: () => BackupSettings
  readonly save: (
    target: BackupSettings & { readonly folder: string },
    context: DataContext,
  ) => Promise<SavedBackup>
  /** Called after each backup, and each failure. */
  readonly onChange: () => void
  readonly now?: () => number
  readonly timer?: Timer
}

export interface Backups {
  last(): BackupResult | null
  /** Resolves with the result, also of a failure. A call during a backup gets the same result. Rejects if it is canceled. */
  run(onProgress?: (progress: DataProgress) => void): Promise<BackupResult>
  /** Leaves the earlier backups as they are. */
  cancel(): void
  /** Starts the schedule. */
  start(): void
  close(): void
}

/** Not during the start, when the disk is busy. */
const firstDelayMs = 5 * 60_000
/** A day can end while the application runs, and a disk can be connected. */
const checkIntervalMs = 30 * 60_000
const intervalMs = 24 * 60 * 60_000

export function createBackups(ports: BackupPorts): Backups {
  const { folder, settings, save, onChange, now = Date.now, timer = machineTimer } = ports
  const file = join(folder, 'backup.json')
  let isClosed = false
  let canceling = new AbortController()
  let running: Promise<BackupResult> | undefined
  const listeners = new Set<(progress: DataProgress) => void>()
  let cancelPlan = () => {}

  const last = () => {
    try {
      return parseStored(BackupResult, readFileSync(file, 'utf8')) ?? null
    } catch {
      return null
    }
  }
  const store = (result: BackupResult) => {
    writeAtomicallySync(file, `${JSON.stringify(result)}\n`)
    onChange()
    return result
  }
  const backUp = async (): Promise<BackupResult> => {
    const { folder: target, ...others } = settings()
    const at = now()
    const before = { copied: 0, unchanged: 0, bytes: 0, lastSuccess: last()?.lastSuccess ?? null }
    try {
      if (target === null) throw new Error('Choose a backup folder.')
      const report = (progress: DataProgress) => {
        for (const listener of listeners) listener(progress)
      }
      const saved = await save({ ...others, folder: target }, { signal: canceling.signal, report })
      return store({ ...saved, at, problem: null, lastSuccess: at })
    } catch (error) {
      canceling.signal.throwIfAborted()
      return store({ ...before, at, problem: error instanceof Error ? error.message : String(error) })
    }
  }
  const run = async (onProgress: (progress: DataProgress) => void = () => {}) => {
    listeners.add(onProgress)
    if (!running) {
      canceling = new AbortController()
      running = backUp().finally(() => {
        running = undefined
      })
    }
    return await running.finally(() => listeners.delete(onProgress))
  }
  const check = async () => {
    const { enabled, folder: target } = settings()
    const savedAt = last()?.lastSuccess ?? null
    // After the clock was set back, a backup in the future is not recent.
    const isRecent = savedAt !== null && savedAt <= now() && now() - savedAt < intervalMs
    if (enabled && target !== null && !isRecent) await run().catch(() => undefined)
    plan(checkIntervalMs)
  }
  const plan = (delay: number) => {
    if (!isClosed) cancelPlan = timer(delay, () => void check())
  }
  return {
    last,
    run,
    cancel: () => canceling.abort(),
    start: () => plan(firstDelayMs),
    close() {
      isClosed = true
      cancelPlan()
      canceling.abort()
    },
  }
}

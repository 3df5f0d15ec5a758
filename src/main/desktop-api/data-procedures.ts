// Implements the desktop procedures for the user's data as a whole.
import { readFileSync, rmSync } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { ApiError } from '#shared/schemas/api-error'
import { SettingsPatch } from '#shared/schemas/settings'
import type {
  BackupResult,
  DataProgress,
  ExportResult,
  ImportPreview,
  ImportResult,
} from '#shared/schemas/user-data'
import type { ImportedRows } from '#workspace/archive/import-archive'
import { writeAtomicallySync } from '#workspace/atomic-write'
import { streamProgress } from '#workspace/concurrency/feed'
import { parseStored } from '#workspace/parse-json'
import type { Workspace } from '#workspace/workspace'
import type { Application } from '../application'
import { version } from '../build-info'
import { requestErasure } from '../erase-data'
import { resetArea } from '../reset-area'
import type { Functions } from './bind'
import type { DesktopHost } from './desktop-host'

type Event<Result> = { progress: DataProgress } | { done: Result | null }

/** The dialog was canceled. */
const canceled = { done: null }

interface DataPorts {
  readonly application: Application
  readonly host: DesktopHost
  readonly backupFolders: { add(path: string): string }
}

const Interrupted = z.object({ path: z.string() })

// Loaded with the first export that was interrupted.
const loadLayout = () => import('#workspace/archive/archive-layout')

/** Remembers the path of an export in progress, so that it can be continued after a crash. */
function openExportNotes(file: string) {
  const remove = () => rmSync(file, { force: true })
  return {
    write: (path: string) => writeAtomicallySync(file, JSON.stringify({ path })),
    remove,
    /** Null if nothing is left of it. */
    async read() {
      try {
        const interrupted = parseStored(Interrupted, readFileSync(file, 'utf8'))
        if (!interrupted) return null
        const { toPartialPath } = await loadLayout()
        await stat(toPartialPath(interrupted.path))
        return interrupted
      } catch {
        return null
      }
    },
    async discard(path: string) {
      const { toPartialPath } = await loadLayout()
      await rm(toPartialPath(path), { force: true })
      remove()
    },
  }
}

export function createDataProcedures({ application, host, backupFolders }: DataPorts): Functions['data'] {
  const { workspace, status } = application
  const { dataFolder: folder } = status()
  const notes = openExportNotes(join(folder, 'export.json'))
  const previewed = new Set<string>()
  const foldersOf = () => ({ folder, mediaFolder: workspace.media.folder().path })
  const storage = () => ({ ...foldersOf(), backupFolder: workspace.settings.read().backup.folder })

  const exportTo = (path: string, signal: AbortSignal | undefined) =>
    streamEvents<ExportResult>(async ({ signal: canceling, report }) => {
      notes.write(path)
      const options = { ...foldersOf(), path, appVersion: version, now: Date.now() }
      const written = workspace.transfers.run('exports', () =>
        host.callDataThread((thread) => thread.exportData(options, canceling), {
          onProgress: report,
        }),
      )
      const result = await written.catch(async (error: unknown) => {
        // Canceling deletes what was written. After an error or a crash, the export can be continued.
        if (canceling.aborted) await notes.discard(path)
        throw error
      })
      notes.remove()
      return result
    }, signal)

  return {
    async *export(_, signal) {
      const day = new Date().toISOString().slice(0, 10)
      const path = await host.saveFile(`Gen Playground ${day}.zip`, ['zip'])
      if (path === null) yield canceled
      else yield* exportTo(path, signal)
    },
    interruptedExport: notes.read,
    async *resumeExport(_, signal) {
      const interrupted = await notes.read()
      if (!interrupted) throw new ApiError('NOT_FOUND', 'There is no interrupted export. Export again.')
      yield* exportTo(interrupted.path, signal)
    },
    discardExport: async () => {
      const interrupted = await notes.read()
      if (interrupted) await notes.discard(interrupted.path)
    },
    async *previewImport(_, signal) {
      const path = await host.openFile(['zip', 'json'])
      if (path === null) {
        yield canceled
        return
      }
      yield* streamEvents<ImportPreview>(async ({ signal: canceling, report }) => {
        const options = { ...foldersOf(), path }
        const preview = await host.callDataThread((thread) => thread.previewImport(options, canceling), {
          onProgress: report,
        })
        previewed.add(path)
        return preview
      }, signal)
    },
    import({ path, settings }, signal) {
      if (!previewed.has(path))
        throw new ApiError('INVALID_ARGUMENT', 'path: must be chosen in the dialog', { param: 'path' })
      return streamEvents<ImportResult>(async ({ signal: canceling, report }) => {
        const imported = await workspace.importRows((mediaFolder, onLock) =>
          host.callDataThread<ImportedRows>(
            (thread) => thread.importArchive({ folder, mediaFolder, path }, canceling),
            { onProgress: report, onLock },
          ),
        )
        const { counts, mediaFiles, trashed } = imported
        if (trashed.length > 0) await workspace.library.restore({ ids: trashed })
        const settingsProblem = settings ? importSettings(workspace, imported.settings) : null
        return { counts, mediaFiles, settingsProblem }
      }, signal)
    },
    chooseBackupFolder: async () => {
      const path = await host.openFolder()
      return path === null ? null : { path: backupFolders.add(path) }
    },
    lastBackup: () => host.backups.last(),
    backUp: (_, signal) =>
      streamEvents<BackupResult>(({ signal: canceling, report }) => {
        canceling.addEventListener('abort', host.backups.cancel, { once: true })
        return host.backups.run(report)
      }, signal),
    storage: () => host.callDataThread((thread) => thread.measureStorage(storage())),
    async cleanUp({ part }) {
      if (part === 'trash') await workspace.library.emptyTrash()
      else if (part === 'log') await workspace.exchanges.clear()
      else
        await workspace.runLocking((onLock) =>
          host.callDataThread((thread) => thread.cleanUpFiles({ ...storage(), part }), { onLock }),
        )
    },
    reset: async ({ area }) => ({ count: await resetArea(workspace, area) }),
    resetAll: ({ keys }) => {
      requestErasure(folder, { keys, mediaFolder: workspace.media.folder().path })
      host.restartAs('normal')
    },
  }
}

/** Yields progress, then the result. Ends without a result if it is aborted. */
async function* streamEvents<Result>(
  work: (context: { signal: AbortSignal; report: (progress: DataProgress) => void }) => Promise<Result>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Event<Result>> {
  yield* streamProgress<Event<Result>>(
    async ({ signal: canceling, report }) => {
      try {
        const done = await work({ signal: canceling, report: (progress) => report({ progress }) })
        report({ done })
      } catch (error) {
        if (!canceling.aborted) throw error
      }
    },
    [signal],
  )
}

/** Returns why they are not imported, or null. Those of this computer, such as paths, stay. */
function importSettings(workspace: Workspace, stored: Readonly<Record<string, string>>): string | null {
  const entries = Object.entries(stored).flatMap(([key, value]) => {
    if (!(key in SettingsPatch.shape)) return []
    const parsed = parseStored(SettingsPatch.shape[key as keyof SettingsPatch], value)
    return parsed === undefined ? [] : [[key, parsed] as const]
  })
  // Each value matches the schema of its key.
  const patch = Object.fromEntries(entries) as SettingsPatch
  const { certificatesFile } = workspace.settings.read().network
  if (patch.network) patch.network = { ...patch.network, certificatesFile }
  try {
    workspace.settings.update(patch)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

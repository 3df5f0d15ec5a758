// Desktop procedures for the user's data as a whole (export, import, backup, storage, reset) and for importing chats.
import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { ImportProgress, ImportReading, ImportTarget } from '../schemas/chat-import'
import {
  BackupResult,
  CleanUp,
  DataProgress,
  ExportResult,
  ImportPreview,
  ImportResult,
  ResetArea,
  StorageUse,
} from '../schemas/user-data'

const progressOr = <Schema extends z.ZodType>(result: Schema) =>
  eventIterator(z.union([z.object({ progress: DataProgress }), z.object({ done: result.nullable() })]))

export const dataContract = {
  data: {
    /** Lets the user choose a file and exports everything but keys. Null if the dialog was canceled. */
    export: oc.output(progressOr(ExportResult)),
    /** The path of an interrupted export, or null. */
    interruptedExport: oc.output(z.object({ path: z.string() }).nullable()),
    /** Continues it: complete files are not written again. */
    resumeExport: oc.output(progressOr(ExportResult)),
    discardExport: oc.output(z.void()),
    /** Lets the user choose an archive, or a backup's manifest. Null if the dialog was canceled. Changes nothing. */
    previewImport: oc.output(progressOr(ImportPreview)),
    /** Imports the archive of a preview: all or nothing. */
    import: oc.input(z.object({ path: z.string(), settings: z.boolean() })).output(progressOr(ImportResult)),
    /** Null if the dialog was canceled. */
    chooseBackupFolder: oc.output(z.object({ path: z.string() }).nullable()),
    /** Null if there was no backup yet. */
    lastBackup: oc.output(BackupResult.nullable()),
    /** Joins a backup in progress. The result may be a failure. */
    backUp: oc.output(progressOr(BackupResult)),
    storage: oc.output(StorageUse),
    cleanUp: oc.input(z.object({ part: CleanUp })).output(z.void()),
    /** Moves entries to the trash where there is one. `count` is the number of entries. */
    reset: oc.input(z.object({ area: ResetArea })).output(z.object({ count: z.number() })),
    /** Deletes everything, with the keys on request, and starts again with an empty data folder. */
    resetAll: oc.input(z.object({ keys: z.boolean() })).output(z.void()),
  },
} as const

const byId = z.object({ id: z.string() })

export const importsContract = {
  /** Imports exported chats, and those of other applications. */
  imports: {
    /** Lets the user choose files. Null if the dialog was canceled. */
    choose: oc.output(byId.nullable()),
    /** Files that the user has opened with the application, from the file manager or the command line. */
    opened: oc.output(eventIterator(byId)),
    /**
     * Reads chosen, opened or dropped files; it closes those that were read before. Chats that this application has
     * exported are imported right away: an invalid file is rejected with the path of the problem. Chats of other
     * applications wait for `start`.
     */
    read: oc.input(byId).output(eventIterator(ImportReading)),
    /** Each chat is imported as a whole, or not at all. */
    start: oc
      .input(
        z.object({
          indexes: z.array(z.number().int().min(0)).min(1).max(100_000),
          target: ImportTarget,
          /** For chats whose own model is unknown here. */
          model: z.string().min(1),
        }),
      )
      .output(eventIterator(ImportProgress)),
    /** Ends `start` after the current chat. What is imported stays. */
    cancel: oc.output(z.void()),
    /** Frees the memory of the files that were read. */
    close: oc.output(z.void()),
  },
} as const

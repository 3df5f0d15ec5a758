// Desktop procedures for the user's data as a whole: export, import, backup, storage, and reset.
import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
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

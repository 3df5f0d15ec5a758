// Dependencies of jobs and runs on the rest of the workspace.
import type { Send } from '#shared/wire/http'
import type { Changes } from '../changes'
import type { Timer } from '../concurrency/timing'
import type { Connection } from '../database/connection'
import type { RescuedRecords } from '../database/rescued-records'
import type { EditedTranscript, JobResult } from '../library/item-rows'
import type { Media } from '../media/media'
import type { SettingsStore } from '../user-data/settings'
import type { Saves } from './saves'

export interface JobPorts {
  /** The workspace's folder, for downloads and recordings. */
  readonly folder: string
  readonly connection: Connection
  readonly changes: Changes
  readonly settings: SettingsStore
  readonly media: Media
  readonly send: Send
  readonly now: () => number
  readonly newId: () => string
  readonly timer: Timer
  readonly saves: Saves
  readonly records: RescuedRecords
  /** Call within the transaction that ends the job. */
  readonly indexJobResult: (result: JobResult) => void
  /** Call within the transaction of the edit. */
  readonly reindexTranscript: (edited: EditedTranscript) => void
}

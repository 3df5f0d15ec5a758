// What long work needs of the rest of the workspace.
import type { Send } from '#shared/wire/call'
import type { Changes } from '../../changes'
import type { EditedTranscript, MadeByJob } from '../../collection/list-job-made'
import type { KeptSettings } from '../../library/settings'
import type { Connection } from '../../storage/connection'
import type { Media } from '../../storage/media'
import type { RescuedRecords } from '../../storage/rescued-records'
import type { Saves } from '../saves'
import type { Timer } from './timer'

export interface JobPorts {
  /** Of the workspace: downloads and recordings lie in it. */
  readonly folder: string
  readonly connection: Connection
  readonly changes: Changes
  readonly settings: KeptSettings
  readonly media: Media
  readonly send: Send
  readonly now: () => number
  readonly newId: () => string
  readonly timer: Timer
  readonly saves: Saves
  readonly records: RescuedRecords
  /** Within the transaction that ends the job. */
  readonly addMade: (made: MadeByJob) => void
  /** Within the transaction of an edit. */
  readonly replaceMade: (edited: EditedTranscript) => void
}

// Opens the long work of the workspace: videos, transcriptions with the sounds that they need, and embeddings.
import { join } from 'node:path'
import type { Send } from '#shared/wire/call'
import { createLoudness, type LoudnessStore } from './audio/loudness-store'
import { createRecordings, type Recordings } from './audio/recordings'
import type { Changes } from './changes'
import type { EditedTranscript, MadeByJob } from './collection/list-job-made'
import type { KeptSettings } from './library/settings'
import { type Embeddings, type EmbeddingsPorts, openEmbeddings } from './runs/embeddings/embeddings'
import { createDamagedJobs, type DamagedJobs } from './runs/jobs/damaged-jobs'
import type { Timer } from './runs/jobs/timer'
import type { Saves } from './runs/saves'
import { transcriptionKind } from './runs/transcriptions/transcription-kind'
import { openTranscriptions, type Transcriptions } from './runs/transcriptions/transcriptions'
import { videoKind } from './runs/videos/video-kind'
import { openVideos, type Videos } from './runs/videos/videos'
import type { Connection } from './storage/connection'
import type { Media } from './storage/media'
import type { RescuedRecords } from './storage/rescued-records'

export interface JobPorts extends Pick<EmbeddingsPorts, 'keepSetItem' | 'markSetItem'> {
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

export interface Jobs {
  readonly videos: Videos
  readonly transcriptions: Transcriptions
  readonly embeddings: Embeddings
  readonly damagedJobs: DamagedJobs
  readonly loudness: LoudnessStore
  readonly recordings: Recordings
  /** With something to do; paused transcriptions are none. */
  countOpen(): number
  /** Resolves once nothing is written any more. */
  close(): Promise<void>
}

export function openJobs(ports: JobPorts): Jobs {
  const videos = openVideos(ports)
  const loudness = createLoudness(ports)
  const recordings = createRecordings({ ...ports, folder: join(ports.folder, 'recordings') })
  const transcriptions = openTranscriptions({ ...ports, loudness })
  const embeddings = openEmbeddings(ports)
  return {
    videos,
    transcriptions,
    embeddings,
    damagedJobs: createDamagedJobs(ports.connection, ports.now, [videoKind, transcriptionKind]),
    loudness,
    recordings,
    countOpen: () => videos.countOpen() + transcriptions.countOpen() + embeddings.countRunning(),
    close: async () => {
      loudness.close()
      await Promise.all([videos.close(), transcriptions.close(), embeddings.close(), recordings.close()])
    },
  }
}

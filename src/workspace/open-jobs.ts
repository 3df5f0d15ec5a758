// Opens the long work of the workspace: videos and transcriptions, with the sounds that the latter need.
import { join } from 'node:path'
import type { Send } from '#shared/wire/call'
import { createLoudness, type LoudnessStore } from './audio/loudness-store'
import { createRecordings, type Recordings } from './audio/recordings'
import type { Changes } from './changes'
import type { EditedTranscript, MadeByJob } from './collection/list-job-made'
import type { KeptSettings } from './library/settings'
import type { Timer } from './runs/jobs/timer'
import { openTranscriptions, type Transcriptions } from './runs/transcriptions/transcriptions'
import { openVideos, type Videos } from './runs/videos/videos'
import type { Connection } from './storage/connection'
import type { Media } from './storage/media'

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
  /** Within the transaction that ends the job. */
  readonly addMade: (made: MadeByJob) => void
  /** Within the transaction of an edit. */
  readonly replaceMade: (edited: EditedTranscript) => void
}

export interface Jobs {
  readonly videos: Videos
  readonly transcriptions: Transcriptions
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
  return {
    videos,
    transcriptions,
    loudness,
    recordings,
    countOpen: () => videos.countOpen() + transcriptions.countOpen(),
    close: async () => {
      loudness.close()
      await Promise.all([videos.close(), transcriptions.close(), recordings.close()])
    },
  }
}

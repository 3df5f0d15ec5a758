// Opens the long work of the workspace: videos, transcriptions with the sounds that they need, and embeddings.
import { join } from 'node:path'
import { createLoudness, type LoudnessStore } from './audio/loudness-store'
import { createRecordings, type Recordings } from './audio/recordings'
import { type Embeddings, type EmbeddingsPorts, openEmbeddings } from './embeddings/embeddings'
import { createDamagedJobs, type DamagedJobs } from './jobs/damaged-jobs'
import type { JobPorts } from './jobs/job-ports'
import { transcriptionKind } from './transcriptions/transcription-kind'
import { openTranscriptions, type Transcriptions } from './transcriptions/transcriptions'
import { videoKind } from './videos/video-kind'
import { openVideos, type Videos } from './videos/videos'

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

type OpenJobsPorts = JobPorts & Pick<EmbeddingsPorts, 'saveSetItem' | 'markSetItem'>

export function openJobs(ports: OpenJobsPorts): Jobs {
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

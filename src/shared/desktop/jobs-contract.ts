// Desktop procedures for jobs: videos, transcriptions, recordings, and measuring the loudness of audio.
import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { DamagedJob } from '../schemas/job'
import {
  AudioSource,
  Recording,
  SavedRecording,
  Transcript,
  TranscriptExportProgress,
  TranscriptFormat,
  TranscriptionEvent,
  TranscriptionJob,
  TranscriptionSettings,
} from '../schemas/transcription-job'
import { VideoEvent, VideoForm, VideoJob } from '../schemas/video-job'

const byId = z.object({ id: z.string() })
const byIds = z.object({ ids: z.array(z.string()).min(1).max(10_000) })
/** Ended jobs older than `before`, newest first. */
const earlier = z.object({ before: z.string(), limit: z.number().int().min(1).max(500) })
/** Path of the file that was written; null if the dialog was canceled. */
const filePath = z.object({ path: z.string().nullable() })

/** Unsent forms of panels, audio files that are being added, editors of Chat, and results of its function calls. */
const FormName = z.enum([
  'video',
  'transcribe',
  'embeddings',
  'incomingAudio',
  'reference',
  'editors',
  'results',
])
export type FormName = z.infer<typeof FormName>

export const jobsContract = {
  /** Jobs whose rows cannot be read. */
  damagedJobs: {
    list: oc.output(z.array(DamagedJob)),
    /** As JSON, unchanged. */
    export: oc.input(byId).output(filePath),
    /** Hides it from the list; the row stays. */
    delete: oc.input(byId).output(z.void()),
    restore: oc.input(byId).output(z.void()),
  },
  videos: {
    watch: oc.output(eventIterator(VideoEvent)),
    list: oc.input(earlier).output(z.array(VideoJob)),
    /** The job is on disk when this returns. Rejects an invalid form with the path of the field. */
    create: oc.input(VideoForm).output(byId),
    /** Creates a job with the same form. The caller must have warned that the old one may have been billed. */
    repeat: oc.input(byId).output(byId),
    /** Only while it is queued, before anything is sent. */
    cancel: oc.input(byId).output(z.void()),
    /** Stops polling. The upstream keeps generating the video and bills it. */
    stopFollowing: oc.input(byId).output(z.void()),
    /** Resumes polling, or retries a failed download. */
    followAgain: oc.input(byId).output(z.void()),
    pollNow: oc.input(byId).output(z.void()),
    /** Removes ended or unfollowed jobs from the list; `restore` undoes it. Videos stay in the Library. */
    clear: oc.input(byIds).output(z.void()),
    restore: oc.input(byIds).output(z.void()),
  },
  transcriptions: {
    watch: oc.output(eventIterator(TranscriptionEvent)),
    list: oc.input(earlier).output(z.array(TranscriptionJob)),
    /**
     * Adds files to the end of the queue, in order. Files that are not audio are returned as `rejected`. `id` becomes the
     * job's: a source whose job exists is not added again, so a request that a crash has interrupted can be repeated.
     */
    add: oc
      .input(
        z.object({
          sources: z
            .array(AudioSource.extend({ id: z.uuid().optional() }))
            .min(1)
            .max(1000),
          settings: TranscriptionSettings,
        }),
      )
      .output(
        z.object({
          ids: z.array(z.string()),
          rejected: z.array(z.object({ name: z.string(), reason: z.string() })),
        }),
      ),
    pause: oc.input(byIds).output(z.void()),
    resume: oc.input(byIds).output(z.void()),
    /** Aborts the open request. Received pieces stay, and `retry` does not request them again. */
    cancel: oc.input(byIds).output(z.void()),
    /** Requests missing pieces. The caller must have warned that an interrupted piece may have been billed. */
    retry: oc.input(byIds).output(z.void()),
    /** Moves it before another job in the queue; null is the end. */
    move: oc.input(byId.extend({ before: z.string().nullable() })).output(z.void()),
    /** Removes ended jobs from the list; `restore` undoes it. Transcripts stay in the Library. */
    clear: oc.input(byIds).output(z.void()),
    restore: oc.input(byIds).output(z.void()),
    /** Null if nothing has been transcribed. */
    read: oc.input(byId).output(Transcript.nullable()),
    /** Saves immediately. Edits within a few minutes form one version. */
    edit: oc.input(byId.extend({ text: z.string().max(20_000_000) })).output(Transcript),
    /** At the pauses of the audio, as an edit; without any, the text stays the same. */
    splitParagraphs: oc.input(byId).output(Transcript),
    version: oc.input(byId.extend({ versionId: z.string() })).output(z.object({ text: z.string() })),
    /** Restores it as a new version. */
    restoreVersion: oc.input(byId.extend({ versionId: z.string() })).output(Transcript),
    format: oc
      .input(byId.extend({ format: TranscriptFormat }))
      .output(z.object({ name: z.string(), text: z.string() })),
    export: oc.input(byId.extend({ format: TranscriptFormat })).output(filePath),
    /** Each as a file of a folder that the user chooses; existing files stay. */
    exportAll: oc
      // In one request, because each opens a dialog.
      .input(z.object({ ids: z.array(z.string()).min(1).max(200_000), format: TranscriptFormat }))
      .output(eventIterator(TranscriptExportProgress)),
    job: oc.input(byId).output(TranscriptionJob.nullable()),
  },
  /** The page measures it, because it can decode audio: `POST media://loudness/<sha256>` stores it, GET returns it or 204. */
  loudness: {
    /** Audio files that a job needs the loudness of: pending ones, then each new one. */
    requests: oc.output(eventIterator(z.object({ media: z.string(), mimeType: z.string() }))),
    /** The page cannot decode the file; the job continues without its loudness. */
    fail: oc.input(z.object({ media: z.string(), reason: z.string() })).output(z.void()),
  },
  /** Stored while recording: `POST media://recording/<id>?offset=<bytes>` appends a chunk. */
  recordings: {
    /** Creates a WebM file. */
    start: oc.output(byId),
    /** Turns it into a seekable file of the media folder; also for recordings that a crash has interrupted. */
    finish: oc.input(byId).output(SavedRecording),
    discard: oc.input(byId).output(z.void()),
    /** Recordings that an earlier process has left unfinished. */
    orphaned: oc.output(z.array(Recording)),
  },
  forms: {
    /** By name; a form that is not stored is absent. */
    read: oc.output(z.partialRecord(FormName, z.unknown())),
    write: oc.input(z.object({ name: FormName, form: z.unknown() })).output(z.void()),
  },
} as const

// What the renderer may ask about long work: videos, transcriptions, recordings, and how loud a sound is.
import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { DamagedJob } from '../schemas/job'
import {
  AudioSource,
  Recording,
  SavedRecording,
  Transcript,
  TranscriptFormat,
  TranscriptionEvent,
  TranscriptionJob,
  TranscriptionSettings,
} from '../schemas/transcription-job'
import { VideoEvent, VideoForm, VideoJob } from '../schemas/video-job'

const byId = z.object({ id: z.string() })
const byIds = z.object({ ids: z.array(z.string()).min(1).max(10_000) })
/** Ended jobs before this one, the newest first. */
const earlier = z.object({ before: z.string(), limit: z.number().int().min(1).max(500) })
/** Where a file was written; null if the dialog was canceled. */
const filePath = z.object({ path: z.string().nullable() })

/** What stands in a panel's form until it is sent. */
export const formNames = ['video', 'transcribe', 'embeddings'] as const

export const jobsContract = {
  /** Jobs whose rows cannot be read. */
  damagedJobs: {
    list: oc.output(z.array(DamagedJob)),
    /** As JSON, as it is stored. */
    export: oc.input(byId).output(filePath),
    /** Out of the list; the row stays. */
    delete: oc.input(byId).output(z.void()),
    restore: oc.input(byId).output(z.void()),
  },
  videos: {
    watch: oc.output(eventIterator(VideoEvent)),
    list: oc.input(earlier).output(z.array(VideoJob)),
    /** On disk when this returns; refused with the place in the form. */
    create: oc.input(VideoForm).output(byId),
    /** A new job with the same form. The old one may have been billed; the caller has warned of that. */
    repeat: oc.input(byId).output(byId),
    /** Only while it is queued: nothing has been sent. */
    cancel: oc.input(byId).output(z.void()),
    /** It goes on upstream, and is billed. */
    stopFollowing: oc.input(byId).output(z.void()),
    /** Polls again, or fetches again what could not be fetched. */
    followAgain: oc.input(byId).output(z.void()),
    pollNow: oc.input(byId).output(z.void()),
    /** Out of the list, with a way back; what was made stays in the Library. Only of ended or unfollowed ones. */
    clear: oc.input(byIds).output(z.void()),
    restore: oc.input(byIds).output(z.void()),
  },
  transcriptions: {
    watch: oc.output(eventIterator(TranscriptionEvent)),
    list: oc.input(earlier).output(z.array(TranscriptionJob)),
    /** In their order, at the end of the queue. A file that is no sound is refused by name, and the others are taken. */
    add: oc
      .input(
        z.object({
          sources: z.array(AudioSource).min(1).max(1000),
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
    /** Aborts to the socket. What has come of it stays, and is not asked for again by `retry`. */
    cancel: oc.input(byIds).output(z.void()),
    /** Asks for what has not come. A piece cut off may have been billed; the caller has warned of that. */
    retry: oc.input(byIds).output(z.void()),
    /** Before another one in the queue; null is its end. */
    move: oc.input(byId.extend({ before: z.string().nullable() })).output(z.void()),
    /** Out of the list, with a way back; the transcript stays in the Library. Only of ended ones. */
    clear: oc.input(byIds).output(z.void()),
    restore: oc.input(byIds).output(z.void()),
    /** Null if nothing has come. */
    read: oc.input(byId).output(Transcript.nullable()),
    /** Kept at once. Edits within minutes of each other are one version. */
    edit: oc.input(byId.extend({ text: z.string().max(20_000_000) })).output(Transcript),
    version: oc.input(byId.extend({ versionId: z.string() })).output(z.object({ text: z.string() })),
    /** As a new version. */
    restoreVersion: oc.input(byId.extend({ versionId: z.string() })).output(Transcript),
    format: oc
      .input(byId.extend({ format: TranscriptFormat }))
      .output(z.object({ name: z.string(), text: z.string() })),
    export: oc.input(byId.extend({ format: TranscriptFormat })).output(filePath),
    job: oc.input(byId).output(TranscriptionJob.nullable()),
  },
  /** Measured by the page, which can decode: `POST media://loudness/<sha256>` keeps it, GET answers it or 204. */
  loudness: {
    /** Sounds that the work at hand needs it of: those that are wanted now, then each new one. */
    requests: oc.output(eventIterator(z.object({ media: z.string(), mimeType: z.string() }))),
    /** It cannot be decoded; the work goes on without. */
    fail: oc.input(z.object({ media: z.string(), reason: z.string() })).output(z.void()),
  },
  /** On disk while it is recorded: `POST media://recording/<id>?offset=<bytes>` appends a piece. */
  recordings: {
    /** Webm. */
    start: oc.output(byId),
    /** Makes it a file of the media folder that can be sought in. Also what a crash has left. */
    finish: oc.input(byId).output(SavedRecording),
    discard: oc.input(byId).output(z.void()),
    /** Those that nobody is recording: an earlier program has left them. */
    orphaned: oc.output(z.array(Recording)),
  },
  forms: {
    /** By name; one that is not stored is absent. */
    read: oc.output(z.partialRecord(z.enum(formNames), z.unknown())),
    write: oc.input(z.object({ name: z.enum(formNames), form: z.unknown() })).output(z.void()),
  },
} as const

// The state of the application that the status line shows.
import { z } from 'zod'
import { VaultProblem } from './key-status'
import { RefusalCounts } from './refusal'
import { UpstreamKind } from './upstream'

export const ApplicationStatus = z.object({
  version: z.string(),
  gateway: z.object({
    /** Null until it listens. */
    url: z.string().nullable(),
    requestedPort: z.number(),
    /** Why it does not listen, or why on another port than asked. */
    notice: z.string().nullable(),
  }),
  keys: z.object({
    file: z.string(),
    problem: VaultProblem.nullable(),
    /** A local key is saved that cannot be read: scripts that send it are refused. */
    isLocalKeyUnreadable: z.boolean(),
  }),
  upstream: z.object({ kind: UpstreamKind, label: z.string() }),
  /** Answers, images, videos … under way. */
  running: z.number(),
  /** Of these, the jobs; transcriptions that are paused are none, and embeddings are the sets being run. */
  jobs: z.object({ videos: z.number(), transcriptions: z.number(), embeddings: z.number() }),
  /** Milliseconds to the first byte of the newest call. */
  lastLatency: z.number().nullable(),
  refusals: RefusalCounts,
  dataFolder: z.string(),
  /** The file that another program has locked; null if everything can be saved. */
  lockedDatabase: z.string().nullable(),
  /** Why the request log was started over, or can't be saved; null if nothing is wrong. */
  requestLogNotice: z.string().nullable(),
  platform: z.string(),
})
export type ApplicationStatus = z.infer<typeof ApplicationStatus>

// The state of the application that the status line shows.
import { z } from 'zod'
import { RefusalCounts } from './exchange'
import { VaultProblem } from './key-status'
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

/**
 * `error`: unhandled in main, and the work goes on. `restart`: main started again after several. `window`, `graphics`,
 * `gateway`, `helper`: that process or thread ended and was started again.
 */
export const IncidentKind = z.enum(['error', 'restart', 'window', 'graphics', 'gateway', 'helper'])
export type IncidentKind = z.infer<typeof IncidentKind>

export const Incident = z.object({ kind: IncidentKind })
export type Incident = z.infer<typeof Incident>

export type StartState =
  /** Another program has locked this file. */
  | { readonly type: 'locked'; readonly file: string }
  /** Data of an earlier version are copied, then changed; from 0 to 1. */
  | { readonly type: 'copying'; readonly progress: number }
  | { readonly type: 'updating'; readonly step: number; readonly total: number }

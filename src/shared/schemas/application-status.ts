// The application state that the status line shows, and results that could not be saved yet.
import { z } from 'zod'
import { RefusalCounts } from './exchange'
import { VaultProblem } from './key-status'
import { UpstreamKind } from './upstream'

/** `unknown` until the provider is requested or tested; `failing` with the error of the last request. */
export const ProviderHealth = z.object({
  state: z.enum(['unknown', 'reachable', 'failing', 'no-key']),
  /** When that was found out, in milliseconds since the epoch. */
  at: z.number().nullable(),
  error: z.string().nullable(),
})
export type ProviderHealth = z.infer<typeof ProviderHealth>

export const ApplicationStatus = z.object({
  version: z.string(),
  gateway: z.object({
    /** Null until the gateway listens. */
    url: z.string().nullable(),
    requestedPort: z.number(),
    /** Why it does not listen, or listens on another port than requested. */
    notice: z.string().nullable(),
  }),
  keys: z.object({
    file: z.string(),
    problem: VaultProblem.nullable(),
    /** The saved local key cannot be read, so another one is shown for this session. */
    isLocalKeyUnreadable: z.boolean(),
    /** Scripts with that saved key still work, because its hash can be read. */
    isSavedLocalKeyAccepted: z.boolean(),
  }),
  /** `id`: `demo`, `vendor`, or the ID of the service. */
  upstream: z.object({ id: z.string(), kind: UpstreamKind, label: z.string(), health: ProviderHealth }),
  /** Number of answers, images, videos, … in progress. */
  running: z.number(),
  /** The jobs among these, without paused transcriptions. `embeddings` counts running sets. */
  jobs: z.object({ videos: z.number(), transcriptions: z.number(), embeddings: z.number() }),
  /** Milliseconds to the first byte of the latest request that the provider answered. */
  lastLatency: z.number().nullable(),
  refusals: RefusalCounts,
  dataFolder: z.string(),
  /** The file that another program has locked; null if everything can be saved. */
  lockedDatabase: z.string().nullable(),
  /** Why the request log was started over, or can't be saved; null if nothing is wrong. */
  requestLogNotice: z.string().nullable(),
  platform: z.string(),
  /** Started without the user's data: nothing is kept after quitting. */
  safeMode: z.boolean(),
})
export type ApplicationStatus = z.infer<typeof ApplicationStatus>

/**
 * `error`: an unhandled error in main. `restart`: main restarted after several of them. `window`, `graphics`, `gateway`,
 * `helper`: that process or thread ended and was restarted. `damage`: a part of the database can't be read. `snapshot`:
 * none could be saved for days. `restored`: the application started with a snapshot of the database.
 * `budget`: a threshold of the monthly budget was reached.
 */
export const IncidentKind = z.enum([
  'error',
  'restart',
  'window',
  'graphics',
  'gateway',
  'helper',
  'damage',
  'snapshot',
  'restored',
  'budget',
])
export type IncidentKind = z.infer<typeof IncidentKind>

/** `detail`: what was restored, and where the earlier file is; what was spent. */
export const Incident = z.object({ kind: IncidentKind, detail: z.string().optional() })
export type Incident = z.infer<typeof Incident>

export type StartState =
  /** Another program has locked this file. */
  | { readonly type: 'locked'; readonly file: string }
  /** Data of an earlier version is copied, then upgraded. `progress` is from 0 to 1. */
  | { readonly type: 'copying'; readonly progress: number }
  | { readonly type: 'updating'; readonly step: number; readonly total: number }
  /** A snapshot of the database is checked and copied. */
  | { readonly type: 'restoring' }
  | { readonly type: 'failed'; readonly failure: StartFailure }

/** Why the application or its window could not start, as the page says it. */
export interface StartFailure {
  readonly title: string
  /** Says the problem and its remedy. */
  readonly reason: string
  /** The error with its causes, for a report. */
  readonly details: string
  /** The last lines of the log. */
  readonly log: string
  readonly dataFolder: string
  /** Null unless the failure concerns the database and there is a snapshot. */
  readonly snapshot: { readonly savedAt: number; readonly appVersion: string | null } | null
}

/** The actions that the page offers. */
export const startActions = [
  'try-again',
  'start-safe-mode',
  'restore',
  'show-data-folder',
  'open-log-folder',
  'quit',
] as const
export type StartAction = (typeof startActions)[number]

export const PendingSave = z.object({
  /** The id of the turn, the job or the embedding set. */
  owner: z.string(),
  /** Why the last attempt failed, in whole sentences. */
  message: z.string(),
  /** Whether the rescue folder has a copy, which the next start reads. */
  rescued: z.boolean(),
})
export type PendingSave = z.infer<typeof PendingSave>

/** Generated results that could not be saved yet. Saving is retried automatically, or by the user. */
export const UnsavedWork = z.object({
  pending: z.array(PendingSave),
  /** Files in the rescue folder that wait until the media folder is writable. */
  files: z.array(z.object({ media: z.string(), path: z.string() })),
  /** Why they could not be moved to the media folder; null until the first retry. */
  filesProblem: z.string().nullable(),
})
export type UnsavedWork = z.infer<typeof UnsavedWork>

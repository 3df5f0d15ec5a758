// Dependencies of the modules that work with embedding sets.

import type { ModelEntry } from '#shared/models/catalog'
import type { EmbeddingSettings, VectorSource } from '#shared/schemas/embedding-set'
import type { Semaphore } from '../concurrency/locks'
import type { JobPorts } from '../jobs/job-ports'
import type { SetFeed } from './set-feed'
import type { Tally } from './tally'
import type { TextRows } from './text-rows'
import type { VectorStore } from './vector-store'

export interface FindModelOptions {
  /** Requests the server's list of models again. */
  readonly refresh?: boolean
}

export interface EmbeddingPorts
  extends Pick<JobPorts, 'connection' | 'send' | 'timer' | 'saves' | 'records' | 'now' | 'newId'> {
  /** From the current settings. */
  readonly models: () => readonly ModelEntry[]
  readonly provider: () => VectorSource
  /** With the model that requests are sent to now; without one if the server has not listed its models. */
  readonly findSource: (settings: EmbeddingSettings, options?: FindModelOptions) => Promise<VectorSource>
  readonly rows: TextRows
  readonly tally: Tally
  readonly vectors: VectorStore
  readonly feed: SetFeed
  readonly semaphore: Semaphore
  /** In-flight requests by vector key: the same vector is awaited instead of requested twice. */
  readonly flights: Map<string, Promise<void>>
  /** Lists the set in the Library once it has vectors. Call within a transaction. */
  readonly list: (setId: string) => void
  /** Aborted when the workspace closes, so that long work stops early. */
  readonly closing: AbortSignal
}

// Dependencies of everything about embedding sets.

import type { ModelEntry } from '#shared/models/catalog'
import type { VectorSource } from '#shared/schemas/embedding-set'
import type { Semaphore } from '../concurrency/locks'
import type { JobPorts } from '../jobs/job-ports'
import type { SetFeed } from './set-feed'
import type { Tally } from './tally'
import type { TextRows } from './text-rows'
import type { VectorStore } from './vector-store'

export interface EmbeddingPorts
  extends Pick<JobPorts, 'connection' | 'send' | 'timer' | 'saves' | 'records' | 'now' | 'newId'> {
  /** As the settings are now. */
  readonly models: () => readonly ModelEntry[]
  readonly upstream: () => VectorSource
  readonly rows: TextRows
  readonly tally: Tally
  readonly vectors: VectorStore
  readonly feed: SetFeed
  readonly semaphore: Semaphore
  /** What is being asked for now, by key: the same is waited for instead. */
  readonly flights: Map<string, Promise<void>>
  /** Within a transaction: the Library lists the set, once it has vectors, as it is now. */
  readonly list: (setId: string) => void
  /** Aborted when the workspace closes: long work ends where it is. */
  readonly closing: AbortSignal
}

// What everything in the collection stands on.

import type { Connection } from '../database/connection'
import type { Embeddings } from '../embeddings/embeddings'
import type { Media } from '../media/media'

/** What the Library does with sets of embeddings: their items have no files. */
export type EmbeddingSets = Pick<Embeddings, 'delete' | 'restore' | 'drop' | 'write'>

export interface CollectionPorts {
  readonly connection: Connection
  readonly media: Media
  readonly now: () => number
  readonly newId: () => string
  /** Something that the Library shows has changed. */
  readonly tell: () => void
  /** Work that takes its time ends where this says so: the database is closed then. */
  readonly isClosed: () => boolean
}

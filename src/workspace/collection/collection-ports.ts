// What everything in the collection stands on.
import type { Connection } from '../storage/connection'
import type { Media } from '../storage/media'

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

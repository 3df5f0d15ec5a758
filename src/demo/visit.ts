// One call on its way through the demo service, and what the service keeps between calls.
import type { ModelEntry } from '#shared/models/catalogue'
import type { Answer, Call } from '#shared/wire/call'
import type { Control } from './control'
import type { FileStore } from './files/file-store'
import type { Uploads } from './files/uploads'
import type { FoundRoute } from './find-route'
import type { Takes } from './images/takes'
import type { Studio } from './video/studio'

export interface Shop {
  readonly studio: Studio
  readonly files: FileStore
  readonly uploads: Uploads
  readonly takes: Takes
}

export interface Visit {
  /** The catalogue, and what the user has added to it. */
  readonly models: readonly ModelEntry[]
  readonly call: Call
  readonly found: FoundRoute
  readonly control: Control
  readonly shop: Shop
}

export type Handle = (visit: Visit) => Promise<Answer> | Answer

/** The host and port that addresses in answers begin with. */
export function hostOf({ headers }: Call): string {
  return headers.host ?? '127.0.0.1'
}

// Where a value stands in the document that is written, and what has gone into that document.
import type { Source } from './source'

/** What of the prompt has been used, so that two members do not get the same number. */
export interface Filling {
  readonly source: Source
  readonly root: unknown
  /** Indexes of `source.numbers` that stand somewhere already. */
  readonly usedNumbers: Set<number>
}

/** Where a value stands. */
export interface Place {
  readonly path: string
  /** Name of the nearest property. */
  readonly name: string
  readonly description: string
  /** Position in the nearest array. */
  readonly index: number
  readonly depth: number
}

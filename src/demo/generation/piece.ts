// A piece of an answer: what the demo service has to say next, before it is paced, counted and framed.
import type { Part } from '#shared/schemas/content'
import type { Candidate } from '#shared/schemas/generation'
import type { Takes } from '../images/takes'

export interface Piece {
  readonly part?: Part
  /** Tokens of the part, counted as the answer's. */
  readonly tokens?: number
  /** Tokens of a thought: counted apart, sent only where thoughts were asked for. */
  readonly thoughtTokens?: number
  /** Ends the answer. */
  readonly finishReason?: string
  readonly finishMessage?: string
  /** Further fields of the candidate: groundingMetadata, urlContextMetadata, safetyRatings. */
  readonly candidate?: Partial<Candidate>
  /** The prompt was blocked: no candidate at all. */
  readonly promptFeedback?: Readonly<Record<string, unknown>>
}

/** What a generator of pieces may use of its surroundings. */
export interface Stage {
  readonly signal: AbortSignal
  /** Tokens in one piece. */
  readonly piece: number
  /** Milliseconds an image takes at least. */
  readonly image: number
  readonly takes: Takes
}

export type Pieces = AsyncGenerator<Piece, void, undefined>

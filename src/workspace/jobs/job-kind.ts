// What one kind of long work tells of itself: its states, the moves between them, and what its rows hold.
import type { z } from 'zod'

export interface JobKind<State extends string, Input, Progress> {
  readonly name: 'video' | 'transcription'
  readonly state: z.ZodType<State>
  /** What was asked for: never changes. */
  readonly input: z.ZodType<Input>
  /** What is known of it, apart from the columns of the row. */
  readonly progress: z.ZodType<Progress>
  /** Where each state may lead; every other move is refused. */
  readonly moves: Readonly<Record<State, readonly State[]>>
  /** The states in which there is something to do: what the start reads. */
  readonly open: readonly State[]
}

/** As its row stands. */
export interface KeptJob<State extends string, Input, Progress> {
  readonly id: string
  readonly state: State
  /** Its place in the queue: the smallest is next. */
  readonly position: number
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /** Null while there is something to do. */
  readonly endedAt: number | null
  readonly input: Input
  readonly progress: Progress
}

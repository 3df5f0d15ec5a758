// Jobs as rows of the database, and the description of a kind of job.
import type { z } from 'zod'
import { parseStored } from '../parse-json'

export interface JobKind<State extends string, Input, Progress> {
  readonly name: 'video' | 'transcription'
  readonly state: z.ZodType<State>
  /** What was asked for: never changes. */
  readonly input: z.ZodType<Input>
  /** What is known of it, apart from the columns of the row. */
  readonly progress: z.ZodType<Progress>
  /** Where each state may lead; every other move is refused. */
  readonly transitions: Readonly<Record<State, readonly State[]>>
  /** The states in which there is something to do: what the start reads. */
  readonly open: readonly State[]
}

/** As stored in its row. */
export interface StoredJob<State extends string, Input, Progress> {
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

export interface JobRow {
  readonly id: string
  readonly state: string
  readonly position: number
  readonly created_at: number
  readonly ended_at: number | null
  readonly input: string
  readonly progress: string
}

/** Undefined if it is damaged. */
export function parseJobRow<State extends string, Input, Progress>(
  kind: JobKind<State, Input, Progress>,
  row: JobRow,
): StoredJob<State, Input, Progress> | undefined {
  const state = kind.state.safeParse(row.state).data
  const input = parseStored(kind.input, row.input)
  const progress = parseStored(kind.progress, row.progress)
  if (state === undefined || input === undefined || progress === undefined) return undefined
  const { id, position, created_at: createdAt, ended_at: endedAt } = row
  return { id, state, position, createdAt, endedAt, input, progress }
}

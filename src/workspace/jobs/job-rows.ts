// Jobs as database rows, and the description of a kind of job.
import type { z } from 'zod'
import { parseStored } from '../parse-json'

export interface JobKind<State extends string, Input, Progress> {
  readonly name: 'video' | 'transcription'
  readonly state: z.ZodType<State>
  /** The request; never changes. */
  readonly input: z.ZodType<Input>
  /** The state of the work, apart from the columns of the row. */
  readonly progress: z.ZodType<Progress>
  /** The allowed transitions; every other one throws. */
  readonly transitions: Readonly<Record<State, readonly State[]>>
  /** The states with something to do; the start reads only these. */
  readonly open: readonly State[]
}

/** A job as stored. */
export interface StoredJob<State extends string, Input, Progress> {
  readonly id: string
  readonly state: State
  /** Position in the queue: the smallest is next. */
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

/** Returns undefined if the row is damaged. */
export function parseJobRow<State extends string, Input, Progress>(
  kind: JobKind<State, Input, Progress>,
  row: JobRow,
): StoredJob<State, Input, Progress> | undefined {
  const times = [row.position, row.created_at, row.ended_at ?? 0]
  if (typeof row.id !== 'string' || times.some((time) => typeof time !== 'number')) return undefined
  const state = kind.state.safeParse(row.state).data
  const input = parseStored(kind.input, row.input)
  const progress = parseStored(kind.progress, row.progress)
  if (state === undefined || input === undefined || progress === undefined) return undefined
  const { id, position, created_at: createdAt, ended_at: endedAt } = row
  return { id, state, position, createdAt, endedAt, input, progress }
}

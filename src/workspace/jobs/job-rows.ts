// Jobs as database rows, the description of a kind of job, and jobs whose rows cannot be parsed.
import type { z } from 'zod'
import { ApiError } from '#shared/schemas/api-error'
import type { DamagedJob } from '#shared/schemas/job'
import { createYield } from '../concurrency/timing'
import type { Connection } from '../database/connection'
import { repairRow } from '../database/rows'
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

export interface JobId {
  readonly id: string
}

// Only the schemas of a kind define the contents of a row.
type AnyKind = JobKind<string, unknown, unknown>

export function createDamagedJobs(connection: Connection, now: () => number, kinds: readonly AnyKind[]) {
  const mark = (id: string, deletedAt: number | null) => {
    if (connection.run('UPDATE jobs SET deleted_at = ? WHERE id = ?', [deletedAt, id]) === 0)
      throw jobNotFound()
  }
  return {
    /** Newest first; includes jobs that were in progress. */
    async list() {
      const damaged: DamagedJob[] = []
      const pause = createYield()
      for (const { id } of connection.all<{ id: string }>(
        'SELECT id FROM jobs WHERE deleted_at IS NULL ORDER BY seq DESC',
      )) {
        await pause()
        const row = findRow(connection, id)
        const kind = kinds.find(({ name }) => name === row?.kind)
        if (row && kind && !parseJobRow(kind, row)) damaged.push({ ...toDamagedJob(row), kind: kind.name })
      }
      return damaged
    },
    /** Returns JSON with the stored row and the versions of a transcript. */
    toFile({ id }: JobId) {
      const row = findRow(connection, id)
      if (!row) throw jobNotFound()
      const transcripts = connection.all('SELECT * FROM transcripts WHERE job_id = ? ORDER BY seq', [id])
      const text = JSON.stringify(
        { kind: 'gen-playground-damaged-job', version: 1, row, transcripts },
        null,
        2,
      )
      return { suggestedName: `Damaged ${row.kind} job.json`, text: `${text}\n` }
    },
    /** Hides the job; the row stays. */
    delete: ({ id }: JobId) => mark(id, now()),
    restore: ({ id }: JobId) => mark(id, null),
  }
}

function toDamagedJob(row: StoredRow) {
  const { id, created_at: createdAt, open } = repairRow(row, { id: 'text', created_at: 'number' })
  return { id, createdAt, isOpen: open === 1 }
}

type StoredRow = JobRow & { readonly kind: string; readonly open: number }

function findRow(connection: Connection, id: string): StoredRow | undefined {
  return connection.get<StoredRow>('SELECT * FROM jobs WHERE id = ?', [id])
}

function jobNotFound(): ApiError {
  return new ApiError('NOT_FOUND', 'Job not found.', { param: 'id' })
}

// Jobs as rows of the database, and the description of a kind of job.
import type { z } from 'zod'
import { ApiError } from '#shared/schemas/api-error'
import type { Connection } from '../database/connection'
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

export interface Earlier {
  /** An id. */
  readonly before: string
  readonly limit: number
}

/** Each within a transaction of the caller's, where several belong together. */
export interface JobRows<State extends string, Input, Progress> {
  insert(job: StoredJob<State, Input, Progress>): void
  /** Writes everything but what was asked for. */
  save(job: StoredJob<State, Input, Progress>): void
  /** Also one that is out of the list. */
  find(id: string): StoredJob<State, Input, Progress>
  /** In the order of the queue. */
  listOpen(): StoredJob<State, Input, Progress>[]
  /** The newest first. */
  listEnded(limit: number): StoredJob<State, Input, Progress>[]
  listEarlier(earlier: Earlier): StoredJob<State, Input, Progress>[]
  countEnded(): number
  isListed(id: string): boolean
  /** Out of the list or, with null, into it again; those that were elsewhere. Open ones stay where they are. */
  mark(ids: readonly string[], deletedAt: number | null): string[]
}

const columns = 'id, state, position, created_at, ended_at, input, progress'
const listed = 'open = 0 AND deleted_at IS NULL'

export function createJobRows<State extends string, Input, Progress>(
  connection: Connection,
  kind: JobKind<State, Input, Progress>,
): JobRows<State, Input, Progress> {
  /** Those that were found so far: they are shown elsewhere, and not counted here. */
  const damaged = new Set<string>()
  const read = (sql: string, ...values: (string | number)[]) =>
    connection
      .all<JobRow>(`SELECT ${columns} FROM jobs WHERE kind = ? AND ${sql}`, [kind.name, ...values])
      .flatMap((row) => {
        const job = readJob(kind, row)
        if (job.length === 0) damaged.add(row.id)
        return job
      })
  const toOpen = ({ state }: { state: State }) => (kind.open.includes(state) ? 1 : 0)
  return {
    insert: (job) =>
      connection.run(`INSERT INTO jobs (${columns}, kind, open) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`, [
        ...toValues(job),
        JSON.stringify(job.input),
        JSON.stringify(job.progress),
        kind.name,
        toOpen(job),
      ]),
    save({ id, state, position, endedAt, progress }) {
      const written = JSON.stringify(progress)
      // One that is opened again is in the list again.
      const sql = `UPDATE jobs SET state = ?, position = ?, ended_at = ?, progress = ?, open = ?,
        deleted_at = iif(? IS NULL, NULL, deleted_at) WHERE id = ?`
      connection.run(sql, [state, position, endedAt, written, toOpen({ state }), endedAt, id])
    },
    find(id) {
      const [job] = read('id = ?', id)
      if (job) return job
      throw new ApiError('NOT_FOUND', 'There is no such job.', { param: 'id' })
    },
    listOpen: () => read('open = 1 ORDER BY position'),
    listEnded: (limit) => read(`${listed} ORDER BY seq DESC LIMIT ?`, limit),
    listEarlier: ({ before, limit }) =>
      read(
        `${listed} AND seq < (SELECT seq FROM jobs WHERE id = ?) ORDER BY seq DESC LIMIT ?`,
        before,
        limit,
      ),
    countEnded() {
      const sql = `SELECT count(*) AS total FROM jobs WHERE kind = ? AND ${listed}
        AND id NOT IN (SELECT value FROM json_each(?))`
      return connection.get<{ total: number }>(sql, [kind.name, JSON.stringify([...damaged])])?.total ?? 0
    },
    isListed: (id) =>
      connection.get('SELECT 1 FROM jobs WHERE id = ? AND deleted_at IS NULL', [id]) !== undefined,
    mark: (ids, deletedAt) =>
      ids.filter((id) => {
        const sql = `UPDATE jobs SET deleted_at = ? WHERE id = ? AND kind = ? AND open = 0 AND (deleted_at IS NULL) = ?`
        return connection.run(sql, [deletedAt, id, kind.name, deletedAt === null ? 0 : 1]) > 0
      }),
  }
}

function toValues<State extends string>(job: StoredJob<State, unknown, unknown>) {
  return [job.id, job.state, job.position, job.createdAt, job.endedAt]
}

export function isReadable(kind: JobKind<string, unknown, unknown>, row: JobRow): boolean {
  return readJob(kind, row).length > 0
}

function readJob<State extends string, Input, Progress>(
  kind: JobKind<State, Input, Progress>,
  row: JobRow,
): StoredJob<State, Input, Progress>[] {
  const state = kind.state.safeParse(row.state).data
  const input = parseStored(kind.input, row.input)
  const progress = parseStored(kind.progress, row.progress)
  if (state === undefined || input === undefined || progress === undefined) return []
  const { id, position, created_at: createdAt, ended_at: endedAt } = row
  return [{ id, state, position, createdAt, endedAt, input, progress }]
}

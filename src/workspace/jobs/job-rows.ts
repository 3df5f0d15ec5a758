// Jobs of one kind as rows; one that is damaged is left out here (`damaged-jobs`), and harms no other.
import { ApiError } from '#shared/schemas/api-error'
import type { Connection } from '../database/connection'
import { readStored } from '../database/stored-json'
import type { JobKind, KeptJob } from './job-kind'

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
  insert(job: KeptJob<State, Input, Progress>): void
  /** Writes everything but what was asked for. */
  save(job: KeptJob<State, Input, Progress>): void
  /** Also one that is out of the list. */
  find(id: string): KeptJob<State, Input, Progress>
  /** In the order of the queue. */
  listOpen(): KeptJob<State, Input, Progress>[]
  /** The newest first. */
  listEnded(limit: number): KeptJob<State, Input, Progress>[]
  listEarlier(earlier: Earlier): KeptJob<State, Input, Progress>[]
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

function toValues<State extends string>(job: KeptJob<State, unknown, unknown>) {
  return [job.id, job.state, job.position, job.createdAt, job.endedAt]
}

export function isReadable(kind: JobKind<string, unknown, unknown>, row: JobRow): boolean {
  return readJob(kind, row).length > 0
}

function readJob<State extends string, Input, Progress>(
  kind: JobKind<State, Input, Progress>,
  row: JobRow,
): KeptJob<State, Input, Progress>[] {
  const state = kind.state.safeParse(row.state).data
  const input = readStored(kind.input, row.input)
  const progress = readStored(kind.progress, row.progress)
  if (state === undefined || input === undefined || progress === undefined) return []
  const { id, position, created_at: createdAt, ended_at: endedAt } = row
  return [{ id, state, position, createdAt, endedAt, input, progress }]
}

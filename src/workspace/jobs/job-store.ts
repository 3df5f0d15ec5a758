// The jobs of one kind: stored before anything else happens, changed only as the kind's transitions allow, published to watchers.
import { ApiError } from '#shared/schemas/api-error'
import { type JobEvent, maxEndedInSnapshot } from '#shared/schemas/job'
import type { Changes } from '../changes'
import type { Connection } from '../database/connection'
import { createJobFeed } from './job-feed'
import { type JobKind, type JobRow, parseJobRow, type StoredJob } from './job-rows'

interface JobStorePorts<State extends string, Input, Progress, View> {
  readonly connection: Connection
  /** Notified of every new state: how many are in progress is part of the application's status. */
  readonly changes: Pick<Changes, 'tell'>
  readonly kind: JobKind<State, Input, Progress>
  readonly now: () => number
  readonly newId: () => string
  /** What watchers see; may hold what no row does. */
  readonly toView: (job: StoredJob<State, Input, Progress>) => View
}

interface NewJob<State, Input, Progress> {
  readonly state: State
  readonly input: Input
  readonly progress: Progress
}

export interface JobChange<State extends string, Input, Progress> {
  /** Absent if it stays. */
  readonly state?: State
  readonly progress?: Partial<Progress>
  /** To survive a loss of power, as a new state does. */
  readonly durably?: boolean
  /** Within the transaction: what belongs to the change. */
  readonly within?: (job: StoredJob<State, Input, Progress>) => void
}

export interface Ids {
  readonly ids: readonly string[]
}

const columns = 'id, state, position, created_at, ended_at, input, progress'
const listed = 'open = 0 AND deleted_at IS NULL'

export class JobStore<State extends string, Input, Progress, View extends { readonly id: string }> {
  readonly #ports: JobStorePorts<State, Input, Progress, View>
  /** Those with something to do, which are read once, at the start. */
  readonly #open: Map<string, StoredJob<State, Input, Progress>>
  /** Those found so far whose rows cannot be read: they are listed elsewhere, and not counted here. */
  readonly #damaged = new Set<string>()
  readonly #feed = createJobFeed<View>(() => this.#open.size + this.#countEnded())

  constructor(ports: JobStorePorts<State, Input, Progress, View>) {
    this.#ports = ports
    this.#open = new Map(this.#select('open = 1 ORDER BY position').map((job) => [job.id, job]))
  }

  /** At the end of the queue, in their order: all of them or none. On the disk when this returns. */
  add(given: readonly NewJob<State, Input, Progress>[]): StoredJob<State, Input, Progress>[] {
    const { connection, changes, kind, now, newId } = this.#ports
    const createdAt = now()
    const last = this.#lastPosition()
    const added = given.map((job, index) => {
      const endedAt = kind.open.includes(job.state) ? null : createdAt
      return { ...job, id: newId(), position: last + index + 1, createdAt, endedAt }
    })
    connection.transactDurably(() => {
      for (const { id, state, position, endedAt, input, progress } of added)
        connection.run(`INSERT INTO jobs (${columns}, kind, open) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`, [
          ...[id, state, position, createdAt, endedAt, JSON.stringify(input), JSON.stringify(progress)],
          ...[kind.name, this.#openMark(state)],
        ])
    })
    for (const job of added) this.#note(job)
    changes.tell('status')
    return added
  }

  /** Refuses a move that the table does not have. A new state survives a loss of power, mere progress does not. */
  change(id: string, change: JobChange<State, Input, Progress>): StoredJob<State, Input, Progress> {
    const { connection, changes, kind, now } = this.#ports
    const { state, progress = {}, durably = state !== undefined, within } = change
    const job = this.find(id)
    if (state !== undefined) checkTransition(kind.transitions, job.state, state)
    const next = state ?? job.state
    const ended = next === job.state ? job.endedAt : now()
    const endedAt = kind.open.includes(next) ? null : ended
    const position = job.endedAt !== null && endedAt === null ? this.#lastPosition() + 1 : job.position
    const changed = { ...job, state: next, position, endedAt, progress: { ...job.progress, ...progress } }
    const transact = durably ? connection.transactDurably : connection.transact
    transact(() => {
      this.#save(changed)
      within?.(changed)
    })
    this.#note(changed)
    if (state !== undefined) changes.tell('status')
    return changed
  }

  /** Also one that is out of the list. */
  findIfPresent(id: string): StoredJob<State, Input, Progress> | undefined {
    return this.#open.get(id) ?? this.#select('id = ?', id)[0]
  }

  find(id: string): StoredJob<State, Input, Progress> {
    const job = this.findIfPresent(id)
    if (job) return job
    throw new ApiError('NOT_FOUND', 'Job not found.', { param: 'id' })
  }

  /** Those with something to do, in the order of the queue. */
  listOpen(): StoredJob<State, Input, Progress>[] {
    return [...this.#open.values()].sort((one, other) => one.position - other.position)
  }

  /** Ended ones before the job with that id, the newest first. */
  listEarlier({ before, limit }: { before: string; limit: number }): View[] {
    const earlier = `${listed} AND seq < (SELECT seq FROM jobs WHERE id = ?) ORDER BY seq DESC LIMIT ?`
    return this.#select(earlier, before, limit).map(this.#ports.toView)
  }

  /** Nothing has changed on the disk, but what watchers see. */
  publish(id: string): void {
    this.#feed.publish(this.#ports.toView(this.find(id)))
  }

  watch(signal?: AbortSignal): AsyncGenerator<JobEvent<View>, void, undefined> {
    return this.#feed.watch(() => {
      const ended = this.#select(`${listed} ORDER BY seq DESC LIMIT ?`, maxEndedInSnapshot)
      return [...this.listOpen(), ...ended].map(this.#ports.toView)
    }, signal)
  }

  /** In the queue; null is its end. */
  move(move: { id: string; before: string | null }): void {
    const moved = placeBefore(this.listOpen(), move)
    this.#ports.connection.transact(() => {
      for (const job of moved) this.#save(job)
    })
    for (const job of moved) this.#note(job)
  }

  /** Out of the list. Refuses one with something to do. */
  clear({ ids }: Ids): void {
    if (ids.some((id) => this.#open.has(id)))
      throw new ApiError('FAILED_PRECONDITION', 'Jobs in progress can’t be removed from the list.')
    this.#feed.publishGone(this.#mark(ids, this.#ports.now()))
  }

  restore({ ids }: Ids): void {
    for (const id of this.#mark(ids, null)) this.publish(id)
  }

  /** Ends every watching. */
  close(): void {
    this.#feed.close()
  }

  #select(where: string, ...values: (string | number)[]): StoredJob<State, Input, Progress>[] {
    const { connection, kind } = this.#ports
    const sql = `SELECT ${columns} FROM jobs WHERE kind = ? AND ${where}`
    return connection.all<JobRow>(sql, [kind.name, ...values]).flatMap((row) => {
      const job = parseJobRow(kind, row)
      if (!job) this.#damaged.add(row.id)
      return job ?? []
    })
  }

  /** Writes everything but the input. One that is opened again is in the list again. */
  #save({ id, state, position, endedAt, progress }: StoredJob<State, Input, Progress>): void {
    this.#ports.connection.run(
      `UPDATE jobs SET state = ?, position = ?, ended_at = ?, progress = ?, open = ?,
        deleted_at = iif(? IS NULL, NULL, deleted_at) WHERE id = ?`,
      [state, position, endedAt, JSON.stringify(progress), this.#openMark(state), endedAt, id],
    )
  }

  #openMark(state: State): 0 | 1 {
    return this.#ports.kind.open.includes(state) ? 1 : 0
  }

  #lastPosition(): number {
    return Math.max(0, this.listOpen().at(-1)?.position ?? 0)
  }

  #countEnded(): number {
    const { connection, kind } = this.#ports
    const sql = `SELECT count(*) AS total FROM jobs WHERE kind = ? AND ${listed}
      AND id NOT IN (SELECT value FROM json_each(?))`
    const damaged = JSON.stringify([...this.#damaged])
    return connection.get<{ total: number }>(sql, [kind.name, damaged])?.total ?? 0
  }

  /** Out of the list or, with null, into it again; those that were elsewhere. Open ones stay where they are. */
  #mark(ids: readonly string[], deletedAt: number | null): string[] {
    const { connection, kind } = this.#ports
    const sql = `UPDATE jobs SET deleted_at = ? WHERE id = ? AND kind = ? AND open = 0 AND (deleted_at IS NULL) = ?`
    return connection.transact(() =>
      ids.filter((id) => connection.run(sql, [deletedAt, id, kind.name, deletedAt === null ? 0 : 1]) > 0),
    )
  }

  #note(job: StoredJob<State, Input, Progress>): void {
    const { connection, toView } = this.#ports
    if (job.endedAt === null) this.#open.set(job.id, job)
    else this.#open.delete(job.id)
    // A transcript can be edited from the Library when its job is out of the list.
    const sql = 'SELECT 1 FROM jobs WHERE id = ? AND deleted_at IS NULL'
    if (job.endedAt === null || connection.get(sql, [job.id])) this.#feed.publish(toView(job))
  }
}

/** Staying is not a move, and is refused like any that the table does not have. */
export function checkTransition<State extends string>(
  transitions: Readonly<Record<State, readonly State[]>>,
  from: State,
  to: State,
): void {
  if (transitions[from].includes(to)) return
  throw new ApiError(
    'FAILED_PRECONDITION',
    `This job is ${toStateName(from)} and can’t become ${toStateName(to)}.`,
  )
}

const stateNames: Readonly<Record<string, string>> = {
  cancelled: 'canceled',
  filtered: 'blocked',
  unfollowed: 'not polled',
}

/** A stored state as messages name it. */
export function toStateName(state: string): string {
  return stateNames[state] ?? state
}

/** Those whose place changes: one, or all if there is no room between two. `queue` is in its order. */
function placeBefore<Job extends { readonly id: string; readonly position: number }>(
  queue: readonly Job[],
  { id, before }: { readonly id: string; readonly before: string | null },
): Job[] {
  const moved = queue.find((job) => job.id === id)
  if (!moved) throw notInQueue('id')
  if (before === id) return []
  const others = queue.filter((job) => job !== moved)
  const at = before === null ? others.length : others.findIndex((job) => job.id === before)
  if (at < 0) throw notInQueue('before')
  const lower = others[at - 1]?.position ?? (others[at]?.position ?? 1) - 2
  const upper = others[at]?.position ?? lower + 2
  const position = (lower + upper) / 2
  if (position > lower && position < upper) return [{ ...moved, position }]
  const reordered = [...others.slice(0, at), moved, ...others.slice(at)]
  return reordered.map((job, index) => ({ ...job, position: index + 1 }))
}

function notInQueue(param: string): ApiError {
  return new ApiError('NOT_FOUND', `${param}: job not found in the queue`, { param })
}

// Stores the jobs of one kind, enforces the kind's transitions, and publishes changes to watchers.
import { ApiError } from '#shared/schemas/api-error'
import { type JobCounts, type JobEvent, maxEndedInSnapshot } from '#shared/schemas/job'
import type { Changes } from '../changes'
import { createFeed } from '../concurrency/feed'
import type { Connection } from '../database/connection'
import { listValues } from '../database/rows'
import { type JobKind, type JobRow, parseJobRow, type StoredJob } from './job-rows'

interface JobStorePorts<State extends string, Input, Progress, View> {
  readonly connection: Connection
  /** Notified of every new state, because the application's status includes the number of jobs in progress. */
  readonly changes: Pick<Changes, 'emit'>
  readonly kind: JobKind<State, Input, Progress>
  readonly now: () => number
  readonly newId: () => string
  /** May add data that no row has. */
  readonly toView: (job: StoredJob<State, Input, Progress>) => View
}

interface NewJob<State, Input, Progress> {
  readonly state: State
  readonly input: Input
  readonly progress: Progress
  /** A new one by default. */
  readonly id?: string | undefined
}

export interface JobChange<State extends string, Input, Progress> {
  /** Absent if unchanged. */
  readonly state?: State
  readonly progress?: Partial<Progress>
  /** Makes the change survive a loss of power, as a new state does. */
  readonly durably?: boolean
  /** Called within the transaction of the change. */
  readonly within?: (job: StoredJob<State, Input, Progress>) => void
}

export interface Ids {
  readonly ids: readonly string[]
}

const columns = 'id, state, position, created_at, ended_at, input, progress'
const listed = 'open = 0 AND deleted_at IS NULL'

export class JobStore<State extends string, Input, Progress, View extends { readonly id: string }> {
  readonly #ports: JobStorePorts<State, Input, Progress, View>
  /** Jobs with something to do, read once at the start. */
  readonly #open: Map<string, StoredJob<State, Input, Progress>>
  /** Damaged rows found so far, which are listed elsewhere and not counted here. */
  readonly #damaged = new Set<string>()
  readonly #feed = createJobFeed<View>(
    () => this.#listNewest(),
    () => this.#countListed(),
  )

  constructor(ports: JobStorePorts<State, Input, Progress, View>) {
    this.#ports = ports
    this.#open = new Map(this.#select('open = 1 ORDER BY position').map((job) => [job.id, job]))
  }

  /** Adds all jobs or none to the end of the queue, in order. They are on the disk when this returns. */
  add(jobs: readonly NewJob<State, Input, Progress>[]): StoredJob<State, Input, Progress>[] {
    const { connection, changes, kind, now, newId } = this.#ports
    const createdAt = now()
    const last = this.#lastPosition()
    const added = jobs.map((job, index) => {
      const endedAt = kind.open.includes(job.state) ? null : createdAt
      return { ...job, id: job.id ?? newId(), position: last + index + 1, createdAt, endedAt }
    })
    connection.transactDurably(() => {
      for (const { id, state, position, endedAt, input, progress } of added)
        connection.run(`INSERT INTO jobs (${columns}, kind, open) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`, [
          ...[id, state, position, createdAt, endedAt, JSON.stringify(input), JSON.stringify(progress)],
          ...[kind.name, this.#openFlag(state)],
        ])
    })
    for (const job of added) this.#update(job)
    changes.emit('status')
    return added
  }

  /** Throws for a transition that is not allowed. A new state survives a loss of power, new progress alone does not. */
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
    this.#update(changed)
    if (state !== undefined) changes.emit('status')
    return changed
  }

  /** Finds a cleared job, too. */
  findIfPresent(id: string): StoredJob<State, Input, Progress> | undefined {
    return this.#open.get(id) ?? this.#select('id = ?', id)[0]
  }

  find(id: string): StoredJob<State, Input, Progress> {
    const job = this.findIfPresent(id)
    if (job) return job
    throw new ApiError('NOT_FOUND', 'Job not found.', { param: 'id' })
  }

  /** Jobs with something to do, in the order of the queue. */
  listOpen(): StoredJob<State, Input, Progress>[] {
    return [...this.#open.values()].sort((one, other) => one.position - other.position)
  }

  listOpenViews(isListed: (job: StoredJob<State, Input, Progress>) => boolean): View[] {
    return this.listOpen().filter(isListed).map(this.#ports.toView)
  }

  /** Ended jobs before the one with this id, newest first. */
  listEarlier({ before, limit }: { before: string; limit: number }): View[] {
    const earlier = `${listed} AND seq < (SELECT seq FROM jobs WHERE id = ?) ORDER BY seq DESC LIMIT ?`
    return this.#select(earlier, before, limit).map(this.#ports.toView)
  }

  /** For changes that watchers see but no row has. */
  publish(id: string): void {
    this.#feed.publish({ id, job: this.#ports.toView(this.find(id)) })
  }

  watch(signal?: AbortSignal): AsyncGenerator<JobEvent<View>, void, undefined> {
    return this.#feed.watch(signal)
  }

  /** Shows watchers the ended jobs that an import has added. */
  publishAll(): void {
    this.#feed.publish('all')
  }

  /** Moves the job in the queue; null is its end. */
  move(move: { id: string; before: string | null }): void {
    const moved = moveBefore(this.listOpen(), move)
    this.#ports.connection.transact(() => {
      for (const job of moved) this.#save(job)
    })
    for (const job of moved) this.#update(job)
  }

  /** Hides ended jobs. Throws if one has something to do. */
  clear({ ids }: Ids): void {
    if (ids.some((id) => this.#open.has(id)))
      throw new ApiError('FAILED_PRECONDITION', 'Jobs in progress can’t be removed from the list.')
    for (const id of this.#mark(ids, this.#ports.now())) this.#feed.publish({ id, job: null })
  }

  /** Hides all ended jobs. */
  clearEnded(): void {
    const { connection, kind } = this.#ports
    const sql = `SELECT id FROM jobs WHERE kind = ? AND ${listed}`
    this.clear({ ids: listValues<string>(connection, sql, [kind.name]) })
  }

  restore({ ids }: Ids): void {
    for (const id of this.#mark(ids, null)) this.publish(id)
  }

  /** Ends all watching. */
  close(): void {
    this.#feed.close()
  }

  #listNewest(): View[] {
    const ended = this.#select(`${listed} ORDER BY seq DESC LIMIT ?`, maxEndedInSnapshot)
    return [...this.listOpen(), ...ended].map(this.#ports.toView)
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

  /** Writes everything but the input. A reopened job is listed again. */
  #save({ id, state, position, endedAt, progress }: StoredJob<State, Input, Progress>): void {
    this.#ports.connection.run(
      `UPDATE jobs SET state = ?, position = ?, ended_at = ?, progress = ?, open = ?,
        deleted_at = iif(? IS NULL, NULL, deleted_at) WHERE id = ?`,
      [state, position, endedAt, JSON.stringify(progress), this.#openFlag(state), endedAt, id],
    )
  }

  #openFlag(state: State): 0 | 1 {
    return this.#ports.kind.open.includes(state) ? 1 : 0
  }

  #lastPosition(): number {
    return Math.max(0, this.listOpen().at(-1)?.position ?? 0)
  }

  #countListed(): JobCounts {
    const { connection, kind } = this.#ports
    const sql = `SELECT count(*) AS ended, count(*) FILTER (WHERE state IN ('failed', 'interrupted')) AS failed
      FROM jobs WHERE kind = ? AND ${listed} AND id NOT IN (SELECT value FROM json_each(?))`
    const damaged = JSON.stringify([...this.#damaged])
    const { ended = 0, failed = 0 } =
      connection.get<{ ended: number; failed: number }>(sql, [kind.name, damaged]) ?? {}
    return { total: this.#open.size + ended, failed }
  }

  /** Hides jobs or, with null, lists them again; ignores open ones. Returns the ids that changed. */
  #mark(ids: readonly string[], deletedAt: number | null): string[] {
    const { connection, kind } = this.#ports
    const sql = `UPDATE jobs SET deleted_at = ? WHERE id = ? AND kind = ? AND open = 0 AND (deleted_at IS NULL) = ?`
    return connection.transact(() =>
      ids.filter((id) => connection.run(sql, [deletedAt, id, kind.name, deletedAt === null ? 0 : 1]) > 0),
    )
  }

  #update(job: StoredJob<State, Input, Progress>): void {
    const { connection, toView } = this.#ports
    if (job.endedAt === null) this.#open.set(job.id, job)
    else this.#open.delete(job.id)
    // A transcript can be edited from the Library even if its job is hidden.
    const sql = 'SELECT 1 FROM jobs WHERE id = ? AND deleted_at IS NULL'
    if (job.endedAt === null || connection.get(sql, [job.id]))
      this.#feed.publish({ id: job.id, job: toView(job) })
  }
}

/** Staying in a state is a transition, too, and throws unless it is allowed. */
function checkTransition<State extends string>(
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

/** Returns the jobs whose position changes: one, or all if there is no space between two. `queue` is in order. */
function moveBefore<Job extends { readonly id: string; readonly position: number }>(
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

/** A changed or new job, a removed one (null), or `all` if any may have changed. */
type FeedChange<View> = { readonly id: string; readonly job: View | null } | 'all'

function createJobFeed<View>(listJobs: () => View[], countJobs: () => JobCounts) {
  return createFeed<FeedChange<View>, JobEvent<View>>(() => {
    /** Undefined if the next item is a snapshot. */
    let changed: Map<string, View | null> | undefined
    return {
      add(change) {
        if (change === 'all') changed = undefined
        else changed?.set(change.id, change.job)
      },
      take() {
        if (changed?.size === 0) return null
        const gone = [...(changed ?? [])].flatMap(([id, job]) => (job === null ? [id] : []))
        const jobs = changed ? [...changed.values()].flatMap((job) => job ?? []) : listJobs()
        const type = changed ? 'changes' : 'snapshot'
        changed = new Map()
        return { type, jobs, gone, ...countJobs() }
      },
    }
  })
}

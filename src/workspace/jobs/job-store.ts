// The jobs of one kind: stored before anything else happens, changed only as the kind's transitions allow, published to watchers.
import { ApiError } from '#shared/schemas/api-error'
import { maxEndedInSnapshot } from '#shared/schemas/job'
import type { Changes } from '../changes'
import type { Connection } from '../database/connection'
import { createJobFeed, type JobEvent } from './job-feed'
import { createJobRows, type Earlier, type JobKind, type JobRows, type StoredJob } from './job-rows'

interface JobStorePorts<State extends string, Input, Progress, View> {
  readonly connection: Connection
  /** Notified with every new state: how many are in progress is part of the application's status. */
  readonly changes: Pick<Changes, 'tell'>
  readonly kind: JobKind<State, Input, Progress>
  readonly now: () => number
  readonly newId: () => string
  /** What watchers are told; may hold what no row does. */
  readonly toView: (job: StoredJob<State, Input, Progress>) => View
}

interface NewJob<State, Input, Progress> {
  readonly state: State
  readonly input: Input
  readonly progress: Progress
}

interface JobChange<State extends string, Input, Progress> {
  /** Absent if it stays. */
  readonly state?: State
  readonly progress?: Partial<Progress>
  /** To survive a loss of power, as a new state does. */
  readonly durably?: boolean
  /** Within the transaction: what belongs to the change. */
  readonly within?: (job: StoredJob<State, Input, Progress>) => void
}

export interface JobStore<State extends string, Input, Progress, View> {
  /** At the end of the queue, in their order: all of them or none. On the disk when this returns. */
  add(jobs: readonly NewJob<State, Input, Progress>[]): StoredJob<State, Input, Progress>[]
  /** Refuses a move that the table does not have. A new state survives a loss of power, mere progress does not. */
  change(id: string, change: JobChange<State, Input, Progress>): StoredJob<State, Input, Progress>
  find(id: string): StoredJob<State, Input, Progress>
  /** Those with something to do, in the order of the queue. Read once, at the start. */
  listOpen(): StoredJob<State, Input, Progress>[]
  /** Ended ones, the newest first. */
  listEarlier(earlier: Earlier): View[]
  /** Nothing has changed on the disk, but what watchers are shown. */
  publish(id: string): void
  watch(signal?: AbortSignal): AsyncGenerator<JobEvent<View>, void, undefined>
  /** In the queue; null is its end. */
  move(move: Move): void
  /** Refuses one with something to do. */
  clear(ids: readonly string[]): void
  restore(ids: readonly string[]): void
  /** Ends every watching. */
  close(): void
}

export function createJobStore<State extends string, Input, Progress, View extends { readonly id: string }>(
  ports: JobStorePorts<State, Input, Progress, View>,
): JobStore<State, Input, Progress, View> {
  const { connection, kind, toView } = ports
  const rows = createJobRows(connection, kind)
  const open = new Map(rows.listOpen().map((job) => [job.id, job]))
  const feed = createJobFeed<View>(() => open.size + rows.countEnded())
  const listOpen = () => [...open.values()].sort((one, other) => one.position - other.position)
  const note = (job: StoredJob<State, Input, Progress>) => {
    if (job.endedAt === null) open.set(job.id, job)
    else open.delete(job.id)
    // A transcript can be edited from the Library when its job is out of the list.
    if (job.endedAt === null || rows.isListed(job.id)) feed.publish(toView(job))
  }
  const lastPlace = () =>
    Math.max(
      0,
      ...listOpen()
        .slice(-1)
        .map(({ position }) => position),
    )
  const find = (id: string) => open.get(id) ?? rows.find(id)
  return {
    find,
    listOpen,
    add(given) {
      const added = insertJobs(ports, rows, { given, after: lastPlace() })
      for (const job of added) note(job)
      ports.changes.tell('status')
      return added
    },
    change(id, { state, progress = {}, durably = state !== undefined, within }) {
      const job = find(id)
      if (state !== undefined) checkTransition(kind.transitions, job.state, state)
      const moved = { ...job, ...endOf(ports, job, state), progress: { ...job.progress, ...progress } }
      if (job.endedAt !== null && moved.endedAt === null) moved.position = lastPlace() + 1
      const keep = durably ? connection.transactDurably : connection.transact
      keep(() => {
        rows.save(moved)
        within?.(moved)
      })
      note(moved)
      if (state !== undefined) ports.changes.tell('status')
      return moved
    },
    listEarlier: (earlier) => rows.listEarlier(earlier).map(toView),
    publish: (id) => feed.publish(toView(find(id))),
    watch: (signal) =>
      feed.watch(() => [...listOpen(), ...rows.listEnded(maxEndedInSnapshot)].map(toView), signal),
    move(move) {
      const placed = placeBefore(listOpen(), move)
      connection.transact(() => placed.forEach(rows.save))
      placed.forEach(note)
    },
    clear(ids) {
      if (ids.some((id) => open.has(id))) throw stillOpen()
      feed.publishGone(connection.transact(() => rows.mark(ids, ports.now())))
    },
    restore(ids) {
      for (const id of connection.transact(() => rows.mark(ids, null))) feed.publish(toView(rows.find(id)))
    },
    close: feed.close,
  }
}

function insertJobs<State extends string, Input, Progress, View>(
  { connection, kind, now, newId }: JobStorePorts<State, Input, Progress, View>,
  rows: JobRows<State, Input, Progress>,
  { given, after }: { given: readonly NewJob<State, Input, Progress>[]; after: number },
): StoredJob<State, Input, Progress>[] {
  const createdAt = now()
  const added = given.map((job, index) => {
    const endedAt = kind.open.includes(job.state) ? null : createdAt
    return { ...job, id: newId(), position: after + index + 1, createdAt, endedAt }
  })
  connection.transactDurably(() => added.forEach(rows.insert))
  return added
}

function endOf<State extends string, Input, Progress, View>(
  { kind, now }: JobStorePorts<State, Input, Progress, View>,
  job: StoredJob<State, Input, Progress>,
  state = job.state,
): Pick<StoredJob<State, Input, Progress>, 'state' | 'endedAt'> {
  return { state, endedAt: kind.open.includes(state) ? null : state === job.state ? job.endedAt : now() }
}

function stillOpen(): ApiError {
  return new ApiError('FAILED_PRECONDITION', 'A job that has not ended stays in the list.')
}

type Transitions<State extends string> = Readonly<Record<State, readonly State[]>>

/** To stay is no move, and is refused like any that the table does not have. */
export function checkTransition<State extends string>(
  transitions: Transitions<State>,
  from: State,
  to: State,
): void {
  if (transitions[from].includes(to)) return
  throw new ApiError('FAILED_PRECONDITION', `This job is ${from} and cannot become ${to}.`)
}

interface Placed {
  readonly id: string
  readonly position: number
}

export interface Move {
  readonly id: string
  /** Null is the end. */
  readonly before: string | null
}

/** Those whose place changes: one, or all where there is no room between two. `queue` is in its order. */
function placeBefore<Job extends Placed>(queue: readonly Job[], { id, before }: Move): Job[] {
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
  return new ApiError('NOT_FOUND', `${param}: there is no such job in the queue`, { param })
}

interface LinePorts<Job> {
  /** As the settings are now. */
  readonly atOnce: () => number
  readonly countBusy: () => number
  /** The first that may begin; what it begins is no longer among them. */
  readonly next: () => Job | undefined
  /** Makes it busy before it returns. */
  readonly begin: (job: Job) => void
}

/** To be called whenever a job has come, has ended, or the settings have changed. */
export function createJobScheduler<Job>({ atOnce, countBusy, next, begin }: LinePorts<Job>): () => void {
  return () => {
    for (let places = atOnce() - countBusy(); places > 0; places -= 1) {
      const job = next()
      if (job === undefined) return
      begin(job)
    }
  }
}

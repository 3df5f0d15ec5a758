// The jobs of one kind: on the disk before anything else, moved only as their table allows, told to those who watch.
import { ApiError } from '#shared/schemas/api-error'
import { listedEnded } from '#shared/schemas/job'
import type { Changes } from '../changes'
import type { Connection } from '../database/connection'
import { createJobFeed, type JobEvent } from './job-feed'
import type { JobKind, KeptJob } from './job-kind'
import { createJobRows, type Earlier, type JobRows } from './job-rows'
import { checkMove } from './moves'
import { type Move, placeBefore } from './queue-places'

export interface BoardPorts<State extends string, Input, Progress, View> {
  readonly connection: Connection
  /** Told with every new state: how many are under way is part of the application's status. */
  readonly changes: Pick<Changes, 'tell'>
  readonly kind: JobKind<State, Input, Progress>
  readonly now: () => number
  readonly newId: () => string
  /** What watchers are told; may hold what no row does. */
  readonly toView: (job: KeptJob<State, Input, Progress>) => View
}

interface NewJob<State, Input, Progress> {
  readonly state: State
  readonly input: Input
  readonly progress: Progress
}

interface JobChange<State extends string, Input, Progress> {
  /** Absent where it stays. */
  readonly state?: State
  readonly progress?: Partial<Progress>
  /** To survive a loss of power, as a new state does. */
  readonly durably?: boolean
  /** Within the transaction: what belongs to the change. */
  readonly within?: (job: KeptJob<State, Input, Progress>) => void
}

export interface JobBoard<State extends string, Input, Progress, View> {
  /** At the end of the queue, in their order: all of them or none. On the disk when this returns. */
  add(jobs: readonly NewJob<State, Input, Progress>[]): KeptJob<State, Input, Progress>[]
  /** Refuses a move that the table does not have. A new state survives a loss of power, mere progress does not. */
  change(id: string, change: JobChange<State, Input, Progress>): KeptJob<State, Input, Progress>
  find(id: string): KeptJob<State, Input, Progress>
  /** Those with something to do, in the order of the queue. Read once, at the start. */
  listOpen(): KeptJob<State, Input, Progress>[]
  /** Ended ones, the newest first. */
  listEarlier(earlier: Earlier): View[]
  /** Nothing has changed on the disk, but what watchers are shown. */
  tell(id: string): void
  watch(signal?: AbortSignal): AsyncGenerator<JobEvent<View>, void, undefined>
  /** In the queue; null is its end. */
  move(move: Move): void
  /** Refuses one with something to do. */
  clear(ids: readonly string[]): void
  restore(ids: readonly string[]): void
  /** Ends every watching. */
  close(): void
}

export function createJobBoard<State extends string, Input, Progress, View extends { readonly id: string }>(
  ports: BoardPorts<State, Input, Progress, View>,
): JobBoard<State, Input, Progress, View> {
  const { connection, kind, toView } = ports
  const rows = createJobRows(connection, kind)
  const open = new Map(rows.listOpen().map((job) => [job.id, job]))
  const feed = createJobFeed<View>(() => open.size + rows.countEnded())
  const listOpen = () => [...open.values()].sort((one, other) => one.position - other.position)
  const note = (job: KeptJob<State, Input, Progress>) => {
    if (job.endedAt === null) open.set(job.id, job)
    else open.delete(job.id)
    // A transcript can be edited from the Library when its job is out of the list.
    if (job.endedAt === null || rows.isListed(job.id)) feed.tell(toView(job))
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
      if (state !== undefined) checkMove(kind.moves, job.state, state)
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
    tell: (id) => feed.tell(toView(find(id))),
    watch: (signal) => feed.watch(() => [...listOpen(), ...rows.listEnded(listedEnded)].map(toView), signal),
    move(move) {
      const placed = placeBefore(listOpen(), move)
      connection.transact(() => placed.forEach(rows.save))
      placed.forEach(note)
    },
    clear(ids) {
      if (ids.some((id) => open.has(id))) throw stillOpen()
      feed.tellGone(connection.transact(() => rows.mark(ids, ports.now())))
    },
    restore(ids) {
      for (const id of connection.transact(() => rows.mark(ids, null))) feed.tell(toView(rows.find(id)))
    },
    close: feed.close,
  }
}

function insertJobs<State extends string, Input, Progress, View>(
  { connection, kind, now, newId }: BoardPorts<State, Input, Progress, View>,
  rows: JobRows<State, Input, Progress>,
  { given, after }: { given: readonly NewJob<State, Input, Progress>[]; after: number },
): KeptJob<State, Input, Progress>[] {
  const createdAt = now()
  const added = given.map((job, index) => {
    const endedAt = kind.open.includes(job.state) ? null : createdAt
    return { ...job, id: newId(), position: after + index + 1, createdAt, endedAt }
  })
  connection.transactDurably(() => added.forEach(rows.insert))
  return added
}

function endOf<State extends string, Input, Progress, View>(
  { kind, now }: BoardPorts<State, Input, Progress, View>,
  job: KeptJob<State, Input, Progress>,
  state = job.state,
): Pick<KeptJob<State, Input, Progress>, 'state' | 'endedAt'> {
  return { state, endedAt: kind.open.includes(state) ? null : state === job.state ? job.endedAt : now() }
}

function stillOpen(): ApiError {
  return new ApiError('FAILED_PRECONDITION', 'A job that has not ended stays in the list.')
}

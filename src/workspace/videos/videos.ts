// Videos as durable jobs: made, followed across restarts, fetched, kept; never sent twice by itself (decisions §8).
import { join } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import type { VideoForm, VideoJob } from '#shared/schemas/video-job'
import { heedAbort } from '../jobs/heed-abort'
import { createJobBoard } from '../jobs/job-board'
import type { JobEvent } from '../jobs/job-feed'
import type { JobPorts } from '../jobs/job-ports'
import type { Earlier } from '../jobs/job-rows'
import { createLine } from '../jobs/line'
import { tellUpstream } from '../jobs/upstream-in-use'
import { canGoOn } from '../jobs/upstream-of-job'
import { createGate } from '../media/gate'
import { checkForm } from './check-form'
import { removePartials, sweepPartials } from './partial-file'
import { interrupt, type VideoBoard } from './step'
import { type KeptVideo, newProgress, videoKind } from './video-kind'
import { VideoRun } from './video-run'
import { toVideoJob } from './video-view'

type Id = { readonly id: string }
type Ids = { readonly ids: readonly string[] }

type Listener = (ended: { readonly job: VideoJob }) => void

export interface Videos {
  watch(signal?: AbortSignal): AsyncGenerator<JobEvent<VideoJob>, void, undefined>
  list(earlier: Earlier): VideoJob[]
  /** On the disk when this resolves; refused with the place in the form. */
  make(form: VideoForm): Promise<Id>
  /** A new job with the same form. */
  repeat(job: Id): Promise<Id>
  /** Only while it is queued. */
  cancel(job: Id): void
  stopFollowing(job: Id): void
  /** Of one that was left, or whose download has failed. */
  followAgain(job: Id): void
  pollNow(job: Id): void
  clear(jobs: Ids): void
  restore(jobs: Ids): void
  /** Under way: those that wait for another upstream are not. */
  countOpen(): number
  /** Told once of each that ends by itself while the program runs. Returns the way out. */
  onEnded(listener: Listener): () => void
  /** Resolves once nothing is written any more. */
  close(): Promise<void>
}

/** Milliseconds. */
const lookAgainAfter = 5000

export function openVideos(ports: JobPorts): Videos {
  const { settings, changes } = ports
  const folder = join(ports.folder, 'downloads')
  const runs = new Map<string, VideoRun>()
  const listeners = new Set<Listener>()
  const cleaning = createGate()
  let cancelLook = () => {}
  let isClosing = false
  let chosen = tellUpstream(settings.read())
  const board: VideoBoard = createJobBoard({
    ...ports,
    kind: videoKind,
    toView: (job) => toVideoJob(job, runs.get(job.id)?.factsOf(job)),
  })
  const openRun = (id: string): VideoRun => {
    const run = new VideoRun(id, {
      ...ports,
      send: heedAbort(ports.send),
      board,
      folder,
      chosen: () => chosen,
      onLeft: () => {
        runs.delete(id)
        void cleaning.pass(() => removePartials(folder, id))
        const job = board.find(id)
        if (job.state !== 'unfollowed') for (const listener of listeners) listener({ job: toVideoJob(job) })
        look()
      },
    })
    runs.set(id, run)
    return run
  }
  const look = createLine<KeptVideo>({
    atOnce: () => (isClosing ? 0 : settings.read().jobs.videosAtOnce),
    countBusy: () => [...runs.values()].filter(({ isAway }) => !isAway).length,
    next: () => board.listOpen().find(({ state }) => state === 'queued'),
    begin({ id }) {
      try {
        openRun(id).submit()
      } catch {
        // A disk that is full has refused its row: it stays queued, and nothing was sent.
        runs.delete(id)
        cancelLook()
        cancelLook = ports.timer(lookAgainAfter, look)
      }
    },
  })
  const leave = changes.subscribe((topic) => {
    if (topic !== 'settings') return
    chosen = tellUpstream(settings.read())
    for (const run of [...runs.values()]) run.noteUpstream()
    look()
  })
  const swept = takeUp(board, openRun, folder)
  look()
  return {
    ...createVerbs({ ports, board, runs, openRun, look }),
    onEnded(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      isClosing = true
      leave()
      cancelLook()
      await Promise.all([...runs.values()].map((run) => run.close()))
      await Promise.all([cleaning.empty(), swept])
      board.close()
    },
  }
}

/** What an earlier program has left: it is followed on, but for what was cut off in the call that is billed. */
function takeUp(board: VideoBoard, openRun: (id: string) => VideoRun, folder: string): Promise<void> {
  const fetched = new Set<string>()
  for (const { id, state } of board.listOpen()) {
    if (state === 'submitting') board.change(id, interrupt('The program ended meanwhile.'))
    if (state === 'downloading') fetched.add(id)
    if (state === 'running' || state === 'downloading') openRun(id).follow()
  }
  return sweepPartials(folder, (id) => fetched.has(id))
}

interface VerbPorts {
  readonly ports: JobPorts
  readonly board: VideoBoard
  readonly runs: ReadonlyMap<string, VideoRun>
  readonly openRun: (id: string) => VideoRun
  readonly look: () => void
}

function createVerbs({ ports, board, runs, openRun, look }: VerbPorts) {
  const add = (form: VideoForm, repeats: string | null): Id => {
    const [job] = board.add([{ state: 'queued', input: form, progress: newProgress(repeats) }])
    look()
    return pickId(job)
  }
  const check = async (form: VideoForm): Promise<VideoForm> => {
    const checked = await checkForm(form, ports.media)
    await ports.media.checkWritable()
    return checked
  }
  return {
    watch: board.watch,
    list: board.listEarlier,
    make: async (form) => add(await check(form), null),
    repeat: async ({ id }) => add(await check(board.find(id).input), id),
    cancel: ({ id }) => void board.change(id, { state: 'cancelled' }),
    stopFollowing({ id }) {
      const run = runs.get(id)
      if (run) run.leave()
      else board.change(id, { state: 'unfollowed' })
    },
    followAgain({ id }) {
      const { state, progress } = board.find(id)
      if (state !== 'unfollowed' && !(state === 'failed' && progress.canFetchAgain)) throw notFetchable(state)
      board.change(id, { state: 'running', progress: { error: null, canFetchAgain: false } })
      openRun(id).follow()
    },
    pollNow({ id }) {
      const run = runs.get(id)
      if (!run) throw notFollowed(board.find(id))
      run.hurry()
    },
    clear: ({ ids }) => board.clear(ids),
    restore: ({ ids }) => board.restore(ids),
    countOpen() {
      const chosen = tellUpstream(ports.settings.read())
      return board.listOpen().filter(({ progress }) => canGoOn(progress.upstream, chosen)).length
    },
  } satisfies Omit<Videos, 'onEnded' | 'close'>
}

function pickId(job: Id | undefined): Id {
  if (!job) throw new ApiError('INTERNAL', 'The job was not kept.')
  return { id: job.id }
}

/** One that is being sent could become `running` by the table, but only with its operation's name. */
function notFetchable(state: VideoJob['state']): ApiError {
  return new ApiError('FAILED_PRECONDITION', `This job is ${state}: there is nothing to follow again.`)
}

function notFollowed({ state }: KeptVideo): ApiError {
  return new ApiError('FAILED_PRECONDITION', `This job is ${state}: there is nothing to ask about.`)
}

// Videos as durable jobs: followed across restarts, never sent twice automatically (decisions §8).
import { join } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import type { JobFile } from '#shared/schemas/job'
import { VideoForm, type VideoJob } from '#shared/schemas/video-job'
import { rejectOnAbort } from '../concurrency/abort'
import { createReadWriteLock } from '../concurrency/locks'
import { canContinueOn, toJobUpstream } from '../jobs/current-upstream'
import type { JobEvent } from '../jobs/job-feed'
import type { JobPorts } from '../jobs/job-ports'
import type { Earlier } from '../jobs/job-rows'
import { createJobScheduler, createJobStore } from '../jobs/job-store'
import type { Media } from '../media/media'
import { toValidationError } from '../user-data/exported-files'
import { removePartials, sweepPartials } from './download-video'
import { interrupt, newProgress, type StoredVideoJob, type VideoStore, videoKind } from './video-kind'
import { toVideoJob, VideoRun } from './video-run'

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
  /** Called once for each job that ends on its own while the program runs. Returns an unsubscribe function. */
  onEnded(listener: Listener): () => void
  /** Resolves once nothing is written any longer. */
  close(): Promise<void>
}

/** Milliseconds. */
const retryDelayMs = 5000

export function openVideos(ports: JobPorts): Videos {
  const { settings, changes } = ports
  const folder = join(ports.folder, 'downloads')
  const runs = new Map<string, VideoRun>()
  const listeners = new Set<Listener>()
  const cleaning = createReadWriteLock()
  let cancelLook = () => {}
  let isClosing = false
  let chosen = toJobUpstream(settings.read())
  const store: VideoStore = createJobStore({
    ...ports,
    kind: videoKind,
    toView: (job) => toVideoJob(job, runs.get(job.id)?.factsOf(job)),
  })
  const openRun = (id: string): VideoRun => {
    const run = new VideoRun(id, {
      ...ports,
      send: rejectOnAbort(ports.send),
      store,
      folder,
      chosen: () => chosen,
      onLeft: () => {
        runs.delete(id)
        void cleaning.shared(() => removePartials(folder, id))
        const job = store.find(id)
        if (job.state !== 'unfollowed') for (const listener of listeners) listener({ job: toVideoJob(job) })
        look()
      },
    })
    runs.set(id, run)
    return run
  }
  const look = createJobScheduler<StoredVideoJob>({
    atOnce: () => (isClosing ? 0 : settings.read().jobs.videosAtOnce),
    countBusy: () => [...runs.values()].filter(({ isAway }) => !isAway).length,
    next: () => store.listOpen().find(({ state }) => state === 'queued'),
    begin({ id }) {
      try {
        openRun(id).submit()
      } catch {
        // A disk that is full has refused its row: it stays queued, and nothing was sent.
        runs.delete(id)
        cancelLook()
        cancelLook = ports.timer(retryDelayMs, look)
      }
    },
  })
  const leave = changes.subscribe((topic) => {
    if (topic !== 'settings') return
    chosen = toJobUpstream(settings.read())
    for (const run of [...runs.values()]) run.handleUpstreamChange()
    look()
  })
  const swept = resumeJobs(store, openRun, folder)
  look()
  return {
    ...createVerbs({ ports, store, runs, openRun, look }),
    onEnded(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      isClosing = true
      leave()
      cancelLook()
      await Promise.all([...runs.values()].map((run) => run.close()))
      await Promise.all([cleaning.idle(), swept])
      store.close()
    },
  }
}

/** What an earlier program has left: it is followed on, but for what was cut off in the call that is billed. */
function resumeJobs(store: VideoStore, openRun: (id: string) => VideoRun, folder: string): Promise<void> {
  const fetched = new Set<string>()
  for (const { id, state } of store.listOpen()) {
    if (state === 'submitting') store.change(id, interrupt('The program ended meanwhile.'))
    if (state === 'downloading') fetched.add(id)
    if (state === 'running' || state === 'downloading') openRun(id).follow()
  }
  return sweepPartials(folder, (id) => fetched.has(id))
}

interface VerbPorts {
  readonly ports: JobPorts
  readonly store: VideoStore
  readonly runs: ReadonlyMap<string, VideoRun>
  readonly openRun: (id: string) => VideoRun
  readonly look: () => void
}

function createVerbs({ ports, store, runs, openRun, look }: VerbPorts) {
  const add = (form: VideoForm, repeats: string | null): Id => {
    const [job] = store.add([{ state: 'queued', input: form, progress: newProgress(repeats) }])
    look()
    return pickId(job)
  }
  const check = async (form: VideoForm): Promise<VideoForm> => {
    const checked = await checkVideoForm(form, ports.media)
    await ports.media.checkWritable()
    return checked
  }
  return {
    watch: store.watch,
    list: store.listEarlier,
    make: async (form) => add(await check(form), null),
    repeat: async ({ id }) => add(await check(store.find(id).input), id),
    cancel: ({ id }) => void store.change(id, { state: 'cancelled' }),
    stopFollowing({ id }) {
      const run = runs.get(id)
      if (run) run.leave()
      else store.change(id, { state: 'unfollowed' })
    },
    followAgain({ id }) {
      const { state, progress } = store.find(id)
      if (state !== 'unfollowed' && !(state === 'failed' && progress.canFetchAgain)) throw notFetchable(state)
      store.change(id, { state: 'running', progress: { error: null, canFetchAgain: false } })
      openRun(id).follow()
    },
    pollNow({ id }) {
      const run = runs.get(id)
      if (!run) throw notFollowed(store.find(id))
      run.pollNow()
    },
    clear: ({ ids }) => store.clear(ids),
    restore: ({ ids }) => store.restore(ids),
    countOpen() {
      const chosen = toJobUpstream(ports.settings.read())
      return store.listOpen().filter(({ progress }) => canContinueOn(progress.upstream, chosen)).length
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

function notFollowed({ state }: StoredVideoJob): ApiError {
  return new ApiError('FAILED_PRECONDITION', `This job is ${state}: there is nothing to ask about.`)
}

async function checkVideoForm(form: VideoForm, media: Media): Promise<VideoForm> {
  const result = VideoForm.safeParse(form)
  if (!result.success) throw toValidationError(result.error)
  const { image, lastFrame, references = [], resolution, durationSeconds } = result.data
  if (lastFrame && !image) throw refuse('lastFrame', 'needs an image that the video begins with')
  if (image && references.length > 0)
    throw refuse('references', 'cannot go together with an image that the video begins with')
  const isLarge = resolution === '1080p' || resolution === '4k'
  if (isLarge && durationSeconds !== undefined && durationSeconds !== 8)
    throw refuse('resolution', `${resolution} needs a duration of 8 seconds`)
  if (image) await checkImage(media, image, 'image')
  if (lastFrame) await checkImage(media, lastFrame, 'lastFrame')
  for (const [index, file] of references.entries()) await checkImage(media, file, `references[${index}]`)
  return result.data
}

async function checkImage(media: Media, file: JobFile, place: string): Promise<void> {
  const found = await media.open(file.media).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'NOT_FOUND')
      throw refuse(place, 'the image is not in the media folder')
    throw error
  })
  if (!found.mimeType.startsWith('image/')) throw refuse(place, `must be an image, not ${found.mimeType}`)
}

function refuse(param: string, message: string): ApiError {
  return new ApiError('INVALID_ARGUMENT', `${param}: ${message}`, { param })
}

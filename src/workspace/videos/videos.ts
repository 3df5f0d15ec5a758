// Videos as durable jobs: followed across restarts, never sent twice automatically (decisions §8).
import { join } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import type { JobFile } from '#shared/schemas/job'
import { VideoForm, type VideoJob } from '#shared/schemas/video-job'
import { createReadWriteLock } from '../concurrency/locks'
import { rejectOnAbort } from '../concurrency/timing'
import { toJobUpstream } from '../jobs/current-upstream'
import type { JobPorts } from '../jobs/job-ports'
import { createJobQueue } from '../jobs/job-queue'
import type { JobId } from '../jobs/job-rows'
import { JobStore } from '../jobs/job-store'
import type { Media } from '../media/media'
import { toValidationError } from '../user-data/exported-files'
import { removePartials, sweepPartials } from './download-video'
import { interrupt, newProgress, type VideoStore, videoKind } from './video-kind'
import { toVideoJob, VideoRun } from './video-run'

export function openVideos(ports: JobPorts) {
  const { settings, media } = ports
  const folder = join(ports.folder, 'downloads')
  const runs = new Map<string, VideoRun>()
  const cleaning = createReadWriteLock()
  let currentUpstream = toJobUpstream(settings.read())
  const store: VideoStore = new JobStore({
    ...ports,
    kind: videoKind,
    toView: (job) => toVideoJob(job, runs.get(job.id)?.liveStateOf(job)),
  })
  const openRun = (id: string): VideoRun => {
    const onFinished = () => {
      // The user saw the end and resumed polling before this run had finished.
      if (runs.get(id) !== run) return
      runs.delete(id)
      void cleaning.shared(() => removePartials(folder, id))
      const job = store.find(id)
      if (job.state !== 'unfollowed') queue.notifyEnded(toVideoJob(job))
      queue.startNext()
    }
    const send = rejectOnAbort(ports.send)
    const run = new VideoRun(id, {
      ...ports,
      send,
      store,
      folder,
      currentUpstream: () => currentUpstream,
      onFinished,
    })
    runs.set(id, run)
    return run
  }
  const queue = createJobQueue({
    ...ports,
    store,
    maxConcurrent: ({ videosAtOnce }) => videosAtOnce,
    countBusy: () => [...runs.values()].filter(({ isWaitingForUpstream }) => !isWaitingForUpstream).length,
    isRunning: (id) => runs.has(id),
    start(id) {
      try {
        openRun(id).submit()
      } catch (error) {
        runs.delete(id)
        throw error
      }
    },
    onSettings() {
      currentUpstream = toJobUpstream(settings.read())
      for (const run of [...runs.values()]) run.handleUpstreamChange()
    },
  })
  const swept = resumeJobs(store, openRun, folder)
  queue.startNext()
  const add = async (form: VideoForm, repeats: string | null): Promise<JobId> => {
    const input = await checkVideoForm(form, media)
    await media.checkWritable()
    const [job] = store.add([{ state: 'queued', input, progress: newProgress(repeats) }])
    if (!job) throw new ApiError('INTERNAL', 'Couldn’t save the job.')
    queue.startNext()
    return { id: job.id }
  }
  return {
    ...queue.actions,
    ...createFollowActions(store, runs, openRun),
    /** Resolves once the job is on the disk; throws with the path of a problem in the form. */
    create: (form: VideoForm) => add(form, null),
    /** Creates a new job with the same form. */
    repeat: async ({ id }: JobId) => add(store.find(id).input, id),
    /** Only for queued jobs. */
    cancel: ({ id }: JobId) => void store.change(id, { state: 'cancelled' }),
    /** Resolves once nothing is being written. */
    async close() {
      queue.stop()
      await Promise.all([...runs.values()].map((run) => run.close()))
      await Promise.all([cleaning.idle(), swept])
      store.close()
    },
  }
}

/** Follows the jobs of earlier runs, and interrupts those that were being submitted. */
function resumeJobs(store: VideoStore, openRun: (id: string) => VideoRun, folder: string): Promise<void> {
  const fetched = new Set<string>()
  for (const { id, state } of store.listOpen()) {
    if (state === 'submitting') store.change(id, interrupt('Gen Playground quit in the meantime.'))
    if (state === 'downloading') fetched.add(id)
    if (state === 'running' || state === 'downloading') openRun(id).follow()
  }
  return sweepPartials(folder, (id) => fetched.has(id))
}

function createFollowActions(
  store: VideoStore,
  runs: ReadonlyMap<string, VideoRun>,
  openRun: (id: string) => VideoRun,
) {
  return {
    stopFollowing({ id }: JobId) {
      const run = runs.get(id)
      if (run) run.unfollow()
      else store.change(id, { state: 'unfollowed' })
    },
    /** For a job that was unfollowed, or whose download failed. */
    followAgain({ id }: JobId) {
      const { state, progress } = store.find(id)
      // The transitions allow `submitting` to `running`, too, but that requires the operation's name.
      if (state !== 'unfollowed' && !(state === 'failed' && progress.canFetchAgain))
        throw wrongState(state, 'so polling can’t be resumed')
      store.change(id, { state: 'running', progress: { error: null, canFetchAgain: false } })
      openRun(id).follow()
    },
    pollNow({ id }: JobId) {
      const run = runs.get(id)
      if (!run) throw wrongState(store.find(id).state, 'so there’s nothing to check')
      run.pollNow()
    },
  }
}

function wrongState(state: VideoJob['state'], reason: string): ApiError {
  return new ApiError('FAILED_PRECONDITION', `This job is ${state}, ${reason}.`)
}

async function checkVideoForm(form: VideoForm, media: Media): Promise<VideoForm> {
  const result = VideoForm.safeParse(form)
  if (!result.success) throw toValidationError(result.error)
  const { image, lastFrame, references = [], resolution, durationSeconds } = result.data
  if (lastFrame && !image) throw invalidForm('lastFrame', 'requires a first frame')
  if (image && references.length > 0) throw invalidForm('references', 'can’t be combined with a first frame')
  const isLarge = resolution === '1080p' || resolution === '4k'
  if (isLarge && durationSeconds !== undefined && durationSeconds !== 8)
    throw invalidForm('resolution', `${resolution} requires a duration of 8 seconds`)
  if (image) await checkImage(media, image, 'image')
  if (lastFrame) await checkImage(media, lastFrame, 'lastFrame')
  for (const [index, file] of references.entries()) await checkImage(media, file, `references[${index}]`)
  return result.data
}

async function checkImage(media: Media, file: JobFile, path: string): Promise<void> {
  const found = await media.open(file.media).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'NOT_FOUND')
      throw invalidForm(path, 'the image isn’t in the media folder')
    throw error
  })
  if (!found.mimeType.startsWith('image/')) throw invalidForm(path, `must be an image, not ${found.mimeType}`)
}

function invalidForm(param: string, message: string): ApiError {
  return new ApiError('INVALID_ARGUMENT', `${param}: ${message}`, { param })
}

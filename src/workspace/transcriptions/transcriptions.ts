// Runs transcriptions as durable jobs in a queue that survives restarts, with the user's actions.
import { ApiError } from '#shared/schemas/api-error'
import type {
  AudioSource,
  TranscriptionJob,
  TranscriptionSettings,
  TranscriptionState,
} from '#shared/schemas/transcription-job'
import { rejectOnAbort } from '../concurrency/timing'
import { toJobUpstream } from '../jobs/current-upstream'
import { createJobQueue } from '../jobs/job-queue'
import { type Ids, JobStore, toStateName } from '../jobs/job-store'
import { toJobError } from '../response'
import { openSource, removePieces } from './audio-pieces'
import { closedError, isSending, markSending, TranscriptionRun } from './run-transcription'
import {
  createTranscriptRows,
  newProgress,
  type StoredPiece,
  type StoredTranscription,
  type TranscriptionInput,
  type TranscriptionPorts,
  type TranscriptionStore,
  transcriptionKind,
} from './transcription-rows'
import { createLiveProgress, type LiveProgress, toTranscriptionJob } from './transcription-view'
import { createTranscripts } from './transcripts'

export function openTranscriptions(ports: TranscriptionPorts) {
  const { connection, settings } = ports
  const rows = createTranscriptRows(connection)
  const live = new Map<string, LiveProgress>()
  const runs = new Set<Promise<void>>()
  removePieces(ports.folder)

  const currentUpstream = () => toJobUpstream(settings.read())
  const toView = (job: StoredTranscription) =>
    toTranscriptionJob(job, { live: live.get(job.id), currentUpstream, readStart: rows.readStart })
  const store: TranscriptionStore = new JobStore({ ...ports, kind: transcriptionKind, toView: toView })
  recoverTranscriptions(store)
  const send = rejectOnAbort(ports.send)
  const end = (id: string, run: Promise<void>) => {
    const wasStopped = live.get(id)?.abortController.signal.aborted
    live.delete(id)
    runs.delete(run)
    if (isClosing()) return
    const job = store.find(id)
    store.publish(id)
    if (job.endedAt !== null && !wasStopped) queue.notifyEnded(toView(job))
  }
  const queue = createJobQueue({
    ...ports,
    store,
    maxConcurrent: ({ transcriptionsAtOnce }) => transcriptionsAtOnce,
    countBusy: () => live.size,
    isRunning: (id) => live.has(id),
    start(id) {
      store.change(id, { state: 'preparing', progress: { error: null } })
      const progress = createLiveProgress()
      live.set(id, progress)
      const run: Promise<void> = new TranscriptionRun(id, progress, {
        ...ports,
        send,
        store,
        rows,
        isClosing,
      })
        .run()
        .catch(() => undefined)
        .then(() => end(id, run))
        .catch(() => undefined)
        .then(startNext)
      runs.add(run)
    },
    onSettings() {
      for (const { id, state } of store.listOpen()) if (state === 'queued') store.publish(id)
    },
  })
  const { startNext, isClosing } = queue
  startNext()
  return {
    ...queue.actions,
    ...createTranscripts({ ...ports, store, rows, live }),
    ...createTranscriptionActions(store, live, startNext),
    job({ id }: { id: string }): TranscriptionJob | null {
      const job = store.findIfPresent(id)
      return job ? toView(job) : null
    },
    /** Rejects files that are not audio by name. The others are saved in order when this resolves. */
    async add(input: { sources: readonly NewSource[]; settings: TranscriptionSettings }) {
      const { added, rejected } = await addSources(ports, store, input)
      startNext()
      return { ids: added.map(({ id }) => id), rejected }
    },
    /** Moves a job within the queue; null is the end. */
    move: (move: { id: string; before: string | null }) => store.move(move),
    /** Ends running requests as `interrupted`. Resolves once nothing is being written. */
    async close() {
      queue.stop()
      for (const { abortController } of live.values()) abortController.abort()
      await Promise.all(runs)
      store.close()
    },
  }
}

/** `id` becomes the job's, so that repeating an interrupted request adds no file twice. */
type NewSource = AudioSource & { readonly id?: string | undefined }

export interface RejectedSource {
  readonly name: string
  readonly reason: string
}

/** How many files are read in parallel. */
const batchSize = 4

async function addSources(
  { media }: Pick<TranscriptionPorts, 'media'>,
  store: TranscriptionStore,
  { sources, settings }: { sources: readonly NewSource[]; settings: TranscriptionSettings },
): Promise<{ added: readonly StoredTranscription[]; rejected: RejectedSource[] }> {
  const isNew = ({ id }: { readonly id?: string | undefined }) => id === undefined || !store.findIfPresent(id)
  const unknown = sources.filter(isNew)
  const read: Awaited<ReturnType<typeof readSource>>[] = []
  for (let from = 0; from < unknown.length; from += batchSize) {
    const batch = unknown.slice(from, from + batchSize)
    read.push(...(await Promise.all(batch.map((source) => readSource(media, source)))))
  }
  const inputs = read.flatMap((file) => ('reason' in file || !isNew(file) ? [] : [file]))
  const added = store.add(
    inputs.map(({ id, source }) => ({
      id,
      state: 'queued',
      input: { settings, source },
      progress: newProgress,
    })),
  )
  return { added, rejected: read.flatMap((file) => ('reason' in file ? [file] : [])) }
}

async function readSource(
  media: TranscriptionPorts['media'],
  file: NewSource,
): Promise<{ id: string | undefined; source: TranscriptionInput['source'] } | RejectedSource> {
  const { id, name, media: hash } = file
  try {
    const { bytes, seconds, mimeType } = await openSource(media, file)
    return { id, source: { name, media: hash, mimeType, bytes, seconds } }
  } catch (error) {
    return { name, reason: toJobError(error).message }
  }
}

function recoverTranscriptions(store: TranscriptionStore): void {
  for (const job of store.listOpen()) {
    const { id, state, progress } = job
    if (isSending(job)) {
      const pieces = markSending(progress.pieces, { state: 'interrupted' })
      store.change(id, { state: 'interrupted', progress: { pieces, pausing: false, error: closedError } })
    } else if (state === 'sending' || state === 'preparing') {
      store.change(id, { state: progress.pausing ? 'paused' : 'queued', progress: { pausing: false } })
    }
  }
}

type Action = Partial<Record<TranscriptionState, (job: StoredTranscription) => void>>

/** Each action applies to the jobs whose state allows it, and throws if no job does. */
function createTranscriptionActions(
  store: TranscriptionStore,
  live: ReadonlyMap<string, LiveProgress>,
  startNext: () => void,
) {
  const stop = (id: string) => live.get(id)?.abortController.abort()
  const toEach = (participle: string, action: Action) => (input: Ids) => {
    const jobs = input.ids.map((id) => store.find(id))
    const applicable = jobs.filter(({ state }) => action[state] !== undefined)
    const [first] = jobs
    if (first && applicable.length === 0)
      throw new ApiError(
        'FAILED_PRECONDITION',
        `This transcription is ${toStateName(first.state)} and can’t be ${participle}.`,
      )
    for (const job of applicable) action[job.state]?.(job)
    startNext()
  }
  const requeue = (job: StoredTranscription) =>
    store.change(job.id, { state: 'queued', progress: toRetryProgress(job) })
  const pause = ({ id }: StoredTranscription) => void store.change(id, { state: 'paused' })
  const cancel = ({ id, progress }: StoredTranscription) => {
    const stopped = markCancelled(progress.pieces, live.get(id))
    store.change(id, { state: 'cancelled', progress: { pieces: stopped, pausing: false } })
    stop(id)
  }
  return {
    /** Finishes a running piece first. */
    pause: toEach('paused', {
      queued: pause,
      preparing(job) {
        pause(job)
        stop(job.id)
      },
      sending: ({ id }) => store.change(id, { progress: { pausing: true } }),
    }),
    resume: toEach('resumed', {
      paused: ({ id }) => store.change(id, { state: 'queued' }),
      sending: ({ id }) => store.change(id, { progress: { pausing: false } }),
    }),
    /** Aborts the requests. */
    cancel: toEach('canceled', { queued: cancel, preparing: cancel, sending: cancel, paused: cancel }),
    /** Requests missing pieces from the current upstream. */
    retry: toEach('retried', { failed: requeue, interrupted: requeue, cancelled: requeue }),
  }
}

/** Marks a piece as interrupted only if its form was sent completely; otherwise it cannot have been billed. */
function markCancelled(pieces: readonly StoredPiece[], live: LiveProgress | undefined): StoredPiece[] {
  const { sent = 0, transcribed = '' } = live ?? {}
  const isComplete = pieces.some(({ state, bytes }) => state === 'sending' && sent >= (bytes ?? 0))
  return markSending(pieces, { state: isComplete ? 'interrupted' : 'waiting', text: transcribed })
}

/** Retains transcribed pieces. Without any, the recording is cut again with the current limits. */
function toRetryProgress({ progress: { pieces } }: StoredTranscription) {
  const hasResults = pieces.some(({ state }) => state === 'done')
  const pending = pieces.map(
    (piece): StoredPiece =>
      piece.state === 'done' ? piece : { ...piece, state: 'waiting', bytes: null, text: '' },
  )
  return { pieces: hasResults ? pending : [], upstream: null, error: null }
}

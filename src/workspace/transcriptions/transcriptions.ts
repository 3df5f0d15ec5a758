// Transcriptions as durable jobs: a queue that survives restarts, and what users do with it.
import { ApiError } from '#shared/schemas/api-error'
import type {
  AudioSource,
  TranscriptionJob,
  TranscriptionSettings,
  TranscriptionState,
} from '#shared/schemas/transcription-job'
import { rejectOnAbort } from '../concurrency/abort'
import { toJobUpstream } from '../jobs/current-upstream'
import { createJobQueue } from '../jobs/job-queue'
import { type Ids, JobStore, toStateName } from '../jobs/job-store'
import { toJobError } from '../response'
import { openSource, sweepPieces } from './audio-pieces'
import { endedByProgram, isSending, markSending, TranscriptionRun } from './run-transcription'
import { createTranscriptRows } from './transcript-rows'
import {
  newProgress,
  type StoredPiece,
  type StoredTranscription,
  type TranscriptionInput,
  type TranscriptionPorts,
  type TranscriptionStore,
  transcriptionKind,
} from './transcription-kind'
import { createLiveProgress, type LiveProgress, toTranscriptionJob } from './transcription-view'
import { createTranscripts } from './transcripts'

export function openTranscriptions(ports: TranscriptionPorts) {
  const { connection, settings } = ports
  const live = new Map<string, LiveProgress>()
  const runs = new Set<Promise<void>>()
  sweepPieces(ports.folder)

  const chosen = () => toJobUpstream(settings.read())
  const show = (job: StoredTranscription) => toTranscriptionJob(job, { live: live.get(job.id), chosen })
  const store: TranscriptionStore = new JobStore({ ...ports, kind: transcriptionKind, toView: show })
  recoverTranscriptions(store)
  const rows = createTranscriptRows(connection)
  const send = rejectOnAbort(ports.send)
  const end = (id: string, run: Promise<void>) => {
    const wasStopped = live.get(id)?.stopping.signal.aborted
    live.delete(id)
    runs.delete(run)
    if (isClosing()) return
    const job = store.find(id)
    store.publish(id)
    if (job.endedAt !== null && !wasStopped) queue.notifyEnded(show(job))
  }
  const queue = createJobQueue({
    ...ports,
    store,
    maxAtOnce: ({ transcriptionsAtOnce }) => transcriptionsAtOnce,
    countBusy: () => live.size,
    isRunning: (id) => live.has(id),
    start(id) {
      store.change(id, { state: 'preparing', progress: { error: null } })
      const begun = createLiveProgress()
      live.set(id, begun)
      const run: Promise<void> = new TranscriptionRun(id, begun, { ...ports, send, store, rows, isClosing })
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
    ...createTranscriptionActions({ store, live, startNext }),
    job({ id }: { id: string }): TranscriptionJob | null {
      const job = store.findIfPresent(id)
      return job ? show(job) : null
    },
    /** Files that are no sound are refused by name; the others are on the disk, in their order, when it resolves. */
    async add(given: { sources: readonly AudioSource[]; settings: TranscriptionSettings }) {
      const { added, refused } = await addSources(ports, store, given)
      startNext()
      return { ids: added.map(({ id }) => id), refused }
    },
    /** In the queue; null is its end. */
    move: (move: { id: string; before: string | null }) => store.move(move),
    /** What is being sent ends as `interrupted`. Resolves once nothing is written any longer. */
    async close() {
      queue.stop()
      for (const { stopping } of live.values()) stopping.abort()
      await Promise.all(runs)
      store.close()
    },
  }
}

export interface RejectedSource {
  readonly name: string
  /** A sentence. */
  readonly reason: string
}

/** Files that are read at once. */
const atOnce = 4

async function addSources(
  { media }: Pick<TranscriptionPorts, 'media'>,
  store: TranscriptionStore,
  { sources, settings }: { sources: readonly AudioSource[]; settings: TranscriptionSettings },
): Promise<{ added: readonly StoredTranscription[]; refused: RejectedSource[] }> {
  const read: (TranscriptionInput['source'] | RejectedSource)[] = []
  for (let from = 0; from < sources.length; from += atOnce) {
    const some = sources.slice(from, from + atOnce)
    read.push(...(await Promise.all(some.map((source) => readSource(media, source)))))
  }
  const inputs = read.flatMap((source) => ('reason' in source ? [] : [{ settings, source }]))
  const added = store.add(inputs.map((input) => ({ state: 'queued', input, progress: newProgress })))
  return { added, refused: read.flatMap((source) => ('reason' in source ? [source] : [])) }
}

async function readSource(
  media: TranscriptionPorts['media'],
  source: AudioSource,
): Promise<TranscriptionInput['source'] | RejectedSource> {
  const { name, media: hash } = source
  try {
    const { bytes, seconds, mimeType } = await openSource(media, source)
    return { name, media: hash, mimeType, bytes, seconds }
  } catch (error) {
    return { name, reason: toJobError(error).message }
  }
}

function recoverTranscriptions(store: TranscriptionStore): void {
  for (const job of store.listOpen()) {
    const { id, state, progress } = job
    if (isSending(job)) {
      const pieces = markSending(progress.pieces, { state: 'interrupted' })
      store.change(id, { state: 'interrupted', progress: { pieces, pausing: false, error: endedByProgram } })
    } else if (state === 'sending' || state === 'preparing') {
      store.change(id, { state: progress.pausing ? 'paused' : 'queued', progress: { pausing: false } })
    }
  }
}

interface ActionPorts {
  readonly store: TranscriptionStore
  readonly live: ReadonlyMap<string, LiveProgress>
  readonly startNext: () => void
}

type Action = Partial<Record<TranscriptionState, (job: StoredTranscription) => void>>

/** Each is done to those of the jobs that it fits, and refused if it fits none. */
function createTranscriptionActions({ store, live, startNext }: ActionPorts) {
  const stop = (id: string) => live.get(id)?.stopping.abort()
  const toEach = (word: string, action: Action) => (input: Ids) => {
    const jobs = input.ids.map((id) => store.find(id))
    const fitting = jobs.filter(({ state }) => action[state] !== undefined)
    const [first] = jobs
    if (first && fitting.length === 0)
      throw new ApiError(
        'FAILED_PRECONDITION',
        `This transcription is ${toStateName(first.state)} and can’t be ${word}.`,
      )
    for (const job of fitting) action[job.state]?.(job)
    startNext()
  }
  const requeue = (job: StoredTranscription) =>
    store.change(job.id, { state: 'queued', progress: requestAgain(job) })
  const hold = ({ id }: StoredTranscription) => void store.change(id, { state: 'paused' })
  const cancel = ({ id, progress }: StoredTranscription) => {
    const stopped = cutOff(progress.pieces, live.get(id))
    store.change(id, { state: 'cancelled', progress: { pieces: stopped, pausing: false } })
    stop(id)
  }
  return {
    /** A piece in progress comes to its end first. */
    pause: toEach('paused', {
      queued: hold,
      preparing(job) {
        hold(job)
        stop(job.id)
      },
      sending: ({ id }) => store.change(id, { progress: { pausing: true } }),
    }),
    resume: toEach('resumed', {
      paused: ({ id }) => store.change(id, { state: 'queued' }),
      sending: ({ id }) => store.change(id, { progress: { pausing: false } }),
    }),
    /** Aborts to the socket. */
    cancel: toEach('canceled', { queued: cancel, preparing: cancel, sending: cancel, paused: cancel }),
    /** Asks for the pieces that have not come, wherever requests go now. */
    retry: toEach('retried', { failed: requeue, interrupted: requeue, cancelled: requeue }),
  }
}

/** A form that was never complete cannot have been billed. */
function cutOff(pieces: readonly StoredPiece[], live: LiveProgress | undefined): StoredPiece[] {
  const { sent = 0, heard = '' } = live ?? {}
  const isWhole = pieces.some(({ state, bytes }) => state === 'sending' && sent >= (bytes ?? 0))
  return markSending(pieces, { state: isWhole ? 'interrupted' : 'waiting', text: heard })
}

/** If nothing has come it is cut again, as the limits are now. */
function requestAgain({ progress: { pieces } }: StoredTranscription) {
  const isBegun = pieces.some(({ state }) => state === 'done')
  const left = pieces.map(
    (piece): StoredPiece =>
      piece.state === 'done' ? piece : { ...piece, state: 'waiting', bytes: null, text: '' },
  )
  return { pieces: isBegun ? left : [], upstream: null, error: null }
}

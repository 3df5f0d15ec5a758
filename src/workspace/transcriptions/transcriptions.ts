// Transcriptions as durable jobs: a queue that survives restarts, and what users do with it.
import { ApiError } from '#shared/schemas/api-error'
import type {
  AudioSource,
  TranscriptionEvent,
  TranscriptionJob,
  TranscriptionSettings,
} from '#shared/schemas/transcription-job'
import { rejectOnAbort } from '../concurrency/abort'
import { canContinueOn, toJobUpstream } from '../jobs/current-upstream'
import type { Earlier } from '../jobs/job-rows'
import { createJobStore, type Move } from '../jobs/job-store'
import { toJobError } from '../response'
import { openSource, sweepPieces } from './audio-pieces'
import { endedByProgram, isSending, markSending } from './run-transcription'
import { createTranscriptRows } from './transcript-rows'
import { createQueue, createTranscriptionActions, type TranscriptionActions } from './transcription-actions'
import {
  newProgress,
  type StoredTranscription,
  type TranscriptionInput,
  type TranscriptionPorts,
  type TranscriptionStore,
  transcriptionKind,
} from './transcription-kind'
import { type LiveProgress, toTranscriptionJob } from './transcription-view'
import { createTranscripts, type Transcripts } from './transcripts'

type Several = { ids: readonly string[] }

export interface Transcriptions extends Transcripts, TranscriptionActions {
  watch(signal?: AbortSignal): AsyncGenerator<TranscriptionEvent, void, undefined>
  list(earlier: Earlier): TranscriptionJob[]
  job(input: { id: string }): TranscriptionJob | null
  /** Files that are no sound are refused by name; the others are on the disk, in their order, when it resolves. */
  add(input: {
    sources: readonly AudioSource[]
    settings: TranscriptionSettings
  }): Promise<{ ids: string[]; refused: Rejected[] }>
  move(move: Move): void
  clear(input: Several): void
  restore(input: Several): void
  /** With something to do: those that are paused, or wait for another upstream, have none. */
  countOpen(): number
  /** Called once when one has come to its end while the program runs. Returns an unsubscribe function. */
  onEnded(listener: (ended: { job: TranscriptionJob }) => void): () => void
  /** What is being sent ends as `interrupted`. Resolves once nothing is written any longer. */
  close(): Promise<void>
}

export function openTranscriptions(ports: TranscriptionPorts): Transcriptions {
  const { connection, settings } = ports
  const live = new Map<string, LiveProgress>()
  const listeners = new Set<(ended: { job: TranscriptionJob }) => void>()
  sweepPieces(ports.folder)

  const chosen = () => toJobUpstream(settings.read())
  const show = (job: StoredTranscription) => toTranscriptionJob(job, { live: live.get(job.id), chosen })
  const kind = transcriptionKind
  const store: TranscriptionStore = createJobStore({ ...ports, kind, toView: show })
  recoverTranscriptions(store)
  const rows = createTranscriptRows(connection)
  const onEnded = (ended: StoredTranscription) => {
    const job = show(ended)
    for (const listener of listeners) listener({ job })
  }
  const queue = createQueue({ ...ports, send: rejectOnAbort(ports.send), store, rows, live, onEnded })
  const { look } = queue
  look()
  return {
    ...createTranscripts({ ...ports, store, rows, live }),
    ...createTranscriptionActions({ store, live, look }),
    watch: store.watch,
    list: store.listEarlier,
    job: ({ id }) => findJob(store, id, show),
    async add(asked) {
      const { added, refused } = await addSources(ports, store, asked)
      look()
      return { ids: added.map(({ id }) => id), refused }
    },
    move: store.move,
    clear: ({ ids }) => store.clear(ids),
    restore: ({ ids }) => store.restore(ids),
    countOpen: () =>
      store
        .listOpen()
        .filter(({ state, progress }) => state !== 'paused' && canContinueOn(progress.upstream, chosen()))
        .length,
    onEnded(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      await queue.close()
      store.close()
    },
  }
}

function findJob(
  store: TranscriptionStore,
  id: string,
  show: (job: StoredTranscription) => TranscriptionJob,
): TranscriptionJob | null {
  try {
    return show(store.find(id))
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return null
    throw error
  }
}

interface Rejected {
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
): Promise<{ added: readonly StoredTranscription[]; refused: Rejected[] }> {
  const read: (TranscriptionInput['source'] | Rejected)[] = []
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
): Promise<TranscriptionInput['source'] | Rejected> {
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

// The sounds on their way to text: a queue that survives everything, and what people do with it.
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
import { addSources, type Refused } from './add-sources'
import { createQueue } from './queue'
import { recoverTranscriptions } from './recover'
import { sweepPieces } from './sound-pieces'
import { createSteering, type Steering } from './steer'
import { createTranscriptRows } from './transcript-rows'
import { type KeptTranscription, transcriptionKind } from './transcription-kind'
import type { TranscriptionBoard, TranscriptionPorts } from './transcription-ports'
import { toTranscriptionJob } from './transcription-view'
import { createTranscripts, type Transcripts } from './transcripts'
import type { UnderWay } from './under-way'

type Several = { ids: readonly string[] }

export interface Transcriptions extends Transcripts, Steering {
  watch(signal?: AbortSignal): AsyncGenerator<TranscriptionEvent, void, undefined>
  list(earlier: Earlier): TranscriptionJob[]
  job(input: { id: string }): TranscriptionJob | null
  /** Files that are no sound are refused by name; the others are on the disk, in their order, when it resolves. */
  add(input: {
    sources: readonly AudioSource[]
    settings: TranscriptionSettings
  }): Promise<{ ids: string[]; refused: Refused[] }>
  move(move: Move): void
  clear(input: Several): void
  restore(input: Several): void
  /** With something to do: those that are paused, or wait for another upstream, have none. */
  countOpen(): number
  /** Told once when one has come to its end while the program runs. Returns the way out. */
  onEnded(listener: (ended: { job: TranscriptionJob }) => void): () => void
  /** What is being sent ends as `interrupted`. Resolves once nothing is written any more. */
  close(): Promise<void>
}

export function openTranscriptions(ports: TranscriptionPorts): Transcriptions {
  const { connection, settings } = ports
  const underWay = new Map<string, UnderWay>()
  const listeners = new Set<(ended: { job: TranscriptionJob }) => void>()
  sweepPieces(ports.folder)

  const chosen = () => toJobUpstream(settings.read())
  const show = (job: KeptTranscription) => toTranscriptionJob(job, { underWay: underWay.get(job.id), chosen })
  const kind = transcriptionKind
  const board: TranscriptionBoard = createJobStore({ ...ports, kind, toView: show })
  recoverTranscriptions(board)
  const rows = createTranscriptRows(connection)
  const onEnded = (ended: KeptTranscription) => {
    const job = show(ended)
    for (const listener of listeners) listener({ job })
  }
  const queue = createQueue({ ...ports, send: rejectOnAbort(ports.send), board, rows, underWay, onEnded })
  const { look } = queue
  look()
  return {
    ...createTranscripts({ ...ports, board, rows, underWay }),
    ...createSteering({ board, underWay, look }),
    watch: board.watch,
    list: board.listEarlier,
    job: ({ id }) => findJob(board, id, show),
    async add(asked) {
      const { added, refused } = await addSources(ports, board, asked)
      look()
      return { ids: added.map(({ id }) => id), refused }
    },
    move: board.move,
    clear: ({ ids }) => board.clear(ids),
    restore: ({ ids }) => board.restore(ids),
    countOpen: () =>
      board
        .listOpen()
        .filter(({ state, progress }) => state !== 'paused' && canContinueOn(progress.upstream, chosen()))
        .length,
    onEnded(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      await queue.close()
      board.close()
    },
  }
}

function findJob(
  board: TranscriptionBoard,
  id: string,
  show: (job: KeptTranscription) => TranscriptionJob,
): TranscriptionJob | null {
  try {
    return show(board.find(id))
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return null
    throw error
  }
}

// Has so many transcriptions under way at once as the settings say, the first in the queue first.
import type { JobUpstream } from '#shared/schemas/job'
import { canContinueOn, toJobUpstream } from '../jobs/current-upstream'
import { createJobScheduler } from '../jobs/job-store'
import { conduct } from './conduct'
import type { TranscriptRows } from './transcript-rows'
import type { KeptTranscription } from './transcription-kind'
import type { TranscriptionBoard, TranscriptionPorts } from './transcription-ports'
import { beginUnderWay, type UnderWay } from './under-way'

interface QueuePorts extends TranscriptionPorts {
  readonly board: TranscriptionBoard
  readonly rows: TranscriptRows
  /** What is under way, which the queue changes. */
  readonly underWay: Map<string, UnderWay>
  /** Once each, when one has come to its end by itself. */
  readonly onEnded: (job: KeptTranscription) => void
}

interface TranscriptionQueue {
  /** Begins what may begin now. */
  look(): void
  /** What is being sent ends as `interrupted`. Resolves once nothing is under way. */
  close(): Promise<void>
}

/** Milliseconds. */
const lookAgainAfter = 5000

export function createQueue(ports: QueuePorts): TranscriptionQueue {
  const { board, settings, changes, timer, underWay, onEnded } = ports
  const runs = new Set<Promise<void>>()
  let isClosing = false
  let cancelLook = () => {}

  const begin = ({ id }: KeptTranscription) => {
    const begun = beginUnderWay()
    try {
      board.change(id, { state: 'preparing', progress: { error: null } })
    } catch {
      // A disk that is full has refused its row: it stays queued.
      cancelLook()
      cancelLook = timer(lookAgainAfter, look)
      return
    }
    underWay.set(id, begun)
    const run: Promise<void> = conduct({ ...ports, id, underWay: begun, isClosing: () => isClosing })
      .catch(() => undefined)
      .then(() => end(id, run))
      .catch(() => undefined)
      .then(() => look())
    runs.add(run)
  }
  const end = (id: string, run: Promise<void>) => {
    const wasStopped = underWay.get(id)?.stopping.signal.aborted
    underWay.delete(id)
    runs.delete(run)
    if (isClosing) return
    const job = board.find(id)
    board.tell(id)
    if (job.endedAt !== null && !wasStopped) onEnded(job)
  }
  const look = createJobScheduler({
    atOnce: () => (isClosing ? 0 : settings.read().jobs.transcriptionsAtOnce),
    countBusy: () => underWay.size,
    next() {
      const chosen = toJobUpstream(settings.read())
      return board.listOpen().find((job) => !underWay.has(job.id) && canBegin(job, chosen))
    },
    begin,
  })
  const leave = changes.subscribe((topic) => {
    if (topic !== 'settings') return
    for (const { id, state } of board.listOpen()) if (state === 'queued') board.tell(id)
    look()
  })
  return {
    look,
    async close() {
      isClosing = true
      leave()
      cancelLook()
      for (const { stopping } of underWay.values()) stopping.abort()
      await Promise.all(runs)
    },
  }
}

/** One that was begun elsewhere waits until it may go on there. */
function canBegin({ state, progress: { upstream } }: KeptTranscription, chosen: JobUpstream): boolean {
  return state === 'queued' && canContinueOn(upstream, chosen)
}

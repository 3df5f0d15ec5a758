// Takes what was made into the Library: at once as rows, then its facts and sidecars, at the start what is left of both.
import type { Turn } from '#shared/schemas/chat'
import type { Reconciliation } from '#shared/schemas/library'
import type { Changes } from '../changes'
import { createReadWriteLock, createSerialQueue, type ReadWriteLock } from '../concurrency/locks'
import { createThrottle } from '../concurrency/timing'
import { isDatabaseBusy } from '../database/connection'
import type { WriteLock } from '../database/write-lock'
import { listConversationPictures, listEarlierPictures } from './back-fill'
import type { CollectionPorts } from './collection-ports'
import { completeItems } from './complete-items'
import { finishEmptying } from './empty-bin'
import { type EditedTranscript, listJobMade, type MadeByJob, replaceTranscript } from './list-job-made'
import { listWritten } from './list-made'
import { sweepMedia } from './media-let-go'
import { reconcile } from './reconcile'
import { keepSetItem, markSetItem } from './set-items'

/** Milliseconds: thousands of items change at once. */
const tellEvery = 100
/** Milliseconds: what an edited transcript was before looks through all that may need it. */
const sweepEvery = 60_000

interface Gathering {
  /** What the rest of the collection stands on. */
  readonly ports: CollectionPorts
  /** Whatever takes its time passes it: the closing waits for that. */
  readonly gate: ReadWriteLock
  readonly closing: AbortSignal
  /** Within the transaction of the turn's end. */
  addMade(turn: Turn): void
  /** Within the transaction of the job's end. */
  addJobMade(made: MadeByJob): void
  /** Within the transaction of the edit. */
  replaceTranscript(edited: EditedTranscript): void
  /** Within the transaction that changes the set. */
  keepSetItem(item: Parameters<typeof keepSetItem>[1]): void
  /** Within the transaction that puts the set into the bin, or takes it out. */
  markSetItem(setId: string, deletedAt: number | null): void
  /** Of a conversation that came from elsewhere. Never rejects. */
  addFrom(conversationId: string): Promise<void>
  /** Never rejects; what could not be written is tried again the next time, and at the next start. */
  writeSidecars(): Promise<void>
  /** Work that compares files with rows, or removes either, runs one at a time, after that of the start. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>
  reconcile(): Promise<Reconciliation>
  /** What an earlier program has left open, in slices. Never rejects. */
  start(): Promise<void>
  /** Resolves once nothing is at work here any more. */
  close(): Promise<void>
}

type GatheringPorts = Omit<CollectionPorts, 'tell' | 'isClosed'> & { readonly changes: Changes }

export function createGathering({ changes, ...given }: GatheringPorts): Gathering {
  const closing = new AbortController()
  const gate = createReadWriteLock()
  const quietly = (work: () => Promise<unknown>) => ignoreErrors(work, given.connection.lock, closing.signal)
  let writing: Promise<void> | undefined
  let asked = false
  /** Two at once would each count a part of what they find. */
  const inTurn = createSerialQueue()
  const telling = createThrottle(tellEvery, () => changes.tell('library'))
  const tell = () => {
    if (!closing.signal.aborted) telling.ask()
  }
  const ports: CollectionPorts = { ...given, tell, isClosed: () => closing.signal.aborted }

  const write = async (): Promise<void> => {
    while (asked && !ports.isClosed()) {
      asked = false
      await quietly(() => completeItems(ports))
    }
    writing = undefined
  }
  const writeSidecars = (): Promise<void> => {
    asked = true
    writing ??= gate.pass(() => Promise.resolve().then(write))
    return writing
  }
  const alone = <Result>(work: () => Promise<Result>) => gate.pass(() => inTurn(work))
  const sweep = () => quietly(() => alone(() => sweepMedia(ports)))
  const sweeping = createThrottle(sweepEvery, () => {
    // The transaction ends before anything else can begin.
    if (!closing.signal.aborted) void Promise.resolve().then(sweep)
  })
  // Conversations are among what is listed.
  const leave = changes.subscribe((topic) => {
    if (topic === 'conversations') tell()
  })
  return {
    ports,
    gate,
    closing: closing.signal,
    writeSidecars,
    addMade(turn) {
      if (listWritten(ports, turn) === 0) return
      tell()
      // The transaction ends before anything else can begin.
      void writeSidecars()
    },
    addJobMade(made) {
      listJobMade(ports, made)
      tell()
      void writeSidecars()
    },
    replaceTranscript(edited) {
      replaceTranscript(ports.connection, edited)
      tell()
      void writeSidecars()
      sweeping.ask()
    },
    ...tellingOfSets(ports),
    async addFrom(conversationId) {
      await gate.pass(() => quietly(() => listConversationPictures(ports, conversationId)))
      // The file that it came in may name pictures that it does not hold.
      void quietly(() => alone(() => reconcile(ports))).then(writeSidecars)
    },
    alone,
    reconcile: () => alone(() => reconcile(ports)),
    async start() {
      await alone(() => lookThrough(ports, quietly))
      await writeSidecars()
    },
    async close() {
      closing.abort()
      leave()
      telling.cancel()
      sweeping.cancel()
      await gate.empty()
    },
  }
}

function tellingOfSets({
  connection,
  tell,
}: CollectionPorts): Pick<Gathering, 'keepSetItem' | 'markSetItem'> {
  return {
    keepSetItem(item) {
      keepSetItem(connection, item)
      tell()
    },
    markSetItem(setId, deletedAt) {
      markSetItem(connection, setId, deletedAt)
      tell()
    },
  }
}

async function lookThrough(
  ports: CollectionPorts,
  quietly: (work: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  // Before the folder is compared: what was emptied must not be adopted again.
  await quietly(() => finishEmptying(ports))
  await quietly(() => sweepMedia(ports))
  await quietly(() => listEarlierPictures(ports))
  await quietly(() => reconcile(ports))
}

/** Uses of a missing folder or a damaged database report it themselves; what a write lock has stopped is begun again. */
async function ignoreErrors(
  work: () => Promise<unknown>,
  lock: WriteLock,
  closing: AbortSignal,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isDatabaseBusy(error) || closing.aborted) return
    await lock.whenFree(closing).catch(() => undefined)
    await ignoreErrors(work, lock, closing)
  }
}

// Adds results to the Library: rows immediately, then facts and sidecars; at the start what is left of both.
import type { Turn } from '#shared/schemas/chat'
import type { Reconciliation } from '#shared/schemas/library'
import type { Changes } from '../changes'
import { createReadWriteLock, createSerialQueue, type ReadWriteLock } from '../concurrency/locks'
import { createThrottle } from '../concurrency/timing'
import { type Connection, isDatabaseBusy } from '../database/connection'
import type { WriteLock } from '../database/write-lock'
import { measureImageFile, measureVideo } from '../media/measure-media'
import { indexConversationImages, indexEarlierImages } from './backfill'
import { addToSidecar, readStoredMetadata } from './generation-metadata'
import {
  type EditedTranscript,
  indexJobResult,
  indexWrittenImages,
  type JobResult,
  markSetItem,
  reindexTranscript,
  type SetItem,
  saveSetItem,
} from './index-items'
import type { LibraryPorts } from './item-rows'
import { reconcile } from './reconcile'
import { sweepMedia } from './released-media'
import { finishEmptying } from './trash'

/** Milliseconds: thousands of items change at once. */
const notifyIntervalMs = 100
/** Milliseconds: what an edited transcript was before looks through all that may need it. */
const sweepIntervalMs = 60_000

interface LibraryIndexer {
  /** Dependencies of the rest of the Library. */
  readonly ports: LibraryPorts
  /** Whatever takes its time passes it: the closing waits for that. */
  readonly gate: ReadWriteLock
  readonly closing: AbortSignal
  /** Within the transaction of the turn's end. */
  indexTurn(turn: Turn): void
  /** Within the transaction of the job's end. */
  indexJobResult(made: JobResult): void
  /** Within the transaction of the edit. */
  reindexTranscript(edited: EditedTranscript): void
  /** Within the transaction that changes the set. */
  saveSetItem(item: SetItem): void
  /** Within the transaction that puts the set into the trash, or takes it out. */
  markSetItem(setId: string, deletedAt: number | null): void
  /** Of a conversation that came from elsewhere. Never rejects. */
  indexConversation(conversationId: string): Promise<void>
  /** Never rejects; what could not be written is tried again the next time, and at the next start. */
  writeSidecars(): Promise<void>
  /** Work that compares files with rows, or removes either, runs one at a time, after that of the start. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>
  reconcile(): Promise<Reconciliation>
  /** What an earlier program has left open, in slices. Never rejects. */
  start(): Promise<void>
  /** Resolves once nothing is at work here any longer. */
  close(): Promise<void>
}

type IndexerPorts = Omit<LibraryPorts, 'notify' | 'isClosed'> & { readonly changes: Changes }

export function createLibraryIndexer({ changes, ...given }: IndexerPorts): LibraryIndexer {
  const closing = new AbortController()
  const gate = createReadWriteLock()
  const quietly = (work: () => Promise<unknown>) => ignoreErrors(work, given.connection.lock, closing.signal)
  let writing: Promise<void> | undefined
  let asked = false
  /** Two at once would each count a part of what they find. */
  const inTurn = createSerialQueue()
  const notifying = createThrottle(notifyIntervalMs, () => changes.tell('library'))
  const notify = () => {
    if (!closing.signal.aborted) notifying.ask()
  }
  const ports: LibraryPorts = { ...given, notify, isClosed: () => closing.signal.aborted }

  const write = async (): Promise<void> => {
    while (asked && !ports.isClosed()) {
      asked = false
      await quietly(() => completeItems(ports))
    }
    writing = undefined
  }
  const writeSidecars = (): Promise<void> => {
    asked = true
    writing ??= gate.shared(() => Promise.resolve().then(write))
    return writing
  }
  const alone = <Result>(work: () => Promise<Result>) => gate.shared(() => inTurn(work))
  const sweep = () => quietly(() => alone(() => sweepMedia(ports)))
  const sweeping = createThrottle(sweepIntervalMs, () => {
    // The transaction ends before anything else can begin.
    if (!closing.signal.aborted) void Promise.resolve().then(sweep)
  })
  // Conversations are among what is listed.
  const leave = changes.subscribe((topic) => {
    if (topic === 'conversations') notify()
  })
  return {
    ports,
    gate,
    closing: closing.signal,
    writeSidecars,
    indexTurn(turn) {
      if (indexWrittenImages(ports, turn) === 0) return
      notify()
      // The transaction ends before anything else can begin.
      void writeSidecars()
    },
    indexJobResult(made) {
      indexJobResult(ports, made)
      notify()
      void writeSidecars()
    },
    reindexTranscript(edited) {
      reindexTranscript(ports.connection, edited)
      notify()
      void writeSidecars()
      sweeping.ask()
    },
    ...createSetIndexing(ports),
    async indexConversation(conversationId) {
      await gate.shared(() => quietly(() => indexConversationImages(ports, conversationId)))
      // The file that it came in may name pictures that it does not hold.
      void quietly(() => alone(() => reconcile(ports))).then(writeSidecars)
    },
    alone,
    reconcile: () => alone(() => reconcile(ports)),
    async start() {
      await alone(() => completeStart(ports, quietly))
      await writeSidecars()
    },
    async close() {
      closing.abort()
      leave()
      notifying.cancel()
      sweeping.cancel()
      await gate.idle()
    },
  }
}

function createSetIndexing({
  connection,
  notify,
}: LibraryPorts): Pick<LibraryIndexer, 'saveSetItem' | 'markSetItem'> {
  return {
    saveSetItem(item) {
      saveSetItem(connection, item)
      notify()
    },
    markSetItem(setId, deletedAt) {
      markSetItem(connection, setId, deletedAt)
      notify()
    },
  }
}

async function completeStart(
  ports: LibraryPorts,
  quietly: (work: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  // Before the folder is compared: what was emptied must not be adopted again.
  await quietly(() => finishEmptying(ports))
  await quietly(() => sweepMedia(ports))
  await quietly(() => indexEarlierImages(ports))
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

interface OpenRow {
  readonly seq: number
  readonly id: string
  readonly kind: string
  readonly media: string
}

/** Those without a sidecar. What cannot be written now is left for the next time. */
async function completeItems(ports: LibraryPorts): Promise<void> {
  let after = 0
  while (!ports.isClosed()) {
    const row = findNext(ports.connection, after)
    if (!row) return
    after = row.seq
    await completeItem(ports, row)
  }
}

function findNext(connection: Connection, after: number): OpenRow | undefined {
  return connection.get<OpenRow>(
    `SELECT seq, id, kind, media FROM items
      WHERE beside = 0 AND media IS NOT NULL AND seq > CAST(? AS INTEGER) ORDER BY seq LIMIT 1`,
    [after],
  )
}

async function completeItem(ports: LibraryPorts, row: OpenRow): Promise<void> {
  const { connection, media, isClosed, notify } = ports
  const facts = await readFacts(ports, row)
  if (!facts || isClosed()) return
  const metadata = readStoredMetadata(connection, row.id)
  // A folder that is full or gone costs the sidecar alone, and only for now.
  const hasSidecar =
    !metadata ||
    (await addToSidecar(media, row.media, metadata).then(
      () => true,
      () => false,
    ))
  if (isClosed()) return
  connection.run(
    `UPDATE items SET mime_type = ?, bytes = coalesce(bytes, ?), width = coalesce(?, width),
      height = coalesce(?, height), seconds = coalesce(seconds, ?), beside = ? WHERE seq = ?`,
    [facts.mimeType, facts.bytes, facts.width, facts.height, facts.seconds, hasSidecar ? 1 : 0, row.seq],
  )
  notify()
}

/** Undefined if the file cannot be read: the look through the folder says why. */
async function readFacts({ media }: LibraryPorts, { kind, media: hash }: OpenRow) {
  try {
    const { mimeType, length, path } = await media.open(hash)
    const size = kind === 'image' ? await measureImageFile(path) : null
    const { width = null, height = null } = size ?? {}
    const shown = kind === 'video' ? await measureVideo(path) : { width, height, seconds: null }
    return { mimeType, bytes: length, ...shown }
  } catch {
    return undefined
  }
}

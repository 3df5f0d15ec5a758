// Adds results to the Library: rows immediately, then facts and sidecars; at the start what is left of both.

import { setImmediate as giveWay } from 'node:timers/promises'
import type { Turn } from '#shared/schemas/chat'
import type { Reconciliation } from '#shared/schemas/library'
import type { Changes } from '../changes'
import { createReadWriteLock, createSerialQueue } from '../concurrency/locks'
import { createThrottle, type Throttle } from '../concurrency/timing'
import { stagedMarker } from '../conversations/tree/tree-rows'
import { findTurnsWithDeleted } from '../conversations/tree/turn-rows'
import { type Connection, isDatabaseBusy } from '../database/connection'
import { findValue } from '../database/rows'
import { measureImageFile, measureVideo } from '../media/measure-media'
import { addToSidecar, listGeneratedImages, readStoredMetadata } from './generation-metadata'
import {
  type EditedTranscript,
  indexImages,
  indexJobResult,
  indexWrittenImages,
  type JobResult,
  type LibraryPorts,
  markSetItem,
  reindexTranscript,
  type SetItem,
  saveSetItem,
} from './item-rows'
import { reconcile } from './reconcile'
import { sweepMedia } from './released-media'
import { finishEmptying } from './trash'

/** Milliseconds: thousands of items change at once. */
const notifyIntervalMs = 100
/** Milliseconds: what an edited transcript was before looks through all that may need it. */
const sweepIntervalMs = 60_000

type IndexerPorts = Omit<LibraryPorts, 'notify' | 'isClosed'> & { readonly changes: Changes }

export class LibraryIndexer {
  /** Dependencies of the rest of the Library. */
  readonly ports: LibraryPorts
  /** Long work passes it: closing waits for that. */
  readonly gate = createReadWriteLock()
  readonly #closing = new AbortController()
  readonly closing: AbortSignal = this.#closing.signal
  #writing: Promise<void> | undefined
  #isRequested = false
  /** Two at once would each count a part of what they find. */
  readonly #inTurn = createSerialQueue()
  readonly #notifying: Throttle
  readonly #sweeping = createThrottle(sweepIntervalMs, () => {
    const sweep = () => this.#quietly(() => this.alone(() => sweepMedia(this.ports)))
    // The transaction ends before anything else can begin.
    if (!this.closing.aborted) void Promise.resolve().then(sweep)
  })
  readonly #unsubscribe: () => void

  constructor({ changes, ...ports }: IndexerPorts) {
    this.#notifying = createThrottle(notifyIntervalMs, () => changes.emit('library'))
    const notify = () => {
      if (!this.closing.aborted) this.#notifying.schedule()
    }
    this.ports = { ...ports, notify, isClosed: () => this.closing.aborted }
    // Conversations are among what is listed.
    this.#unsubscribe = changes.subscribe((topic) => {
      if (topic === 'conversations') notify()
    })
  }

  /** Within the transaction of the turn's end. */
  readonly indexTurn = (turn: Turn): void => {
    if (indexWrittenImages(this.ports, turn) > 0) this.#complete()
  }

  /** Within the transaction of the job's end. */
  readonly indexJobResult = (result: JobResult): void => {
    indexJobResult(this.ports, result)
    this.#complete()
  }

  /** Within the transaction of the edit. */
  readonly reindexTranscript = (edited: EditedTranscript): void => {
    reindexTranscript(this.ports.connection, edited)
    this.#complete()
    this.#sweeping.schedule()
  }

  /** Within the transaction that changes the set. */
  readonly saveSetItem = (item: SetItem): void => {
    saveSetItem(this.ports.connection, item)
    this.ports.notify()
  }

  /** Within the transaction that moves the set to the trash, or restores it. */
  readonly markSetItem = (setId: string, deletedAt: number | null): void => {
    markSetItem(this.ports.connection, setId, deletedAt)
    this.ports.notify()
  }

  /** Of an imported conversation. Never rejects. */
  async indexConversation(conversationId: string): Promise<void> {
    await this.gate.shared(() => this.#quietly(() => indexConversationImages(this.ports, conversationId)))
    // The file that it came in may name pictures that it does not hold.
    void this.#quietly(() => this.reconcile()).then(this.writeSidecars)
  }

  /** Never rejects; what could not be written is tried again the next time, and at the next start. */
  readonly writeSidecars = (): Promise<void> => {
    this.#isRequested = true
    this.#writing ??= this.gate.shared(() => Promise.resolve().then(() => this.#write()))
    return this.#writing
  }

  /** Work that compares files with rows, or removes either, runs one at a time, after that of the start. */
  alone<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.gate.shared(() => this.#inTurn(work))
  }

  reconcile(): Promise<Reconciliation> {
    return this.alone(() => reconcile(this.ports))
  }

  /** What an earlier program has left open, in slices. Never rejects. */
  async start(): Promise<void> {
    await this.alone(async () => {
      // Before the folder is compared: what was emptied must not be adopted again.
      for (const work of [finishEmptying, sweepMedia, indexEarlierImages, reconcile])
        await this.#quietly(() => work(this.ports))
    })
    await this.writeSidecars()
  }

  /** Resolves once nothing is at work here any longer. */
  async close(): Promise<void> {
    this.#closing.abort()
    this.#unsubscribe()
    this.#notifying.cancel()
    this.#sweeping.cancel()
    await this.gate.idle()
  }

  /** The transaction ends before the writing begins. */
  #complete(): void {
    this.ports.notify()
    void this.writeSidecars()
  }

  async #write(): Promise<void> {
    while (this.#isRequested && !this.closing.aborted) {
      this.#isRequested = false
      await this.#quietly(() => completeItems(this.ports))
    }
    this.#writing = undefined
  }

  /** Uses of a missing folder or a damaged database report it themselves; what a write lock has stopped is begun again. */
  async #quietly(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!isDatabaseBusy(error) || this.closing.aborted) return
      await this.ports.connection.lock.whenFree(this.closing).catch(() => undefined)
      await this.#quietly(work)
    }
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

/** How many turns are looked at in one go, and how many of them are read whole. */
const sliceLength = 200
const maxRead = 5

interface Rest {
  readonly after_seq: number
  readonly last_seq: number
}

interface FoundRow {
  readonly seq: number
  readonly id: string
  readonly deleted_at: number | null
}

/** Continues where an earlier program left off. */
async function indexEarlierImages(ports: LibraryPorts): Promise<void> {
  const { connection, isClosed } = ports
  while (!isClosed()) {
    const rest = connection.get<Rest>('SELECT after_seq, last_seq FROM turns_to_list')
    if (!rest || rest.after_seq >= rest.last_seq) return
    const indexed = connection.transact(() => indexSlice(ports, rest))
    if (indexed > 0) ports.notify()
    await giveWay()
  }
}

/** Of an imported conversation. */
async function indexConversationImages(ports: LibraryPorts, conversationId: string): Promise<void> {
  const { connection } = ports
  const rows = connection.all<FoundRow>(
    `SELECT seq, id, deleted_at FROM turns WHERE conversation_id = ? AND ${withMedia} ORDER BY seq`,
    [conversationId],
  )
  for (const row of rows) {
    if (ports.isClosed()) return
    if (connection.transact(() => indexStoredTurn(ports, row)) > 0) ports.notify()
    await giveWay()
  }
}

function indexStoredTurn(ports: LibraryPorts, { id, deleted_at }: FoundRow): number {
  const [turn] = findTurnsWithDeleted(ports.connection, [id])
  return turn && !isCopy(ports.connection, turn) ? indexImages(ports, turn, deleted_at) : 0
}

function indexSlice(ports: LibraryPorts, rest: Rest): number {
  const { connection } = ports
  const end = Math.min(rest.after_seq + sliceLength, rest.last_seq)
  const rows = findWithMedia(connection, rest.after_seq, end)
  const indexed = rows.map((row) => indexStoredTurn(ports, row))
  const last = rows.at(-1)
  const reached = last && rows.length === maxRead ? last.seq : end
  connection.run('UPDATE turns_to_list SET after_seq = ?', [reached])
  return indexed.reduce((sum, each) => sum + each, 0)
}

const withMedia = `role = 'model' AND state <> 'running' AND edited = 0 AND parts LIKE '%"media":"%'`

/** What was deleted, alone or with its conversation, goes into the trash. */
function findWithMedia(connection: Connection, after: number, end: number): FoundRow[] {
  return connection.all<FoundRow>(
    `SELECT turns.seq, turns.id, coalesce(turns.deleted_at, conversations.deleted_at) AS deleted_at
      FROM turns CROSS JOIN conversations ON conversations.id = turns.conversation_id
      WHERE turns.seq > CAST(? AS INTEGER) AND turns.seq <= CAST(? AS INTEGER) AND ${withMedia}
        AND conversations.deleted_at IS NOT ?
      ORDER BY turns.seq LIMIT ${maxRead}`,
    [after, end, stagedMarker],
  )
}

/** A conversation that was branched into one of its own has its turns twice, with the moments they were made at. */
function isCopy(connection: Connection, turn: Turn): boolean {
  const [picture] = listGeneratedImages(turn)
  if (!picture) return false
  const sql = 'SELECT id FROM items WHERE media = ? AND created_at = ?'
  return findValue(connection, sql, [picture.media, turn.createdAt]) !== undefined
}

// Adds results to the Library: rows immediately, then file facts and sidecars; the start completes unfinished ones.

import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Turn } from '#shared/schemas/chat'
import type { Reconciliation } from '#shared/schemas/library'
import type { Changes } from '../changes'
import { createReadWriteLock, createSerialQueue } from '../concurrency/locks'
import { createThrottle, type Throttle } from '../concurrency/timing'
import { dropDeletedFolders } from '../conversations/folders'
import { findTurnsWithDeleted } from '../conversations/tree/turn-rows'
import { type Connection, isDatabaseBusy } from '../database/connection'
import { findValue } from '../database/rows'
import { measureImageFile, measureVideo } from '../media/measure-media'
import { dropDeletedCollections } from './collections'
import {
  addToSidecar,
  labelSidecar,
  listGeneratedImages,
  readLabels,
  readStoredMetadata,
} from './generation-metadata'
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

/** In milliseconds; thousands of items may change in succession. */
const notifyIntervalMs = 100
/** In milliseconds; sweeping the file before an edit checks every row that may need it. */
const sweepIntervalMs = 60_000

type IndexerPorts = Omit<LibraryPorts, 'notify' | 'isClosed'> & { readonly changes: Changes }

export class LibraryIndexer {
  /** Dependencies of the rest of the Library. */
  readonly ports: LibraryPorts
  /** Held by long work, so that closing can wait for it. */
  readonly lock = createReadWriteLock()
  readonly #closing = new AbortController()
  readonly closing: AbortSignal = this.#closing.signal
  #writing: Promise<void> | undefined
  #isRequested = false
  /** Concurrent runs would each count only a part of the changes. */
  readonly #enqueue = createSerialQueue()
  readonly #notifyThrottle: Throttle
  readonly #sweepThrottle = createThrottle(sweepIntervalMs, () => {
    const sweep = () => this.#ignoreErrors(() => this.runExclusive(() => sweepMedia(this.ports)))
    // Runs after the current transaction.
    if (!this.closing.aborted) void Promise.resolve().then(sweep)
  })
  readonly #unsubscribe: () => void

  constructor({ changes, ...ports }: IndexerPorts) {
    this.#notifyThrottle = createThrottle(notifyIntervalMs, () => changes.emit('library'))
    const notify = () => {
      if (!this.closing.aborted) this.#notifyThrottle.schedule()
    }
    this.ports = { ...ports, notify, isClosed: () => this.closing.aborted }
    // The Library lists conversations, too.
    this.#unsubscribe = changes.subscribe((topic) => {
      if (topic === 'conversations') notify()
    })
  }

  /** Call within the transaction that ends the turn. */
  readonly indexTurn = (turn: Turn): void => {
    if (indexWrittenImages(this.ports, turn) > 0) this.#complete()
  }

  /** Call within the transaction that ends the job. */
  readonly indexJobResult = (result: JobResult): void => {
    indexJobResult(this.ports, result)
    this.#complete()
  }

  /** Call within the transaction of the edit. */
  readonly reindexTranscript = (edited: EditedTranscript): void => {
    reindexTranscript(this.ports.connection, edited)
    this.#complete()
    this.#sweepThrottle.schedule()
  }

  /** Call within the transaction that changes the set. */
  readonly saveSetItem = (item: SetItem): void => {
    saveSetItem(this.ports.connection, item)
    this.ports.notify()
  }

  /** Call within the transaction that moves the set to the trash, or restores it. */
  readonly markSetItem = (setId: string, deletedAt: number | null): void => {
    markSetItem(this.ports.connection, setId, deletedAt)
    this.ports.notify()
  }

  /** Indexes imported conversations. Never rejects. */
  async indexConversations(conversationIds: readonly string[]): Promise<void> {
    for (const id of conversationIds)
      await this.lock.shared(() => this.#ignoreErrors(() => indexConversationImages(this.ports, id)))
    // The import may refer to images that it does not contain.
    void this.#ignoreErrors(() => this.reconcile()).then(this.writeSidecars)
  }

  /** Never rejects; retries failed writes at the next call, and at the next start. */
  readonly writeSidecars = (): Promise<void> => {
    this.#isRequested = true
    this.#writing ??= this.lock.shared(() => Promise.resolve().then(() => this.#write()))
    return this.#writing
  }

  /** Runs work that compares or removes files and rows one at a time, after that of the start. */
  runExclusive<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.lock.shared(() => this.#enqueue(work))
  }

  /**
   * Runs an import, which stores files in the media folder and adds rows. If it fails, the files are removed, because no
   * row refers to them.
   */
  async importRows<Result>(work: (mediaFolder: string) => Promise<Result>): Promise<Result> {
    try {
      return await this.runExclusive(() => this.ports.media.whileWriting(work))
    } finally {
      await this.runExclusive(() => this.#ignoreErrors(() => sweepMedia(this.ports)))
      void this.#ignoreErrors(() => this.reconcile()).then(this.writeSidecars)
    }
  }

  reconcile(): Promise<Reconciliation> {
    return this.runExclusive(() => reconcile(this.ports))
  }

  /** Finishes the work of earlier runs of the program, in slices. Never rejects. */
  async start(): Promise<void> {
    const startedAt = this.ports.now()
    await this.runExclusive(async () => {
      // Finishes emptying before the folder is compared, so that deleted files are not adopted again.
      for (const work of [finishEmptying, sweepMedia, reconcile])
        await this.#ignoreErrors(() => work(this.ports))
      for (const drop of [dropDeletedCollections, dropDeletedFolders])
        await this.#ignoreErrors(async () => drop(this.ports.connection, startedAt))
    })
    await this.writeSidecars()
  }

  /** Resolves once no work is in progress. */
  async close(): Promise<void> {
    this.#closing.abort()
    this.#unsubscribe()
    this.#notifyThrottle.cancel()
    this.#sweepThrottle.cancel()
    await this.lock.idle()
  }

  /** Starts writing after the current transaction. */
  #complete(): void {
    this.ports.notify()
    void this.writeSidecars()
  }

  async #write(): Promise<void> {
    while (this.#isRequested && !this.closing.aborted) {
      this.#isRequested = false
      await this.#ignoreErrors(() => completeItems(this.ports))
    }
    this.#writing = undefined
  }

  /** Ignores errors, which uses of a missing folder or a damaged database report themselves; retries after a write lock. */
  async #ignoreErrors(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!isDatabaseBusy(error) || this.closing.aborted) return
      await this.ports.connection.lock.whenFree(this.closing).catch(() => undefined)
      await this.#ignoreErrors(work)
    }
  }
}

interface OpenRow {
  readonly seq: number
  readonly id: string
  readonly kind: string
  readonly media: string
  readonly producerId: string | null
  /** 1 if only the sidecar is outdated, such as its labels. */
  readonly isMeasured: number
}

/** Completed items per notice: each makes the Library load its list again. */
const itemsPerNotice = 100

/** Completes items without a current sidecar. Failed ones are retried the next time. */
async function completeItems(ports: LibraryPorts): Promise<void> {
  let after = 0
  let measured = 0
  while (!ports.isClosed()) {
    const row = findNext(ports.connection, after)
    if (!row) break
    after = row.seq
    if (!(await completeItem(ports, row))) continue
    measured += 1
    if (measured % itemsPerNotice === 1) ports.notify()
  }
  if (measured > 0) ports.notify()
}

/** Without missing files, which are completed once they return. */
function findNext(connection: Connection, after: number): OpenRow | undefined {
  return connection.get<OpenRow>(
    `SELECT seq, id, kind, media, coalesce(turn_id, job_id) AS producerId,
        bytes IS NOT NULL AND (width IS NOT NULL OR kind NOT IN ('image', 'video')) AS isMeasured
      FROM items WHERE has_sidecar = 0 AND media IS NOT NULL AND file <> 'missing' AND seq > CAST(? AS INTEGER)
      ORDER BY seq LIMIT 1`,
    [after],
  )
}

/** Returns whether facts about the file were added. */
async function completeItem(ports: LibraryPorts, row: OpenRow): Promise<boolean> {
  const { connection, media, isClosed } = ports
  const { id, producerId } = row
  const labels = readLabels(connection, id)
  const saveSidecarState = (hasSidecar: boolean) => {
    // Labels that were changed meanwhile are written the next time.
    const isCurrent = hasSidecar && JSON.stringify(readLabels(connection, id)) === JSON.stringify(labels)
    const sql = 'UPDATE items SET has_sidecar = ? WHERE seq = ? AND media = ?'
    connection.run(sql, [isCurrent ? 1 : 0, row.seq, row.media])
  }
  if (row.isMeasured === 1) {
    const isLabeled = await labelSidecar(media, row.media, { producerId, labels }).catch(() => undefined)
    if (isLabeled && !isClosed()) saveSidecarState(true)
    // Undefined: the folder is full or missing.
    if (isLabeled !== false) return false
  }
  const facts = isClosed() ? undefined : await readFacts(ports, row)
  if (!facts || isClosed()) return false
  const metadata = readStoredMetadata(connection, id)
  // A full or missing folder delays only the sidecar.
  const hasSidecar =
    !metadata ||
    (await addToSidecar(media, row.media, { metadata, labels }).then(
      () => true,
      () => false,
    ))
  if (isClosed()) return false
  connection.run(
    `UPDATE items SET mime_type = ?, bytes = coalesce(bytes, ?), width = coalesce(?, width),
      height = coalesce(?, height), seconds = coalesce(seconds, ?) WHERE seq = ? AND media = ?`,
    [facts.mimeType, facts.bytes, facts.width, facts.height, facts.seconds, row.seq, row.media],
  )
  saveSidecarState(hasSidecar)
  return true
}

/** Returns undefined if the file cannot be read; `reconcile` reports the reason. */
async function readFacts({ media }: LibraryPorts, { kind, media: hash }: OpenRow) {
  try {
    const { mimeType, length, path } = await media.open(hash)
    const size = kind === 'image' ? await measureImageFile(path) : null
    const { width = null, height = null } = size ?? {}
    const measured = kind === 'video' ? await measureVideo(path) : { width, height, seconds: null }
    return { mimeType, bytes: length, ...measured }
  } catch {
    return undefined
  }
}

interface FoundRow {
  readonly seq: number
  readonly id: string
  readonly deleted_at: number | null
}

/** Indexes the images of an imported conversation. */
async function indexConversationImages(ports: LibraryPorts, conversationId: string): Promise<void> {
  const { connection } = ports
  const rows = connection.all<FoundRow>(
    `SELECT seq, id, deleted_at FROM turns WHERE conversation_id = ? AND ${withMedia} ORDER BY seq`,
    [conversationId],
  )
  for (const row of rows) {
    if (ports.isClosed()) return
    if (connection.transact(() => indexStoredTurn(ports, row)) > 0) ports.notify()
    await yieldToEventLoop()
  }
}

function indexStoredTurn(ports: LibraryPorts, { id, deleted_at }: FoundRow): number {
  const [turn] = findTurnsWithDeleted(ports.connection, [id])
  return turn && !isCopy(ports.connection, turn) ? indexImages(ports, turn, deleted_at) : 0
}

const withMedia = `role = 'model' AND state <> 'running' AND edited = 0 AND parts LIKE '%"media":"%'`

/** A branched conversation has copies of the turns with the same creation time. */
function isCopy(connection: Connection, turn: Turn): boolean {
  const [picture] = listGeneratedImages(turn)
  if (!picture) return false
  const sql = 'SELECT id FROM items WHERE media = ? AND created_at = ?'
  return findValue(connection, sql, [picture.media, turn.createdAt]) !== undefined
}

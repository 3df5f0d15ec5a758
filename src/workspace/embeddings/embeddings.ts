// Embedding sets: created, run, read, exported, and listed in the Library.

import { withCustomModels } from '#shared/models/catalog'
import { ApiError } from '#shared/schemas/api-error'
import type { EmbeddingEvent, EmbeddingSet, VectorSource } from '#shared/schemas/embedding-set'
import type { Settings } from '#shared/schemas/settings'
import { findUpstreamUrl } from '#shared/schemas/upstream'
import { createSemaphore, createSerialQueue } from '../concurrency/locks'
import { type Connection, isDatabaseBusy } from '../database/connection'
import { toJobUpstream } from '../jobs/current-upstream'
import type { JobPorts } from '../jobs/job-ports'
import type { SetItem } from '../library/item-rows'
import type { EmbeddingPorts } from './embedding-ports'
import { createRuns, maxConcurrentRequests, type Runs } from './embedding-run'
import { createSetFiles, type SetFiles } from './files/set-files'
import { createRunActions, type RunActions } from './run-actions'
import { createSetActions, createSetRowActions, type SetActions, type SetRowActions } from './set-actions'
import { createSetFeed } from './set-feed'
import { dropSet, findSet, type StoredSet, saveSet, sweepEmbeddings } from './set-rows'
import { createTally, type Tally } from './tally'
import { createTextRows } from './text-rows'
import { createVectorStore } from './vector-store'

export interface EmbeddingsPorts
  extends Omit<JobPorts, 'folder' | 'media' | 'indexJobResult' | 'reindexTranscript'> {
  /** Within a transaction: the Library's item of a set, new or as it is now. */
  readonly saveSetItem: (item: SetItem) => void
  /** Within a transaction: into the trash or, with null, out of it. */
  readonly markSetItem: (setId: string, deletedAt: number | null) => void
}

export interface Embeddings extends SetActions, SetRowActions, RunActions, SetFiles {
  watch(input: { id: string }, signal?: AbortSignal): AsyncGenerator<EmbeddingEvent, void, undefined>
  /** For good, with the vectors that nothing else has; only from the trash. */
  drop(id: string): Promise<void>
  countRunning(): number
  /** Ends what is in progress; what has come is kept. Resolves once nothing is written any longer. */
  close(): Promise<void>
}

export function openEmbeddings(given: EmbeddingsPorts): Embeddings {
  const { connection, changes } = given
  const closing = new AbortController()
  const tally = createTally(connection)
  const view = (set: StoredSet): EmbeddingSet => toView(set, { tally, runs })
  const feed = createSetFeed({
    view: (setId) => viewOf(connection, setId, view),
    publishList: () => changes.tell('embeddings'),
  })
  const { list, relist } = createSetItems({ ...given, tally, saveItem: given.saveSetItem })
  const ports: EmbeddingPorts = { ...toPorts(given, tally), feed, list, closing: closing.signal }
  const runs: Runs = createRuns(ports, (setId) => {
    if (!runs.of(setId)) conclude(given, { setId, relist, closing: closing.signal })
    feed.publish(setId)
    changes.tell('status')
  })
  const inTurn = createTurns()
  const all = { ...ports, runs, inTurn, view, relist, markItem: given.markSetItem }
  const sweeping = sweepEmbeddings(ports)
  return {
    ...createSetActions(all),
    ...createSetRowActions(all),
    ...createRunActions(all),
    ...createSetFiles(all),
    watch({ id }, signal) {
      findSet(connection, id)
      return feed.watch(id, signal)
    },
    drop: (id) => dropSet(ports, id),
    countRunning: runs.count,
    async close() {
      closing.abort()
      await Promise.all([runs.close(), sweeping, inTurn.settle()])
      feed.close()
    },
  }
}

function toPorts(given: EmbeddingsPorts, tally: Tally) {
  const { connection, settings, send, timer, saves, records, now, newId } = given
  return {
    connection,
    send,
    timer,
    saves,
    records,
    now,
    newId,
    tally,
    models: () => withCustomModels(settings.read().models),
    upstream: () => toVectorSource(settings.read()),
    rows: createTextRows(connection, tally),
    vectors: createVectorStore(connection, now),
    semaphore: createSemaphore(maxConcurrentRequests),
    flights: new Map<string, Promise<void>>(),
  }
}

function toVectorSource(settings: Settings): VectorSource {
  const address = findUpstreamUrl(settings)
  return { ...toJobUpstream(settings), ...(address === undefined ? {} : { address }) }
}

/** All of the run survives a loss of power. A set that was deleted meanwhile has nothing to conclude. */
function conclude(
  ports: EmbeddingsPorts,
  concluded: { setId: string; relist: (setId: string) => void; closing: AbortSignal },
): void {
  const { connection, now } = ports
  const { setId, relist, closing } = concluded
  if (closing.aborted) return
  try {
    connection.transactDurably(() => {
      saveSet(connection, { ...findSet(connection, setId), updatedAt: now() })
      relist(setId)
    })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (!isDatabaseBusy(error)) return
    void connection.lock.whenFree(closing).then(
      () => conclude(ports, concluded),
      () => undefined,
    )
  }
}

function toView(set: StoredSet, { tally, runs }: { tally: Tally; runs: Runs }): EmbeddingSet {
  const run = runs.of(set.id)
  const waitsUntil = run?.waitsUntil()
  return {
    ...set,
    ...tally.read(set.id),
    running: run !== undefined,
    ...(waitsUntil === undefined ? {} : { waitsUntil }),
  }
}

function viewOf(
  connection: Connection,
  setId: string,
  view: (set: StoredSet) => EmbeddingSet,
): EmbeddingSet | undefined {
  try {
    return view(findSet(connection, setId))
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/** What changes one set waits for what changes it already. */
function createTurns() {
  const turns = new Map<string, ReturnType<typeof createSerialQueue>>()
  const inTurn = <Result>(setId: string, work: () => Promise<Result>): Promise<Result> => {
    const turn = turns.get(setId) ?? createSerialQueue()
    turns.set(setId, turn)
    return turn(work)
  }
  const settle = () => Promise.all([...turns.values()].map((turn) => turn(async () => undefined)))
  return Object.assign(inTurn, { settle })
}

interface ItemPorts {
  readonly connection: Connection
  readonly tally: Tally
  readonly now: () => number
  /** Within a transaction. */
  readonly saveItem: (item: SetItem) => void
}

interface SetItems {
  /** Within a transaction: listed where it has vectors, and is not listed yet. */
  list(setId: string): void
  /** Within a transaction: told again where it is listed, or has vectors. */
  relist(setId: string): void
}

function createSetItems({ connection, tally, now, saveItem }: ItemPorts): SetItems {
  const listed = new Set<string>()
  const isListed = (setId: string) =>
    connection.get('SELECT 1 AS yes FROM items WHERE id = ?', [setId]) !== undefined
  const put = (setId: string) => {
    const { name, settings } = findSet(connection, setId)
    const text = `${name}\n${readTexts(connection, setId)}`
    const bytes = measure(connection, setId)
    saveItem({ id: setId, title: name, text, model: settings.model, createdAt: now(), bytes })
    listed.add(setId)
  }
  return {
    list(setId) {
      if (!listed.has(setId) && tally.read(setId).counts.done > 0) put(setId)
    },
    relist(setId) {
      if (tally.read(setId).counts.done > 0 || isListed(setId)) put(setId)
    },
  }
}

const maxTexts = 200
const maxLetters = 50_000

function readTexts(connection: Connection, setId: string): string {
  const rows = connection.all<{ text: string }>(
    `SELECT substr(text, 1, 2000) AS text FROM embedding_rows
      WHERE set_id = ? AND deleted_at IS NULL ORDER BY position, seq LIMIT ${maxTexts}`,
    [setId],
  )
  return rows
    .map(({ text }) => text)
    .join('\n')
    .slice(0, maxLetters)
}

function measure(connection: Connection, setId: string): number {
  const row = connection.get<{ numbers: number | null }>(
    "SELECT sum(dimensions) AS numbers FROM embedding_rows WHERE set_id = ? AND deleted_at IS NULL AND state = 'done'",
    [setId],
  )
  return (row?.numbers ?? 0) * 4
}

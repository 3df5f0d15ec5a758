// Embedding sets: created, run, read, exported, and listed in the Library.

import { withCustomModels } from '#shared/models/catalog'
import { ApiError } from '#shared/schemas/api-error'
import type { EmbeddingSet, VectorSource } from '#shared/schemas/embedding-set'
import type { Settings } from '#shared/schemas/settings'
import { findUpstreamUrl } from '#shared/schemas/upstream'
import { createSemaphore, createSerialQueue } from '../concurrency/locks'
import { type Connection, isDatabaseBusy } from '../database/connection'
import { toJobUpstream } from '../jobs/current-upstream'
import type { JobPorts } from '../jobs/job-ports'
import type { SetItem } from '../library/item-rows'
import type { EmbeddingPorts } from './embedding-ports'
import { createRuns, maxConcurrentRequests, type Runs } from './embedding-run'
import { createSetFiles } from './files/set-files'
import { createRunActions } from './run-actions'
import { createSetActions, createSetRowActions, type SetTurns } from './set-actions'
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

export type Embeddings = ReturnType<typeof openEmbeddings>

export function openEmbeddings(given: EmbeddingsPorts) {
  const { connection, changes } = given
  const closing = new AbortController()
  const tally = createTally(connection)
  const view = (set: StoredSet): EmbeddingSet => toView(set, { tally, runs })
  const feed = createSetFeed({
    view: (setId) => viewOf(connection, setId, view),
    publishList: () => changes.emit('embeddings'),
  })
  const { list, relist } = createSetItems(given, tally)
  const ports: EmbeddingPorts = {
    ...given,
    tally,
    feed,
    list,
    models: () => withCustomModels(given.settings.read().models),
    upstream: () => toVectorSource(given.settings.read()),
    rows: createTextRows(connection, tally),
    vectors: createVectorStore(connection, given.now),
    semaphore: createSemaphore(maxConcurrentRequests),
    flights: new Map(),
    closing: closing.signal,
  }
  const runs: Runs = createRuns(ports, (setId) => {
    if (!runs.of(setId)) conclude(given, { setId, relist, closing: closing.signal })
    feed.publish(setId)
    changes.emit('status')
  })
  const inTurn = createTurns()
  const all = { ...ports, runs, inTurn, view, relist, markItem: given.markSetItem }
  const sweeping = sweepEmbeddings(ports)
  return {
    ...createSetActions(all),
    ...createSetRowActions(all),
    ...createRunActions(all),
    ...createSetFiles(all),
    watch({ id }: { id: string }, signal?: AbortSignal) {
      findSet(connection, id)
      return feed.watch(id, signal)
    },
    /** For good, with the vectors that nothing else has; only from the trash. */
    drop: (id: string) => dropSet(ports, id),
    countRunning: runs.count,
    /** Ends what is in progress; what has come stays. Resolves once nothing is written any longer. */
    async close() {
      closing.abort()
      await Promise.all([runs.close(), sweeping, inTurn.settle()])
      feed.close()
    },
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
  const inTurn: SetTurns = (setId, work) => {
    const turn = turns.get(setId) ?? createSerialQueue()
    turns.set(setId, turn)
    return turn(work)
  }
  const settle = () => Promise.all([...turns.values()].map((turn) => turn(async () => undefined)))
  return Object.assign(inTurn, { settle })
}

function createSetItems({ connection, now, saveSetItem }: EmbeddingsPorts, tally: Tally) {
  const listed = new Set<string>()
  const isListed = (setId: string) =>
    connection.get('SELECT 1 AS yes FROM items WHERE id = ?', [setId]) !== undefined
  const put = (setId: string) => {
    const { name, settings } = findSet(connection, setId)
    const text = `${name}\n${readTexts(connection, setId)}`
    const bytes = measure(connection, setId)
    saveSetItem({ id: setId, title: name, text, model: settings.model, createdAt: now(), bytes })
    listed.add(setId)
  }
  return {
    /** Within a transaction: listed if it has vectors, and is not listed yet. */
    list(setId: string) {
      if (!listed.has(setId) && tally.read(setId).counts.done > 0) put(setId)
    },
    /** Within a transaction: described again if it is listed, or has vectors. */
    relist(setId: string) {
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

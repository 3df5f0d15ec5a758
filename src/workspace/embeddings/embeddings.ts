// Embedding sets: create, run, read, export, and list in the Library.

import { resolveModel } from '#shared/models/aliases'
import { describeSentModel } from '#shared/models/catalog'
import { ApiError } from '#shared/schemas/api-error'
import { type EmbeddingSet, isSameProvider, type VectorSource } from '#shared/schemas/embedding-set'
import type { Settings } from '#shared/schemas/settings'
import { createSemaphore, createSerialQueue } from '../concurrency/locks'
import { type Connection, isDatabaseBusy } from '../database/connection'
import { findUpstreamUrl, toJobUpstream } from '../jobs/current-upstream'
import type { JobPorts } from '../jobs/job-ports'
import type { SetItem } from '../library/item-rows'
import type { Transfers } from '../user-data/transfers'
import type { EmbeddingPorts, FindModelOptions } from './embedding-ports'
import { createRuns, maxConcurrentRequests, type Runs } from './embedding-run'
import { createSetFiles } from './files/set-files'
import { createRunActions } from './run-actions'
import { createSetActions, createSetRowActions, type SetQueue } from './set-actions'
import { createSetFeed } from './set-feed'
import { dropSet, findSet, type StoredSet, saveSet, sweepEmbeddings } from './set-rows'
import { createTally, type Tally } from './tally'
import { createTextRows } from './text-rows'
import { createVectorStore } from './vector-store'

export interface EmbeddingsPorts
  extends Omit<JobPorts, 'media' | 'indexJobResult' | 'reindexTranscript'>,
    Pick<EmbeddingPorts, 'models'> {
  /**
   * The model that the selected OpenAI-compatible server gets for a name; undefined if the server has not listed its models,
   * or has none for it.
   */
  readonly resolveServerModel?:
    | ((name: string, options?: FindModelOptions) => Promise<string | undefined>)
    | undefined
  readonly transfers: Transfers
  /** Adds or updates the Library's item of a set. Call within a transaction. */
  readonly saveSetItem: (item: SetItem) => void
  /** Moves the item into the trash or, with null, out of it. Call within a transaction. */
  readonly markSetItem: (setId: string, deletedAt: number | null) => void
}

/** A run that was not canceled. */
export interface EndedRun {
  readonly set: EmbeddingSet
  /** Why the last row failed; null if none did. */
  readonly error: string | null
}

export type Embeddings = ReturnType<typeof openEmbeddings>

export function openEmbeddings(options: EmbeddingsPorts) {
  const { connection, changes } = options
  const closing = new AbortController()
  const tally = createTally(connection)
  const otherSources = new Map<string, string | null>()
  const view = (set: StoredSet): EmbeddingSet => toView(set, { tally, runs, otherSources })
  const feed = createSetFeed({
    view: (setId) => viewOf(connection, setId, view),
    publishList: () => changes.emit('embeddings'),
  })
  const { list, relist } = createSetItems(options, tally)
  const ports: EmbeddingPorts = {
    ...options,
    tally,
    feed,
    list,
    provider: () => toVectorSource(options.settings.read()),
    findSource: (settings, find) => findSource(options, settings.model, find),
    rows: createTextRows(connection, tally),
    vectors: createVectorStore(connection, options.now),
    semaphore: createSemaphore(maxConcurrentRequests),
    flights: new Map(),
    closing: closing.signal,
  }
  const endedListeners = new Set<(ended: EndedRun) => void>()
  const runs: Runs = createRuns(ports, (setId, ended) => {
    if (ended) conclude(options, { setId, relist, closing: closing.signal })
    const result = ended?.result()
    const set = result && viewOf(connection, setId, view)
    if (set) for (const listener of endedListeners) listener({ set, ...result })
    feed.publish(setId)
    changes.emit('status')
    if (ended) follow(setId, { refresh: ended.metOtherModel })
  })
  const enqueue = createSetQueues()
  const all = {
    ...ports,
    transfers: options.transfers,
    runs,
    otherSources,
    enqueue,
    view,
    relist,
    markItem: options.markSetItem,
  }
  const sweeping = sweepEmbeddings(ports)
  const { follow: followSource, ...runActions } = createRunActions(all)
  /** A set that is deleted or damaged, or a closed database, has nothing to follow. */
  const follow = (setId: string, find?: FindModelOptions) =>
    void followSource(setId, find).catch((error: unknown) => {
      if (!(error instanceof ApiError) && !closing.signal.aborted) throw error
    })
  const unsubscribe = changes.subscribe((topic) => {
    if (topic !== 'settings' && topic !== 'models') return
    for (const setId of new Set([...feed.watched(), ...runs.list().map((run) => run.setId)])) follow(setId)
  })
  return {
    ...createSetActions(all),
    ...createSetRowActions(all),
    ...runActions,
    ...createSetFiles(all),
    watch({ id }: { id: string }, signal?: AbortSignal) {
      findSet(connection, id)
      follow(id)
      return feed.watch(id, signal)
    },
    /** Deletes a set in the trash for good, with the vectors that only it uses. */
    async drop(id: string) {
      await dropSet(ports, id)
    },
    countRunning: runs.count,
    /** The sets that are being embedded; `progress` is from 0 to 1. */
    listRunning: () =>
      runs.list().flatMap(({ setId, progress }) => {
        const set = viewOf(connection, setId, view)
        return set ? [{ id: setId, name: set.name, progress }] : []
      }),
    onRunEnded: (listener: (ended: EndedRun) => void) => void endedListeners.add(listener),
    /** Cancels the runs; saved vectors stay. Resolves once nothing is being written. */
    async close() {
      closing.abort()
      unsubscribe()
      await Promise.all([runs.close(), sweeping, enqueue.settle()])
      feed.close()
    },
  }
}

function toVectorSource(settings: Settings): VectorSource {
  const address = findUpstreamUrl(settings)
  return { ...toJobUpstream(settings), ...(address === undefined ? {} : { address }) }
}

/** If the provider changes meanwhile, its own model is found. */
async function findSource(
  { settings, resolveServerModel }: Pick<EmbeddingsPorts, 'settings' | 'resolveServerModel'>,
  requested: string,
  options?: FindModelOptions,
): Promise<VectorSource> {
  const before = settings.read()
  const source = toVectorSource(before)
  if (source.kind === 'vendor') return { ...source, model: resolveModel(requested, before.aliases).id }
  if (source.kind !== 'openai' || !resolveServerModel) return { ...source, model: requested }
  const model = await resolveServerModel(requested, options)
  if (!isSameProvider(toVectorSource(settings.read()), source))
    return await findSource({ settings, resolveServerModel }, requested, options)
  return { ...source, ...(model === undefined ? {} : { model }) }
}

/** Makes the whole run durable. Does nothing if the set was deleted meanwhile. */
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

interface ViewPorts {
  readonly tally: Tally
  readonly runs: Runs
  readonly otherSources: ReadonlyMap<string, string | null>
}

function toView(set: StoredSet, { tally, runs, otherSources }: ViewPorts): EmbeddingSet {
  const run = runs.find(set.id)
  const waitsUntil = run?.waitsUntil()
  return {
    ...set,
    ...tally.read(set.id),
    running: run !== undefined,
    otherSource: otherSources.get(set.id) ?? null,
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

/** Changes of one set run one at a time. */
function createSetQueues() {
  const queues = new Map<string, ReturnType<typeof createSerialQueue>>()
  const enqueue: SetQueue = (setId, work) => {
    const queue = queues.get(setId) ?? createSerialQueue()
    queues.set(setId, queue)
    return queue(work)
  }
  const settle = () => Promise.all([...queues.values()].map((turn) => turn(async () => undefined)))
  return Object.assign(enqueue, { settle })
}

function createSetItems({ connection, now, saveSetItem }: EmbeddingsPorts, tally: Tally) {
  const listed = new Set<string>()
  const isListed = (setId: string) =>
    connection.get('SELECT 1 AS yes FROM items WHERE id = ?', [setId]) !== undefined
  const put = (setId: string) => {
    const { name, settings, upstream } = findSet(connection, setId)
    const text = `${name}\n${readTexts(connection, setId)}`
    const bytes = measure(connection, setId)
    const model = describeSentModel(settings.model, upstream?.model)
    saveSetItem({ id: setId, title: name, text, model, createdAt: now(), bytes })
    listed.add(setId)
  }
  return {
    /** Adds the set if it has vectors and is not listed yet. Call within a transaction. */
    list(setId: string) {
      if (!listed.has(setId) && tally.read(setId).counts.done > 0) put(setId)
    },
    /** Updates the item if the set is listed or has vectors. Call within a transaction. */
    relist(setId: string) {
      if (tally.read(setId).counts.done > 0 || isListed(setId)) put(setId)
    },
  }
}

const maxTexts = 200
const maxTextLength = 50_000

function readTexts(connection: Connection, setId: string): string {
  const rows = connection.all<{ text: string }>(
    `SELECT substr(text, 1, 2000) AS text FROM embedding_rows
      WHERE set_id = ? AND deleted_at IS NULL ORDER BY position, seq LIMIT ${maxTexts}`,
    [setId],
  )
  return rows
    .map(({ text }) => text)
    .join('\n')
    .slice(0, maxTextLength)
}

function measure(connection: Connection, setId: string): number {
  const row = connection.get<{ numbers: number | null }>(
    "SELECT sum(dimensions) AS numbers FROM embedding_rows WHERE set_id = ? AND deleted_at IS NULL AND state = 'done'",
    [setId],
  )
  return (row?.numbers ?? 0) * 4
}

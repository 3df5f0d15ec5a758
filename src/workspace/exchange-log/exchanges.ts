// The request log as the application sees it: requests in progress, batches of ended ones, and changes for the page.
import type { z } from 'zod'
import { findMarks, isRestorable } from '#shared/exchange/body-marks'
import type { EndedExchange, Exchange, ExchangeSummary } from '#shared/schemas/exchange'
import { createMatcher } from '#shared/schemas/exchange-order'
import {
  type BudgetStatus,
  type ExchangeChanges,
  type ExchangeCounts,
  ExchangeFilter,
  type ExchangePage,
  ExchangeQuery,
  type RequestLogSettings,
  UsageQuery,
  type UsageRow,
} from '#shared/schemas/request-log'
import type { Changes } from '../changes'
import { createFeed } from '../concurrency/feed'
import { openFile } from '../media/store-file'
import type { BudgetQuery } from './budget'
import { createBudgetWatch, noCosts } from './budget-watch'
import { decodeData, type ExchangeBatch, encodeBatch, listSummaries } from './exchange-batch'
import { type HarChunk, type HarInput, writeHar } from './export-har'
import { logMediaFolder, withoutFiles } from './log-media'
import type { LogFunctions, LogStoreOptions } from './log-store'
import { createWriteQueue } from './write-queue'

/** The functions of the log in another thread, or in this one. */
type LogClient = {
  readonly [Name in keyof LogFunctions]: (
    ...input: Parameters<LogFunctions[Name]>
  ) => Promise<Awaited<ReturnType<LogFunctions[Name]>>>
} & { close(): Promise<void> }

export type OpenLog = (options: Pick<LogStoreOptions, 'file' | 'onNotice'>) => LogClient

/**
 * After the start, the log is opened even if no page reads it: requests that were not indexed before are indexed, and
 * its first page is read at once when it is opened.
 */
const openDelayMs = 3000
/** How many summaries are sent to the page at once. */
const maxChanged = 500

interface ExchangePorts {
  readonly file: string
  readonly changes: Changes
  readonly settings: () => RequestLogSettings
  readonly costs?: (() => BudgetQuery) | undefined
  readonly openLog?: OpenLog | undefined
  /** The workspace's media, which need not be stored twice. */
  readonly mediaFolder?: () => string
  readonly now?: () => number
}

export type Exchanges = ReturnType<typeof createExchanges>

export function createExchanges(ports: ExchangePorts) {
  const { file, changes, settings, now, costs = () => noCosts } = ports
  let notice: string | null = null
  const onNotice = (text: string) => {
    if (notice === text) return
    notice = text
    changes.emit('status')
  }
  const log = ports.openLog?.({ file, onNotice }) ?? openLogHere({ file, onNotice, now })
  const openLogged = (hash: string) => openFile(logMediaFolder(file), hash)
  const feed = createChangesFeed()
  const budget = createBudgetWatch(changes, costs, log.budgetWarning)
  const options = () => ({ settings: settings(), mediaFolder: ports.mediaFolder?.() ?? null })
  const queue = createWriteQueue(log.write, options, budget.schedule)
  let running = new Map<string, ExchangeSummary>()
  let isClosed = false
  const open = () => void log.list(ExchangeQuery.parse({ limit: 1 })).catch(() => undefined)
  const opening = setTimeout(open, openDelayMs)

  /** As `add`, for those of a gateway in another thread. */
  const addBatch = (batch: ExchangeBatch) => {
    if (isClosed) return
    for (const id of batch.ids) running.delete(id)
    queue.add(batch)
    feed.publish(() => listSummaries(batch))
  }
  /** Stores all requests in progress as canceled: they will never be reported as ended. */
  const interruptRunning = (reason: string) => {
    const interrupted = [...running.values()].map((summary) => toInterrupted(summary, reason, now))
    if (interrupted.length > 0) addBatch(encodeBatch(interrupted, false))
  }

  return {
    /** Never throws: a failure of the log must not fail the request. */
    add: (exchange: EndedExchange): void => addBatch(encodeBatch([exchange])),
    addBatch,
    interruptRunning,
    /** All requests in progress. */
    setRunning(next: readonly ExchangeSummary[]): void {
      if (isClosed) return
      const progressed = next.filter((summary) => hasProgressed(running.get(summary.id), summary))
      feed.publish(() => progressed)
      running = new Map(next.map((summary) => [summary.id, summary]))
    },
    async list(input: z.input<typeof ExchangeQuery>): Promise<ExchangePage> {
      const query = ExchangeQuery.parse(input)
      // Other pages, and a search, have no live requests.
      if (query.cursor === null && query.filter.text === '') await queue.flushSoon()
      else await queue.flush()
      const page = await log.list(query)
      if (query.cursor !== null) return { ...page, live: [] }
      const stored = new Set(page.rows.map(({ id }) => id))
      const live = [...running.values(), ...queue.waiting().flatMap((batch) => [...listSummaries(batch)])]
        .filter(createMatcher(query.filter))
        .filter(({ id }) => !stored.has(id))
        .sort((one, other) => other.startedAt - one.startedAt)
      return { ...page, live }
    },
    async counts(filter: z.input<typeof ExchangeFilter>): Promise<ExchangeCounts> {
      await queue.flush()
      return await log.counts(ExchangeFilter.parse(filter))
    },
    /** Null if it is running, no longer in the log, or damaged. */
    async read({ id }: { readonly id: string }): Promise<Exchange | null> {
      // Its media are not stored yet.
      if (findWaiting(queue.waiting(), id)) await queue.flush()
      return findWaiting(queue.waiting(), id) ?? (await log.read(id))
    },
    /** The text of a HAR file, oldest request first, with the number of requests so far. */
    async *writeHar(input: HarInput): AsyncIterable<HarChunk> {
      await queue.flush()
      yield* writeHar({ log, openFile: openLogged }, input)
    },
    async usage(query: z.input<typeof UsageQuery>): Promise<UsageRow[]> {
      await queue.flush()
      return await log.usage({ ...UsageQuery.parse(query), prices: costs().prices })
    },
    /** Null without a budget. */
    async budget(): Promise<BudgetStatus | null> {
      await queue.flush()
      return await log.budget(costs())
    },
    /** Calls back when a threshold of the budget is reached, once in a month. Returns an unsubscribe function. */
    onBudgetWarning: budget.onWarning,
    async clear(): Promise<void> {
      await queue.flush()
      await log.clear()
      feed.publish('cleared')
    },
    /** A file that a request of the log refers to. Throws for an invalid hash or a missing file. */
    openFile: openLogged,
    /** The bytes of a body with its media in place of their marks. Null if the log no longer has one of them. */
    restoreBody: async (body: string): Promise<Uint8Array | null> =>
      findMarks(body).some(isRestorable) ? await log.restore(body) : new TextEncoder().encode(body),
    /** May be called any number of times. Starts with the call. */
    watch: feed.watch,
    /** Why the log was started over, or is not saved; null if all is well. */
    notice: () => notice,
    async close(): Promise<void> {
      interruptRunning('The application was closed before the request ended.')
      isClosed = true
      clearTimeout(opening)
      budget.close()
      await queue.close()
      feed.close()
      await log.close()
    },
  }
}

/** In this thread; the application uses another one. */
function openLogHere(options: LogStoreOptions): LogClient {
  const opening = import('./log-store').then(({ openLogStore }) => openLogStore(options))
  opening.catch(() => undefined)
  return {
    write: async (batch) => (await opening).write(batch),
    list: async (query) => (await opening).list(query),
    counts: async (filter) => (await opening).counts(filter),
    read: async (id) => (await opening).read(id),
    har: async (input) => (await opening).har(input),
    usage: async (query) => (await opening).usage(query),
    budget: async (query) => (await opening).budget(query),
    budgetWarning: async (query) => (await opening).budgetWarning(query),
    clear: async () => (await opening).clear(),
    restore: async (body) => (await opening).restore(body),
    close: async () => (await opening).close(),
  }
}

function findWaiting(waiting: readonly ExchangeBatch[], id: string): Exchange | undefined {
  const batch = waiting.find(({ ids }) => ids.includes(id))
  const found = batch && decodeData(batch.data)[batch.ids.indexOf(id)]?.exchange
  return found && batch.files.has(id) ? withoutFiles(found) : found
}

function hasProgressed(before: ExchangeSummary | undefined, after: ExchangeSummary): boolean {
  return (
    before?.responseBytes !== after.responseBytes ||
    before.requestBytes !== after.requestBytes ||
    before.status !== after.status ||
    before.model !== after.model ||
    before.endpoint !== after.endpoint
  )
}

/** Contains everything that is known of a request whose end was never reported. */
function toInterrupted(summary: ExchangeSummary, error: string, now: () => number = Date.now): Exchange {
  const { outcome: _outcome, hasDetail: _hasDetail, firstByte, total: _total, ...known } = summary
  const total = Math.max(0, now() - summary.startedAt)
  return {
    ...known,
    query: '',
    status: summary.status ?? 499,
    outcome: 'cancelled',
    errorClass: 'cancelled',
    error,
    times: { sentUpstream: null, upstreamHeaders: null, firstByte, total },
    media: { images: 0, videos: 0, audios: 0 },
    usage: null,
    requestHeaders: {},
    responseHeaders: {},
    hasBodies: false,
    requestBody: '',
    responseBody: '',
    timeline: [],
  }
}

/** The last state of a request replaces earlier ones. With more of them than fit, the page reads the list again. */
function createChangesFeed() {
  return createFeed<(() => Iterable<ExchangeSummary>) | 'cleared', ExchangeChanges>(() => {
    const changed = new Map<string, ExchangeSummary>()
    let isIncomplete = false
    return {
      /** Reads the summaries only up to the limit. */
      add(change) {
        if (change === 'cleared') {
          changed.clear()
          isIncomplete = true
          return
        }
        if (isIncomplete) return
        for (const summary of change()) {
          isIncomplete = changed.size >= maxChanged && !changed.has(summary.id)
          if (isIncomplete) break
          changed.set(summary.id, summary)
        }
      },
      take() {
        if (changed.size === 0 && !isIncomplete) return null
        const event = { changed: [...changed.values()], isIncomplete }
        changed.clear()
        isIncomplete = false
        return event
      },
    }
  })
}

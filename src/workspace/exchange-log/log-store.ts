// The file of the request log: writes, reads, and its maintenance between them. Used in the thread of the log.
import type { Exchange, ExchangeSummary } from '#shared/schemas/exchange'
import type {
  BudgetStatus,
  ExchangeCounts,
  ExchangeFilter,
  ExchangePage,
  ExchangeQuery,
  RequestLogSettings,
  UsageRow,
} from '#shared/schemas/request-log'
import { createSerialQueue } from '../concurrency/locks'
import { type Connection, isDatabaseBusy, isDatabaseDamaged } from '../database/connection'
import { type BudgetQuery, checkBudget, readBudget } from './budget'
import { decodeData, type ExchangeBatch } from './exchange-batch'
import { measureHarMedia, toHarEntry } from './har'
import { describeUnsupportedLog, openLogDatabase, renameOldLog } from './log-database'
import {
  addWaiting,
  countNotIndexed,
  countWaiting,
  deleteAll,
  deleteOldest,
  indexRows,
  insertWaiting,
} from './log-maintenance'
import { createLogMedia, type LogMedia, type MediaOptions } from './log-media'
import { countExchanges, listExchanges } from './log-queries'
import {
  type DetailRow,
  insertExchanges,
  type NewRow,
  type SummaryRow,
  summaryColumns,
  toExchange,
  toSummary,
} from './log-rows'
import { addUsage, type PricedUsageQuery, readUsage } from './usage'

export interface LogBatch extends MediaOptions {
  /** In the order in which they ended. */
  readonly batches: readonly ExchangeBatch[]
  readonly settings: RequestLogSettings
}

/** `busy`: another program has locked the file, and nothing was written. `lost`: it can't be written, as on a full disk. */
export type LogWriteResult = 'saved' | 'busy' | 'lost'

type StoredPage = Omit<ExchangePage, 'live'>

/** Each function opens the file if necessary, and starts over with a new one if it is damaged. */
export type LogFunctions = {
  write(batch: LogBatch): Promise<LogWriteResult>
  /** An empty page while another program has locked a log that is not open yet. */
  list(query: ExchangeQuery): StoredPage
  counts(filter: ExchangeFilter): ExchangeCounts
  read(id: string): Exchange | null
  /** The entries of a HAR file, as JSON, in this order. Requests that are no longer in the log are left out. */
  har(input: {
    readonly ids: readonly string[]
    readonly origin: string
    /** Characters that the media of all these entries may have. */
    readonly mediaBudget: number
  }): string[]
  usage(query: PricedUsageQuery): UsageRow[]
  budget(query: BudgetQuery): BudgetStatus | null
  /** Returns the status if a warning is due, which is then not due again. */
  budgetWarning(query: BudgetQuery): BudgetStatus | null
  /** Throws UNAVAILABLE if another program has locked the file. */
  clear(): Promise<void>
  /** The bytes of a body with its media. Null if the log no longer has one of them. */
  restore(body: string): Promise<Uint8Array | null>
}

export interface LogStoreOptions {
  /** Created if it is missing. */
  readonly file: string
  /** Why the log was started over, or is not saved. */
  readonly onNotice: (text: string) => void
  readonly now?: (() => number) | undefined
}

export interface LogStore extends LogFunctions {
  /** Whether nothing is left to do after the last call. */
  isIdle(): boolean
  close(): void
}

/** Milliseconds without a write after which maintenance runs without pauses; meanwhile it pauses this long. */
const idleMs = 250
/**
 * For this many milliseconds after a batch with this many requests, the processor is left to the gateway: requests are
 * stored as they are, and inserted and indexed later, or by a read.
 */
const busyMs = 1000
const busyBatch = 25
/** Milliseconds of indexing before a search, so that it finds the newest requests. */
const maxIndexingMs = 20
/** Milliseconds of deleting what is beyond the limits before a list, so that a page doesn't show it until its next read. */
const maxDeletingMs = 20
/** Requests that are inserted before a list, so that it has a first page soon under load. */
const maxInserted = 5000

export function openLogStore({ file, onNotice, now = Date.now }: LogStoreOptions): LogStore {
  const log = createLogFile(file, onNotice, now)
  const media = createLogMedia(file)
  /** Files are deleted only between writes, or a file that is about to be referred to again could be. */
  const writes = createSerialQueue()
  const maintenance = createMaintenance({ log, media, now })
  const read = <Result>(work: (connection: Connection) => Result): Result | undefined => {
    try {
      const result = log.use(work)
      maintenance.schedule()
      return result
    } catch (error) {
      if (isDatabaseBusy(error)) return undefined
      throw error
    }
  }
  /** Inserts at least this many of the newest requests that wait, and returns how many still do. */
  const insertNewest = (connection: Connection, count: number): number => {
    let left = count
    repeat((each) => {
      const inserted = insertWaiting(each, now())
      left -= inserted
      return inserted > 0 && left > 0
    }, connection)
    return countWaiting(connection)
  }
  const indexNewest = (connection: Connection): number => {
    repeat(indexRows, connection, maxIndexingMs)
    return countNotIndexed(connection)
  }
  /** For counts and sums, which must be exact. */
  const readAll = <Result>(work: (connection: Connection) => Result): Result | undefined =>
    read((connection) => {
      insertNewest(connection, Number.POSITIVE_INFINITY)
      return work(connection)
    })

  return {
    write: (batch) =>
      writes(async () => {
        maintenance.pause(batch)
        try {
          if (!maintenance.isBusy() || !storeWaiting(log, batch)) await storeRows({ log, media, now }, batch)
          return 'saved'
        } catch (error) {
          return isDatabaseBusy(error) ? 'busy' : 'lost'
        } finally {
          maintenance.resume()
        }
      }),
    list: (query) =>
      read((connection) => {
        const waiting = insertNewest(connection, maxInserted)
        maintenance.deleteOldest(connection)
        const notIndexed = query.filter.text.trim() === '' ? 0 : waiting + indexNewest(connection)
        return { ...listExchanges(connection, query), notIndexed }
      }) ?? { rows: [], next: null, notIndexed: 0 },
    counts: (filter) =>
      readAll((connection) => {
        maintenance.deleteOldest(connection)
        if (filter.text.trim() !== '') indexNewest(connection)
        return countExchanges(connection, filter)
      }) ?? noCounts,
    read: (id) =>
      read((connection) => readExchange(connection, id)) ??
      readAll((connection) => readExchange(connection, id)) ??
      null,
    har: (input) => readAll((connection) => writeHarEntries(connection, input)) ?? [],
    usage: (query) => readAll((connection) => readUsage(connection, query, now())) ?? [],
    budget: (query) => readAll((connection) => readBudget(connection, query, now())) ?? null,
    budgetWarning: (query) => readAll((connection) => checkBudget(connection, query, now())) ?? null,
    clear: () =>
      writes(async () => {
        log.use((connection) => {
          // Their usage stays.
          insertNewest(connection, Number.POSITIVE_INFINITY)
          deleteAll(connection)
        })
        await media.removeAll()
      }),
    restore: media.restore,
    isIdle: maintenance.isIdle,
    close() {
      maintenance.close()
      log.close()
    },
  }
}

/** Does what is left to do in slices, between writes. */
function createMaintenance({ log, media, now }: StorePorts) {
  let isWriting = false
  /** Known since the first write: nothing is deleted before. */
  let settings: RequestLogSettings | undefined
  let lastWriteAt = Number.NEGATIVE_INFINITY
  let lastBusyAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const isQuiet = () => performance.now() - lastWriteAt > idleMs
  const isBusy = () => performance.now() - lastBusyAt < busyMs
  const schedule = () => {
    if (isClosed) return
    timer ??= setTimeout(maintain, isQuiet() && !isBusy() ? 1 : idleMs)
  }
  /** Returns false if there is nothing to delete now. */
  const deleteSome = (connection: Connection): boolean =>
    settings !== undefined &&
    !isWriting &&
    deleteOldest(connection, { ...settings, now: now(), onUnused: media.remove })
  const maintain = () => {
    timer = undefined
    try {
      const isUnfinished = log.use(
        (connection) =>
          deleteSome(connection) || isBusy() || insertWaiting(connection, now()) > 0 || indexRows(connection),
      )
      if (isUnfinished) schedule()
    } catch {
      // The file is locked, or the disk is full: the next write or read tries again.
    }
  }
  return {
    schedule,
    isBusy,
    deleteOldest: (connection: Connection) => repeat(deleteSome, connection, maxDeletingMs),
    isIdle: () => timer === undefined && !isWriting,
    /** Nothing is deleted while a batch is written. */
    pause(batch: LogBatch) {
      settings = batch.settings
      lastWriteAt = performance.now()
      if (countRequests(batch.batches) >= busyBatch) lastBusyAt = lastWriteAt
      isWriting = true
    },
    resume() {
      isWriting = false
      schedule()
    },
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

function writeHarEntries(
  connection: Connection,
  { ids, origin, mediaBudget }: Parameters<LogFunctions['har']>[0],
): string[] {
  let left = mediaBudget
  return ids.flatMap((id) => {
    const one = readExchange(connection, id) ?? readSummary(connection, id)
    if (!one) return []
    const entry = JSON.stringify(toHarEntry(one, { origin, mediaBudget: left }))
    left -= measureHarMedia(entry)
    return [entry]
  })
}

function readExchange(connection: Connection, id: string): Exchange | undefined {
  const row = connection.get<DetailRow>(
    `SELECT detail, request_body, response_body FROM exchange_details
      WHERE seq = (SELECT seq FROM exchanges WHERE id = ?)`,
    [id],
  )
  return row && toExchange(row)
}

function readSummary(connection: Connection, id: string): ExchangeSummary | undefined {
  const row = connection.get<SummaryRow>(`SELECT ${summaryColumns} FROM exchanges e WHERE e.id = ?`, [id])
  return row && toSummary(row)
}

/** Does slices of work until none is left, the time is over, or another program has locked the file. */
function repeat(
  work: (connection: Connection) => boolean,
  connection: Connection,
  maxMs = Number.POSITIVE_INFINITY,
): void {
  const end = performance.now() + maxMs
  try {
    while (performance.now() < end && work(connection));
  } catch (error) {
    if (!isDatabaseBusy(error)) throw error
  }
}

const noCounts: ExchangeCounts = {
  total: 0,
  isPartial: false,
  statusClasses: [],
  outcomes: [],
  endpoints: [],
  models: [],
  clients: [],
  providers: [],
}

interface StorePorts {
  readonly log: LogFile
  readonly media: LogMedia
  readonly now: () => number
}

/** Returns false beyond the limits, and for requests that can’t wait: media must be stored, and excluded bodies must not. */
function storeWaiting(log: LogFile, { batches, settings: { bodies, maxMegabytes } }: LogBatch): boolean {
  const mayWait = bodies && batches.every(({ files, hasDetail }) => files.size === 0 && hasDetail)
  return mayWait && log.use((connection) => addWaiting(connection, batches, maxMegabytes)) === true
}

async function storeRows({ log, media, now }: StorePorts, batch: LogBatch): Promise<void> {
  const { bodies } = batch.settings
  await log.use(media.prepare)
  const rows = await toRows(batch, media)
  log.use((connection) =>
    connection.transact(() => addUsage(connection, insertExchanges(connection, rows, { bodies }), now())),
  )
}

function countRequests(batches: readonly ExchangeBatch[]): number {
  return batches.reduce((sum, { ids }) => sum + ids.length, 0)
}

/** Stores the media. */
async function toRows({ batches, ...options }: LogBatch, media: LogMedia): Promise<NewRow[]> {
  const rows: NewRow[] = []
  for (const { data, files, hasDetail } of batches)
    for (const row of decodeData(data)) {
      const one = files.get(row.exchange.id)
      const stored = one && (await media.store({ ...row.exchange, files: one }, options))
      rows.push({ ...row, ...stored, hasDetail })
    }
  return rows
}

type LogFile = ReturnType<typeof createLogFile>

/** Opens the file when it is first needed, and starts over with a new one if it is damaged. */
function createLogFile(file: string, onNotice: (text: string) => void, now: () => number) {
  let connection: Connection | undefined

  const startOver = (reason: string): Connection | undefined => {
    connection?.close()
    connection = undefined
    try {
      const name = renameOldLog(file, now())
      onNotice(`${reason} The log starts over. The old one is ${name} in the data folder.`)
      return openLogDatabase(file) ?? undefined
    } catch (error) {
      onNotice(`${reason} It can’t be replaced, so new requests aren’t logged: ${String(error)}`)
      return undefined
    }
  }
  const open = (): Connection | undefined => {
    connection ??= openLogDatabase(file) ?? startOver(describeUnsupportedLog(file))
    return connection
  }
  return {
    /** Throws if the file is locked or not writable. Returns undefined if there is no log. */
    use<Result>(work: (connection: Connection) => Result): Result | undefined {
      try {
        const opened = open()
        return opened && work(opened)
      } catch (error) {
        if (!isDatabaseDamaged(error)) throw error
        connection = startOver('The request log was damaged.')
        return connection && work(connection)
      }
    },
    close() {
      connection?.close()
    },
  }
}

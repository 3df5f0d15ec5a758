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
import { type Connection, isDatabaseBusy, isDatabaseDamaged } from '../database/connection'
import { type BudgetQuery, checkBudget, readBudget } from './budget'
import { toHarEntry } from './har'
import { describeNewerLog, openLogDatabase, renameOldLog } from './log-database'
import {
  countNotIndexed,
  deleteAll,
  deleteOldest,
  indexRows,
  moveOldRows,
  readOldRow,
} from './log-maintenance'
import { countExchanges, listExchanges } from './log-queries'
import {
  type DetailRow,
  insertExchanges,
  type SummaryRow,
  summaryColumns,
  toExchange,
  toSummary,
} from './log-rows'
import { addUsage, type PricedUsageQuery, readUsage } from './usage'

interface LogBatch {
  /** In the order in which they ended. Those of `summaryIds` have no detail. */
  readonly exchanges: readonly Exchange[]
  readonly summaryIds: readonly string[]
  readonly settings: RequestLogSettings
}

/** `busy`: another program has locked the file, and nothing was written. `lost`: it can't be written, as on a full disk. */
type LogWriteResult = 'saved' | 'busy' | 'lost'

type StoredPage = Omit<ExchangePage, 'live'>

/** Each function opens the file if necessary, and starts over with a new one if it is damaged. */
export type LogFunctions = {
  write(batch: LogBatch): LogWriteResult
  /** An empty page while another program has locked a log that is not open yet. */
  list(query: ExchangeQuery): StoredPage
  counts(filter: ExchangeFilter): ExchangeCounts
  read(id: string): Exchange | null
  /** The entries of a HAR file, as JSON, in this order. Requests that are no longer in the log are left out. */
  har(input: { readonly ids: readonly string[]; readonly origin: string }): string[]
  usage(query: PricedUsageQuery): UsageRow[]
  budget(query: BudgetQuery): BudgetStatus | null
  /** Returns the status if a warning is due, which is then not due again. */
  budgetWarning(query: BudgetQuery): BudgetStatus | null
  /** Throws UNAVAILABLE if another program has locked the file. */
  clear(): void
}

export interface LogStoreOptions {
  /** Created if it is missing. */
  readonly file: string
  /** Why the log was started over, or is not saved. */
  readonly onNotice: (text: string) => void
  readonly now?: (() => number) | undefined
}

export interface LogStore extends LogFunctions {
  close(): void
}

/** Milliseconds without a write after which maintenance runs without pauses; meanwhile it pauses this long. */
const idleMs = 250
/** A batch with this many requests leaves the processor to the gateway: indexing waits, or is done by a search. */
const busyBatch = 25
/** Milliseconds of indexing before a search, so that it finds the newest requests. */
const maxIndexingMs = 20
/** Milliseconds of moving old rows before a list, so that it has a first page soon after an update. */
const maxMovingMs = 100

export function openLogStore({ file, onNotice, now = Date.now }: LogStoreOptions): LogStore {
  const log = createLogFile(file, onNotice, now)
  /** Known since the first write: nothing is deleted before. */
  let settings: RequestLogSettings | undefined
  let lastWriteAt = Number.NEGATIVE_INFINITY
  let lastBatch = 0
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const isIdle = () => performance.now() - lastWriteAt > idleMs
  const schedule = () => {
    if (isClosed) return
    timer ??= setTimeout(maintain, isIdle() ? 1 : idleMs)
  }
  const maintain = () => {
    timer = undefined
    try {
      const isUnfinished = log.use(
        (connection) =>
          (settings && deleteOldest(connection, { ...settings, now: now() })) ||
          (lastBatch >= busyBatch && !isIdle()) ||
          moveOldRows(connection) ||
          indexRows(connection),
      )
      if (isUnfinished) schedule()
    } catch {
      // The file is locked, or the disk is full: the next write or read tries again.
    }
  }
  const read = <Result>(work: (connection: Connection) => Result): Result | undefined => {
    try {
      const result = log.use(work)
      schedule()
      return result
    } catch (error) {
      if (isDatabaseBusy(error)) return undefined
      throw error
    }
  }
  const indexNewest = (connection: Connection): number => {
    repeat(indexRows, connection, maxIndexingMs)
    return countNotIndexed(connection)
  }

  return {
    write(batch) {
      settings = batch.settings
      lastWriteAt = performance.now()
      lastBatch = batch.exchanges.length
      try {
        log.use((connection) => connection.transact(() => writeBatch(connection, batch, now())))
        return 'saved'
      } catch (error) {
        return isDatabaseBusy(error) ? 'busy' : 'lost'
      } finally {
        schedule()
      }
    },
    list: (query) =>
      read((connection) => {
        repeat(moveOldRows, connection, maxMovingMs)
        const notIndexed = query.filter.text.trim() === '' ? 0 : indexNewest(connection)
        return { ...listExchanges(connection, query), notIndexed }
      }) ?? { rows: [], next: null, notIndexed: 0 },
    counts: (filter) =>
      read((connection) => {
        if (filter.text.trim() !== '') indexNewest(connection)
        return countExchanges(connection, filter)
      }) ?? noCounts,
    read: (id) => read((connection) => readExchange(connection, id)) ?? null,
    har: ({ ids, origin }) =>
      read((connection) =>
        ids.flatMap((id) => {
          const one = readExchange(connection, id) ?? readSummary(connection, id)
          return one ? [JSON.stringify(toHarEntry(one, origin))] : []
        }),
      ) ?? [],
    usage: (query) => read((connection) => readUsage(connection, query, now())) ?? [],
    budget: (query) => read((connection) => readBudget(connection, query, now())) ?? null,
    budgetWarning: (query) => read((connection) => checkBudget(connection, query, now())) ?? null,
    clear: () => log.use(deleteAll),
    close() {
      isClosed = true
      clearTimeout(timer)
      log.close()
    },
  }
}

function readExchange(connection: Connection, id: string): Exchange | undefined {
  const row = connection.get<DetailRow>(
    `SELECT detail, request_body, response_body FROM exchange_details
      WHERE seq = (SELECT seq FROM exchanges WHERE id = ?)`,
    [id],
  )
  return row ? toExchange(row) : readOldRow(connection, id)
}

function readSummary(connection: Connection, id: string): ExchangeSummary | undefined {
  const row = connection.get<SummaryRow>(`SELECT ${summaryColumns} FROM exchanges e WHERE e.id = ?`, [id])
  return row && toSummary(row)
}

/** Does slices of work until none is left, the time is over, or another program has locked the file. */
function repeat(work: (connection: Connection) => boolean, connection: Connection, maxMs: number): void {
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

function writeBatch(connection: Connection, batch: LogBatch, now: number): void {
  const { exchanges, summaryIds, settings } = batch
  addUsage(connection, insertExchanges(connection, exchanges, { bodies: settings.bodies, summaryIds }), now)
}

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
    connection ??= openLogDatabase(file) ?? startOver(describeNewerLog(file))
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

// The request log, limited in rows and bytes. Written in batches, because there may be thousands of requests.
import { Exchange } from '#shared/schemas/exchange'
import type { Changes } from '../changes'
import { createThrottle } from '../concurrency/timing'
import { type Connection, isDatabaseBusy, isDatabaseDamaged } from '../database/connection'
import { parseStored } from '../parse-json'
import { describeNewerLog, openLogDatabase, renameOldLog } from './log-database'

export interface Exchanges {
  /** Never throws: a failure of the log must not fail the request. */
  add(exchange: Exchange): void
  /** Newest first. */
  list(input: { limit: number }): Exchange[]
  /** Null if the exchange is no longer in the log, or damaged. */
  read(input: { id: string }): Exchange | null
  /** Why the log was started over, or is not saved; null if all is well. */
  notice(): string | null
  close(): void
}

interface ExchangeLimits {
  readonly rows: number
  /** The stored size of all exchanges together. */
  readonly bytes: number
}

const defaultLimits: ExchangeLimits = { rows: 10_000, bytes: 256 * 1024 * 1024 }
/** A batch is written after the interval, or as soon as it has `batchSize` exchanges. */
const batchIntervalMs = 250
const batchSize = 200
/** How many exchanges are held in memory while the file is locked; older ones are dropped. */
const maxWaiting = 1000

interface ExchangePorts {
  /** Created if it is missing. */
  readonly file: string
  readonly changes: Changes
  readonly limits?: ExchangeLimits
  readonly now?: () => number
}

export function createExchanges(ports: ExchangePorts): Exchanges {
  const { changes, limits = defaultLimits } = ports
  const log = createLogFile(ports)
  let waiting: Exchange[] = []

  const write = () => {
    if (waiting.length === 0) return
    try {
      log.use((connection) => {
        connection.transact(() => {
          for (const exchange of waiting) insertExchange(connection, exchange)
          dropOldest(connection, limits)
        })
      })
      waiting = []
    } catch (error) {
      // If the disk is full, the batch is lost. If the file is locked, it is written with the next batch.
      waiting = isDatabaseBusy(error) ? waiting.slice(-maxWaiting) : []
      if (waiting.length > 0) batches.schedule()
      return
    }
    changes.emit('exchanges')
  }
  const batches = createThrottle(batchIntervalMs, write)

  return {
    add(exchange) {
      waiting.push(exchange)
      if (waiting.length % batchSize === 0) write()
      else batches.schedule()
    },
    list({ limit }) {
      write()
      const rows = log.read((connection) =>
        connection.all<ExchangeRow>(`${selectRow} ORDER BY started_at DESC, seq DESC LIMIT ?`, [limit]),
      )
      const stored = (rows ?? []).flatMap((row) => toExchange(row) ?? [])
      if (waiting.length === 0) return stored
      return [...waiting, ...stored].sort((one, other) => other.startedAt - one.startedAt).slice(0, limit)
    },
    read({ id }) {
      write()
      const row = log.read((connection) => connection.get<ExchangeRow>(`${selectRow} WHERE id = ?`, [id]))
      return waiting.find((exchange) => exchange.id === id) ?? (row && toExchange(row)) ?? null
    },
    notice: log.notice,
    close() {
      batches.cancel()
      write()
      batches.cancel()
      log.close()
    },
  }
}

/** Opens the file when it is first needed, and starts over with a new one if it is damaged. */
function createLogFile({ file, changes, now = Date.now }: ExchangePorts) {
  let connection: Connection | undefined
  let notice: string | null = null

  const setNotice = (text: string) => {
    if (notice === text) return
    notice = text
    changes.emit('status')
  }
  const startOver = (reason: string): Connection | undefined => {
    connection?.close()
    connection = undefined
    try {
      const name = renameOldLog(file, now())
      setNotice(`${reason} The log starts over. The old one is ${name} in the data folder.`)
      return openLogDatabase(file) ?? undefined
    } catch (error) {
      setNotice(`${reason} It can’t be replaced, so new requests aren’t logged: ${String(error)}`)
      return undefined
    }
  }
  const open = (): Connection | undefined => {
    connection ??= openLogDatabase(file) ?? startOver(describeNewerLog(file))
    return connection
  }
  const use = <Result>(work: (connection: Connection) => Result): Result | undefined => {
    try {
      const opened = open()
      return opened && work(opened)
    } catch (error) {
      if (!isDatabaseDamaged(error)) throw error
      connection = startOver('The request log was damaged.')
      return connection && work(connection)
    }
  }
  return {
    /** Throws if the file is locked or not writable. Returns undefined if there is no log. */
    use,
    read<Result>(work: (connection: Connection) => Result): Result | undefined {
      try {
        return use(work)
      } catch (error) {
        if (isDatabaseBusy(error)) return undefined
        throw error
      }
    },
    notice: () => notice,
    close() {
      connection?.close()
    },
  }
}

interface ExchangeRow {
  readonly summary: string
  readonly request_body: string
  readonly response_body: string
}

const Summary = Exchange.omit({ requestBody: true, responseBody: true })
const selectRow = 'SELECT summary, request_body, response_body FROM exchanges'

function toExchange({ summary, request_body, response_body }: ExchangeRow): Exchange | undefined {
  const read = parseStored(Summary, summary)
  return read && { ...read, requestBody: request_body, responseBody: response_body }
}

function insertExchange(connection: Connection, exchange: Exchange): void {
  const { requestBody, responseBody, ...rest } = exchange
  const summary = JSON.stringify(rest)
  const bytes = summary.length + requestBody.length + responseBody.length
  connection.run(
    `INSERT OR REPLACE INTO exchanges (id, started_at, bytes, summary, request_body, response_body)
      VALUES (?, ?, ?, ?, ?, ?)`,
    [exchange.id, Math.round(exchange.startedAt), bytes, summary, requestBody, responseBody],
  )
}

function dropOldest(connection: Connection, limits: ExchangeLimits): void {
  connection.run('DELETE FROM exchanges WHERE seq <= (SELECT max(seq) FROM exchanges) - ?', [limits.rows])
  const total =
    connection.get<{ bytes: number | null }>('SELECT sum(bytes) AS bytes FROM exchanges')?.bytes ?? 0
  if (total <= limits.bytes) return
  connection.run(
    `DELETE FROM exchanges WHERE seq IN (
      SELECT seq FROM (SELECT seq, sum(bytes) OVER (ORDER BY seq DESC) AS newer FROM exchanges) WHERE newer > ?)`,
    [limits.bytes],
  )
}

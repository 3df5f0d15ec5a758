// The log of exchanges, limited in number and size; written in batches, because requests come in thousands.
import { Exchange } from '#shared/schemas/exchange'
import type { Changes } from '../changes'
import { createThrottle } from '../concurrency/timing'
import { type Connection, isDatabaseBusy, isDatabaseDamaged } from '../database/connection'
import { parseStored } from '../parse-json'
import { openLogDatabase, setAside } from './log-database'

export interface Exchanges {
  /** Never throws: a log that cannot be written must not end what it describes. */
  keep(exchange: Exchange): void
  /** Newest first. */
  list(input: { limit: number }): Exchange[]
  /** Null if the log no longer has it, or cannot read it. */
  read(input: { id: string }): Exchange | null
  /** Why the log was started over, or is not saved; null if nothing is wrong. */
  notice(): string | null
  close(): void
}

interface ExchangeLimits {
  readonly rows: number
  /** Of all exchanges together, as stored. */
  readonly bytes: number
}

const defaultLimits: ExchangeLimits = { rows: 10_000, bytes: 256 * 1024 * 1024 }
/** Milliseconds between two batches, and the batch that is too large to wait. */
const batchEvery = 250
const batchLength = 200
/** What is held in memory while the file cannot be written; older exchanges are dropped. */
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
      // A full disk loses the batch, not the requests it describes; a locked file is tried again with the next batch.
      waiting = isDatabaseBusy(error) ? waiting.slice(-maxWaiting) : []
      if (waiting.length > 0) batches.ask()
      return
    }
    changes.tell('exchanges')
  }
  const batches = createThrottle(batchEvery, write)

  return {
    keep(exchange) {
      waiting.push(exchange)
      if (waiting.length % batchLength === 0) write()
      else batches.ask()
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

/** Opens the file when it is needed, and starts over with another one if it is damaged. */
function createLogFile({ file, changes, now = Date.now }: ExchangePorts) {
  let connection: Connection | undefined
  let notice: string | null = null

  const note = (text: string) => {
    if (notice === text) return
    notice = text
    changes.tell('status')
  }
  const startOver = (reason: string): Connection | undefined => {
    connection?.close()
    connection = undefined
    try {
      const name = setAside(file, now())
      note(`${reason} The log starts over. The old one is ${name} in the data folder.`)
      return openLogDatabase(file) ?? undefined
    } catch (error) {
      note(`${reason} It can't be replaced, so new requests aren't logged: ${String(error)}`)
      return undefined
    }
  }
  const open = (): Connection | undefined => {
    connection ??= openLogDatabase(file) ?? startOver('The request log was written by a newer version.')
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
    /** Throws if the file is locked or cannot be written. Undefined if there is no log. */
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

// The log of exchanges, bounded in number and size; written in batches, because calls come in thousands.
import { Exchange } from '#shared/schemas/exchange'
import type { Changes } from '../changes'
import type { Connection } from '../storage/connection'
import { readStored } from '../storage/stored-json'
import { createThrottle } from '../throttle'

export interface Exchanges {
  /** Never throws: a log that cannot be written must not end what it tells of. */
  keep(exchange: Exchange): void
  /** Newest first. */
  list(input: { limit: number }): Exchange[]
  /** Null where the log no longer has it, or cannot read it. */
  read(input: { id: string }): Exchange | null
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

interface ExchangePorts {
  readonly connection: Connection
  readonly changes: Changes
  readonly limits?: ExchangeLimits
}

export function createExchanges({ connection, changes, limits = defaultLimits }: ExchangePorts): Exchanges {
  let waiting: Exchange[] = []
  const write = () => {
    const batch = waiting
    if (batch.length === 0) return
    waiting = []
    connection.transact(() => {
      for (const exchange of batch) insertExchange(connection, exchange)
      dropOldest(connection, limits)
    })
    changes.tell('exchanges')
  }
  const writeIfPossible = () => {
    try {
      write()
    } catch {
      // The disk is full or the table damaged: this batch is lost, the calls it tells of are not.
    }
  }
  const batches = createThrottle(batchEvery, writeIfPossible)

  return {
    keep(exchange) {
      waiting.push(exchange)
      if (waiting.length >= batchLength) writeIfPossible()
      else batches.ask()
    },
    list({ limit }) {
      write()
      const rows = connection.all<{ exchange: string }>(
        'SELECT exchange FROM exchanges ORDER BY started_at DESC, seq DESC LIMIT ?',
        [limit],
      )
      return rows.flatMap(({ exchange }) => readStored(Exchange, exchange) ?? [])
    },
    read({ id }) {
      write()
      const row = connection.get<{ exchange: string }>('SELECT exchange FROM exchanges WHERE id = ?', [id])
      return (row && readStored(Exchange, row.exchange)) ?? null
    },
    close() {
      batches.cancel()
      writeIfPossible()
    },
  }
}

function insertExchange(connection: Connection, exchange: Exchange): void {
  const stored = JSON.stringify(exchange)
  connection.run('INSERT OR REPLACE INTO exchanges (id, started_at, bytes, exchange) VALUES (?, ?, ?, ?)', [
    exchange.id,
    Math.round(exchange.startedAt),
    stored.length,
    stored,
  ])
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

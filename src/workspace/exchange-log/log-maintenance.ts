// Work on the request log between requests, in short slices: indexing for the search, and deleting beyond the limits.
import { Exchange, type ExchangeSummary } from '#shared/schemas/exchange'
import type { RequestLogSettings } from '#shared/schemas/request-log'
import type { Connection } from '../database/connection'
import { decodeData, type ExchangeBatch } from './exchange-batch'
import { deleteReferences, measureFiles } from './log-media'
import {
  type DetailRow,
  insertExchanges,
  type NewRow,
  type SummaryRow,
  seqsPerMs,
  summaryColumns,
  toSummary,
} from './log-rows'
import { addUsage } from './usage'

/** Requests that may wait; further ones are inserted when they are written. */
const maxWaiting = 50_000
const maxWaitingBytes = 128 * 1_048_576
/** Their share of the log’s size, so that they do not displace other requests. */
const maxWaitingShare = 0.25

/** Limits of a slice, which together keep it within a few hundredths of a second. */
const maxIndexedRows = 100
const maxIndexedChars = 65_536
const maxDeletedRows = 500
const maxDeletedDetails = 10

const dayMs = 86_400_000

/** Stores requests as they are, which takes far less time than inserting them. Returns false beyond the limits. */
export function addWaiting(
  connection: Connection,
  batches: readonly ExchangeBatch[],
  maxMegabytes: number,
): boolean {
  const data = Buffer.concat(batches.map((batch) => batch.data))
  const requests = batches.reduce((sum, { ids }) => sum + ids.length, 0)
  const sums = connection.get<{ requests: number; bytes: number }>(
    `SELECT coalesce(sum(requests), 0) AS requests, coalesce(sum(length(data)), 0) AS bytes
      FROM waiting_batches`,
  )
  const maxBytes = Math.min(maxWaitingBytes, maxMegabytes * 1_048_576 * maxWaitingShare)
  const isFull = !sums || sums.requests + requests > maxWaiting || sums.bytes + data.length > maxBytes
  if (!isFull) connection.run('INSERT INTO waiting_batches (requests, data) VALUES (?, ?)', [requests, data])
  return !isFull
}

export function countWaiting(connection: Connection): number {
  const sum = connection.get<{ count: number | null }>('SELECT sum(requests) AS count FROM waiting_batches')
  return sum?.count ?? 0
}

/** Inserts the newest batch that waits, so that lists show it first. Returns its number of requests, or 0 if none is left. */
export function insertWaiting(connection: Connection, now?: number): number {
  const found = connection.get<{ id: number; requests: number; data: ArrayBuffer }>(
    'SELECT id, requests, data FROM waiting_batches ORDER BY id DESC LIMIT 1',
  )
  if (!found) return 0
  connection.transact(() => {
    const rows = decodeWaiting(new Uint8Array(found.data))
    addUsage(connection, insertExchanges(connection, rows), now)
    connection.run('DELETE FROM waiting_batches WHERE id = ?', [found.id])
  })
  return found.requests
}

/** Without damaged ones. */
function decodeWaiting(data: Uint8Array): NewRow[] {
  try {
    return decodeData(data).flatMap(({ exchange, detail }) => {
      const parsed = Exchange.safeParse(exchange)
      return parsed.success ? [{ exchange: parsed.data, detail }] : []
    })
  } catch {
    return []
  }
}

export function countNotIndexed(connection: Connection): number {
  return connection.get<{ count: number }>('SELECT count(*) AS count FROM not_indexed')?.count ?? 0
}

/** Adds the newest requests to the search index. Returns false if all are in it. */
export function indexRows(connection: Connection): boolean {
  const rows = connection.all<SummaryRow>(
    `SELECT ${summaryColumns} FROM not_indexed n CROSS JOIN exchanges e ON e.seq = n.seq
      ORDER BY n.seq DESC LIMIT ${maxIndexedRows}`,
  )
  if (rows.length === 0) return false
  const texts: { readonly seq: number; readonly text: string }[] = []
  let length = 0
  for (const row of rows) {
    const detail = connection.get<Omit<DetailRow, 'detail'>>(
      'SELECT request_body, response_body FROM exchange_details WHERE seq = ?',
      [row.seq],
    )
    const bodies = detail && { request: detail.request_body, response: detail.response_body }
    const text = toSearchText(toSummary(row), bodies)
    texts.push({ seq: row.seq, text })
    length += text.length
    if (length > maxIndexedChars) break
  }
  connection.transact(() => {
    // Oldest first: the index writes what it has whenever a row is before the last one.
    for (const { seq, text } of texts.reverse()) {
      connection.run('INSERT INTO exchange_texts (rowid, text) VALUES (CAST(? AS INTEGER), ?)', [seq, text])
      connection.run('DELETE FROM not_indexed WHERE seq = ?', [seq])
    }
  })
  return true
}

interface Limits extends RequestLogSettings {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Called with the names of files that no request has anymore, once they are deleted from the database. */
  readonly onUnused: (names: readonly string[]) => void
}

/** Deletes some of the oldest requests beyond the limits. Returns false if all are within them. */
export function deleteOldest(
  connection: Connection,
  { maxRows, maxDays, maxMegabytes, now, onUnused }: Limits,
): boolean {
  const rows = connection.get<{ count: number }>('SELECT count(*) AS count FROM exchanges')?.count ?? 0
  if (rows > maxRows) return deleteRows(connection, Math.min(rows - maxRows, maxDeletedRows), onUnused)
  const oldest = connection.get<{ seq: number | null }>('SELECT min(seq) AS seq FROM exchanges')?.seq
  if (oldest === null || oldest === undefined) return false
  const first = (now - maxDays * dayMs) * seqsPerMs
  if (oldest < first) {
    const old = connection.get<{ count: number }>('SELECT count(*) AS count FROM exchanges WHERE seq < ?', [
      first,
    ])
    return deleteRows(connection, Math.min(old?.count ?? 0, maxDeletedRows), onUnused)
  }
  if (measureMegabytes(connection) <= maxMegabytes) return releasePages(connection)
  return deleteDetails(connection, onUnused) || deleteRows(connection, maxDeletedRows, onUnused)
}

function deleteRows(connection: Connection, count: number, onUnused: Limits['onUnused']): boolean {
  const last = connection.get<{ seq: number }>('SELECT seq FROM exchanges ORDER BY seq LIMIT 1 OFFSET ?', [
    count - 1,
  ])
  const end = last?.seq ?? Number.MAX_SAFE_INTEGER
  const unused = connection.transact(() => {
    connection.run('DELETE FROM exchange_texts WHERE rowid <= CAST(? AS INTEGER)', [end])
    for (const table of ['exchange_details', 'not_indexed', 'exchanges'])
      connection.run(`DELETE FROM ${table} WHERE seq <= ?`, [end])
    return deleteReferences(connection, end)
  })
  onUnused(unused)
  return true
}

/** Returns false if all are deleted. */
function deleteDetails(connection: Connection, onUnused: Limits['onUnused']): boolean {
  const found = connection.all<{ seq: number }>(
    `SELECT seq FROM exchange_details ORDER BY seq LIMIT ${maxDeletedDetails}`,
  )
  if (found.length === 0) return false
  const unused = connection.transact(() => {
    for (const { seq } of found) {
      connection.run('DELETE FROM exchange_details WHERE seq = ?', [seq])
      connection.run('UPDATE exchanges SET has_detail = 0 WHERE seq = ?', [seq])
    }
    return deleteReferences(connection, found.at(-1)?.seq ?? 0)
  })
  onUnused(unused)
  return true
}

/** Without free pages, with the media. */
function measureMegabytes(connection: Connection): number {
  const { used = 0 } =
    connection.get<{ used: number }>(
      `SELECT (page_count - freelist_count) * page_size AS used
        FROM pragma_page_count, pragma_freelist_count, pragma_page_size`,
    ) ?? {}
  return (used + measureFiles(connection)) / 1_048_576
}

/** Free pages that stay for new requests, and how many are returned to the disk in a slice. */
const minFreePages = 4096
const releasedPages = 1024

function releasePages(connection: Connection): boolean {
  const free = connection.get<{ pages: number }>('SELECT freelist_count AS pages FROM pragma_freelist_count')
  if ((free?.pages ?? 0) <= minFreePages) return false
  connection.exec(`PRAGMA incremental_vacuum(${releasedPages})`)
  return true
}

/** Usage stays. */
export function deleteAll(connection: Connection): void {
  connection.transact(() => {
    connection.run("INSERT INTO exchange_texts (exchange_texts) VALUES ('delete-all')")
    const tables = ['exchange_details', 'not_indexed', 'exchanges']
    for (const table of [...tables, 'exchange_media', 'media_files']) connection.run(`DELETE FROM ${table}`)
  })
}

/** Characters of a body in the index: its start and its end, because the newest prompt is at the end. */
const maxBodyChars = 8192

type Searchable = Pick<
  ExchangeSummary,
  'id' | 'method' | 'path' | 'route' | 'endpoint' | 'model' | 'client' | 'operation' | 'error'
>

interface Bodies {
  readonly request: string
  readonly response: string
}

function toSearchText(summary: Searchable, bodies: Bodies = { request: '', response: '' }): string {
  const { id, method, path, route, endpoint, model, client, operation, error } = summary
  const facts = [`${method} ${path}`, id, route, endpoint, model, client, operation, error]
  const texts = [toPlainText(bodies.request), toPlainText(joinEvents(bodies.response))].map(cutMiddle)
  return [...facts, ...texts].filter((text) => text !== null && text !== '').join('\n')
}

/** As a person would type it: without the escapes of JSON, and without marks in place of media. */
function toPlainText(body: string): string {
  return body
    .replace(/<\d+ (?:characters of Base64|bytes)[^<>]*>/g, '')
    .replace(/\\u([\da-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\([nrt"\\/])/g, (_, sign: string) => (/[nrt]/.test(sign) ? ' ' : sign))
}

const textMember = /"text"\s*:\s*"((?:[^"\\]|\\.)*)"/g

/** Puts the joined texts of several events first, because a word may be split over two of them. */
function joinEvents(body: string): string {
  const lines = body.split('\n', 2)
  if (lines.length < 2 || !lines[0]?.startsWith('{')) return body
  const texts = [...body.matchAll(textMember)].map(([, text = '']) => text)
  const rest = body.replace(textMember, '').split('\n')
  return [texts.join(''), ...new Set(rest)].join('\n')
}

function cutMiddle(text: string): string {
  if (text.length <= maxBodyChars) return text
  return `${text.slice(0, maxBodyChars / 2)}\n${text.slice(-maxBodyChars / 2)}`
}

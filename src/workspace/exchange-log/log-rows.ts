// Rows of the request log: a request's summary, its detail, and their conversion.
import { Exchange, type ExchangeSummary, summarizeExchange } from '#shared/schemas/exchange'
import type { Connection, Value } from '../database/connection'
import { parseJson } from '../parse-json'
import { insertFiles, type LoggedFile } from './log-media'

/** The numbers of one millisecond. Until the year 2109, `seq` is an exact number. */
export const seqsPerMs = 2048

/** The columns of `exchanges` after `seq`, by the summary's fields. */
const columnOf = {
  id: 'id',
  outcome: 'outcome',
  status: 'status',
  endpoint: 'endpoint',
  route: 'route',
  method: 'method',
  path: 'path',
  model: 'model',
  client: 'client',
  upstream: 'upstream',
  provider: 'provider',
  inputTokens: 'input_tokens',
  outputTokens: 'output_tokens',
  thoughtsTokens: 'thoughts_tokens',
  cachedTokens: 'cached_tokens',
  firstByte: 'first_byte',
  total: 'total',
  overhead: 'overhead',
  requestBytes: 'request_bytes',
  responseBytes: 'response_bytes',
  errorClass: 'error_class',
  error: 'error',
  operation: 'operation',
  hasDetail: 'has_detail',
} as const satisfies Record<Exclude<keyof ExchangeSummary, 'startedAt'>, string>

type SummaryField = keyof typeof columnOf
const fields = Object.keys(columnOf) as readonly SummaryField[]

/** The columns of the table `e`, with `seq` first. */
export const summaryColumns = ['e.seq', ...fields.map((field) => `e.${columnOf[field]} AS ${field}`)].join(
  ', ',
)

/** The table enforces the types of its columns. */
export type SummaryRow = Omit<ExchangeSummary, 'startedAt' | 'hasDetail'> & {
  readonly seq: number
  readonly hasDetail: number
}

export function toSummary({ seq, hasDetail, ...row }: SummaryRow): ExchangeSummary {
  return { ...row, startedAt: Math.floor(seq / seqsPerMs), hasDetail: hasDetail === 1 }
}

const insertSummary = `INSERT OR IGNORE INTO exchanges (seq, ${fields.map((field) => columnOf[field]).join(', ')})
  VALUES (${['seq', ...fields].map(() => '?').join(', ')})`

export interface NewRow {
  readonly exchange: Exchange
  /** The exchange as JSON without its bodies, if it is known already. */
  readonly detail?: string
  readonly hasDetail?: boolean
  readonly files?: readonly LoggedFile[]
}

/** In a transaction. Returns those that the log did not have yet. */
export function insertExchanges(
  connection: Connection,
  rows: readonly NewRow[],
  { bodies = true }: { readonly bodies?: boolean } = {},
): Exchange[] {
  const seqs: number[] = []
  const added: Exchange[] = []
  for (const row of rows) {
    const { exchange, hasDetail = true, files = [] } = row
    const seq = insertRow(connection, exchange, hasDetail)
    if (seq === undefined) continue
    seqs.push(seq)
    added.push(exchange)
    if (hasDetail) insertDetail(connection, seq, bodies ? row : { exchange: withoutBodies(exchange) })
    if (hasDetail && bodies) insertFiles(connection, seq, files)
  }
  connection.run('INSERT INTO not_indexed (seq) SELECT CAST(value AS INTEGER) FROM json_each(?)', [
    JSON.stringify(seqs),
  ])
  return added
}

let lastNumber = 0

/** Returns undefined if the log has the request already. */
function insertRow(connection: Connection, exchange: Exchange, hasDetail: boolean): number | undefined {
  const summary = summarizeExchange(exchange)
  const values = fields.map((field): Value => (field === 'hasDetail' ? Number(hasDetail) : summary[field]))
  const first = Math.round(exchange.startedAt) * seqsPerMs
  lastNumber = (lastNumber + 1) % seqsPerMs
  const seq = first + lastNumber
  if (connection.run(insertSummary, [seq, ...values]) > 0) return seq
  if (connection.get('SELECT 1 FROM exchanges WHERE id = ?', [exchange.id])) return undefined
  const free = findFreeSeq(connection, first)
  connection.run(insertSummary, [free, ...values])
  return free
}

function insertDetail(connection: Connection, seq: number, { exchange, detail }: NewRow): void {
  const { requestBody, responseBody, ...rest } = exchange
  connection.run(
    'INSERT INTO exchange_details (seq, detail, request_body, response_body) VALUES (?, ?, ?, ?)',
    [seq, detail ?? JSON.stringify(rest), requestBody, responseBody],
  )
}

function withoutBodies(exchange: Exchange): Exchange {
  return { ...exchange, hasBodies: false, requestBody: '', responseBody: '' }
}

/** For a number that a request before a restart, or before a change of the clock, has already. */
function findFreeSeq(connection: Connection, first: number): number {
  const used = connection.get<{ seq: number | null }>(
    'SELECT max(seq) AS seq FROM exchanges WHERE seq BETWEEN ? AND ?',
    [first, first + seqsPerMs - 1],
  )?.seq
  return used === null || used === undefined ? first : used + 1
}

/** The exchange as JSON without its bodies, and these. */
export interface DetailRow {
  readonly detail: string
  readonly request_body: string
  readonly response_body: string
}

/** Returns undefined if the row is damaged. */
export function toExchange({ detail, request_body, response_body }: DetailRow): Exchange | undefined {
  const stored = parseJson(detail)
  if (typeof stored !== 'object' || stored === null) return undefined
  return Exchange.safeParse({ ...stored, requestBody: request_body, responseBody: response_body }).data
}

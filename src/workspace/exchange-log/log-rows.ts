// Rows of the request log: a request's summary, its detail, and their conversion.
import { Exchange, type ExchangeSummary, summarizeExchange } from '#shared/schemas/exchange'
import type { Connection, Value } from '../database/connection'
import { parseJson } from '../parse-json'

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

/** Of the table `e`, with `seq` first. */
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

const insertSummary = `INSERT INTO exchanges (seq, ${fields.map((field) => columnOf[field]).join(', ')})
  VALUES (${['seq', ...fields].map(() => '?').join(', ')})`

/** Returns false if the log has the request already. */
export function insertExchange(
  connection: Connection,
  exchange: Exchange,
  { hasDetail = true }: { readonly hasDetail?: boolean } = {},
): boolean {
  if (connection.get('SELECT 1 FROM exchanges WHERE id = ?', [exchange.id])) return false
  const seq = findFreeSeq(connection, exchange.startedAt)
  const summary = summarizeExchange(exchange)
  const values = fields.map((field): Value => (field === 'hasDetail' ? Number(hasDetail) : summary[field]))
  connection.run(insertSummary, [seq, ...values])
  connection.run('INSERT INTO not_indexed (seq) VALUES (?)', [seq])
  if (!hasDetail) return true
  const { requestBody, responseBody, ...detail } = exchange
  connection.run(
    'INSERT INTO exchange_details (seq, detail, request_body, response_body) VALUES (?, ?, ?, ?)',
    [seq, JSON.stringify(detail), requestBody, responseBody],
  )
  return true
}

function findFreeSeq(connection: Connection, startedAt: number): number {
  const first = Math.round(startedAt) * seqsPerMs
  const used = connection.get<{ seq: number | null }>(
    'SELECT max(seq) AS seq FROM exchanges WHERE seq BETWEEN ? AND ?',
    [first, first + seqsPerMs - 1],
  )?.seq
  return used === null || used === undefined ? first : used + 1
}

/** A row of either format, as JSON without its bodies. */
export interface DetailRow {
  readonly detail: string
  readonly request_body: string
  readonly response_body: string
}

/** Returns undefined if the row is damaged. Adds what earlier versions did not store. */
export function toExchange({ detail, request_body, response_body }: DetailRow): Exchange | undefined {
  const stored = parseJson(detail)
  if (typeof stored !== 'object' || stored === null) return undefined
  return Exchange.safeParse({ ...stored, requestBody: request_body, responseBody: response_body }).data
}

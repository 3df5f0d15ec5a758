// Reads the list of the request log: filtered, searched, sorted, in pages that continue after the last row.
import { ApiError } from '#shared/schemas/api-error'
import type { ExchangeCounts, ExchangeFilter, ExchangePage, ExchangeQuery } from '#shared/schemas/request-log'
import { readSearchQuery } from '../conversations/search'
import type { Connection, Value } from '../database/connection'
import { parseJson } from '../parse-json'
import { type SummaryRow, seqsPerMs, summaryColumns, toSummary } from './log-rows'

interface Condition {
  readonly sql: string
  readonly values: readonly Value[]
}

const noText = 'NULL'
/** Null sorts before everything else. The index of `seq` sorts by time. */
const sortColumns: Record<Exclude<ExchangeQuery['sort']['key'], 'startedAt'>, string> = {
  status: 'e.status',
  endpoint: "coalesce(e.endpoint, e.route, '')",
  path: 'e.path',
  model: "coalesce(e.model, '')",
  client: "coalesce(e.client, '')",
  provider: 'e.provider',
  inputTokens: 'coalesce(e.input_tokens, -1)',
  outputTokens: 'coalesce(e.output_tokens, -1)',
  firstByte: 'coalesce(e.first_byte, -1)',
  total: 'e.total',
  overhead: 'coalesce(e.overhead, -1)',
  requestBytes: 'e.request_bytes',
  responseBytes: 'e.response_bytes',
}

type FoundRow = SummaryRow & { readonly sortValue: Value }
type Page = Pick<ExchangePage, 'rows' | 'next'>

/**
 * A search that takes long ends with a page that is not full, and continues with the next one. Throws INVALID_ARGUMENT
 * for a cursor that is not from a page before.
 */
export function listExchanges(connection: Connection, query: ExchangeQuery): Page {
  const { filter, sort, cursor, limit } = query
  const { match, words, conditions } = toConditions(filter)
  const after = cursor === null ? null : readCursor(cursor)
  if (match !== null && sort.key === 'startedAt')
    return searchByTime(connection, { match, conditions, after, query })
  const all = [...conditions]
  const direction = sort.descending ? 'DESC' : 'ASC'
  const comparison = sort.descending ? '<' : '>'
  const column = sort.key === 'startedAt' ? null : sortColumns[sort.key]
  if (after && column === null) all.push({ sql: `e.seq ${comparison} ?`, values: [after.seq] })
  else if (after)
    all.push({ sql: `(${column}, e.seq) ${comparison} (?, ?)`, values: [after.value, after.seq] })
  const order = column === null ? `e.seq ${direction}` : `sortValue ${direction}, e.seq ${direction}`
  const toSelect = (conditions: readonly Condition[]) =>
    `SELECT ${summaryColumns}, ${column ?? noText} AS sortValue FROM exchanges e ${toWhere(conditions)}
      ORDER BY ${order} LIMIT ?`
  if (match !== null) {
    const common = { words, match, select: toSelect(all), values: toValues(all), order, limit }
    const page = searchColumns(connection, common)
    if (page) return page
    all.push(toSearchCondition(match))
  }
  return toPage(connection.all<FoundRow>(toSelect(all), [...toValues(all), limit + 1]), limit)
}

function toValues(conditions: readonly Condition[]): Value[] {
  return conditions.flatMap(({ values }) => values)
}

/** Rows in which the words are looked up with the index, which takes about a millisecond for each. */
const maxLookups = 20

interface ColumnSearch {
  readonly words: readonly string[]
  readonly match: string
  /** Rows without the search, in order; `values` are those before its limit. */
  readonly select: string
  readonly values: readonly Value[]
  readonly order: string
  readonly limit: number
}

/** The columns in the search text of a request. */
const columnText = `lower(e.method || ' ' || e.path || ' ' || e.id || ' ' || e.route || ' ' || coalesce(e.endpoint, '')
  || ' ' || coalesce(e.model, '') || ' ' || coalesce(e.client, ''))`

/**
 * The words of most requests are usually in their columns, and reading all their matches from the index would take long.
 * Returns undefined if half of the newest requests, or more than a few of the first rows, do not have the words there.
 */
function searchColumns(
  connection: Connection,
  { words, match, select, values, order, limit }: ColumnSearch,
): Page | undefined {
  // SQLite compares only these without case.
  if (!words.every((word) => /^[!-~]*$/.test(word))) return undefined
  const hasWords = words.map(() => `instr(${columnText}, ?) > 0`).join(' AND ')
  const lowerCase = words.map((word) => word.toLowerCase())
  const sample = connection.get<{ share: number | null }>(
    `SELECT avg(${hasWords}) AS share FROM (SELECT * FROM exchanges ORDER BY seq DESC LIMIT 50) AS e`,
    lowerCase,
  )
  if ((sample?.share ?? 0) < 0.5) return undefined
  const maxRows = limit + 1 + maxLookups
  const rows = connection.all<FoundRow & { readonly isFound: number }>(
    `SELECT e.*, ${hasWords} AND NOT EXISTS (SELECT 1 FROM not_indexed WHERE seq = e.seq) AS isFound
      FROM (${select}) AS e ORDER BY ${order}`,
    [...lowerCase, ...values, maxRows],
  )
  if (rows.filter(({ isFound }) => isFound === 0).length > maxLookups) return undefined
  const lookUp = 'SELECT 1 FROM exchange_texts WHERE exchange_texts MATCH ? AND rowid = CAST(? AS INTEGER)'
  const found: FoundRow[] = []
  for (const { isFound, ...row } of rows) {
    if (found.length > limit) break
    if (isFound === 1 || connection.get(lookUp, [match, row.seq])) found.push(row)
  }
  return found.length > limit || rows.length < maxRows ? toPage(found, limit) : undefined
}

function toPage(found: readonly FoundRow[], limit: number): Page {
  const last = found.length > limit ? found[limit - 1] : undefined
  return {
    rows: found.slice(0, limit).map(({ sortValue: _, ...row }) => toSummary(row)),
    next: last ? JSON.stringify([last.sortValue, last.seq]) : null,
  }
}

interface TimeSearch {
  readonly match: string
  readonly conditions: readonly Condition[]
  readonly after: { readonly seq: number } | null
  readonly query: ExchangeQuery
}

/** Requests that are searched at once, and milliseconds after which no further ones are. */
const windowRows = 10_000
const maxSearchMs = 30

/** Reads the search index in the order of time, and only as far as needed. */
function searchByTime(connection: Connection, { match, conditions, after, query }: TimeSearch): Page {
  const { limit, sort } = query
  const select = `SELECT ${summaryColumns}, NULL AS sortValue ${toSearchSource(conditions, sort.descending)}
    ORDER BY exchange_texts.rowid ${sort.descending ? 'DESC' : 'ASC'} LIMIT ?`
  const values = [match, ...conditions.flatMap((condition) => condition.values)]
  const end = performance.now() + maxSearchMs
  const found: FoundRow[] = []
  for (const { from, to, isLast } of listWindows(connection, sort.descending, after?.seq)) {
    found.push(...connection.all<FoundRow>(select, [...values, from, to, limit + 1 - found.length]))
    if (found.length > limit || isLast) break
    if (performance.now() > end) return { ...toPage(found, limit), next: JSON.stringify([null, to]) }
  }
  return toPage(found, limit)
}

/** The values are the search, those of the conditions, and the bounds of a window. */
function toSearchSource(conditions: readonly Condition[], descending: boolean): string {
  const [comparison, lastComparison] = descending ? ['<', '>='] : ['>', '<=']
  // CROSS makes the index the outer loop.
  return `FROM exchange_texts CROSS JOIN exchanges e ON e.seq = exchange_texts.rowid
    ${toWhere([{ sql: 'exchange_texts MATCH ?', values: [] }, ...conditions])}
    AND exchange_texts.rowid ${comparison} CAST(? AS INTEGER)
    AND exchange_texts.rowid ${lastComparison} CAST(? AS INTEGER)`
}

interface SearchWindow {
  /** Excluded. */
  readonly from: number
  readonly to: number
  readonly isLast: boolean
}

/** The ranges of `seq` that are searched one after the other. */
function* listWindows(
  connection: Connection,
  descending: boolean,
  after = descending ? Number.MAX_SAFE_INTEGER : 0,
): Generator<SearchWindow> {
  const last = descending ? 0 : Number.MAX_SAFE_INTEGER
  let from = after
  for (;;) {
    const boundary = connection.get<{ seq: number }>(
      `SELECT seq FROM exchanges WHERE seq ${descending ? '<' : '>'} ?
        ORDER BY seq ${descending ? 'DESC' : 'ASC'} LIMIT 1 OFFSET ${windowRows - 1}`,
      [from],
    )
    const to = boundary?.seq ?? last
    yield { from, to, isLast: !boundary }
    if (!boundary) return
    from = to
  }
}

function readCursor(cursor: string): { readonly value: Value; readonly seq: number } {
  const [value, seq] = (parseJson(cursor) ?? []) as [Value?, Value?]
  if (typeof seq === 'number') return { value: value ?? null, seq }
  throw new ApiError('INVALID_ARGUMENT', 'cursor: must be the value of an earlier page', { param: 'cursor' })
}

function toSearchCondition(match: string): Condition {
  return {
    sql: 'e.seq IN (SELECT rowid FROM exchange_texts WHERE exchange_texts MATCH ?)',
    values: [match],
  }
}

function toWhere(conditions: readonly Condition[]): string {
  return conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`
}

/** Texts that are compared with words too short for the search index. */
const shortText = `lower(e.method || ' ' || e.path || ' ' || e.id || ' ' || coalesce(e.model, '') || ' '
  || coalesce(e.error, ''))`

interface FilterConditions {
  /** The FTS5 expression; null if no word is long enough for the search index. */
  readonly match: string | null
  /** The words of the expression. */
  readonly words: readonly string[]
  readonly conditions: readonly Condition[]
}

function toConditions(filter: ExchangeFilter): FilterConditions {
  const { match = null, long = [], short = [] } = readSearchQuery(filter.text) ?? {}
  // Beside longer words, short ones are usually from a body, which only the index could find.
  const conditions: Condition[] = (match === null ? short : []).map((word) => ({
    sql: `instr(${shortText}, ?) > 0`,
    values: [word.toLowerCase()],
  }))
  const addList = (column: string, values: readonly Value[]) => {
    if (values.length > 0) conditions.push({ sql: `${column} IN (${values.map(() => '?')})`, values })
  }
  addList('e.status / 100', filter.statusClasses)
  addList('coalesce(e.endpoint, e.route)', filter.endpoints)
  addList('e.model', filter.models)
  addList('e.client', filter.clients)
  addList('e.provider', filter.providers)
  addList('e.outcome', filter.outcomes)
  if (filter.operation !== null) addList('e.operation', [filter.operation])
  if (filter.from !== null) conditions.push({ sql: 'e.seq >= ?', values: [filter.from * seqsPerMs] })
  if (filter.to !== null) conditions.push({ sql: 'e.seq < ?', values: [filter.to * seqsPerMs] })
  const words = long.map((phrase) => phrase.slice(1, -1).replaceAll('""', '"'))
  return { match, words, conditions }
}

interface CountRow {
  readonly outcome: string
  readonly status: number
  readonly endpoint: string | null
  readonly route: string
  readonly model: string | null
  readonly client: string | null
  readonly provider: string
  readonly count: number
}

const countedValues: Record<
  Exclude<keyof ExchangeCounts, 'total' | 'isPartial'>,
  (row: CountRow) => string | null
> = {
  statusClasses: ({ status }) => String(Math.floor(status / 100)),
  outcomes: ({ outcome }) => outcome,
  endpoints: ({ endpoint, route }) => endpoint ?? route,
  models: ({ model }) => model,
  clients: ({ client }) => client,
  providers: ({ provider }) => provider,
}

/** A search that takes long counts only the newest requests. */
export function countExchanges(connection: Connection, filter: ExchangeFilter): ExchangeCounts {
  const { match, conditions } = toConditions(filter)
  const { rows, isPartial } =
    match === null
      ? { rows: countAll(connection, conditions), isPartial: false }
      : countFound(connection, match, conditions)
  const counted = Object.entries(countedValues).map(([name, read]) => {
    const counts = new Map<string | null, number>()
    for (const row of rows) counts.set(read(row), (counts.get(read(row)) ?? 0) + row.count)
    const list = [...counts].map(([value, count]) => ({ value, count }))
    return [name, list.sort((one, other) => other.count - one.count)] as const
  })
  return {
    total: rows.reduce((sum, { count }) => sum + count, 0),
    isPartial,
    // Every list of the counts is a member of `countedValues`.
    ...(Object.fromEntries(counted) as Omit<ExchangeCounts, 'total' | 'isPartial'>),
  }
}

// In the order of the index, which has all columns that are read without a text.
const countedColumns = 'e.outcome, e.status, e.endpoint, e.route, e.model, e.client, e.provider'

function countAll(connection: Connection, conditions: readonly Condition[]): CountRow[] {
  return connection.all<CountRow>(
    `SELECT ${countedColumns}, count(*) AS count FROM exchanges e ${toWhere(conditions)}
      GROUP BY ${countedColumns}`,
    conditions.flatMap(({ values }) => values),
  )
}

function countFound(connection: Connection, match: string, conditions: readonly Condition[]) {
  const select = `SELECT ${countedColumns}, count(*) AS count ${toSearchSource(conditions, true)}
    GROUP BY ${countedColumns}`
  const values = [match, ...conditions.flatMap((condition) => condition.values)]
  const end = performance.now() + maxSearchMs
  const rows: CountRow[] = []
  for (const { from, to, isLast } of listWindows(connection, true)) {
    rows.push(...connection.all<CountRow>(select, [...values, from, to]))
    if (!isLast && performance.now() > end) return { rows, isPartial: true }
  }
  return { rows, isPartial: false }
}

// Writes a HAR file of requests: the thread of the log makes its entries, a few at a time.
import type { ExchangeFilter, ExchangeQuery, ExchangeSelection } from '#shared/schemas/request-log'
import { harEnd, toHarStart } from './har'
import type { LogFunctions } from './log-store'

export interface HarInput {
  readonly selection: ExchangeSelection
  /** The gateway's URL, without a trailing slash. */
  readonly origin: string
  readonly version: string
}

export interface HarChunk {
  readonly text: string
  /** Requests in this chunk and those before, and in the whole file. */
  readonly requests: number
  readonly total: number
}

/** The functions of the log, in its thread. */
interface Log {
  readonly list: (query: ExchangeQuery) => Promise<ReturnType<LogFunctions['list']>>
  readonly counts: (filter: ExchangeFilter) => Promise<ReturnType<LogFunctions['counts']>>
  readonly har: (input: Parameters<LogFunctions['har']>[0]) => Promise<string[]>
}

/** Two bodies of 256 KB each: a chunk stays below 8 MB. */
const batchSize = 16
const pageSize = 500

export async function* writeHar(
  log: Log,
  { selection, origin, version }: HarInput,
): AsyncGenerator<HarChunk, void, undefined> {
  const total = 'ids' in selection ? selection.ids.length : (await log.counts(selection.filter)).total
  let requests = 0
  yield { text: toHarStart(version), requests, total }
  for await (const ids of listBatches(log, selection)) {
    const entries = await log.har({ ids, origin })
    if (entries.length === 0) continue
    const separator = requests === 0 ? '' : ',\n'
    requests += entries.length
    yield { text: separator + entries.join(',\n'), requests, total: Math.max(total, requests) }
  }
  yield { text: harEnd, requests, total: requests }
}

async function* listBatches(log: Log, selection: ExchangeSelection): AsyncGenerator<string[]> {
  if ('ids' in selection) return yield* toBatches(selection.ids)
  // Requests that start meanwhile are not exported, or a busy log would never end.
  const to = Math.min(selection.filter.to ?? Number.POSITIVE_INFINITY, Date.now() + 1)
  const filter: ExchangeFilter = { ...selection.filter, to }
  let cursor: string | null = null
  do {
    const query: ExchangeQuery = {
      filter,
      sort: { key: 'startedAt', descending: false },
      cursor,
      limit: pageSize,
    }
    const page: ReturnType<LogFunctions['list']> = await log.list(query)
    yield* toBatches(page.rows.map(({ id }) => id))
    cursor = page.next
  } while (cursor !== null)
}

function* toBatches(ids: readonly string[]): Generator<string[]> {
  for (let start = 0; start < ids.length; start += batchSize) yield ids.slice(start, start + batchSize)
}

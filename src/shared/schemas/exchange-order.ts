// Filters and sorts requests that are not stored yet, as the database does with stored ones.
import type { ExchangeSummary } from './exchange'
import type { ExchangeFilter, ExchangeQuery } from './request-log'

/** Whether a request that is not stored matches; its text is only what a summary contains. */
export function createMatcher(filter: ExchangeFilter): (summary: ExchangeSummary) => boolean {
  const words = filter.text
    .toLowerCase()
    .split(/[\s"“”]+/)
    .filter((word) => word !== '')
  const isIn = <Value>(list: readonly Value[], value: Value) => list.length === 0 || list.includes(value)
  return (one) => {
    const { id, method, path, model, client, error, operation } = one
    const text = [method, path, id, model, client, error, operation].join(' ').toLowerCase()
    return (
      words.every((word) => text.includes(word)) &&
      isIn(filter.statusClasses, Math.floor((one.status ?? 0) / 100)) &&
      isIn(filter.endpoints, one.endpoint ?? one.route) &&
      isIn<string | null>(filter.models, model) &&
      isIn<string | null>(filter.clients, client) &&
      isIn(filter.providers, one.provider) &&
      isIn(filter.outcomes, one.outcome) &&
      (filter.operation === null || filter.operation === operation) &&
      one.startedAt >= (filter.from ?? 0) &&
      one.startedAt < (filter.to ?? Number.POSITIVE_INFINITY)
    )
  }
}

type SortKey = ExchangeQuery['sort']['key']

/** As in the database: unknown texts sort like empty ones, unknown numbers before all others. */
const sortValues: Record<SortKey, (one: ExchangeSummary) => string | number> = {
  startedAt: ({ startedAt }) => startedAt,
  status: ({ status }) => status ?? -1,
  endpoint: ({ endpoint, route }) => endpoint ?? route,
  path: ({ path }) => path,
  model: ({ model }) => model ?? '',
  client: ({ client }) => client ?? '',
  provider: ({ provider }) => provider,
  inputTokens: ({ inputTokens }) => inputTokens ?? -1,
  outputTokens: ({ outputTokens }) => outputTokens ?? -1,
  firstByte: ({ firstByte }) => firstByte ?? -1,
  total: ({ total }) => total ?? -1,
  overhead: ({ overhead }) => overhead ?? -1,
  requestBytes: ({ requestBytes }) => requestBytes,
  responseBytes: ({ responseBytes }) => responseBytes,
}

/** Negative if the first one is listed before the other. Equal values are in the order of their times. */
export function createComparison({ key, descending }: ExchangeQuery['sort']) {
  const read = sortValues[key]
  const sign = descending ? -1 : 1
  return (one: ExchangeSummary, other: ExchangeSummary): number => {
    const [first, second] = [read(one), read(other)]
    if (first !== second) return first < second ? -sign : sign
    return sign * (one.startedAt - other.startedAt)
  }
}

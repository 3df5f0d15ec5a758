// Applies changes of the request log to the newest page of its list.
import type { ExchangeSummary } from '#shared/schemas/exchange'
import type { ExchangePage } from '#shared/schemas/request-log'

/** Keeps at most `limit` of the newest ended requests. */
export function mergeChanges(
  page: ExchangePage,
  changed: readonly ExchangeSummary[],
  limit: number,
): ExchangePage {
  const ids = new Set(changed.map(({ id }) => id))
  const others = (list: readonly ExchangeSummary[]) => list.filter(({ id }) => !ids.has(id))
  const isRunning = ({ outcome }: ExchangeSummary) => outcome === 'running'
  const ended = [...changed.filter((one) => !isRunning(one)), ...others(page.rows)]
  return {
    ...page,
    live: [...changed.filter(isRunning), ...others(page.live)],
    rows: ended.sort((one, other) => other.startedAt - one.startedAt).slice(0, limit),
  }
}

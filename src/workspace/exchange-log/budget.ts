// The monthly budget: what was spent, and warnings that are given once while requests end. Nothing is blocked.
import { emptyPrices, toLocalDay } from '#shared/prices/cost'
import type { PriceTable } from '#shared/schemas/prices'
import { type BudgetSettings, type BudgetStatus, defaultBudget } from '#shared/schemas/request-log'
import type { Changes } from '../changes'
import { createThrottle } from '../concurrency/timing'
import type { Connection } from '../database/connection'
import { readCost } from './usage'

export interface BudgetQuery {
  readonly prices: PriceTable
  readonly budget: BudgetSettings
}

/** Null without a budget. */
export function readBudget(
  connection: Connection,
  { prices, budget }: BudgetQuery,
  now: number,
): BudgetStatus | null {
  if (budget.amount === null) return null
  const month = toLocalDay(now).slice(0, 7)
  const cost = readCost(connection, { from: `${month}-01`, before: `${month}-32`, prices })
  const amount = Math.round(budget.amount * 1_000_000_000)
  const percent = Math.floor(((cost.nanos ?? 0) / amount) * 100)
  return { month, currency: prices.currency, amount, cost, percent, warnAt: budget.warnAt }
}

/**
 * Returns the status if a threshold is reached for the first time in this month. A changed budget has other thresholds.
 * Passing both at once is one warning.
 */
export function checkBudget(connection: Connection, query: BudgetQuery, now: number): BudgetStatus | null {
  const status = readBudget(connection, query, now)
  if (!status) return null
  const { month, amount, warnAt, cost } = status
  const thresholds = [Math.round((amount * warnAt) / 100), amount]
  const reached = thresholds.filter((threshold) => (cost.nanos ?? 0) >= threshold)
  if (reached.length === 0) return null
  const added = connection.transact(() => {
    connection.run('DELETE FROM budget_warnings WHERE month < ?', [month])
    return reached.map(
      (threshold) =>
        connection.run('INSERT OR IGNORE INTO budget_warnings (month, threshold) VALUES (?, ?)', [
          month,
          threshold,
        ]) > 0,
    )
  })
  return added.at(-1) ? status : null
}

/** How often the budget is checked while requests end. */
const budgetIntervalMs = 5_000

export const noCosts: BudgetQuery = { prices: emptyPrices, budget: defaultBudget }

/** Checks the budget after requests have ended, and when prices or the budget have changed. */
export function createBudgetWatch(
  changes: Changes,
  costs: () => BudgetQuery,
  findWarning: (query: BudgetQuery) => Promise<BudgetStatus | null>,
) {
  const listeners = new Set<(status: BudgetStatus) => void>()
  const check = async () => {
    const query = costs()
    const status = query.budget.amount === null ? null : await findWarning(query)
    if (status) for (const listener of listeners) listener(status)
  }
  // A failed check, as of a locked file, is repeated with the next request.
  const throttle = createThrottle(budgetIntervalMs, () => void check().catch(() => undefined))
  const schedule = () => {
    if (listeners.size > 0) throttle.schedule()
  }
  const unsubscribe = changes.subscribe((topic) => {
    if (topic !== 'settings') return
    throttle.cancel()
    schedule()
  })
  return {
    schedule,
    onWarning(listener: (status: BudgetStatus) => void) {
      listeners.add(listener)
      schedule()
      return () => void listeners.delete(listener)
    },
    close() {
      unsubscribe()
      listeners.clear()
      throttle.cancel()
    },
  }
}

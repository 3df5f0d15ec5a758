// The monthly budget: what was spent, and warnings that are given once. Nothing is blocked.
import { toLocalDay } from '#shared/prices/cost'
import type { PriceTable } from '#shared/schemas/prices'
import type { BudgetSettings, BudgetStatus } from '#shared/schemas/request-log'
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

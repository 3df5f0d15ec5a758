// Checks the monthly budget while requests end, and reports each warning.
import { emptyPrices } from '#shared/prices/cost'
import { type BudgetStatus, defaultBudget } from '#shared/schemas/request-log'
import type { Changes } from '../changes'
import { createThrottle } from '../concurrency/timing'
import type { BudgetQuery } from './budget'

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

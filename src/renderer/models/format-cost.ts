// Costs, prices and the budget, in the language of dates and numbers.
import * as costs from '#shared/prices/format-cost'
import type { BudgetStatus, Cost } from '#shared/schemas/request-log'
import { readFormatLanguage } from '../components/format'

/** A cost in 10⁻⁹ of the currency: `$1.23`, `$0.0012`, `<$0.000001`. */
export function formatCost(nanos: number, currency: string): string {
  return costs.formatCost(nanos, currency, readFormatLanguage())
}

/** A price as entered: `$0.075`, `$10.00`. */
export function formatPrice(amount: number, currency: string): string {
  return costs.formatPrice(amount, currency, readFormatLanguage())
}

/** With what is not known: `$1.23`, `≥ $1.23`, `–`. */
export function formatKnownCost(cost: Cost, currency: string): string {
  return costs.formatKnownCost(cost, currency, readFormatLanguage())
}

/** `$12.40 of $20.00 this month, 62%`. */
export function formatBudget(status: BudgetStatus): string {
  return costs.formatBudget(status, readFormatLanguage())
}

// Costs and the monthly budget as people read them.
import type { BudgetStatus, Cost } from '../schemas/request-log'

/** A price as entered: `$0.075`, `$10.00`. `currency`: ISO 4217. */
export function formatPrice(amount: number, currency: string): string {
  return formatMoney(amount, currency, 6)
}

/** A cost in 10⁻⁹ of the currency, to the cent or to two digits: `$1.23`, `$0.0012`, `<$0.000001`. */
export function formatCost(nanos: number, currency: string): string {
  const amount = nanos / 1_000_000_000
  if (amount > 0 && amount < 0.000_001) return `<${formatMoney(0.000_001, currency, 6)}`
  return formatMoney(amount, currency, amount > 0 ? 1 - Math.floor(Math.log10(amount)) : 0)
}

/** With at least as many decimals as the currency usually has. */
function formatMoney(amount: number, currency: string, decimals: number): string {
  const usual = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  const { minimumFractionDigits = 2 } = usual.resolvedOptions()
  const maximumFractionDigits = Math.max(minimumFractionDigits, decimals)
  const options = { style: 'currency', currency, minimumFractionDigits, maximumFractionDigits } as const
  return new Intl.NumberFormat('en-US', options).format(amount)
}

/** With what is not known: `$1.23`, `≥ $1.23`, `–`. */
export function formatKnownCost({ nanos, unknown }: Cost, currency: string): string {
  if (nanos === null) return '–'
  return unknown.length > 0 ? `≥\u00a0${formatCost(nanos, currency)}` : formatCost(nanos, currency)
}

export function isBudgetSpent({ percent }: BudgetStatus): boolean {
  return percent >= 100
}

/** `$12.40 of $20.00 this month, 62%`. */
export function formatBudget({ cost, amount, currency, percent }: BudgetStatus): string {
  const known = { ...cost, nanos: cost.nanos ?? 0 }
  return `${formatKnownCost(known, currency)} of ${formatCost(amount, currency)} this month, ${percent}%`
}

/** The threshold that was reached, and that nothing is blocked. */
export function describeBudget(status: BudgetStatus): { readonly title: string; readonly body: string } {
  const title = isBudgetSpent(status)
    ? 'The monthly budget is spent'
    : `${status.warnAt}% of the monthly budget is spent`
  const { unknown } = status.cost
  const sentences = [
    `${formatBudget(status)}.`,
    'Requests aren’t blocked.',
    unknown.length > 0 && 'Some requests have an unknown cost and aren’t included.',
  ]
  return { title, body: sentences.filter(Boolean).join(' ') }
}

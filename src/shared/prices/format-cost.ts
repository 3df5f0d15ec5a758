// Costs and the monthly budget as people read them.
import type { BudgetStatus, Cost } from '../schemas/request-log'

interface Money {
  readonly currency: string
  /** The language of the number; American English if absent. */
  readonly language?: string | undefined
}

/** A price as entered: `$0.075`, `$10.00`. `currency`: ISO 4217. */
export function formatPrice(amount: number, currency: string, language?: string): string {
  return formatMoney(amount, 6, { currency, language })
}

/** A cost in 10⁻⁹ of the currency, to the cent or to two digits: `$1.23`, `$0.0012`, `<$0.000001`. */
export function formatCost(nanos: number, currency: string, language?: string): string {
  const amount = nanos / 1_000_000_000
  if (amount > 0 && amount < 0.000_001) return `<${formatMoney(0.000_001, 6, { currency, language })}`
  return formatMoney(amount, amount > 0 ? 1 - Math.floor(Math.log10(amount)) : 0, { currency, language })
}

/** With at least as many decimals as the currency usually has. */
function formatMoney(amount: number, decimals: number, { currency, language = 'en-US' }: Money): string {
  const usual = new Intl.NumberFormat(language, { style: 'currency', currency })
  const { minimumFractionDigits = 2 } = usual.resolvedOptions()
  const maximumFractionDigits = Math.max(minimumFractionDigits, decimals)
  const options = { style: 'currency', currency, minimumFractionDigits, maximumFractionDigits } as const
  return new Intl.NumberFormat(language, options).format(amount)
}

/** With what is not known: `$1.23`, `≥ $1.23`, `–`. */
export function formatKnownCost({ nanos, unknown }: Cost, currency: string, language?: string): string {
  if (nanos === null) return '–'
  const known = formatCost(nanos, currency, language)
  return unknown.length > 0 ? `≥\u00a0${known}` : known
}

export function isBudgetSpent({ percent }: BudgetStatus): boolean {
  return percent >= 100
}

/** `$12.40 of $20.00 this month, 62%`. */
export function formatBudget({ cost, amount, currency, percent }: BudgetStatus, language?: string): string {
  const known = { ...cost, nanos: cost.nanos ?? 0 }
  return `${formatKnownCost(known, currency, language)} of ${formatCost(amount, currency, language)} this month, ${percent}%`
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

// The monthly budget of the headless gateway. It stores nothing, so that it counts from its start.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { toLocalDay } from '#shared/prices/cost'
import { formatKnownCost } from '#shared/prices/format-cost'
import { ApiError } from '#shared/schemas/api-error'
import type { Exchange } from '#shared/schemas/exchange'
import { PriceTable } from '#shared/schemas/prices'
import { BudgetSettings, defaultBudget, type UnknownCost } from '#shared/schemas/request-log'

export interface HeadlessBudget {
  readonly prices: PriceTable
  readonly amount: number
}

interface BudgetValues {
  readonly budget?: string | undefined
  readonly prices?: string | undefined
}

/** Undefined without a budget. Throws an `ApiError` that names an invalid argument. */
export function readBudgetArguments({ budget, prices }: BudgetValues): HeadlessBudget | undefined {
  if (budget === undefined && prices === undefined) return undefined
  if (budget === undefined) throw invalidArgument('--prices: requires --budget')
  if (prices === undefined) throw invalidArgument('--budget: requires --prices')
  const { data, error } = BudgetSettings.shape.amount.unwrap().safeParse(Number(budget))
  if (data === undefined || data === null)
    throw invalidArgument(`--budget: ${error?.issues[0]?.message ?? 'must be an amount'}`)
  return { prices: readPrices(prices), amount: data }
}

const PriceExport = z.object({ format: z.literal('gen-playground-prices') }).and(PriceTable)

function readPrices(path: string): PriceTable {
  try {
    return PriceExport.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (cause) {
    const reason = 'must be a file exported in Settings > Prices'
    throw new ApiError('INVALID_ARGUMENT', `--prices: ${reason}, not "${path}"`, { cause })
  }
}

function invalidArgument(message: string): ApiError {
  return new ApiError('INVALID_ARGUMENT', message)
}

/** Resolves to a function that adds a request, and returns a warning once at each threshold of a month. */
export async function createBudgetCounter({ prices, amount }: HeadlessBudget, now: () => number = Date.now) {
  const { createPricer, toBilledItem } = await import('#workspace/exchange-log/billed-items')
  const priceItem = createPricer(prices)
  const thresholds = [defaultBudget.warnAt, 100]
  let month = ''
  let nanos = 0
  let reached = 0
  let unknown: UnknownCost[] = []
  return (exchange: Exchange): string | null => {
    const day = toLocalDay(now())
    if (day.slice(0, 7) !== month) [month, nanos, reached, unknown] = [day.slice(0, 7), 0, 0, []]
    const item = toBilledItem(exchange)
    if (!item) return null
    const cost = priceItem(item, { provider: exchange.upstream, day })
    nanos += cost.nanos ?? 0
    if (cost.unknown) unknown = [cost.unknown]
    const percent = Math.floor((nanos / (amount * 1_000_000_000)) * 100)
    const count = thresholds.filter((threshold) => percent >= threshold).length
    if (count <= reached) return null
    reached = count
    const spent = formatKnownCost({ nanos, unknown }, prices.currency).replace('\u00a0', ' ')
    const total = formatKnownCost({ nanos: amount * 1_000_000_000, unknown: [] }, prices.currency)
    return `Warning: ${percent}% of the monthly budget is spent: ${spent} of ${total} since the gateway started. Requests aren't blocked.`
  }
}

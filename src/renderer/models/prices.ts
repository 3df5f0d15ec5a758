// Prices of models, and costs of requests by the user's table, as text in the language of dates and numbers.

import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { ModelSummary } from '#shared/desktop/models-contract'
import * as costs from '#shared/prices/cost'
import { costOfAnswer, emptyPrices, findPrice } from '#shared/prices/cost'
import type { Turn } from '#shared/schemas/chat'
import type { JobUpstream } from '#shared/schemas/job'
import type { PriceEntry, PriceRates, PriceTable } from '#shared/schemas/prices'
import type { BudgetStatus, Cost } from '#shared/schemas/request-log'
import type { UpstreamKind } from '#shared/schemas/upstream'
import { queries } from '../api/desktop'
import { formatTokens, readFormatLanguage } from '../components/format'
import { readPartFile } from '../state/turn-parts'

/** The user's table; empty until it is loaded. */
export function usePrices(): PriceTable {
  const { data = emptyPrices } = useQuery(
    queries.settings.read.queryOptions({ select: ({ prices }) => prices }),
  )
  return data
}

/** Finds the price of the next request to the current provider; stable until prices or provider change. */
export function useNextPrice(): (model: Pick<ModelSummary, 'id' | 'vendorId'>) => PriceEntry | null {
  const prices = usePrices()
  const { data: provider = null } = useQuery(
    queries.application.status.queryOptions({ select: ({ upstream }) => upstream.kind }),
  )
  return useCallback((model) => findNextPrice(prices, model, provider), [prices, provider])
}

/** A service and the demo receive the ID as it is. */
export function findNextPrice(
  prices: PriceTable,
  { id, vendorId }: Pick<ModelSummary, 'id' | 'vendorId'>,
  provider: UpstreamKind | null,
): PriceEntry | null {
  const modelVersion = provider === 'vendor' || provider === 'openai' ? vendorId : null
  return findPrice(prices, { model: id, modelVersion, provider, at: Date.now() })
}

/** In 10⁻⁹ of the currency; null if it is unknown, and for the demo, which is free. */
export function costOfTurn(turn: Turn, prices: PriceTable): number | null {
  const { upstream: provider, createdAt: at, model, modelVersion } = turn
  const price = findPrice(prices, { model, modelVersion, provider, at })
  if (!price) return null
  const files = turn.parts.flatMap((part) => (part.thought ? [] : (readPartFile(part) ?? [])))
  const images = files.filter(({ mimeType }) => mimeType.startsWith('image/')).length
  return costOfAnswer(price.rates, { usage: turn.usage, images, imageSize: turn.parameters?.imageSize })
}

/** As text: null if it is unknown, undefined for the demo, which is free, and without a response. */
export function describeTurnCost(turn: Turn, prices: PriceTable): string | null | undefined {
  if (turn.upstream === null || turn.upstream === 'demo') return undefined
  const nanos = costOfTurn(turn, prices)
  return nanos === null ? null : formatCost(nanos, prices.currency)
}

export function useTurnCost(turn: Turn): string | null | undefined {
  return describeTurnCost(turn, usePrices())
}

interface PricedJob {
  readonly model: string
  /** Null until it was sent. */
  readonly upstream: JobUpstream | null
  readonly at: number
}

/** As `describeTurnCost`. `toCost`: the cost by the rates of the job's model. */
export function useJobCost(
  { model, upstream, at }: PricedJob,
  toCost: (rates: PriceRates) => number | null,
): string | null | undefined {
  const prices = usePrices()
  if (upstream === null || upstream.kind === 'demo') return undefined
  const price = findPrice(prices, { model, modelVersion: null, provider: upstream.kind, at })
  const nanos = price && toCost(price.rates)
  return nanos === null ? null : formatCost(nanos, prices.currency)
}

/** `$0.30 in · $2.50 out per 1M`, `$0.039 per image`; the most important rates. */
export function summarizeRates(rates: PriceRates, currency: string): string {
  const money = (amount: number | undefined, unit: string) =>
    amount === undefined ? '' : `${formatPrice(amount, currency)} ${unit}`
  const tokens = [money(rates.input, 'in'), money(rates.output, 'out')].filter(Boolean).join(' · ')
  const image = rates.image ?? findLowest([rates.image1K, rates.image2K, rates.image4K])
  const video = rates.video ?? findLowest([rates.video720p, rates.video1080p, rates.video4k])
  return [
    tokens && `${tokens} per 1M`,
    money(image, rates.image === undefined ? 'or more per image' : 'per image'),
    money(video, rates.video === undefined ? 'or more per second' : 'per second'),
    money(rates.audioMinute, 'per minute'),
    tokens === '' && money(rates.cachedInput ?? rates.audioInput ?? rates.imageOutput, 'per 1M'),
  ]
    .filter(Boolean)
    .join(' · ')
}

function findLowest(amounts: readonly (number | undefined)[]): number | undefined {
  const known = amounts.filter((amount) => amount !== undefined)
  return known.length === 0 ? undefined : Math.min(...known)
}

const rateLabels: readonly (readonly [keyof PriceRates, string])[] = [
  ['input', 'Input per 1M tokens'],
  ['cachedInput', 'Cached input per 1M tokens'],
  ['audioInput', 'Audio input per 1M tokens'],
  ['output', 'Output per 1M tokens'],
  ['imageOutput', 'Image output per 1M tokens'],
  ['longInput', 'Input of long prompts per 1M tokens'],
  ['longCachedInput', 'Cached input of long prompts per 1M tokens'],
  ['longOutput', 'Output for long prompts per 1M tokens'],
  ['image', 'Per image'],
  ['image1K', 'Per image of 1K'],
  ['image2K', 'Per image of 2K'],
  ['image4K', 'Per image of 4K'],
  ['video', 'Per second of video'],
  ['video720p', 'Per second of 720p'],
  ['video1080p', 'Per second of 1080p'],
  ['video4k', 'Per second of 4K'],
  ['audioMinute', 'Per minute of audio'],
]

/** Every rate of the price, one a line. */
export function listRates(rates: PriceRates, currency: string): string[] {
  const { longAbove } = rates
  const lines = rateLabels.flatMap(([name, label]) => {
    const amount = rates[name]
    return amount === undefined ? [] : [`${label}: ${formatPrice(amount, currency)}`]
  })
  return longAbove === undefined ? lines : [...lines, `Long prompts: over ${formatTokens(longAbove)} tokens`]
}

/** A cost in 10⁻⁹ of the currency: `$1.23`, `$0.0012`, `<$0.000001`. */
export function formatCost(nanos: number, currency: string): string {
  return costs.formatCost(nanos, currency, readFormatLanguage())
}

/** A price as entered: `$0.075`, `$10.00`. */
function formatPrice(amount: number, currency: string): string {
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

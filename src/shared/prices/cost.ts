// The cost of requests by the user's price table, in whole billionths of its currency. Null is unknown, never 0.
import { findModel, toNeutralId } from '../models/catalog'
import type { UsageMetadata } from '../schemas/content'
import type { PriceEntry, PriceRates, PriceTable } from '../schemas/prices'
import type { BudgetStatus, Cost } from '../schemas/request-log'
import type { UpstreamKind } from '../schemas/upstream'

export const emptyPrices: PriceTable = { currency: 'USD', entries: [] }

interface PricedRequest {
  /** The requested model. */
  readonly model: string | null
  /** The model that has responded, or that the provider will receive. */
  readonly modelVersion: string | null
  /** Null until the provider is known. */
  readonly provider: UpstreamKind | null
  /** When it was sent, in milliseconds since 1970. */
  readonly at: number
}

/** A model's own price precedes one for the start of its ID. The demo is free, so it has no price. */
export function findPrice(table: PriceTable, request: PricedRequest): PriceEntry | null {
  const { provider } = request
  if (provider === null || provider === 'demo') return null
  const day = toLocalDay(request.at)
  const valid = table.entries
    .filter((entry) => (entry.provider ?? provider) === provider && (entry.from ?? '') <= day)
    .map((entry) => ({ entry, id: toNeutralId(entry.model) }))
    .sort(bySpecificity)
  const model = toNeutralId(request.model ?? '')
  const version = toNeutralId(request.modelVersion ?? '')
  const hasOther = isStandIn(request)
  const isFor = ({ entry }: SortedEntry, id: string) =>
    entry.provider === provider || id === version || !hasOther
  const findExact = (id: string) => valid.find((each) => each.id === id && isFor(each, id))
  const findStart = (id: string) =>
    valid.find((each) => each.id.endsWith('*') && id.startsWith(each.id.slice(0, -1)) && isFor(each, id))
  // `gen-2.5-flash-001` has the price of `gen-2.5-flash`; another model than the requested one has its own.
  const isVersion = version.startsWith(model)
  const found = isVersion
    ? (findExact(version) ?? findExact(model) ?? findStart(version))
    : (findExact(version) ?? findStart(version) ?? findExact(model) ?? findStart(model))
  return found?.entry ?? null
}

/** An OpenAI-compatible server gets a model of its own for a name of Google's, so that one's price does not apply. */
function isStandIn({ model, provider }: PricedRequest): boolean {
  return (
    provider === 'openai' && model !== null && !model.startsWith('gpt-') && findModel(model) !== undefined
  )
}

interface SortedEntry {
  readonly entry: PriceEntry
  readonly id: string
}

/** The longer beginning of an ID first, then the price of the provider itself, then the latest one. */
function bySpecificity(one: SortedEntry, other: SortedEntry): number {
  const [a, b] = [one.entry, other.entry]
  if (one.id.length !== other.id.length) return other.id.length - one.id.length
  if (a.provider !== b.provider) return a.provider === null ? 1 : -1
  return (b.from ?? '').localeCompare(a.from ?? '')
}

/** In the user's time zone: `2026-05-21`. */
export function toLocalDay(at: number): string {
  const date = new Date(at)
  const pad = (value: number, length: number) => String(value).padStart(length, '0')
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1, 2)}-${pad(date.getDate(), 2)}`
}

interface PricedAnswer {
  readonly usage: UsageMetadata | null
  /** Number of generated images. */
  readonly images: number
  /** The requested size. */
  readonly imageSize?: string | null | undefined
}

/** Tools that are billed by themselves, such as Google Search, are not included. */
export function costOfAnswer(rates: PriceRates, { usage, images, imageSize }: PricedAnswer): number | null {
  const tokens = toBilledTokens(usage, images)
  return costOfAnswers(rates, { requests: 1, hasUsage: usage !== null, tokens, images, imageSize })
}

/** Tokens by what they are charged as; numbers of several requests can be added. */
export interface BilledTokens {
  /** The whole prompt, which decides whether it is a long one. */
  readonly prompt: number
  /** The prompt without cached tokens and audio, and the results of tools. */
  readonly input: number
  readonly audioInput: number
  readonly cached: number
  /** Text and thoughts. */
  readonly output: number
  readonly imageOutput: number
}

/** Null without the size of the prompt. `images`: the number of generated ones. */
export function toBilledTokens(usage: UsageMetadata | null, images: number): BilledTokens | null {
  if (usage?.promptTokenCount === undefined) return null
  const { promptTokenCount: prompt, candidatesTokenCount: candidates = 0 } = usage
  const { thoughtsTokenCount: thoughts = 0, toolUsePromptTokenCount: toolUse = 0 } = usage
  // The prompt's tokens include the cached ones, and both may include audio.
  const cached = Math.min(prompt, readCount(usage.cachedContentTokenCount))
  const audio = countModality(usage.promptTokensDetails, 'AUDIO') ?? 0
  const cachedAudio = countModality(usage.cacheTokensDetails, 'AUDIO') ?? 0
  const audioInput = Math.min(prompt - cached, Math.max(0, audio - cachedAudio))
  // Without details, all tokens of a response with images are those of the images.
  const reported = countModality(usage.candidatesTokensDetails, 'IMAGE')
  const imageOutput = Math.min(candidates, reported ?? (images > 0 ? candidates : 0))
  const [input, output] = [prompt - cached - audioInput + toolUse, candidates - imageOutput + thoughts]
  return { prompt, input, audioInput, cached, output, imageOutput }
}

interface PricedAnswers {
  readonly requests: number
  readonly hasUsage: boolean
  /** Sums; null if the requests did not report them. */
  readonly tokens: BilledTokens | null
  /** All requests have generated images, or none of them. */
  readonly images: number
  readonly imageSize?: string | null | undefined
}

/** The requests must be alike: whether they report tokens, have images, and have a long prompt. */
export function costOfAnswers(rates: PriceRates, answers: PricedAnswers): number | null {
  const { tokens, images, imageSize } = answers
  const perImage = findImageRate(rates, imageSize)
  const ofImages: Charge = [images, perImage, 'each']
  // A price per image alone is the whole price. An answer without images or usage may have been cut off.
  const isPerImageOnly = rates.input === undefined && rates.output === undefined && hasImageRate(rates)
  if (isPerImageOnly) return images === 0 && !answers.hasUsage ? null : sum([ofImages])
  if (tokens === null) return null
  const isLong = rates.longAbove !== undefined && tokens.prompt > rates.longAbove * answers.requests
  const charges = listTokenCharges(rates, tokens, {
    isLong,
    isPerImage: images > 0 && perImage !== undefined,
  })
  return sum(perImage === undefined ? charges : [...charges, ofImages])
}

/** Amount, rate, and what the rate is for. */
type Charge = readonly [amount: number, rate: number | undefined, unit: 'million' | 'each']

function listTokenCharges(
  rates: PriceRates,
  tokens: BilledTokens,
  { isLong, isPerImage }: { isLong: boolean; isPerImage: boolean },
): Charge[] {
  const input = isLong ? (rates.longInput ?? rates.input) : rates.input
  const output = isLong ? (rates.longOutput ?? rates.output) : rates.output
  const ownCached = isLong ? (rates.longCachedInput ?? rates.cachedInput) : rates.cachedInput
  return [
    [tokens.input, input, 'million'],
    [tokens.audioInput, rates.audioInput ?? input, 'million'],
    [tokens.cached, ownCached ?? input, 'million'],
    [tokens.output, output, 'million'],
    [isPerImage ? 0 : tokens.imageOutput, rates.imageOutput ?? output, 'million'],
  ]
}

/** Exact up to 9,007 units of the currency: rates have 6 decimals, so the sum has 12. */
function sum(charges: readonly Charge[]): number | null {
  let picos = 0
  for (const [amount, rate, unit] of charges) {
    if (amount === 0) continue
    if (rate === undefined) return null
    picos += amount * Math.round(rate * 1_000_000) * (unit === 'million' ? 1 : 1_000_000)
  }
  return Math.round(picos / 1000)
}

function readCount(value: unknown): number {
  return typeof value === 'number' && value > 0 ? value : 0
}

/** `[{ modality: 'AUDIO', tokenCount: 12 }]`; undefined without details. */
function countModality(details: unknown, modality: string): number | undefined {
  if (!Array.isArray(details)) return undefined
  return details
    .filter((detail) => detail?.modality === modality)
    .reduce((count: number, detail) => count + readCount(detail.tokenCount), 0)
}

const imageRates = { '1K': 'image1K', '2K': 'image2K', '4K': 'image4K' } as const
const videoRates = { '720p': 'video720p', '1080p': 'video1080p', '4k': 'video4k' } as const

function findImageRate(rates: PriceRates, size: string | null | undefined): number | undefined {
  const name = Object.entries(imageRates).find(([each]) => each === size)?.[1]
  return (name && rates[name]) ?? rates.image
}

/** Whether the cost depends on the number of images. */
export function needsImageCount(rates: PriceRates): boolean {
  return hasImageRate(rates) || rates.imageOutput !== undefined
}

function hasImageRate(rates: PriceRates): boolean {
  return rates.image !== undefined || Object.values(imageRates).some((name) => rates[name] !== undefined)
}

/** Only the price per image, which is most of the cost; null without one. */
export function costOfImages(rates: PriceRates, count: number, size: string | undefined): number | null {
  return sum([[count, findImageRate(rates, size), 'each']])
}

export function costOfVideo(
  rates: PriceRates,
  seconds: number,
  resolution: string | null | undefined,
): number | null {
  const name = Object.entries(videoRates).find(([each]) => each === resolution)?.[1]
  return sum([[seconds, (name && rates[name]) ?? rates.video, 'each']])
}

export function costOfAudio({ audioMinute }: PriceRates, seconds: number): number | null {
  return sum([[seconds / 60, audioMinute, 'each']])
}

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

// The amounts that a provider bills: stored as daily sums, so that prices entered later apply to earlier requests.

import { type Route, routes } from '#shared/endpoints/routes'
import { findModel } from '#shared/models/catalog'
import { toImageTier } from '#shared/models/image-size'
import {
  type BilledTokens,
  costOfAnswers,
  costOfAudio,
  costOfVideo,
  findPrice,
  toBilledTokens,
} from '#shared/prices/cost'
import type { Exchange } from '#shared/schemas/exchange'
import type { PriceEntry, PriceRates, PriceTable } from '#shared/schemas/prices'
import type { UnknownCost } from '#shared/schemas/request-log'
import type { UpstreamKind } from '#shared/schemas/upstream'
import { parseJson } from '../parse-json'

type BilledKind = 'answer' | 'video' | 'audio'

/** Requests that every price treats alike. Zeros are left out when it is stored. */
export interface BilledItem extends BilledTokens {
  readonly kind: BilledKind
  readonly model: string
  /** The model that has responded, if the response names it. */
  readonly version?: string | undefined
  /** The requested size of images, or resolution of videos. */
  readonly size?: string | undefined
  /** Set if the amounts are not known: the requests may have been billed. */
  readonly isUnknown?: boolean | undefined
  readonly promptClass: string
  readonly requests: number
  readonly images: number
  /** The length of video or audio. */
  readonly milliseconds: number
}

const amounts = [
  'requests',
  'prompt',
  'input',
  'audioInput',
  'cached',
  'output',
  'imageOutput',
  'images',
  'milliseconds',
] as const

type Amounts = Record<(typeof amounts)[number], number>
type StoredItem = Omit<BilledItem, keyof Amounts> & Partial<Amounts>

const kindOfRoute: Readonly<Partial<Record<string, BilledKind>>> = {
  generateContent: 'answer',
  streamGenerateContent: 'answer',
  embedContent: 'answer',
  batchEmbedContents: 'answer',
  createChatCompletion: 'answer',
  createEmbeddings: 'answer',
  createImages: 'answer',
  predictLongRunning: 'video',
  transcribe: 'audio',
}

/** Returns null if the request was not billed: by the demo, never sent, failed, or of a route that is free. */
export function toBilledItem(exchange: Exchange): BilledItem | null {
  const { outcome, usage, model, requestHeaders } = exchange
  const kind = kindOfRoute[exchange.route]
  if (kind === undefined || exchange.upstream === 'demo') return null
  // An interrupted request has no headers, and may have been sent.
  const wasSent = exchange.times.sentUpstream !== null || Object.keys(requestHeaders).length === 0
  if (!wasSent || (outcome !== 'completed' && outcome !== 'cancelled' && usage === null)) return null
  const item = { kind, model: model ?? '', requests: 1, promptClass: '', images: 0, milliseconds: 0 }
  if (kind === 'answer') return { ...item, ...measureAnswer(exchange) }
  const measured = kind === 'video' ? measureVideo(exchange) : measureAudio(exchange)
  return { ...item, ...noTokens, ...measured, isUnknown: measured.milliseconds === 0 || undefined }
}

const noTokens: BilledTokens = {
  prompt: 0,
  input: 0,
  audioInput: 0,
  cached: 0,
  output: 0,
  imageOutput: 0,
}

function measureAnswer(exchange: Exchange) {
  const { responseBody, usage } = exchange
  const images = exchange.media.images === 0 ? 0 : countImages(exchange)
  const tokens = toBilledTokens(usage, images)
  return {
    ...countTokens(tokens ?? noTokens),
    images,
    version: findVersion(responseBody, isOpenAi(exchange) ? '"model"' : '"modelVersion"'),
    size: images > 0 ? findImageSize(exchange) : undefined,
    promptClass: tokens ? toPromptClass(toCount(tokens.prompt)) : '',
    isUnknown: tokens === null || undefined,
  }
}

function isOpenAi({ route }: Exchange): boolean {
  // Logs also have routes of other versions.
  const all: Readonly<Partial<Record<string, Route>>> = routes
  return all[route]?.dialect === 'openai'
}

/** The last model that the response names. `member` is in quotes. */
function findVersion(responseBody: string, member: string): string | undefined {
  for (let at = responseBody.length; at > 0; ) {
    at = responseBody.lastIndexOf(member, at - 1)
    if (at < 0) return undefined
    const rest = responseBody.slice(at + member.length, at + member.length + maxVersionChars)
    const found = /^\s*:\s*"([^"\\]{1,200})"/.exec(rest)
    if (found) return found[1]
  }
  return undefined
}

/** Includes spaces and the longest version. */
const maxVersionChars = 300

function countTokens({ prompt, input, audioInput, cached, output, imageOutput }: BilledTokens): BilledTokens {
  return {
    prompt: toCount(prompt),
    input: toCount(input),
    audioInput: toCount(audioInput),
    cached: toCount(cached),
    output: toCount(output),
    imageOutput: toCount(imageOutput),
  }
}

/** Whole numbers up to 10¹², whatever a provider sends. */
function toCount(count: number): number {
  return Number.isFinite(count) ? Math.min(1e12, Math.max(0, Math.round(count))) : 0
}

const allTiers = ['1K', '2K', '4K']

function findImageSize(exchange: Exchange): string | undefined {
  const { requestBody } = exchange
  if (!isOpenAi(exchange)) return find(requestBody, /"image_?size"\s*:\s*"(\dK)"/i)
  const size = find(requestBody, /"size"\s*:\s*"(\w{1,20})"/)
  const model = findModel(exchange.model ?? '')
  return size && toImageTier(size, model ? (model.imageSizes ?? []) : allTiers)
}

const minLongPrompt = 16_000

/** Prompts on either side of a limit that is a multiple of 1,000 or 1,024 tokens are never in one class. */
function toPromptClass(prompt: number): string {
  return prompt <= minLongPrompt ? '' : `${Math.ceil(prompt / 1000)} ${Math.ceil(prompt / 1024)}`
}

/** Images among the thoughts are not billed. */
function countImages({ responseBody, media }: Exchange): number {
  const whole = parseJson(responseBody)
  const events = (whole ? [whole].flat() : responseBody.split('\n').map(parseJson)) as {
    candidates?: { content?: { parts?: Record<string, unknown>[] } }[]
  }[]
  try {
    const parts = events
      .flatMap((event) => event?.candidates ?? [])
      .flatMap(({ content }) => content?.parts ?? [])
    const thoughts = parts.filter(
      (part) => part.thought === true && /"mime_?type":"image\//i.test(JSON.stringify(part)),
    )
    return Math.max(0, media.images - thoughts.length)
  } catch {
    return media.images
  }
}

/** The requested length: the provider reports none. */
function measureVideo({ requestBody, media }: Exchange) {
  const seconds = Number(find(requestBody, /"duration_?seconds"\s*:\s*"?(\d+(?:\.\d+)?)/i) ?? 0)
  const count = Number(find(requestBody, /"(?:sample_?count|number_?of_?videos)"\s*:\s*(\d+)/i) ?? 1)
  return {
    milliseconds: media.videos === 0 ? 0 : toCount(seconds * count * 1000),
    size: find(requestBody, /"resolution"\s*:\s*"(\w{1,10})"/),
  }
}

/** The length that the provider reports, or that the client states in a header. */
function measureAudio({ responseBody, requestHeaders, media }: Exchange) {
  const reported = find(responseBody, /"(?:seconds|duration)"\s*:\s*"?(\d+(?:\.\d+)?)/)
  const seconds = Number(reported ?? requestHeaders[audioSecondsHeader] ?? 0)
  return { milliseconds: media.audios === 0 ? 0 : toCount(seconds * 1000) }
}

/** The length of the sent audio; not forwarded to the provider. */
export const audioSecondsHeader = 'x-audio-seconds'

function find(text: string, pattern: RegExp): string | undefined {
  return pattern.exec(text)?.[1]
}

/** For requests whose amounts were not stored. */
function toUnknownItem(model: string, requests: number): BilledItem {
  return { ...noAmounts, kind: 'answer', model, promptClass: '', requests, isUnknown: true }
}

/** Items of a combination in a day. Further ones are counted without amounts. */
const maxItems = 1000

/** Adds up items that every price treats alike. */
export function mergeItems(items: readonly BilledItem[]): BilledItem[] {
  const merged = new Map<string, Omit<BilledItem, keyof Amounts> & Amounts>()
  for (const item of items) {
    const key = toKey(item)
    const isOneTooMany = merged.size >= maxItems && !merged.has(key)
    const added = isOneTooMany ? toUnknownItem(item.model, item.requests) : item
    const addedKey = isOneTooMany ? toKey(added) : key
    const sum = merged.get(addedKey)
    if (sum) for (const name of amounts) sum[name] += added[name]
    else merged.set(addedKey, { ...added })
  }
  return [...merged.values()]
}

const noAmounts = { ...noTokens, images: 0, milliseconds: 0 }

function toKey({ kind, model, version, size, isUnknown, promptClass, images }: BilledItem): string {
  return JSON.stringify([kind, model, version, size, isUnknown, promptClass, images > 0])
}

export function writeItems(items: readonly BilledItem[]): string {
  return JSON.stringify(items, (_, value) => (value === 0 || value === '' ? undefined : value))
}

/** Only `writeItems` writes the text; a damaged one counts as empty. */
export function readItems(text: string): BilledItem[] {
  const stored = (parseJson(text) ?? []) as StoredItem[]
  return stored.map((item) => ({
    ...noAmounts,
    requests: 0,
    ...item,
    model: item.model ?? '',
    promptClass: item.promptClass ?? '',
  }))
}

interface ItemCost {
  /** In billionths of the currency; null if it is not known. */
  readonly nanos: number | null
  readonly unknown?: UnknownCost
}

export type PriceItem = (item: BilledItem, source: { provider: UpstreamKind; day: string }) => ItemCost

/** Searches the table once for each model, between two dates on which a price may change. */
export function createPricer(table: PriceTable): PriceItem {
  const dates = table.entries.flatMap(({ from }) => from ?? [])
  const found = new Map<string, PriceEntry | null>()
  return (item, { provider, day }) => {
    const { model, version = null } = item
    const key = JSON.stringify([model, version, provider, dates.filter((from) => from <= day).length])
    let price = found.get(key)
    if (price === undefined) {
      price = findPrice(table, {
        model,
        modelVersion: version,
        provider,
        at: new Date(`${day}T12:00`).getTime(),
      })
      found.set(key, price)
    }
    const nanos = price && costOf(price.rates, item)
    if (nanos !== null) return { nanos }
    const reason = price && item.isUnknown ? 'amount' : 'price'
    return { nanos, unknown: { model: model || null, reason, requests: item.requests } }
  }
}

function costOf(rates: PriceRates, item: BilledItem): number | null {
  const { kind, isUnknown = false, requests, images, size, milliseconds } = item
  if (kind === 'answer') {
    const tokens = isUnknown ? null : item
    return costOfAnswers(rates, { requests, hasUsage: !isUnknown, tokens, images, imageSize: size })
  }
  if (isUnknown) return null
  const seconds = milliseconds / 1000
  return kind === 'video' ? costOfVideo(rates, seconds, size) : costOfAudio(rates, seconds)
}

// The form of a price: its fields, and its texts as an entry of the table and back.
import { toNeutralId } from '#shared/models/catalog'
import { type ModelKind, modelKinds } from '#shared/schemas/model'
import { PriceEntry, type PriceTable, type RateName, toPriceKey } from '#shared/schemas/prices'
import { parseLimit } from '../models/custom-models'

export type PriceTexts = Readonly<Record<'model' | 'provider' | 'from' | RateName, string>>

interface RateField {
  readonly name: RateName
  readonly label: string
  /** Shown if the field is empty. */
  readonly placeholder?: string
  /** Only for these kinds of models; for all of the group's if absent. */
  readonly kinds?: readonly ModelKind[]
}

interface RateGroup {
  readonly title: string
  readonly hint: string
  readonly kinds: readonly ModelKind[]
  readonly fields: readonly RateField[]
}

const sameAsInput = 'Same as input'
const generates: readonly ModelKind[] = ['text', 'image']

const rateGroups: readonly RateGroup[] = [
  {
    title: 'Per 1M tokens',
    hint: 'Output includes thoughts.',
    kinds: ['text', 'image', 'embedding'],
    fields: [
      { name: 'input', label: 'Input' },
      { name: 'output', label: 'Output', kinds: generates },
      { name: 'cachedInput', label: 'Cached input', placeholder: sameAsInput, kinds: generates },
      { name: 'audioInput', label: 'Audio input', placeholder: sameAsInput, kinds: generates },
      { name: 'imageOutput', label: 'Image output', placeholder: 'Same as output', kinds: ['image'] },
    ],
  },
  {
    title: 'Long prompts, per 1M tokens',
    hint: 'Replace the prices above if a prompt is longer than this.',
    kinds: ['text'],
    fields: [
      { name: 'longAbove', label: 'Longer than', placeholder: '200k tokens' },
      { name: 'longInput', label: 'Input' },
      { name: 'longOutput', label: 'Output' },
      { name: 'longCachedInput', label: 'Cached input' },
    ],
  },
  {
    title: 'Per image',
    hint: 'Replaces the price of image tokens. “Any size” is for sizes without their own price.',
    kinds: ['image'],
    fields: [
      { name: 'image', label: 'Any size' },
      { name: 'image1K', label: '1K' },
      { name: 'image2K', label: '2K' },
      { name: 'image4K', label: '4K' },
    ],
  },
  {
    title: 'Per second of video',
    hint: '“Any resolution” is for resolutions without their own price.',
    kinds: ['video'],
    fields: [
      { name: 'video', label: 'Any resolution' },
      { name: 'video720p', label: '720p' },
      { name: 'video1080p', label: '1080p' },
      { name: 'video4k', label: '4K' },
    ],
  },
  {
    title: 'Per minute of audio',
    hint: 'The length of the audio that is transcribed.',
    kinds: ['transcription'],
    fields: [{ name: 'audioMinute', label: 'Audio' }],
  },
]

const rateNames = rateGroups.flatMap(({ fields }) => fields.map(({ name }) => name))

export const emptyPrice = Object.fromEntries(
  ['model', 'provider', 'from', ...rateNames].map((name) => [name, '']),
) as PriceTexts

/** The rates that apply to the kind of model, and those already filled in; all of them if the kind is unknown. */
export function listRateGroups(kind: ModelKind | null, texts: PriceTexts): RateGroup[] {
  const shown = (name: RateName, kinds: readonly ModelKind[]) =>
    kind === null || kinds.includes(kind) || texts[name].trim() !== ''
  return rateGroups
    .map((group) => ({
      ...group,
      fields: group.fields.filter(({ name, kinds }) =>
        shown(
          name,
          group.kinds.filter((each) => kinds?.includes(each) ?? true),
        ),
      ),
    }))
    .filter(({ fields }) => fields.length > 0)
}

interface KnownModel {
  readonly id: string
  readonly vendorId: string
  readonly kind: ModelKind
}

/** Null if the ID is not known, or is the start of IDs of several kinds. */
export function findKind(models: readonly KnownModel[], text: string): ModelKind | null {
  const id = toNeutralId(text.trim())
  if (id === '' || id === '*') return null
  const start = id.endsWith('*') ? id.slice(0, -1) : null
  const isMatch = (each: string) => (start === null ? each === id : each.startsWith(start))
  const found = models.filter((model) => [model.id, model.vendorId].map(toNeutralId).some(isMatch))
  const kinds = modelKinds.filter((kind) => found.some((model) => model.kind === kind))
  return kinds.length === 1 ? (kinds[0] ?? null) : null
}

export function toPriceTexts({ model, provider, from, rates }: PriceEntry): PriceTexts {
  const texts = Object.fromEntries(rateNames.map((name) => [name, toDecimal(rates[name])]))
  return { ...emptyPrice, ...texts, model, provider: provider ?? '', from: from ?? '' }
}

/** Without an exponent, which `String` uses for small numbers. */
function toDecimal(amount: number | undefined): string {
  if (amount === undefined) return ''
  return String(amount).includes('e') ? amount.toFixed(6).replace(/0+$/, '') : String(amount)
}

type PriceProblems = Readonly<Partial<Record<keyof PriceTexts, string>>>

interface ParsedPrice {
  /** Null if there are problems. */
  readonly entry: PriceEntry | null
  readonly problems: PriceProblems
}

/** `old`: the key of the entry that is edited. `first`: the field with the error if no price is entered. */
export function parsePrice(
  texts: PriceTexts,
  { entries, old, first }: { entries: PriceTable['entries']; old: string | undefined; first: RateName },
): ParsedPrice {
  const rates: Record<string, unknown> = {}
  for (const name of rateNames) {
    const text = texts[name].trim()
    if (text !== '') rates[name] = name === 'longAbove' ? parseLimit(text).data : toAmount(text)
  }
  const hasLong = ['longInput', 'longOutput', 'longCachedInput'].some((name) => name in rates)
  const limit = parseLimit(texts.longAbove)
  const result = PriceEntry.safeParse({
    model: texts.model,
    provider: texts.provider || null,
    from: texts.from.trim() || null,
    rates,
  })
  const problems: Record<string, string> = {}
  for (const { path, message } of result.error?.issues ?? []) {
    const [field, name] = path
    if (field === 'rates' && name === undefined) problems[first] ??= 'is missing: enter at least one price'
    else problems[String(name ?? field)] ??= message
  }
  if (limit.error) problems.longAbove = limit.error.issues[0]?.message ?? ''
  else if (hasLong && limit.data === undefined) problems.longAbove = 'is required for prices of long prompts'
  const key = result.data && toPriceKey(result.data)
  if (key !== undefined && key !== old && entries.some((entry) => toPriceKey(entry) === key))
    problems.from ??= 'must be another date: this model already has a price from then'
  const isValid = result.success && Object.keys(problems).length === 0
  return { entry: isValid ? result.data : null, problems }
}

/** A comma could separate thousands or decimals, so it is rejected. */
function toAmount(text: string): number {
  return /^-?\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN
}

/** Names the draft of a price's form. */
export function toPriceForm(key = 'new'): string {
  return `price ${key}`
}

/** Adds the entry, or replaces the one with the key `old`. */
export function putPrice(prices: PriceTable, entry: PriceEntry, old?: string): PriceTable {
  const { entries } = prices
  if (old === undefined) return { ...prices, entries: [...entries, entry] }
  return { ...prices, entries: entries.map((each) => (toPriceKey(each) === old ? entry : each)) }
}

/** Adds the entries; each replaces one of the same model, provider, and date. */
export function mergePrices(prices: PriceTable, added: readonly PriceEntry[]): PriceTable {
  const merged = new Map([...prices.entries, ...added].map((entry) => [toPriceKey(entry), entry]))
  return { ...prices, entries: [...merged.values()] }
}

/** By model, the latest price first. */
export function sortPrices(entries: readonly PriceEntry[]): PriceEntry[] {
  return [...entries].sort(
    (one, other) =>
      toNeutralId(one.model).localeCompare(toNeutralId(other.model)) ||
      (one.provider ?? '').localeCompare(other.provider ?? '') ||
      (other.from ?? '').localeCompare(one.from ?? ''),
  )
}

/** The keys of prices that have been replaced by a later one of the same model and provider. */
export function findOutdated(entries: readonly PriceEntry[], today: string): ReadonlySet<string> {
  const outdated = new Set<string>()
  for (const entry of entries) {
    const isReplaced = entries.some(
      ({ model, provider, from }) =>
        toNeutralId(model) === toNeutralId(entry.model) &&
        provider === entry.provider &&
        from !== null &&
        from <= today &&
        from > (entry.from ?? ''),
    )
    if (isReplaced) outdated.add(toPriceKey(entry))
  }
  return outdated
}

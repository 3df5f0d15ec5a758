// Prices in files: the application's own export, and LiteLLM's price list as JSON or CSV.
import Papa from 'papaparse'
import { z } from 'zod'
import { toNeutralId } from '#shared/models/catalog'
import { PriceEntry, type PriceRates, PriceTable, type RateName, roundAmount } from '#shared/schemas/prices'

const format = 'gen-playground-prices'

export interface PriceFile {
  readonly currency: string
  readonly entries: readonly PriceEntry[]
  /** An export has dates and providers of its own. */
  readonly isExport: boolean
}

export function writePriceFile(prices: PriceTable): string {
  return `${JSON.stringify({ format, version: 1, ...prices }, null, 2)}\n`
}

/** Throws with a sentence if there are no prices in it. */
export function readPriceFile(text: string): PriceFile {
  const content = parseJson(text.replace(/^\uFEFF/, ''))
  if (content === undefined) return toPriceFile(readCsv(text))
  const own = z.object({ format: z.literal(format), version: z.number() }).safeParse(content).data
  if (own) return readExport(content, own.version)
  const list = z.record(z.string(), z.unknown()).safeParse(content).data
  return toPriceFile(list && !Array.isArray(content) ? Object.entries(list) : [])
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readExport(content: unknown, version: number): PriceFile {
  if (version !== 1) throw new Error('This file was saved by a newer version of Gen Playground.')
  const result = PriceTable.safeParse(content)
  const [issue] = result.error?.issues ?? []
  if (issue) throw new Error(`${issue.path.join('.')} ${issue.message}.`)
  const { currency, entries } = PriceTable.parse(content)
  return { currency, entries, isExport: true }
}

/** One row for each model; the first column has its ID. */
function readCsv(text: string): [string, unknown][] {
  const { data, meta } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: 'greedy' })
  const names = meta.fields ?? []
  const column = ['model', 'model_name', 'id'].find((name) => names.includes(name)) ?? names[0] ?? ''
  return data.map((row) => [row[column] ?? '', row])
}

/** The list's prices are in US dollars. Entries that are not in its format are left out. */
function toPriceFile(list: readonly (readonly [string, unknown])[]): PriceFile {
  const found = new Map<string, { entry: PriceEntry; isPrefixed: boolean }>()
  for (const [name, record] of list) {
    const entry = readLiteLlm(name, record)
    if (!entry) continue
    // `gemini/gemini-2.5-pro` is the Gemini API; without the prefix, LiteLLM means another provider’s price.
    const isPrefixed = name.includes('/')
    const key = toNeutralId(entry.model)
    if (isPrefixed || !found.get(key)?.isPrefixed) found.set(key, { entry, isPrefixed })
  }
  if (found.size === 0)
    throw new Error('No prices found. Choose a JSON or CSV file in LiteLLM’s format, or one exported here.')
  return { currency: 'USD', entries: [...found.values()].map(({ entry }) => entry), isExport: false }
}

/** LiteLLM's fields with a price per token. */
const tokenFields = {
  input_cost_per_token: 'input',
  output_cost_per_token: 'output',
  cache_read_input_token_cost: 'cachedInput',
  input_cost_per_audio_token: 'audioInput',
  output_cost_per_image_token: 'imageOutput',
} as const

const longFields = {
  input_cost_per_token: 'longInput',
  output_cost_per_token: 'longOutput',
  cache_read_input_token_cost: 'longCachedInput',
} as const

/** Fields with other units: the modes that they are read for, because others use them for input. */
const otherFields = [
  { field: 'output_cost_per_image', name: 'image', modes: ['image_generation', 'image_edit'], factor: 1 },
  { field: 'output_cost_per_second', name: 'video', modes: ['video_generation'], factor: 1 },
  { field: 'output_cost_per_video_per_second', name: 'video', modes: ['video_generation'], factor: 1 },
  { field: 'input_cost_per_second', name: 'audioMinute', modes: ['audio_transcription'], factor: 60 },
] as const

/** Other prefixes are other providers, whose prices may differ. */
const prefix = /^(gemini|openai|models)\//

const Fields = z.record(z.string(), z.unknown())

function readLiteLlm(name: string, record: unknown): PriceEntry | undefined {
  const fields = Fields.safeParse(record).data
  const model = name.trim().replace(prefix, '')
  if (!fields || name === 'sample_spec' || model.includes('/')) return undefined
  const rates: Partial<Record<RateName, number>> = {}
  for (const [field, rate] of Object.entries(tokenFields))
    setRate(rates, rate, readAmount(fields[field], 1_000_000))
  const { mode = '' } = fields
  for (const { field, name: rate, modes, factor } of otherFields)
    if (mode === '' || modes.some((each) => each === mode))
      setRate(rates, rate, readAmount(fields[field], factor))
  const entry = { model, provider: null, from: null, rates: { ...rates, ...readLongRates(fields) } }
  return PriceEntry.safeParse(entry).data
}

function setRate(rates: Partial<Record<RateName, number>>, name: RateName, amount: number | undefined): void {
  if (amount !== undefined) rates[name] = amount
}

/** A number, or a CSV file's text. */
function readAmount(value: unknown, factor: number): number | undefined {
  const amount = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof amount === 'number' && Number.isFinite(amount) ? roundAmount(amount * factor) : undefined
}

/** `input_cost_per_token_above_200k_tokens`; of several limits, the lowest one. */
function readLongRates(fields: Readonly<Record<string, unknown>>): PriceRates {
  const limits = Object.entries(fields).flatMap(([field, value]) => {
    const [, base, thousands] = /^(\w+?)_above_(\d+)k_tokens$/.exec(field) ?? []
    const amount = readAmount(value, 1_000_000)
    const rate = longFields[base as keyof typeof longFields]
    return rate && thousands && amount !== undefined
      ? [{ rate, above: Number(thousands) * 1000, amount }]
      : []
  })
  if (limits.length === 0) return {}
  const longAbove = Math.min(...limits.map(({ above }) => above))
  const rates = limits.filter(({ above }) => above === longAbove).map(({ rate, amount }) => [rate, amount])
  return { longAbove, ...Object.fromEntries(rates) }
}

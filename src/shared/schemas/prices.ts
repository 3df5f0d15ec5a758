// The user's price table: what a provider charges for a model, from a date on.
import { z } from 'zod'
import { toNeutralId } from '../models/catalog'

/** In units of the currency. Six decimals, so that a price per million tokens is a whole number of 10⁻¹² per token. */
const Amount = z
  .number('must be a number, such as 0.30')
  .min(0, 'must be at least 0')
  .max(1_000_000, 'must be at most 1,000,000')
  .refine((amount) => roundAmount(amount) === amount, 'must have at most 6 decimals')

export function roundAmount(amount: number): number {
  return Math.round(amount * 1_000_000) / 1_000_000
}

/** Unset rates are absent: an unknown price is never 0. */
const rate = Amount.optional()

export const PriceRates = z.object({
  /** Per million tokens. Thoughts count as output; embeddings have only input. */
  input: rate,
  /** `input` if absent, like `audioInput`. */
  cachedInput: rate,
  audioInput: rate,
  output: rate,
  /** Tokens of generated images; `output` if absent. Not used with a price per image. */
  imageOutput: rate,
  /** The size in tokens above which a prompt and its response have the next three rates. */
  longAbove: z
    .number('must be a number of tokens')
    .int('must be a whole number of tokens')
    .min(1, 'must be at least 1')
    .max(100_000_000, 'must be at most 100,000,000')
    .optional(),
  longInput: rate,
  longCachedInput: rate,
  longOutput: rate,
  /** Per generated image: of each size, and of sizes without a price of their own. */
  image: rate,
  image1K: rate,
  image2K: rate,
  image4K: rate,
  /** Per second of a generated video: of each resolution, and of resolutions without a price of their own. */
  video: rate,
  video720p: rate,
  video1080p: rate,
  video4k: rate,
  /** Per minute of transcribed audio. */
  audioMinute: rate,
})
export type PriceRates = z.infer<typeof PriceRates>
export type RateName = keyof PriceRates

const priced = (rates: PriceRates) =>
  Object.entries(rates).some(([name, value]) => name !== 'longAbove' && value !== undefined)

export const PriceEntry = z.object({
  /** A model ID of either family, or the beginning of several, followed by an asterisk. */
  model: z
    .string()
    .trim()
    .transform((id) => id.replace(/^models\//, ''))
    .pipe(
      z
        .string()
        .min(1, 'is required')
        .max(100, 'must be 100 characters or fewer')
        .regex(/^[A-Za-z0-9][\w.:/@-]*\*?$/, 'must be a model ID, or the start of several followed by *'),
    ),
  /** Null: of every provider except the demo. */
  provider: z.enum(['vendor', 'service', 'openai']).nullable(),
  /** The first day, `2026-05-21`; null if it has always been valid. */
  from: z.iso.date('must be a date, such as 2026-05-21').nullable(),
  rates: PriceRates.refine(priced, 'is missing'),
})
export type PriceEntry = z.infer<typeof PriceEntry>

export const maxPrices = 500

export const PriceTable = z
  .object({
    /** ISO 4217, for all entries. */
    currency: z.string().regex(/^[A-Z]{3}$/, 'must be a currency code, such as USD'),
    entries: z.array(PriceEntry).max(maxPrices, 'must have at most 500 prices'),
  })
  .superRefine(({ entries }, context) => {
    const seen = new Set<string>()
    for (const [index, entry] of entries.entries()) {
      const key = toPriceKey(entry)
      if (seen.has(key))
        context.addIssue({
          code: 'custom',
          path: ['entries', index, 'model'],
          message: 'already has a price from this date',
        })
      seen.add(key)
    }
  })
export type PriceTable = z.infer<typeof PriceTable>

/** Identifies an entry: a model has one price from each date on, for each provider. */
export function toPriceKey({
  model,
  provider,
  from,
}: Pick<PriceEntry, 'model' | 'provider' | 'from'>): string {
  return [toNeutralId(model), provider ?? '', from ?? ''].join(' ')
}

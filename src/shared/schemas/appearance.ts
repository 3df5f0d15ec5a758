// How the application looks: density, font size, motion, and the language of dates and numbers.
import { z } from 'zod'

export const fontSizes = { min: 11, max: 18 } as const

/** `system`, or a language with its region, such as `de-AT`. The texts stay American English. */
const FormatLanguage = z.string().refine(isFormatLanguage, 'must be a language code, such as en-US')

export const AppearanceSettings = z.object({
  density: z.enum(['comfortable', 'compact']).default('comfortable'),
  /** CSS pixels of usual text; other texts and spaces follow. */
  fontSize: z
    .number('must be a number of pixels')
    .int('must be a whole number of pixels')
    .min(fontSizes.min, `must be at least ${fontSizes.min}`)
    .max(fontSizes.max, `must be at most ${fontSizes.max}`)
    .default(13),
  motion: z.enum(['system', 'reduced', 'full']).default('system'),
  formatLanguage: FormatLanguage.default('en-US'),
})
export type AppearanceSettings = z.infer<typeof AppearanceSettings>

export const defaultAppearance: AppearanceSettings = AppearanceSettings.parse({})

function isFormatLanguage(text: string): boolean {
  if (text === 'system') return true
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}

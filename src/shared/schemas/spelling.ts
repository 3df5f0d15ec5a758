// Spell checking: its settings, and the state that Settings shows.
import { z } from 'zod'
import { isSafeUpdateUrl } from './updates'
import { BaseUrl, findEntryProblem } from './upstream'

/** Chromium itself would download dictionaries from here. */
export const defaultDictionaryUrl = 'https://redirector.gvt1.com/edgedl/chrome/dict/'

const SecureFolderUrl = BaseUrl.superRefine((url, context) => {
  const message = isSafeUpdateUrl(url) ? findEntryProblem(url) : 'must start with https://'
  if (message !== undefined) context.addIssue({ code: 'custom', message })
})

/** BCP 47, as Chromium names its dictionaries: `de`, `en-US`. */
const language = z.string().regex(/^[a-z]{2,3}(-[A-Za-z\d]{2,8})*$/, 'must be a language code')

export const SpellingSettings = z.object({
  /** Null until the user chooses: on only where the operating system checks spelling. */
  isOn: z.boolean().nullable().default(null),
  languages: z.array(language).max(20, 'must have at most 20 languages').default([]),
  /** The folder of the dictionaries; empty for `defaultDictionaryUrl`. */
  dictionaryUrl: z.union([z.literal(''), SecureFolderUrl]).default(''),
})
export type SpellingSettings = z.infer<typeof SpellingSettings>

export const defaultSpelling: SpellingSettings = SpellingSettings.parse({})

const SpellingPhase = z.discriminatedUnion('type', [
  z.object({ type: z.literal('idle') }),
  z.object({ type: z.literal('downloading'), language: z.string() }),
  /** `message`: the reason and what to do next, in whole sentences. */
  z.object({ type: z.literal('failed'), language: z.string(), message: z.string() }),
])
export type SpellingPhase = z.infer<typeof SpellingPhase>

export const SpellingState = z.object({
  isOn: z.boolean(),
  /** The operating system checks spelling, in languages of its own. The lists are empty. */
  isSystem: z.boolean(),
  /** For which there are dictionaries. */
  languages: z.array(z.string()),
  /** The language of the operating system; null if there is no dictionary for it. */
  suggested: z.string().nullable(),
  /** That Chromium has. */
  dictionaries: z.array(z.object({ language: z.string(), bytes: z.number() })),
  /** The selected languages that are checked. The others have no dictionary yet. */
  ready: z.array(z.string()),
  phase: SpellingPhase,
})
export type SpellingState = z.infer<typeof SpellingState>

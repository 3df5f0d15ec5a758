// The user's settings, except keys, which are in the vault.
import { z } from 'zod'
import { parseKeys } from '../commands/keys'
import { emptyPrices } from '../prices/cost'
import { defaultGatewayLimits } from './fixed-values'
import { Alias, CustomModel } from './model'
import { defaultNetwork, NetworkSettings } from './network'
import { PriceTable } from './prices'
import { BudgetSettings, defaultBudget, defaultRequestLog, RequestLogSettings } from './request-log'
import { defaultSpelling, SpellingSettings } from './spelling'
import { defaultUpdates, UpdateSettings } from './updates'
import {
  defaultVendorAddresses,
  OpenAiProfile,
  ServiceProfile,
  UpstreamChoice,
  VendorAddresses,
} from './upstream'
import { BackupSettings, defaultBackup } from './user-data'

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

/** `responses` are those of chats; `images` are the steps of image sessions; `embeddings` are runs of sets. */
const workKinds = ['responses', 'images', 'videos', 'transcriptions', 'embeddings'] as const
export type WorkKind = (typeof workKinds)[number]

const isOn = z.boolean().default(true)

export const NotificationSettings = z.object({
  responses: isOn,
  /** Chats that took less time are not announced. */
  responseSeconds: z
    .number('must be a whole number of seconds')
    .int('must be a whole number of seconds')
    .min(0, 'must be at least 0')
    .max(3600, 'must be at most 3,600 (one hour)')
    .default(20),
  images: isOn,
  videos: isOn,
  transcriptions: isOn,
  embeddings: isOn,
  isAudible: isOn,
  /** Keeps running without a window, with an icon in the tray, where the desktop has one. */
  tray: z.boolean().default(false),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

export const defaultNotifications: NotificationSettings = NotificationSettings.parse({})

export const defaultGatewayPort = 4715

const positive = (message: string) => z.number({ error: message }).int(message).positive(message)

/** The gateway's size limits and response timeout (decisions §4). A megabyte has 1,048,576 bytes. */
export const GatewayLimits = z.object({
  jsonMegabytes: positive('must be a whole number of megabytes')
    .max(2000, 'must be at most 2,000')
    .default(defaultGatewayLimits.jsonMegabytes),
  audioMegabytes: positive('must be a whole number of megabytes')
    .max(2000, 'must be at most 2,000')
    .default(defaultGatewayLimits.audioMegabytes),
  upstreamSeconds: positive('must be a whole number of seconds')
    .max(86_400, 'must be at most 86,400 (one day)')
    .default(defaultGatewayLimits.upstreamSeconds),
})
export type GatewayLimits = z.infer<typeof GatewayLimits>

/** Maximum number of concurrent jobs, and the size and duration above which audio is split into pieces. */
export const JobSettings = z.object({
  videosAtOnce: positive('must be a whole number').max(20, 'must be at most 20').default(3),
  transcriptionsAtOnce: positive('must be a whole number').max(10, 'must be at most 10').default(2),
  /** Megabytes of 1,048,576 bytes. The upstream accepts 25 (wire §8). */
  pieceMegabytes: z
    .number('must be a number of megabytes')
    .min(1, 'must be at least 1')
    .max(2000, 'must be at most 2,000')
    .default(25),
  /** The upstream accepts 1,400 seconds for some models, and 25 minutes for others (wire §8). */
  pieceMinutes: z
    .number('must be a number of minutes')
    .min(1, 'must be at least 1')
    .max(600, 'must be at most 600')
    .default(23),
})
export type JobSettings = z.infer<typeof JobSettings>

export const defaultJobSettings: JobSettings = JobSettings.parse({})

/** The keys of commands that differ from their defaults, as in `commands/keys`; null for none. */
const Keymap = z.record(
  z.string().max(60),
  z
    .string()
    .max(40)
    .refine((keys) => parseKeys(keys) !== undefined, 'must be keys such as “mod+k”')
    .nullable(),
)

/** Everything that the page may change, with its defaults. */
const fields = {
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  appearance: AppearanceSettings.default(defaultAppearance),
  /** 0: any free port. */
  gatewayPort: z
    .number('must be a port from 0 to 65535')
    .int('must be a port from 0 to 65535')
    .min(0, 'must be a port from 0 to 65535')
    .max(65_535, 'must be a port from 0 to 65535')
    .default(defaultGatewayPort),
  /** Browser origins allowed to call the gateway (decisions §3). */
  allowedOrigins: z.array(z.string()).default([]),
  limits: GatewayLimits.default(defaultGatewayLimits),
  upstream: UpstreamChoice.default({ kind: 'demo' }),
  services: z.array(ServiceProfile).max(50, 'must have at most 50 entries').default([]),
  openAiProfiles: z.array(OpenAiProfile).max(50, 'must have at most 50 entries').default([]),
  vendor: VendorAddresses.default(defaultVendorAddresses),
  /** The user's aliases. Retired IDs are replaced without one (`models/aliases`). */
  aliases: z.array(Alias).max(500).default([]),
  /** Custom models, in addition to the catalog. */
  models: z.array(CustomModel).max(500).default([]),
  /** IDs of the models that are listed first. */
  favoriteModels: z.array(z.string()).max(500).default([]),
  /** IDs of the models that are listed only on request. */
  hiddenModels: z.array(z.string()).max(500).default([]),
  prices: PriceTable.default(emptyPrices),
  budget: BudgetSettings.default(defaultBudget),
  network: NetworkSettings.default(defaultNetwork),
  jobs: JobSettings.default(defaultJobSettings),
  requestLog: RequestLogSettings.default(defaultRequestLog),
  updates: UpdateSettings.default(defaultUpdates),
  spelling: SpellingSettings.default(defaultSpelling),
  notifications: NotificationSettings.default(defaultNotifications),
  /** Whether the model writes the title of a new chat after its first response, with a billed request of its own. */
  chatTitles: z.boolean().default(true),
  keymap: Keymap.default({}),
  /** Whether links open only after a dialog that shows their address. */
  confirmLinks: z.boolean().default(true),
  /** The welcome page was left, in whatever way. */
  welcomeSeen: z.boolean().default(false),
  backup: BackupSettings.default(defaultBackup),
}

export const Settings = z.object({
  ...fields,
  /** Absolute path; null for the folder next to the database. Changes only when the user moves the folder. */
  mediaFolder: z.string().nullable().default(null),
  /** `host:port` of the proxies that receive the stored credentials; null until credentials are set. */
  proxyHosts: z.array(z.string()).nullable().default(null),
})
export type Settings = z.infer<typeof Settings>

type WithoutDefaults<Shape> = {
  [Name in keyof Shape]: Shape[Name] extends z.ZodDefault<infer Field> ? Field : never
}

/** A field that is absent stays as it is, so the defaults must not apply. */
const fieldsWithoutDefaults = Object.fromEntries(
  Object.entries(fields).map(([name, field]) => [name, field.unwrap()]),
  // `fromEntries` forgets which field has which name.
) as unknown as WithoutDefaults<typeof fields>

export const SettingsPatch = z.object(fieldsWithoutDefaults).partial()
export type SettingsPatch = z.infer<typeof SettingsPatch>

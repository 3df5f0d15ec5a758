// The default of each setting that can be reset alone, whether it differs, and the change that resets it.
import { Settings, type SettingsPatch } from '#shared/schemas/settings'
import { formatCount, formatPlural } from '../../components/format'

/** A field of the settings, or a part of one: `theme`, `appearance.density`. */
type SettingPath = string

interface ResettableSetting {
  readonly paths: readonly SettingPath[]
  /** The default as the control shows it. */
  readonly describe: (defaults: Settings) => string
  /** The form whose typed text is discarded. */
  readonly form?: string
}

const onOff = (value: boolean) => (value ? 'On' : 'Off')
const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function toNotificationSwitch(
  name: Exclude<keyof Settings['notifications'], 'responseSeconds'>,
): ResettableSetting {
  return {
    paths: [`notifications.${name}`],
    describe: ({ notifications }) => onOff(notifications[name]),
  }
}

/** By the ID in the index. Keys, services, models and prices that the user has entered are data, without a default. */
export const resettable: Readonly<Record<string, ResettableSetting>> = {
  provider: { paths: ['upstream'], describe: () => 'Demo' },
  'vendor-urls': {
    paths: ['vendor'],
    describe: () => 'the providers’ own URLs',
    form: 'vendor addresses',
  },
  aliases: { paths: ['aliases'], describe: () => 'none changed' },
  'favorite-models': { paths: ['favoriteModels'], describe: () => 'none' },
  'hidden-models': { paths: ['hiddenModels'], describe: () => 'none' },
  currency: {
    paths: ['prices.currency'],
    describe: ({ prices }) => prices.currency,
    form: 'price currency',
  },
  'network-stack': {
    paths: ['network.systemStack'],
    describe: ({ network }) => onOff(network.systemStack),
  },
  proxy: {
    paths: ['network.proxyMode', 'network.proxyUrl', 'network.bypass'],
    describe: ({ network }) => capitalize(network.proxyMode),
    form: 'proxy',
  },
  certificates: { paths: ['network.certificatesFile'], describe: () => 'none' },
  timeouts: {
    paths: ['network.connectSeconds', 'limits.upstreamSeconds', 'network.silenceSeconds'],
    describe: ({ network, limits }) =>
      [network.connectSeconds, limits.upstreamSeconds, network.silenceSeconds]
        .map((seconds) => `${formatCount(seconds)} s`)
        .join(', '),
    form: 'time-outs',
  },
  port: { paths: ['gatewayPort'], describe: ({ gatewayPort }) => String(gatewayPort), form: 'port' },
  limits: {
    paths: ['limits.jsonMegabytes', 'limits.audioMegabytes'],
    describe: ({ limits }) =>
      `${formatCount(limits.jsonMegabytes)} MB, ${formatCount(limits.audioMegabytes)} MB`,
    form: 'limits',
  },
  'request-log': {
    paths: ['requestLog.maxRows', 'requestLog.maxDays', 'requestLog.maxMegabytes'],
    describe: ({ requestLog: { maxRows, maxDays, maxMegabytes } }) =>
      `${formatPlural(maxRows, 'request')}, ${formatPlural(maxDays, 'day')}, ${formatCount(maxMegabytes)} MB`,
    form: 'requestLog',
  },
  'log-bodies': { paths: ['requestLog.bodies'], describe: ({ requestLog }) => onOff(requestLog.bodies) },
  'allowed-origins': { paths: ['allowedOrigins'], describe: () => 'none' },
  titles: { paths: ['chatTitles'], describe: ({ chatTitles }) => onOff(chatTitles) },
  spelling: {
    paths: ['spelling.isOn', 'spelling.languages', 'spelling.dictionaryUrl'],
    describe: () => 'as the system does',
    form: 'dictionary-url',
  },
  'notify-responses': toNotificationSwitch('responses'),
  'response-seconds': {
    paths: ['notifications.responseSeconds'],
    describe: ({ notifications }) => `${notifications.responseSeconds} s`,
    form: 'response-seconds',
  },
  'notify-images': toNotificationSwitch('images'),
  'notify-videos': toNotificationSwitch('videos'),
  'notify-transcriptions': toNotificationSwitch('transcriptions'),
  'notify-embeddings': toNotificationSwitch('embeddings'),
  'notification-sound': toNotificationSwitch('isAudible'),
  tray: toNotificationSwitch('tray'),
  theme: { paths: ['theme'], describe: ({ theme }) => capitalize(theme) },
  density: {
    paths: ['appearance.density'],
    describe: ({ appearance }) => capitalize(appearance.density),
  },
  'font-size': {
    paths: ['appearance.fontSize'],
    describe: ({ appearance }) => `${appearance.fontSize} px`,
  },
  motion: { paths: ['appearance.motion'], describe: ({ appearance }) => capitalize(appearance.motion) },
  'format-language': {
    paths: ['appearance.formatLanguage'],
    describe: () => 'English (United States)',
  },
  backup: { paths: ['backup.enabled'], describe: ({ backup }) => onOff(backup.enabled) },
  // Without a folder, there can be no daily backup.
  'backup-folder': { paths: ['backup.folder', 'backup.enabled'], describe: () => 'none' },
  'backup-count': {
    paths: ['backup.maxCount'],
    describe: ({ backup }) => formatPlural(backup.maxCount, 'backup'),
    form: 'backup',
  },
  'confirm-links': { paths: ['confirmLinks'], describe: ({ confirmLinks }) => onOff(confirmLinks) },
  updates: {
    paths: ['updates.isAutomatic'],
    describe: ({ updates }) => onOff(updates.isAutomatic),
  },
}

export const defaultSettings: Settings = Settings.parse({})

type Values = Readonly<Record<string, unknown>>

function read(settings: Settings, path: SettingPath): unknown {
  const [name = '', part] = path.split('.')
  // The paths above name fields of the settings, which the unit test checks.
  const value = (settings as Values)[name]
  return part === undefined ? value : (value as Values)[part]
}

export function isChanged(id: string, settings: Settings): boolean {
  const paths = resettable[id]?.paths ?? []
  return paths.some(
    (path) => JSON.stringify(read(settings, path)) !== JSON.stringify(read(defaultSettings, path)),
  )
}

/** The change that gives these settings the values of `source`, and leaves all others as they are now. */
export function toPatch(ids: readonly string[], source: Settings, current: Settings): SettingsPatch {
  const patch: Record<string, unknown> = {}
  for (const path of ids.flatMap((id) => resettable[id]?.paths ?? [])) {
    const [name = '', part] = path.split('.')
    const whole = patch[name] ?? read(current, name)
    patch[name] =
      part === undefined ? read(source, name) : { ...(whole as Values), [part]: read(source, path) }
  }
  return patch
}

// The fields of the settings by their paths: reading and changing them, whether they differ from their defaults, resetting.
import { Settings, type SettingsPatch } from '#shared/schemas/settings'
import { formatCount } from '../../components/format'
import { findSetting, type SettingEntry } from './settings-table'

export const defaultSettings: Settings = Settings.parse({})

type Fields = Readonly<Record<string, unknown>>

export function readField(settings: Settings, path: string): unknown {
  const [name = '', part] = path.split('.')
  // The paths in the table name fields of the settings, which the unit test checks.
  const value = (settings as Fields)[name]
  return part === undefined ? value : (value as Fields)[part]
}

/** The patch that gives these fields, by their paths, other values, and leaves all others as they are now. */
export function changeFields(current: Settings, changes: Fields): SettingsPatch {
  const patch: Record<string, unknown> = {}
  for (const [path, value] of Object.entries(changes)) {
    const [name = '', part] = path.split('.')
    const whole = patch[name] ?? readField(current, name)
    patch[name] = part === undefined ? value : { ...(whole as Fields), [part]: value }
  }
  return patch
}

export function listPaths({ paths, numbers }: SettingEntry): readonly string[] {
  return paths ?? Object.keys(numbers?.fields ?? {})
}

export function isChanged(entry: SettingEntry, settings: Settings): boolean {
  return listPaths(entry).some(
    (path) => JSON.stringify(readField(settings, path)) !== JSON.stringify(readField(defaultSettings, path)),
  )
}

/** The change that gives these settings the values of `source`. */
export function toPatch(ids: readonly string[], source: Settings, current: Settings): SettingsPatch {
  const paths = ids.flatMap((id) => listPaths(findSetting(id)))
  return changeFields(current, Object.fromEntries(paths.map((path) => [path, readField(source, path)])))
}

/** The default as the control shows it. */
export function describeDefault(entry: SettingEntry): string {
  if (entry.defaultText !== undefined) return entry.defaultText
  const [path = ''] = listPaths(entry)
  const value = readField(defaultSettings, path)
  if (entry.numbers)
    return Object.entries(entry.numbers.fields)
      .map(([field, [, unit]]) => `${formatCount(Number(readField(defaultSettings, field)))} ${unit}`)
      .join(', ')
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  const text = String(value ?? '')
  return text === '' ? 'none' : text.charAt(0).toUpperCase() + text.slice(1)
}

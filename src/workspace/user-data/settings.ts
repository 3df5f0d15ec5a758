// Stores the user's settings, one row each: a damaged one falls back to its default and affects no other.
import type { z } from 'zod'
import { findAliasProblems } from '#shared/models/aliases'
import { toNeutralId, withCustomModels } from '#shared/models/catalog'
import { findProfile } from '#shared/models/profiles'
import { ApiError } from '#shared/schemas/api-error'
import { Settings, SettingsPatch } from '#shared/schemas/settings'
import { findEntryProblem } from '#shared/schemas/upstream'
import type { Changes } from '../changes'
import type { Connection } from '../database/connection'
import { parseStored } from '../parse-json'

interface SettingRow {
  key: string
  value: string
}

export type SettingsStore = ReturnType<typeof createSettings>

export function createSettings(connection: Connection, changes: Changes) {
  const read = (): Settings => {
    const rows = connection.all<SettingRow>('SELECT key, value FROM settings')
    return Settings.parse(Object.fromEntries(rows.flatMap(parseSetting)))
  }
  const save = (entries: Partial<Settings>): void => {
    connection.transactDurably(() => {
      for (const [key, value] of Object.entries(entries)) {
        connection.run(
          'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
          [key, JSON.stringify(value)],
        )
      }
    })
    changes.emit('settings')
  }
  return {
    read,
    /** The proxy hosts that the stored user name and password are for. */
    saveProxyHosts: (proxyHosts: string[] | null): void => save({ proxyHosts }),
    /** Called after all media have been moved there. Null is the folder beside the database. */
    saveMediaFolder: (mediaFolder: string | null): void => save({ mediaFolder }),
    /** Applies all of the patch or nothing. Throws with the path of the invalid value. */
    update(patch: SettingsPatch): Settings {
      const checked = withoutOrphanedAliases(checkShape(patch), read())
      checkUrls(checked)
      checkConsistency({ ...read(), ...withoutUndefined(checked) })
      save(withoutUndefined(checked))
      return read()
    },
  }
}

function parseSetting({ key, value }: SettingRow): [string, unknown][] {
  if (!(key in Settings.shape)) return []
  // The line above has checked the key.
  const stored = parseStored(Settings.shape[key as keyof Settings], value)
  return stored === undefined ? [] : [[key, stored]]
}

function checkShape(patch: SettingsPatch): SettingsPatch {
  const result = SettingsPatch.safeParse(patch)
  if (result.success) return result.data
  throw toInvalidArgument(result.error)
}

function withoutUndefined(patch: SettingsPatch): Partial<Settings> {
  // After the filter, only values of the settings' types remain.
  return Object.fromEntries(
    Object.entries(patch).filter(([, value]) => value !== undefined),
  ) as Partial<Settings>
}

/** Removes the aliases of deleted models. */
function withoutOrphanedAliases(patch: SettingsPatch, stored: Settings): SettingsPatch {
  if (!patch.models || patch.aliases) return patch
  const known = new Set(withCustomModels(patch.models).map(({ id }) => toNeutralId(id)))
  const aliases = stored.aliases.filter(({ from }) => known.has(toNeutralId(from)))
  return aliases.length === stored.aliases.length ? patch : { ...patch, aliases }
}

/** Checks only new values: an invalid URL stored by an earlier version stays until it is edited. */
function checkUrls({ services = [], openAiProfiles = [], vendor }: SettingsPatch): void {
  const urls: [string, string | undefined][] = [
    ...services.flatMap(({ baseUrl, apiBaseUrl }, at): [string, string | undefined][] => [
      [`services.${at}.baseUrl`, baseUrl],
      [`services.${at}.apiBaseUrl`, apiBaseUrl],
    ]),
    ...openAiProfiles.map(({ baseUrl }, at): [string, string] => [`openAiProfiles.${at}.baseUrl`, baseUrl]),
    ['vendor.geminiUrl', vendor?.geminiUrl],
    ['vendor.openAiUrl', vendor?.openAiUrl],
  ]
  for (const [path, url] of urls) {
    const problem = url === undefined ? undefined : findEntryProblem(url)
    if (problem) throw invalid(path, problem)
  }
}

/** Rejects references to missing entries, and duplicate names. */
function checkConsistency(settings: Settings): void {
  const { upstream, services, openAiProfiles, models, aliases } = settings
  const duplicateService = findDuplicate(services.map(({ id }) => id))
  if (duplicateService !== undefined)
    throw invalid(`services.${duplicateService}.id`, 'is already used by another service')
  const duplicateProfile = findDuplicate(openAiProfiles.map(({ id }) => id))
  if (duplicateProfile !== undefined)
    throw invalid(`openAiProfiles.${duplicateProfile}.id`, 'is already used by another server')
  if ('profile' in upstream && !findProfile(settings))
    throw invalid('upstream.profile', 'refers to a provider that doesn’t exist; choose another one first')
  const names = withCustomModels(models).map(({ id }) => toNeutralId(id))
  const duplicateModel = findDuplicate(names)
  if (duplicateModel !== undefined)
    throw invalid(`models.${duplicateModel - names.length + models.length}.id`, 'already exists')
  const [problem] = findAliasProblems(aliases, withCustomModels(models))
  if (problem) throw invalid(problem.path, problem.message)
}

/** The index of the first repeated name. */
function findDuplicate(names: readonly string[]): number | undefined {
  const index = names.findIndex((name, at) => names.indexOf(name) !== at)
  return index < 0 ? undefined : index
}

function invalid(path: string, message: string): ApiError {
  return new ApiError('INVALID_ARGUMENT', `${path}: ${message}`, { param: path })
}

function toInvalidArgument(error: z.ZodError): ApiError {
  const [issue] = error.issues
  return invalid(issue?.path.join('.') ?? '', issue?.message ?? 'is not valid')
}

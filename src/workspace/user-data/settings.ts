// The user's settings, one row each: a damaged one falls back to its default and affects no other.
import type { z } from 'zod'
import { findAliasProblems } from '#shared/models/aliases'
import { toNeutralId, withCustomModels } from '#shared/models/catalog'
import { ApiError } from '#shared/schemas/api-error'
import { Settings, SettingsPatch } from '#shared/schemas/settings'
import { findEntryProblem } from '#shared/schemas/upstream'
import type { Changes } from '../changes'
import type { Connection } from '../database/connection'
import { parseStored } from '../parse-json'

export interface SettingsStore {
  read(): Settings
  /** All of the patch or none of it; refused with the path of what is wrong. */
  update(patch: SettingsPatch): Settings
  /** Once everything has been moved there; null is the one beside the database. */
  keepMediaFolder(path: string | null): void
  /** The proxies that the stored name and password belong to. */
  saveProxyHosts(hosts: string[] | null): void
}

interface SettingRow {
  key: string
  value: string
}

export function createSettings(connection: Connection, changes: Changes): SettingsStore {
  const read = (): Settings => {
    const rows = connection.all<SettingRow>('SELECT key, value FROM settings')
    return Settings.parse(Object.fromEntries(rows.flatMap(readable)))
  }
  const keep = (entries: Partial<Settings>): void => {
    connection.transactDurably(() => {
      for (const [key, value] of Object.entries(entries)) {
        connection.run(
          'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
          [key, JSON.stringify(value)],
        )
      }
    })
    changes.tell('settings')
  }
  return {
    read,
    saveProxyHosts: (proxyHosts) => keep({ proxyHosts }),
    keepMediaFolder: (mediaFolder) => keep({ mediaFolder }),
    update(patch) {
      const checked = withoutOrphans(checkShape(patch), read())
      checkAddresses(checked)
      checkTogether({ ...read(), ...withoutAbsent(checked) })
      keep(withoutAbsent(checked))
      return read()
    },
  }
}

function readable({ key, value }: SettingRow): [string, unknown][] {
  if (!(key in Settings.shape)) return []
  // The line above has made sure of it.
  const stored = parseStored(Settings.shape[key as keyof Settings], value)
  return stored === undefined ? [] : [[key, stored]]
}

function checkShape(patch: SettingsPatch): SettingsPatch {
  const result = SettingsPatch.safeParse(patch)
  if (result.success) return result.data
  throw toInvalidArgument(result.error)
}

function withoutAbsent(patch: SettingsPatch): Partial<Settings> {
  // What is left after the filter has values of the settings' own types.
  return Object.fromEntries(
    Object.entries(patch).filter(([, value]) => value !== undefined),
  ) as Partial<Settings>
}

/** The alias of a model goes with the model. */
function withoutOrphans(patch: SettingsPatch, kept: Settings): SettingsPatch {
  if (!patch.models || patch.aliases) return patch
  const known = new Set(withCustomModels(patch.models).map(({ id }) => toNeutralId(id)))
  const aliases = kept.aliases.filter(({ from }) => known.has(toNeutralId(from)))
  return aliases.length === kept.aliases.length ? patch : { ...patch, aliases }
}

/** Of what is entered now; an address from before this was refused stays as it is until it is touched. */
function checkAddresses({ services = [], vendor }: SettingsPatch): void {
  const addresses: [string, string | undefined][] = [
    ...services.flatMap(({ baseUrl, apiBaseUrl }, at): [string, string | undefined][] => [
      [`services.${at}.baseUrl`, baseUrl],
      [`services.${at}.apiBaseUrl`, apiBaseUrl],
    ]),
    ['vendor.geminiUrl', vendor?.geminiUrl],
    ['vendor.openAiUrl', vendor?.openAiUrl],
  ]
  for (const [path, address] of addresses) {
    const problem = address === undefined ? undefined : findEntryProblem(address)
    if (problem) throw invalid(path, problem)
  }
}

/** What only the settings as a whole can tell: names that lead nowhere, or mean two things. */
function checkTogether({ upstream, services, models, aliases }: Settings): void {
  const ids = services.map(({ id }) => id)
  const double = findTwin(ids)
  if (double !== undefined) throw invalid(`services.${double}.id`, 'is already used by another service')
  if (upstream.kind === 'service' && !ids.includes(upstream.profile))
    throw invalid('upstream.profile', 'refers to a service that doesn’t exist; choose another provider first')
  const names = withCustomModels(models).map(({ id }) => toNeutralId(id))
  const twin = findTwin(names)
  if (twin !== undefined) throw invalid(`models.${twin - names.length + models.length}.id`, 'already exists')
  const [problem] = findAliasProblems(aliases, withCustomModels(models))
  if (problem) throw invalid(problem.path, problem.message)
}

/** The index of the first one that has been there before. */
function findTwin(names: readonly string[]): number | undefined {
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

// What the user has set, a row a setting: a damaged one falls back to its default and harms no other.
import type { z } from 'zod'
import { ApiError } from '#shared/schemas/api-error'
import { Settings, SettingsPatch } from '#shared/schemas/settings'
import type { Changes } from '../changes'
import type { Connection } from '../storage/connection'
import { readStored } from '../storage/stored-json'

export interface KeptSettings {
  read(): Settings
  /** All of the patch or none of it; refused with the path of what is wrong. */
  update(patch: SettingsPatch): Settings
}

interface SettingRow {
  key: string
  value: string
}

export function createSettings(connection: Connection, changes: Changes): KeptSettings {
  const read = (): Settings => {
    const rows = connection.all<SettingRow>('SELECT key, value FROM settings')
    return Settings.parse(Object.fromEntries(rows.flatMap(readable)))
  }
  return {
    read,
    update(patch) {
      const entries = Object.entries(withService(check(patch))).filter(([, value]) => value !== undefined)
      connection.transactDurably(() => {
        for (const [key, value] of entries) {
          connection.run(
            'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
            [key, JSON.stringify(value)],
          )
        }
      })
      changes.tell('settings')
      return read()
    },
  }
}

function readable({ key, value }: SettingRow): [string, unknown][] {
  if (!(key in Settings.shape)) return []
  // The line above has made sure of it.
  const stored = readStored(Settings.shape[key as keyof Settings], value)
  return stored === undefined ? [] : [[key, stored]]
}

function check(patch: SettingsPatch): SettingsPatch {
  const result = SettingsPatch.safeParse(patch)
  if (result.success) return result.data
  throw toInvalidArgument(result.error)
}

/** A service that was entered once is remembered, so that going back to the demo forgets nothing. */
function withService(patch: SettingsPatch): SettingsPatch {
  if (patch.upstream?.kind !== 'service' || patch.service) return patch
  const { baseUrl, apiBaseUrl } = patch.upstream
  return { ...patch, service: { baseUrl, apiBaseUrl: apiBaseUrl ?? '' } }
}

function toInvalidArgument(error: z.ZodError): ApiError {
  const [issue] = error.issues
  const path = issue?.path.join('.') ?? ''
  return new ApiError('INVALID_ARGUMENT', `${path}: ${issue?.message ?? 'is not valid'}`, { param: path })
}

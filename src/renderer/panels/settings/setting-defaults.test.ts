// Settings that differ from their defaults, and resetting them alone.
import { expect, test } from 'vitest'
import { Settings, SettingsPatch } from '#shared/schemas/settings'
import { defaultSettings, isChanged, listPaths, readField, toPatch } from './setting-defaults'
import { settingsTable } from './settings-table'

const resettable = settingsTable.filter((entry) => listPaths(entry).length > 0)
const ids = resettable.map(({ id }) => id)
const listChanged = (settings: Settings) =>
  resettable.flatMap((entry) => (isChanged(entry, settings) ? [entry.id] : []))

/** Everything that can be reset has another value. */
const changed: Settings = Settings.parse({
  theme: 'dark',
  notifications: {
    responses: false,
    responseSeconds: 60,
    images: false,
    videos: false,
    transcriptions: false,
    embeddings: false,
    isAudible: false,
    tray: true,
  },
  appearance: { density: 'compact', fontSize: 18, motion: 'reduced', formatLanguage: 'de-AT' },
  gatewayPort: 4800,
  allowedOrigins: ['http://localhost:5173'],
  limits: { jsonMegabytes: 50, audioMegabytes: 10, upstreamSeconds: 60 },
  upstream: { kind: 'vendor' },
  vendor: { geminiUrl: 'https://one.example', openAiUrl: 'https://two.example' },
  aliases: [{ from: 'gen-2.5-pro', to: 'gemini-x' }],
  favoriteModels: ['gen-2.5-pro'],
  hiddenModels: ['gen-2.5-flash'],
  prices: { currency: 'EUR', entries: [] },
  network: {
    proxyMode: 'custom',
    proxyUrl: 'http://proxy:8080',
    bypass: ['localhost'],
    certificatesFile: '/x.pem',
    systemStack: true,
    connectSeconds: 5,
    silenceSeconds: 60,
  },
  requestLog: { maxRows: 10, maxDays: 2, maxMegabytes: 3, bodies: false },
  updates: { isAutomatic: true },
  spelling: { isOn: true, languages: ['de'], dictionaryUrl: 'https://dictionaries.example' },
  backup: { enabled: true, folder: '/backups', maxCount: 3 },
  chatTitles: false,
  confirmLinks: false,
})

test('each setting has an ID of its own, and changes fields that exist', () => {
  expect(new Set(settingsTable.map(({ id }) => id)).size).toBe(settingsTable.length)
  const paths = resettable.flatMap(listPaths)
  expect(paths.filter((path) => readField(changed, path) === undefined)).toEqual([])
})

test('nothing differs in a new data folder, and everything after all of it was changed', () => {
  expect(listChanged(defaultSettings)).toEqual([])
  expect(listChanged(changed)).toEqual(ids)
})

test('a reset gives a setting its default and leaves its neighbors', () => {
  const reset = Settings.parse({ ...changed, ...toPatch(['density'], defaultSettings, changed) })
  expect(reset.appearance).toEqual({ ...changed.appearance, density: 'comfortable' })
  expect(listChanged(reset)).toEqual(ids.filter((id) => id !== 'density'))
  const timeouts = Settings.parse({ ...changed, ...toPatch(['timeouts'], defaultSettings, changed) })
  expect(timeouts.network.proxyUrl).toBe('http://proxy:8080')
  expect(timeouts.limits).toEqual({ jsonMegabytes: 50, audioMegabytes: 10, upstreamSeconds: 600 })
})

test('several are reset by one valid change, and undone by another, whatever has changed meanwhile', () => {
  const patch = toPatch(ids, defaultSettings, changed)
  expect(SettingsPatch.safeParse(patch).error).toBeUndefined()
  const reset = Settings.parse({ ...changed, ...patch })
  expect(listChanged(reset)).toEqual([])
  const later = { ...reset, requestLog: { ...reset.requestLog, maxDays: 7 } }
  const undone = Settings.parse({
    ...later,
    ...toPatch(
      ids.filter((id) => id !== 'request-log'),
      changed,
      later,
    ),
  })
  expect(undone.appearance).toEqual(changed.appearance)
  expect(undone.requestLog).toEqual({ ...defaultSettings.requestLog, maxDays: 7, bodies: false })
})

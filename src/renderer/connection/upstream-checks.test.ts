// Results of upstream tests: which one is shown, and when it is outdated.
import { expect, test } from 'vitest'
import { Settings } from '#shared/schemas/settings'
import { toCheckKey, toFinished } from './upstream-checks'

const service = { id: 'service', name: 'One', baseUrl: 'https://one.example' }
const settings = Settings.parse({ services: [service] })

function isStale(upstream: string, changed: Partial<Settings>, keyChanges = {}): boolean {
  return toCheckKey(upstream, settings, {}) !== toCheckKey(upstream, { ...settings, ...changed }, keyChanges)
}

test('a service’s result depends on its URL and key and the network, and not on vendor settings', () => {
  const moved = { services: [{ ...service, baseUrl: 'https://other.example' }] }
  const renamed = { services: [{ ...service, name: 'Another name' }] }
  const network = { network: { ...settings.network, proxyMode: 'none' as const } }
  const aliases = { aliases: [{ from: 'gen-2.5-pro', to: 'gemini-x' }] }
  expect([
    isStale('service', moved),
    isStale('service', renamed),
    isStale('service', network),
    isStale('service', aliases),
    isStale('service', {}, { service: 1 }),
    isStale('service', {}, { proxy: 1 }),
    isStale('service', {}, { gemini: 1 }),
    isStale('service', { theme: 'dark' }),
  ]).toEqual([true, false, true, false, true, true, false, false])
})

test('the vendor’s result depends on URLs, aliases, custom models and both keys', () => {
  expect([
    isStale('vendor', { vendor: { ...settings.vendor, openAiUrl: 'https://mirror.example' } }),
    isStale('vendor', { aliases: [{ from: 'gen-2.5-pro', to: 'gemini-x' }] }),
    isStale('vendor', { models: [{ id: 'mine', displayName: '', kind: 'text', thinks: false }] }),
    isStale('vendor', {}, { openai: 1 }),
    isStale('vendor', {}, { service: 1 }),
    isStale('vendor', { services: [] }),
  ]).toEqual([true, true, true, true, false, false])
})

const done = { state: 'done' as const, key: '', report: { parts: [], models: [] } }

test('while a test is running, the last result stays visible', () => {
  const running = { state: 'running', startedAt: 0, cancel: () => {} } as const
  expect(toFinished({ ...running, last: done })).toBe(done)
  expect(toFinished({ ...running, last: undefined })).toBeUndefined()
  expect(toFinished(done)).toBe(done)
})

// Results of upstream tests: which one is shown, when it is outdated, and what it says.
import { expect, test } from 'vitest'
import { Settings } from '#shared/schemas/settings'
import { describePart, toCheckKey, toFinished } from './upstream-checks'

const service = { id: 'service', name: 'One', baseUrl: 'https://one.example' }
const settings = Settings.parse({ services: [service] })

function isStale(upstream: string, changed: Partial<Settings>, keyChanges = {}): boolean {
  return toCheckKey(upstream, settings, {}) !== toCheckKey(upstream, { ...settings, ...changed }, keyChanges)
}
const aliases = { aliases: [{ from: 'gen-2.5-pro', to: 'gemini-x' }] }

test('a service’s result depends on its URL and key and the network, and not on vendor settings', () => {
  const moved = { services: [{ ...service, baseUrl: 'https://other.example' }] }
  const renamed = { services: [{ ...service, name: 'Another name' }] }
  const network = { network: { ...settings.network, proxyMode: 'none' as const } }
  expect([
    isStale('service', moved),
    isStale('service', network),
    isStale('service', {}, { service: 1 }),
    isStale('service', {}, { proxy: 1 }),
  ]).toEqual([true, true, true, true])
  expect([
    isStale('service', renamed),
    isStale('service', aliases),
    isStale('service', {}, { gemini: 1 }),
    isStale('service', { theme: 'dark' }),
  ]).toEqual([false, false, false, false])
})

test('the vendor’s result depends on URLs, aliases, custom models and both keys', () => {
  expect([
    isStale('vendor', { vendor: { ...settings.vendor, openAiUrl: 'https://mirror.example' } }),
    isStale('vendor', aliases),
    isStale('vendor', { models: [{ id: 'mine', displayName: '', kind: 'text', thinks: false }] }),
    isStale('vendor', {}, { openai: 1 }),
  ]).toEqual([true, true, true, true])
  expect([isStale('vendor', {}, { service: 1 }), isStale('vendor', { services: [] })]).toEqual([false, false])
})

test('while a test is running, the last result stays visible', () => {
  const done = { state: 'done' as const, key: '', report: { parts: [], models: [] } }
  const running = { state: 'running', startedAt: 0, cancel: () => {} } as const
  expect([done, { ...running, last: done }, { ...running, last: undefined }].map(toFinished)).toEqual([
    ...[done, done, undefined],
  ])
})

test('a part that works is slow after a few seconds, and says what to do', () => {
  const describe = (milliseconds: number) =>
    describePart({
      ...{ part: 'content', verdict: 'working', finding: '', advice: '', detail: '', request: '' },
      milliseconds,
    })
  expect([describe(100), describe(5_000)]).toMatchObject([
    { mark: 'ok', advice: '' },
    { mark: 'warn', advice: expect.stringContaining('Test again') },
  ])
})

// Checks that every URL that the settings accept becomes an upstream.
import { expect, test } from 'vitest'
import { BaseUrl } from '#shared/schemas/upstream'
import { type GatewayUpstream, listSecrets } from './gateway-settings'
import { demoSettings } from './gateway-settings.fixture'
import { openUpstreamRegistry } from './open-gateway'

const demo = () => Promise.reject(new Error('not requested'))
const ports = { outbound: { send: demo, close: async () => {} }, demo }

const service = (baseUrl: string, key = 'one', id = 'service'): GatewayUpstream => ({
  kind: 'service',
  id,
  baseUrl,
  apiBaseUrl: baseUrl,
  key,
})

test.each([
  ' https://a.example ',
  'HTTPS://A.example./v1/',
  'http://[::1]:8080/v1beta',
  'https://bücher.example',
  'http://127.1',
  'http://a.example?key=1#b',
  'https://a.example//v1//',
  'http://%61.example',
])('%s', (text) => {
  const baseUrl = BaseUrl.parse(text)
  const vendor = { kind: 'vendor', id: 'vendor', geminiUrl: baseUrl, openAiUrl: baseUrl } as const
  const keys = { geminiKey: null, openAiKey: null, aliases: [] }
  const { of } = openUpstreamRegistry([service(baseUrl), { ...vendor, ...keys }], ports)
  expect([of('service')?.kind, of('vendor')?.kind]).toEqual(['service', 'vendor'])
})

test('opens an OpenAI-compatible server; its key and the proxy’s credentials are secrets', () => {
  const openAi: GatewayUpstream = {
    kind: 'openai',
    id: 'openai',
    baseUrl: 'http://127.0.0.1:11434/v1',
    key: 'sk-secret',
    defaults: {},
    aliases: [],
    kinds: {},
  }
  const { of } = openUpstreamRegistry([openAi], ports)
  expect(of('openai')?.kind).toBe('openai')
  const network = { ...demoSettings.network, proxyCredentials: 'ada:proxy-canary' }
  const secrets = listSecrets({ ...demoSettings, upstreams: [openAi], network })
  expect(secrets).toEqual(expect.arrayContaining(['sk-secret', 'local-key', 'proxy-canary']))
})

test('keeps an upstream whose settings and key are unchanged, and removes missing ones', () => {
  const other = service('http://b.example', 'one', 'service-b')
  const { of, configure } = openUpstreamRegistry([service('http://a.example'), other], ports)
  const [before, otherBefore] = [of('service'), of('service-b')]
  configure([service('http://a.example', 'another'), other])
  expect([of('service') === before, of('service-b') === otherBefore]).toEqual([false, true])
  configure([other])
  expect([of('service'), of('service-b') === otherBefore]).toEqual([undefined, true])
})

// Checks that the gateway's settings contain every upstream with its own key.
import { expect, test } from 'vitest'
import { defaultNetwork } from '#shared/schemas/network'
import { Settings } from '#shared/schemas/settings'
import { toGatewaySettings } from './gateway-settings'

const host = {
  gatewayPort: undefined,
  demoPace: null,
  version: '1.0.0',
  namingKey: 'N',
  ownKey: 'O',
  otherKeys: [{ hash: 'H', id: 'a', client: 'A' }],
}
const secrets: Record<string, string> = { local: 'L', service: 'A', gemini: 'G', proxy: 'ada:secret' }
const origins = ['https://one.example']
const readKey = (slot: string) => (secrets[slot] ? { secret: secrets[slot], origins } : null)

test('default settings have the demo and the vendor, and select the demo', () => {
  expect(toGatewaySettings(Settings.parse({}), () => null, host)).toMatchObject({
    port: 4715,
    active: 'demo',
    upstreams: [
      { kind: 'demo', id: 'demo' },
      {
        kind: 'vendor',
        id: 'vendor',
        geminiUrl: 'https://generativelanguage.googleapis.com',
        openAiUrl: 'https://api.openai.com',
        geminiKey: null,
        openAiKey: null,
        aliases: [],
      },
    ],
    network: { ...defaultNetwork, proxyCredentials: null },
  })
})

test('includes every profile with its own key, whichever is selected', () => {
  const aliases = [{ from: 'gen-9', to: 'gemini-9' }]
  const models = [{ id: 'gen-9', displayName: '', kind: 'text', thinks: false }] as const
  const settings = Settings.parse({
    upstream: { kind: 'service', profile: 'service-b' },
    services: [
      { id: 'service', name: 'One', baseUrl: 'https://one.example' },
      { id: 'service-b', name: 'Two', baseUrl: 'https://two.example', apiBaseUrl: 'https://api.example' },
    ],
    aliases,
    models,
    network: { proxyMode: 'custom', proxyUrl: 'http://proxy:1', bypass: ['a.example'] },
  })
  const gatewaySettings = toGatewaySettings(settings, readKey, {
    ...host,
    gatewayPort: 0,
    demoPace: 'instant',
  })
  expect(gatewaySettings).toMatchObject({
    port: 0,
    localKey: 'L',
    ownKey: 'O',
    otherKeys: [{ hash: 'H', id: 'a', client: 'A' }],
    namingKey: 'N',
    active: 'service-b',
    upstreams: [
      { id: 'demo' },
      {
        kind: 'service',
        id: 'service',
        baseUrl: 'https://one.example',
        apiBaseUrl: undefined,
        key: { secret: 'A', origins },
      },
      {
        kind: 'service',
        id: 'service-b',
        baseUrl: 'https://two.example',
        apiBaseUrl: 'https://api.example',
        key: null,
      },
      { id: 'vendor', geminiKey: { secret: 'G', origins }, openAiKey: null, aliases },
    ],
    models,
    network: {
      proxyMode: 'custom',
      proxyUrl: 'http://proxy:1',
      bypass: ['a.example'],
      proxyCredentials: 'ada:secret',
    },
    demoPace: 'instant',
  })
})

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
  const geminiUrl = 'https://generativelanguage.googleapis.com'
  const openAiUrl = 'https://api.openai.com'
  const vendor = { kind: 'vendor', id: 'vendor', geminiKey: null, openAiKey: null, aliases: [] }
  expect(toGatewaySettings(Settings.parse({}), () => null, host)).toMatchObject({
    ...{ port: 4715, active: 'demo', network: { ...defaultNetwork, proxyCredentials: null } },
    upstreams: [
      { kind: 'demo', id: 'demo' },
      { ...vendor, geminiUrl, openAiUrl },
    ],
  })
})

test('includes every profile with its own key, whichever is selected', () => {
  const aliases = [{ from: 'gen-9', to: 'gemini-9' }]
  const models = [{ id: 'gen-9', displayName: '', kind: 'text', thinks: false }] as const
  const services = [
    { id: 'service', name: 'One', baseUrl: 'https://one.example' },
    { id: 'service-b', name: 'Two', baseUrl: 'https://two.example', apiBaseUrl: 'https://api.example' },
  ]
  const network = { proxyMode: 'custom', proxyUrl: 'http://proxy:1', bypass: ['a.example'] }
  const upstream = { kind: 'service', profile: 'service-b' }
  const settings = Settings.parse({ upstream, services, aliases, models, network })
  const toUpstream = ({ name: _, ...profile }: (typeof services)[number]) => ({ kind: 'service', ...profile })
  const [one, two] = services.map(toUpstream)
  expect(
    toGatewaySettings(settings, readKey, { ...host, gatewayPort: 0, demoPace: 'instant' }),
  ).toMatchObject({
    ...{
      port: 0,
      localKey: 'L',
      ownKey: 'O',
      namingKey: 'N',
      active: 'service-b',
      models,
      demoPace: 'instant',
    },
    otherKeys: [{ hash: 'H', id: 'a', client: 'A' }],
    upstreams: [
      { id: 'demo' },
      { ...one, apiBaseUrl: undefined, key: { secret: 'A', origins } },
      { ...two, key: null },
      { id: 'vendor', geminiKey: { secret: 'G', origins }, openAiKey: null, aliases },
    ],
    network: { ...network, proxyCredentials: 'ada:secret' },
  })
})

// The proxy settings as Chromium understands them.
import { expect, test } from 'vitest'
import { defaultNetwork } from '#shared/schemas/network'
import { toProxyConfig } from './proxy-config'

test.each([
  [{ proxyMode: 'none', proxyUrl: 'http://kept:1' }, { mode: 'direct' }],
  [{ proxyUrl: 'http://proxy:3128/' }, { proxyRules: 'http://proxy:3128' }],
  [{ proxyUrl: 'https://proxy' }, { proxyRules: 'https://proxy' }],
  [{ proxyUrl: 'socks://proxy:1080' }, { proxyRules: 'socks5://proxy:1080' }],
  [{ proxyUrl: 'socks5h://proxy:1080' }, { proxyRules: 'socks5://proxy:1080' }],
  [{ proxyUrl: 'socks4://proxy:1080' }, { proxyRules: 'socks4://proxy:1080' }],
] as const)('%o', (settings, expected) => {
  const whole = { mode: 'fixed_servers', proxyBypassRules: '' }
  const network = { ...defaultNetwork, proxyMode: 'custom', ...settings } as const
  expect(toProxyConfig(network)).toEqual('mode' in expected ? expected : { ...whole, ...expected })
})

test.each([
  ['example.com', 'example.com,.example.com'],
  ['example.com:8080', 'example.com:8080,.example.com:8080'],
  ['localhost', 'localhost,.localhost'],
  ['.example.com', '.example.com'],
  ['*.example.com:8080', '*.example.com:8080'],
  ['10.0.0.0/8', '10.0.0.0/8'],
  ['10.1.2.3', '10.1.2.3'],
  ['10.1.2.3:80', '10.1.2.3:80'],
  ['[::1]', '[::1]'],
  ['<local>', '<local>'],
  ['<-loopback>', '<-loopback>'],
  ['*', '*'],
])('the exception %s is %s', (entry, rules) => {
  const network = { proxyMode: 'custom', proxyUrl: 'http://proxy:1', bypass: [entry] } as const
  expect(toProxyConfig({ ...network, bypass: [...network.bypass] }).proxyBypassRules).toBe(rules)
})

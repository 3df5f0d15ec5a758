// The desktop's network as a gateway's thread is given it, over a port.
import { MessageChannel } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { openPortCalls } from '#gateway/port-calls'
import { defaultNetwork } from '#shared/schemas/network'
import {
  type NetworkFunctions,
  networkFunctions,
  networkingOverPort,
  type ResolveProxy,
  toProxyConfig,
} from './system-network'

function open(resolveProxy: ResolveProxy) {
  const { port1, port2 } = new MessageChannel()
  const functions = networkFunctions({
    configure: () => {},
    resolveProxy,
    stack: {
      send: async (origin, { path }) => ({ status: 200, headers: { origin, path }, body: null }),
    },
  })
  openPortCalls(port1, functions)
  return { ways: networkingOverPort(openPortCalls<NetworkFunctions>(port2)), close: () => port1.close() }
}

test('the system is asked for an address, and its words become a way with the entered credentials', async () => {
  const asked: string[] = []
  const { ways, close } = open(async (url) => {
    asked.push(url)
    return url.includes('inside') ? 'DIRECT' : 'PROXY proxy.test:3128; DIRECT'
  })
  const find = ways.systemProxy({ credentials: 'ada:pass:word', hosts: ['proxy.test:3128'] })
  expect([await find('https://upstream.test'), await find('http://inside.test:8080')]).toEqual([
    { kind: 'http', host: 'proxy.test', port: 3128, credentials: { name: 'ada', password: 'pass:word' } },
    { kind: 'direct' },
  ])
  expect(asked).toEqual(['https://upstream.test/', 'http://inside.test:8080/'])
  close()
})

test('a system that does not say is a failure with a sentence, not a call that goes past its proxy', async () => {
  const { ways, close } = open(() => Promise.reject(new Error('secret of the system')))
  const failure = { code: 'UNAVAILABLE', message: expect.stringContaining('did not say which proxy') }
  await expect(ways.systemProxy(null)('https://upstream.test')).rejects.toMatchObject(failure)
  close()
})

test('questions under way fail when the answering thread is gone', async () => {
  const { ways, close } = open(() => new Promise(() => {}))
  const answer = ways.systemProxy(null)('https://upstream.test')
  close()
  await expect(answer).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

test('calls go over the stack', async () => {
  const { ways, close } = open(async () => 'DIRECT')
  const call = { method: 'GET', path: '/x', headers: {}, body: null, signal: new AbortController().signal }
  const answer = await ways.systemStack?.send('https://upstream.test', call)
  expect(answer).toEqual({
    status: 200,
    headers: { origin: 'https://upstream.test', path: '/x' },
    body: null,
  })
  close()
})

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

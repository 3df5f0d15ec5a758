// The desktop's network as a gateway's thread is given it, over a port.
import { MessageChannel } from 'node:worker_threads'
import { expect, test } from 'vitest'
import type { ProxyRoute } from '#gateway/outbound/outbound'
import { openPortCalls } from '#gateway/port-calls'
import { defaultNetwork } from '#shared/schemas/network'
import {
  cacheProxyRoutes,
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
  return {
    networking: networkingOverPort(openPortCalls<NetworkFunctions>(port2)),
    close: () => port1.close(),
  }
}

test('the system is asked for an address, and its words become a way with the entered credentials', async () => {
  const requested: string[] = []
  const { networking, close } = open(async (url) => {
    requested.push(url)
    return url.includes('inside') ? 'DIRECT' : 'PROXY proxy.test:3128; DIRECT'
  })
  const find = networking.systemProxy({ credentials: 'ada:pass:word', hosts: ['proxy.test:3128'] })
  expect([await find('https://upstream.test'), await find('http://inside.test:8080')]).toEqual([
    { kind: 'http', host: 'proxy.test', port: 3128, credentials: { name: 'ada', password: 'pass:word' } },
    { kind: 'direct' },
  ])
  expect(requested).toEqual(['https://upstream.test/', 'http://inside.test:8080/'])
  close()
})

test('a system that does not say is a failure with a sentence, not a call that goes past its proxy', async () => {
  const { networking, close } = open(() => Promise.reject(new Error('secret of the system')))
  const failure = { code: 'UNAVAILABLE', message: expect.stringContaining('didn’t report which proxy') }
  await expect(networking.systemProxy(null)('https://upstream.test')).rejects.toMatchObject(failure)
  close()
})

test('questions under way fail when the answering thread is gone', async () => {
  const { networking, close } = open(() => new Promise(() => {}))
  const answer = networking.systemProxy(null)('https://upstream.test')
  close()
  await expect(answer).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

test('calls go over the stack', async () => {
  const { networking, close } = open(async () => 'DIRECT')
  const call = { method: 'GET', path: '/x', headers: {}, body: null, signal: new AbortController().signal }
  const answer = await networking.systemStack?.send('https://upstream.test', call)
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

const origin = 'https://upstream.test'
const direct: ProxyRoute = { kind: 'direct' }
const proxy: ProxyRoute = { kind: 'http', host: 'proxy.test', port: 8080 }

function openCache(answers: (ProxyRoute | Error)[]) {
  const requested: string[] = []
  const time = { now: 0 }
  const environment = { network: 'cable' }
  const find = cacheProxyRoutes(
    async (of) => {
      requested.push(of)
      const answer = answers[Math.min(requested.length, answers.length) - 1]
      if (answer instanceof Error || !answer) throw answer
      return answer
    },
    { now: () => time.now, network: () => environment.network },
  )
  return { find, asked: requested, time, place: environment }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('an origin is asked for once, however many calls come at once, and then answered at once', async () => {
  const { find, asked: requested } = openCache([proxy])
  expect(await Promise.all([find(origin), find(origin), find(origin)])).toEqual([proxy, proxy, proxy])
  expect(find(origin)).toEqual(proxy)
  expect(requested).toEqual([origin])
})

test('origins are kept apart', async () => {
  const { find, asked: requested } = openCache([direct, proxy])
  expect([await find(origin), await find('http://other.test')]).toEqual([direct, proxy])
  expect(requested).toEqual([origin, 'http://other.test'])
})

test('after a while it is asked again behind the calls, which go the old way until the new one is known', async () => {
  const { find, asked: requested, time } = openCache([direct, proxy])
  await find(origin)
  time.now = 29_000
  expect([find(origin), requested.length]).toEqual([direct, 1])
  time.now = 31_000
  expect([find(origin), find(origin), requested.length]).toEqual([direct, direct, 2])
  await turn()
  expect([find(origin), requested.length]).toEqual([proxy, 2])
})

test('an answer that is long out of date is not used any more', async () => {
  const { find, time } = openCache([direct, proxy])
  await find(origin)
  time.now = 400_000
  expect(await find(origin)).toEqual(proxy)
})

test('another network forgets everything', async () => {
  const { find, asked: requested, time, place: environment } = openCache([direct, proxy])
  await find(origin)
  environment.network = 'vpn'
  time.now = 3_000
  expect(await find(origin)).toEqual(proxy)
  expect(requested).toHaveLength(2)
})

test('a question that failed is asked again by the next call, and one that fails later changes nothing', async () => {
  const { find, time } = openCache([new Error('no answer'), direct, new Error('no answer')])
  await expect(find(origin)).rejects.toThrow('no answer')
  expect(await find(origin)).toEqual(direct)
  time.now = 31_000
  expect(find(origin)).toEqual(direct)
  await turn()
  expect(find(origin)).toEqual(direct)
})

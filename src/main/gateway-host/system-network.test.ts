// Checks the desktop's network as the gateway's thread uses it, over a port.
import { MessageChannel } from 'node:worker_threads'
import { expect, test, vi } from 'vitest'
import { openPortCalls } from '#gateway/port-calls'
import type { ProxyRoute } from '#gateway/ports'
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

test('resolves the system’s proxy for a URL, with the entered credentials', async () => {
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

test('fails instead of bypassing the proxy if the system does not report one, or the other thread ends', async () => {
  const failing = open(() => Promise.reject(new Error('secret of the system')))
  const message = expect.stringContaining('didn’t report which proxy')
  await expect(failing.networking.systemProxy(null)('https://upstream.test')).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message,
  })
  failing.close()
  const silent = open(() => new Promise(() => {}))
  const answer = silent.networking.systemProxy(null)('https://upstream.test')
  silent.close()
  await expect(answer).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

test('sends requests over the stack', async () => {
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

test('exceptions apply to subdomains unless they are addresses or patterns', () => {
  const bypassRules = (entry: string) =>
    toProxyConfig({ ...defaultNetwork, proxyMode: 'custom', proxyUrl: 'http://proxy:1', bypass: [entry] })
      .proxyBypassRules
  expect(['example.com', 'example.com:8080', 'localhost'].map(bypassRules)).toEqual([
    'example.com,.example.com',
    'example.com:8080,.example.com:8080',
    'localhost,.localhost',
  ])
  const unchanged =
    '.example.com *.example.com:8080 10.0.0.0/8 10.1.2.3 10.1.2.3:80 [::1] <local> <-loopback> *'
  expect(unchanged.split(' ').map(bypassRules)).toEqual(unchanged.split(' '))
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
  return { find, requested, time, environment }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('a route expires although the clock was set back', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  try {
    const answers = [direct, proxy]
    const find = cacheProxyRoutes(async () => answers.shift() ?? proxy)
    expect(await find(origin)).toEqual(direct)
    vi.setSystemTime(Date.now() - 86_400_000)
    vi.advanceTimersByTime(301_000)
    expect(await find(origin)).toEqual(proxy)
  } finally {
    vi.useRealTimers()
  }
})

test('resolves each origin once for concurrent requests, and then returns it from the cache', async () => {
  const { find, requested } = openCache([proxy, direct])
  expect(await Promise.all([find(origin), find(origin), find(origin)])).toEqual([proxy, proxy, proxy])
  expect([find(origin), await find('http://other.test')]).toEqual([proxy, direct])
  expect(requested).toEqual([origin, 'http://other.test'])
})

test('refreshes a stale route in the background, while requests use the old one', async () => {
  const { find, requested, time } = openCache([direct, proxy])
  await find(origin)
  time.now = 29_000
  expect([find(origin), requested.length]).toEqual([direct, 1])
  time.now = 31_000
  expect([find(origin), find(origin), requested.length]).toEqual([direct, direct, 2])
  await turn()
  expect([find(origin), requested.length]).toEqual([proxy, 2])
})

test('clears the cache when the network changes', async () => {
  const { find, requested, time, environment } = openCache([direct, proxy])
  await find(origin)
  environment.network = 'vpn'
  time.now = 3_000
  expect(await find(origin)).toEqual(proxy)
  expect(requested).toHaveLength(2)
})

test('retries a failed resolution with the next request, and ignores a failed refresh', async () => {
  const { find, time } = openCache([new Error('no answer'), direct, new Error('no answer')])
  await expect(find(origin)).rejects.toThrow('no answer')
  expect(await find(origin)).toEqual(direct)
  time.now = 31_000
  expect(find(origin)).toEqual(direct)
  await turn()
  expect(find(origin)).toEqual(direct)
})

// What the system said of an address, remembered: asked once, never in the way, and forgotten with the network.
import { expect, test } from 'vitest'
import type { ProxyRoute } from '#gateway/outbound/outbound'
import { cacheProxyRoutes } from './cache-proxy-routes'

const origin = 'https://upstream.test'
const direct: ProxyRoute = { kind: 'direct' }
const proxy: ProxyRoute = { kind: 'http', host: 'proxy.test', port: 8080 }

function open(answers: (ProxyRoute | Error)[]) {
  const asked: string[] = []
  const time = { now: 0 }
  const place = { network: 'cable' }
  const find = cacheProxyRoutes(
    async (of) => {
      asked.push(of)
      const answer = answers[Math.min(asked.length, answers.length) - 1]
      if (answer instanceof Error || !answer) throw answer
      return answer
    },
    { now: () => time.now, network: () => place.network },
  )
  return { find, asked, time, place }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('an origin is asked for once, however many calls come at once, and then answered at once', async () => {
  const { find, asked } = open([proxy])
  expect(await Promise.all([find(origin), find(origin), find(origin)])).toEqual([proxy, proxy, proxy])
  expect(find(origin)).toEqual(proxy)
  expect(asked).toEqual([origin])
})

test('origins are kept apart', async () => {
  const { find, asked } = open([direct, proxy])
  expect([await find(origin), await find('http://other.test')]).toEqual([direct, proxy])
  expect(asked).toEqual([origin, 'http://other.test'])
})

test('after a while it is asked again behind the calls, which go the old way until the new one is known', async () => {
  const { find, asked, time } = open([direct, proxy])
  await find(origin)
  time.now = 29_000
  expect([find(origin), asked.length]).toEqual([direct, 1])
  time.now = 31_000
  expect([find(origin), find(origin), asked.length]).toEqual([direct, direct, 2])
  await turn()
  expect([find(origin), asked.length]).toEqual([proxy, 2])
})

test('an answer that is long out of date is not used any more', async () => {
  const { find, time } = open([direct, proxy])
  await find(origin)
  time.now = 400_000
  expect(await find(origin)).toEqual(proxy)
})

test('another network forgets everything', async () => {
  const { find, asked, time, place } = open([direct, proxy])
  await find(origin)
  place.network = 'vpn'
  time.now = 3_000
  expect(await find(origin)).toEqual(proxy)
  expect(asked).toHaveLength(2)
})

test('a question that failed is asked again by the next call, and one that fails later changes nothing', async () => {
  const { find, time } = open([new Error('no answer'), direct, new Error('no answer')])
  await expect(find(origin)).rejects.toThrow('no answer')
  expect(await find(origin)).toEqual(direct)
  time.now = 31_000
  expect(find(origin)).toEqual(direct)
  await turn()
  expect(find(origin)).toEqual(direct)
})

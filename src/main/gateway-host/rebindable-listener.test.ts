// Checks moving the gateway to other ports during requests.
import type http from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { findClosedPort, openRawServer } from '#gateway/testing/loopback-servers.fixture'
import { openRebindableListener } from './rebindable-listener'

/** Responds with the port of the request; delays responses to `/delayed`. */
async function open(port: number) {
  const pending: http.ServerResponse[] = []
  const serve = (incoming: http.IncomingMessage, outgoing: http.ServerResponse) => {
    if (incoming.url === '/delayed') pending.push(outgoing)
    else outgoing.end(String(incoming.socket.localPort))
  }
  const listener = await openRebindableListener({ serve, listResponses: () => [] }, { port })
  onTestFinished(() => listener.close(0))
  return { listener, pending }
}

const ask = (port: number, path = '/'): Promise<string> =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' } }).then(
    (answer) => answer.text(),
    () => 'nobody',
  )

const urlOf = (port: number): string => `http://127.0.0.1:${port}`

test('of concurrent moves the last one wins, and nothing listens on other ports', async () => {
  const [first, second, third] = [await findClosedPort(), await findClosedPort(), await findClosedPort()]
  const { listener } = await open(first)
  const moves = await Promise.all([second, third, third].map((port) => listener.moveTo(port)))
  expect(moves.map(({ url }) => url)).toEqual([second, third, third].map(urlOf))
  expect(await listener.address()).toEqual({ url: urlOf(third), notice: null })
  expect(await Promise.all([first, second, third].map((port) => ask(port)))).toEqual([
    'nobody',
    'nobody',
    String(third),
  ])
})

test('a request in flight on an old port finishes, unless the listener closes', async () => {
  const [first, second] = [await findClosedPort(), await findClosedPort()]
  const { listener, pending } = await open(first)
  const requests = [ask(first, '/delayed'), ask(first, '/delayed')]
  await expect.poll(() => pending.length).toBe(2)
  await listener.moveTo(second)
  expect(await ask(first)).toBe('nobody')
  pending[0]?.end('whole')
  await Promise.race(requests)
  await listener.close(0)
  expect((await Promise.all(requests)).sort()).toEqual(['nobody', 'whole'])
  expect(await ask(second)).toBe('nobody')
})

test('requesting the fallback port that it already uses succeeds', async () => {
  const other = await openRawServer((socket) => socket.destroy())
  onTestFinished(other.close)
  const { listener } = await open(other.port)
  const { url, notice } = await listener.address()
  expect(notice).toContain(`Port ${other.port} is in use by another app`)
  const actual = Number(new URL(url).port)
  expect(await listener.moveTo(actual)).toEqual({ url, notice: null })
  expect(await listener.moveTo(actual)).toEqual({ url, notice: null })
  expect(await ask(actual)).toBe(String(actual))
})

test('moves back on request to a port that was in use at the start', async () => {
  const other = await openRawServer((socket) => socket.destroy())
  const { listener, pending } = await open(other.port)
  const { url, notice } = await listener.address()
  await expect(listener.retryPort()).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining(`Port ${other.port} is still in use by another app`),
  })
  expect(await listener.address()).toEqual({ url, notice })
  const request = ask(Number(new URL(url).port), '/delayed')
  await expect.poll(() => pending.length).toBe(1)
  await other.close()
  expect(await listener.retryPort()).toEqual({ url: urlOf(other.port), notice: null })
  expect(await ask(other.port)).toBe(String(other.port))
  expect(await ask(Number(new URL(url).port))).toBe('nobody')
  pending[0]?.end('whole')
  expect(await request).toBe('whole')
  expect(await listener.retryPort()).toEqual({ url: urlOf(other.port), notice: null })
})

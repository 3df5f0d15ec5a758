// Tests the gateway's server: ports in use, and closing with and without time to finish requests.
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { catalog } from '#shared/models/catalog'
import type { HttpResponse } from '#shared/wire/http'
import { defaultLimits, type Upstream } from '../ports'
import { chunkOf, localKey, sendRequest } from '../testing/test-gateway.fixture'
import { createGateway } from './gateway'
import { listen } from './listen'

const path = '/v1beta/models/gen-2.5-flash:generateContent'
const body = JSON.stringify({ contents: [{ parts: [{ text: 'hi' }] }] })

function gatewayOf(send: Upstream['send']) {
  return createGateway({
    localKey: () => localKey,
    upstream: () => ({ id: 'demo', kind: 'demo', send }),
    upstreamOf: () => undefined,
    models: () => catalog,
    allowedOrigins: () => [],
    limits: () => defaultLimits,
    version: '1',
    onExchange: () => {},
  })
}

const ok = (): HttpResponse => ({
  status: 200,
  headers: {},
  body: Buffer.from(JSON.stringify(chunkOf('ok'))),
})

test('names a port in use, and uses a free one near it', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  const listening = await listen(
    gatewayOf(async () => ok()),
    { port },
  )
  expect(listening.port).not.toBe(port)
  expect(listening.notice).toBe(
    `Port ${port} is in use by another app. The gateway is using port ${listening.port} instead.`,
  )
  expect((await sendRequest(listening.port, '/healthz')).status).toBe(200)
  await listening.close(0)
  other.close()
})

test('a port that another program uses only on [::1] counts as in use', async ({ skip }) => {
  const other = createServer((socket) => socket.end('of another program'))
  const failure = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    other.once('error', resolve)
    other.listen(0, '::1', () => resolve(null))
  })
  skip(failure !== null, `This machine has no IPv6 loopback address (${failure?.code}).`)
  onTestFinished(() => void other.close())
  const { port } = other.address() as AddressInfo
  const listening = await listen(
    gatewayOf(async () => ok()),
    { port },
  )
  onTestFinished(() => listening.close(0))
  expect(listening.port).not.toBe(port)
  expect(listening.notice).toContain(`Port ${port} is in use by another app`)
  expect((await fetch(`http://[::1]:${listening.port}/healthz`)).status).toBe(200)
})

test('accepts localhost and [::1] as Host', async () => {
  const listening = await listen(
    gatewayOf(async () => ok()),
    { port: 0 },
  )
  expect([listening.notice, listening.url]).toEqual([null, `http://127.0.0.1:${listening.port}`])
  for (const host of ['localhost', 'LOCALHOST', '[::1]', '127.0.0.1']) {
    const response = await sendRequest(listening.port, '/healthz', {
      headers: { host: `${host}:${listening.port}` },
    })
    expect([host, response.status]).toEqual([host, 200])
  }
  for (const host of ['localhost', `localhost:${listening.port + 1}`, '127.0.0.1.nip.io', '0.0.0.0']) {
    expect((await sendRequest(listening.port, '/healthz', { headers: { host } })).status).toBe(403)
  }
  await listening.close(0)
})

test('closing finishes running requests, and accepts no new ones', async () => {
  let respond = (_: HttpResponse): void => {}
  let received = (): void => {}
  const arrival = new Promise<void>((resolve) => {
    received = resolve
  })
  const send: Upstream['send'] = () =>
    new Promise((resolve) => {
      respond = resolve
      received()
    })
  const listening = await listen(gatewayOf(send), { port: 0 })
  const response = sendRequest(listening.port, path, { body })
  await arrival
  const closed = listening.close(60_000)
  await expect(sendRequest(listening.port, '/healthz')).rejects.toThrow()
  respond(ok())
  expect((await response).status).toBe(200)
  await closed
})

test('closing aborts requests that take too long, and their upstream requests', async () => {
  let aborted = (): void => {}
  const wasAborted = new Promise<void>((resolve) => {
    aborted = resolve
  })
  let received = (): void => {}
  const arrival = new Promise<void>((resolve) => {
    received = resolve
  })
  const send: Upstream['send'] = (request) => {
    request.signal.addEventListener('abort', () => aborted())
    received()
    return new Promise(() => {})
  }
  const listening = await listen(gatewayOf(send), { port: 0 })
  const response = sendRequest(listening.port, path, { body }).catch(() => 'cut')
  await arrival
  await listening.close(10)
  expect(await response).toBe('cut')
  await wasAborted
})

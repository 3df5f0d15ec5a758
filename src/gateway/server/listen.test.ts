// Tests the gateway's server: ports in use, and closing with and without time to finish requests.
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { catalog } from '#shared/models/catalog'
import type { HttpRequest, HttpResponse } from '#shared/wire/http'
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
    port,
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
    port,
  )
  onTestFinished(() => listening.close(0))
  expect(listening.port).not.toBe(port)
  expect(listening.notice).toContain(`Port ${port} is in use by another app`)
  expect((await fetch(`http://[::1]:${listening.port}/healthz`)).status).toBe(200)
})

/** A gateway whose upstream responds when the test says so. */
async function openWaiting() {
  let respond: (response: HttpResponse) => void = () => {}
  let receive: (request: HttpRequest) => void = () => {}
  const arrival = new Promise<HttpRequest>((resolve) => {
    receive = resolve
  })
  const send: Upstream['send'] = (request) => {
    receive(request)
    return new Promise((resolve) => {
      respond = resolve
    })
  }
  const listening = await listen(gatewayOf(send), 0)
  const response = sendRequest(listening.port, path, { body })
  response.catch(() => {})
  const { signal } = await arrival
  return { listening, response, signal, respond: () => respond(ok()) }
}

test('closing finishes running requests, and accepts no new ones', async () => {
  const { listening, response, respond } = await openWaiting()
  expect([listening.notice, listening.url]).toEqual([null, `http://127.0.0.1:${listening.port}`])
  const closed = listening.close(60_000)
  await expect(sendRequest(listening.port, '/healthz')).rejects.toThrow()
  respond()
  expect((await response).status).toBe(200)
  await closed
})

test('closing aborts requests that take too long, and their upstream requests', async () => {
  const { listening, response, signal } = await openWaiting()
  await listening.close(10)
  await expect(response).rejects.toThrow()
  await expect.poll(() => signal.aborted).toBe(true)
})

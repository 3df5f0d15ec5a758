// The gateway's socket: a taken port, an end that finishes what is under way, and one that does not wait for ever.
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

test('a taken port is named, and a free one near it is used', async () => {
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

test('a port that another program has taken on [::1] alone counts as taken', async ({ skip }) => {
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

test('rejects, without trying others, if a fixed port is in use', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void other.close())
  const { port } = other.address() as AddressInfo
  await expect(
    listen(
      gatewayOf(async () => ok()),
      { port, isFixed: true },
    ),
  ).rejects.toThrow(`Port ${port} is still in use by another app.`)
})

test('localhost and [::1] are names of the gateway too', async () => {
  const listening = await listen(
    gatewayOf(async () => ok()),
    { port: 0 },
  )
  expect([listening.notice, listening.url]).toEqual([null, `http://127.0.0.1:${listening.port}`])
  for (const host of ['localhost', 'LOCALHOST', '[::1]', '127.0.0.1']) {
    const told = await sendRequest(listening.port, '/healthz', {
      headers: { host: `${host}:${listening.port}` },
    })
    expect([host, told.status]).toEqual([host, 200])
  }
  for (const host of ['localhost', `localhost:${listening.port + 1}`, '127.0.0.1.nip.io', '0.0.0.0']) {
    expect((await sendRequest(listening.port, '/healthz', { headers: { host } })).status).toBe(403)
  }
  await listening.close(0)
})

test('closing finishes what is under way, and takes nothing new', async () => {
  let answer = (_: HttpResponse): void => {}
  let arrived = (): void => {}
  const arrival = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const send: Upstream['send'] = () =>
    new Promise((resolve) => {
      answer = resolve
      arrived()
    })
  const listening = await listen(gatewayOf(send), { port: 0 })
  const asked = sendRequest(listening.port, path, { body })
  await arrival
  const closed = listening.close(60_000)
  await expect(sendRequest(listening.port, '/healthz')).rejects.toThrow()
  answer(ok())
  expect((await asked).status).toBe(200)
  await closed
})

test('closing cuts off what takes too long, and lets the upstream know', async () => {
  let aborted = (): void => {}
  const wasAborted = new Promise<void>((resolve) => {
    aborted = resolve
  })
  let arrived = (): void => {}
  const arrival = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const send: Upstream['send'] = (call) => {
    call.signal.addEventListener('abort', () => aborted())
    arrived()
    return new Promise(() => {})
  }
  const listening = await listen(gatewayOf(send), { port: 0 })
  const asked = sendRequest(listening.port, path, { body }).catch(() => 'cut')
  await arrival
  await listening.close(10)
  expect(await asked).toBe('cut')
  await wasAborted
})

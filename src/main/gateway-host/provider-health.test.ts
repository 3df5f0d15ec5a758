// The state of the provider in the status line follows real requests to it, and nothing else.
import { expect, onTestFinished, test } from 'vitest'
import { openServer } from '#gateway/testing/loopback-servers.fixture'
import { openGatewayController } from './gateway-controller'
import type { GatewaySettings } from './gateway-settings'
import { demoSettings } from './gateway-settings.fixture'
import { openGateway } from './open-gateway'
import { readReport } from './provider-health'

/** Responds with the given status; returns its URL. */
async function openService(status: () => number): Promise<string> {
  const server = await openServer((incoming, outgoing) => {
    incoming.resume().on('end', () => {
      outgoing.writeHead(status(), { 'content-type': 'application/json' })
      const content = { candidates: [{ content: { parts: [{ text: 'Hi' }], role: 'model' } }] }
      const error = { error: { code: status(), message: 'Key expired.', status: 'UNAUTHENTICATED' } }
      outgoing.end(JSON.stringify(status() < 400 ? content : error))
    })
  })
  onTestFinished(server.close)
  return `http://127.0.0.1:${server.port}`
}

async function openController(first: GatewaySettings) {
  let settings = first
  let changes = 0
  const controller = await openGatewayController({
    start: (initial, { onExchange }) => openGateway(initial, onExchange),
    settings: () => settings,
    onExchange: () => undefined,
    onExchanges: () => undefined,
    onRunning: () => undefined,
    onRestart: () => undefined,
    onChange: () => {
      changes += 1
    },
  })
  onTestFinished(() => controller.close(0))
  const { url } = await controller.address()
  const ask = async (key = settings.localKey) => {
    const before = changes
    const response = await fetch(`${url}/v1beta/models/gen-2.5-flash:generateContent`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-goog-api-key': key },
      body: JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'Hello' }] }] }),
    })
    await response.text()
    if (key === settings.localKey) await expect.poll(() => changes).toBeGreaterThan(before)
    return response.status
  }
  const change = (next: Partial<GatewaySettings>) => {
    settings = { ...settings, ...next }
    return controller.reconfigure()
  }
  const health = () => controller.state().health
  return { controller, ask, change, health }
}

const serviceOf = (baseUrl: string): Partial<GatewaySettings> => ({
  active: 'mine',
  upstreams: [...demoSettings.upstreams, { kind: 'service', id: 'mine', baseUrl, key: 'service-key' }],
})

test('the provider is unknown until it responds; requests that the gateway rejects change nothing', async () => {
  const { controller, ask, health } = await openController(demoSettings)
  expect(health()).toEqual({ state: 'unknown', at: null, error: null })
  expect(await ask('wrong key')).toBe(401)
  expect([health().state, controller.state().lastLatency]).toEqual(['unknown', null])
  expect(await ask()).toBe(200)
  expect([health().state, controller.state().lastLatency]).toEqual(['reachable', expect.any(Number)])
})

test('a rejected key and a closed port are failing with their error, and the next response ends it', async () => {
  let status = 401
  const url = await openService(() => status)
  const { controller, ask, change, health } = await openController({ ...demoSettings, ...serviceOf(url) })
  await ask()
  expect(health()).toMatchObject({ state: 'failing', error: expect.stringContaining('Key expired.') })
  expect(controller.state().lastLatency).toBe(null)
  status = 400
  await ask()
  expect(health()).toMatchObject({ state: 'reachable', error: null })
  // Another provider: nothing is known about it yet.
  await change(serviceOf('http://127.0.0.1:1'))
  expect(health().state).toBe('unknown')
  await ask()
  expect(health()).toMatchObject({
    state: 'failing',
    error: expect.stringContaining('The provider refused the connection.'),
  })
  // A setting that is not about the provider keeps what is known.
  await change({ allowedOrigins: ['http://localhost:3000'] })
  expect(health().state).toBe('failing')
})

test('the test in Settings counts for the selected provider only', async () => {
  const { controller, health } = await openController({ ...demoSettings, ...serviceOf('http://127.0.0.1:1') })
  await controller.check('demo')
  expect(health().state).toBe('unknown')
  await controller.check('mine')
  expect(health().state).toBe('failing')
})

test('a vendor without a key is not in use as long as the other one works', () => {
  const part = (verdict: 'working' | 'no-key' | 'key') =>
    ({
      part: 'gemini',
      verdict,
      finding: '',
      advice: '',
      milliseconds: 5,
      detail: verdict,
      request: '',
    }) as const
  const read = (...verdicts: Parameters<typeof part>[0][]) => {
    const { state, error } = readReport({ parts: verdicts.map(part), models: [] }, 1)
    return [state, error]
  }
  expect(read('working', 'no-key')).toEqual(['reachable', null])
  expect(read('no-key', 'no-key')).toEqual(['no-key', 'no-key'])
  expect(read('no-key', 'key')).toEqual(['failing', 'key'])
})

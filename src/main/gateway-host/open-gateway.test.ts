// Checks a listening gateway with all its upstreams: switched, reconfigured and tested during requests.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ProxyLogin } from '#gateway/outbound/proxy'
import type { FindProxy } from '#gateway/ports'
import { openServer } from '#gateway/testing/loopback-servers.fixture'
import type { Exchange, RefusalCounts } from '#shared/schemas/exchange'
import { extraCertificate } from '../extra-certificate.fixture'
import type { SystemNetworking } from './configurable-outbound'
import type { GatewayHandle, GatewaySettings, GatewayUpstream } from './gateway-settings'
import { demoSettings } from './gateway-settings.fixture'
import { openGateway } from './open-gateway'

interface Service {
  readonly url: string
  readonly received: Pick<IncomingMessage, 'method' | 'url' | 'headers'>[]
  readonly responses: ServerResponse[]
}

const chunkOf = (text: string) => ({ candidates: [{ content: { parts: [{ text }], role: 'model' } }] })

/** Responds immediately with its name, or when the test decides. */
async function openService(name: string, { isDelayed = false } = {}): Promise<Service> {
  const received: Service['received'] = []
  const responses: ServerResponse[] = []
  const server = await openServer((incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming
    incoming.resume().on('end', () => {
      received.push({ method, url, headers })
      responses.push(outgoing)
      if (isDelayed) return
      outgoing.writeHead(200, { 'content-type': 'application/json' })
      outgoing.end(JSON.stringify(chunkOf(name)))
    })
  })
  onTestFinished(server.close)
  return { url: `http://127.0.0.1:${server.port}`, received, responses }
}

const serviceOf = (id: string, baseUrl: string): GatewayUpstream => ({
  kind: 'service',
  id,
  baseUrl,
  key: `key-of-${id}`,
})

interface Opened {
  readonly gateway: GatewayHandle
  readonly settings: GatewaySettings
  readonly exchanges: Exchange[]
  readonly ask: (stream?: boolean) => Promise<Response>
}

async function open(changes: Partial<GatewaySettings>, networking?: SystemNetworking): Promise<Opened> {
  const settings = { ...demoSettings, ...changes }
  const exchanges: Exchange[] = []
  const gateway = await openGateway(settings, (exchange) => exchanges.push(exchange), { networking })
  onTestFinished(() => gateway.close(0))
  const { url } = await gateway.address()
  const ask = (stream = false) => {
    const verb = stream ? 'streamGenerateContent?alt=sse&' : 'generateContent?'
    return fetch(`${url}/v1beta/models/gen-2.5-flash:${verb}key=${settings.localKey}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ contents: [{ parts: [{ text: 'Hello' }] }] }),
    })
  }
  return { gateway, settings, exchanges, ask }
}

async function answerOf(requested: Promise<Response>) {
  const response = await requested
  const body = (await response.json()) as {
    candidates?: { content: { parts: { text: string }[] } }[]
    error?: { status: string; message: string }
  }
  return {
    status: response.status,
    text: body.candidates?.[0]?.content.parts[0]?.text,
    error: body.error,
  }
}

test('a stream continues to its end after its upstream, the network and the limits are changed', async () => {
  const old = await openService('old', { isDelayed: true })
  const { gateway, settings, ask } = await open({
    upstreams: [serviceOf('service', old.url)],
    active: 'service',
  })
  const requested = ask(true)
  await expect.poll(() => old.responses.length).toBe(1)
  const [outgoing] = old.responses
  outgoing?.writeHead(200, { 'content-type': 'text/event-stream' })
  outgoing?.write(`data: ${JSON.stringify(chunkOf('one'))}\n\n`)
  const stream = await requested

  await gateway.configure({
    ...settings,
    active: 'demo',
    upstreams: [{ kind: 'demo', id: 'demo' }],
    network: { ...settings.network, proxyMode: 'custom', proxyUrl: 'http://127.0.0.1:9', silenceSeconds: 1 },
    limits: { ...settings.limits, upstreamSeconds: 1 },
  })
  outgoing?.end(`data: ${JSON.stringify(chunkOf('two'))}\n\n`)
  expect(await stream.text()).toContain('two')
  expect((await ask()).headers.get('x-upstream')).toBe('demo')
})

test('reports an unknown upstream, and what to do', async () => {
  const { ask } = await open({ active: 'service-9' })
  const { status, error } = await answerOf(ask())
  expect([status, error?.status, error?.message]).toEqual([
    ...[400, 'FAILED_PRECONDITION'],
    expect.stringContaining('Choose one in Settings > Provider'),
  ])
})

test('an unreadable certificates file fails requests with a message, until it is readable', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'compose-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'extra.pem')
  const service = await openService('there')
  const { gateway, ask } = await open({
    upstreams: [serviceOf('service', service.url)],
    active: 'service',
    network: { ...demoSettings.network, certificatesFile: file },
  })
  const errorResponse = await answerOf(ask())
  expect(errorResponse).toMatchObject({ status: 400, error: { status: 'FAILED_PRECONDITION' } })
  expect(errorResponse.error?.message).toMatch(/certificates/)
  expect(errorResponse.error?.message).not.toContain(folder)
  expect((await gateway.check('service')).parts.map(({ verdict }) => verdict)).toContain('certificate')
  await writeFile(file, extraCertificate)
  expect((await answerOf(ask())).text).toBe('there')
})

test('uses the system’s proxy with the entered credentials', async () => {
  const service = await openService('there')
  const requested: (ProxyLogin | null)[] = []
  const direct: FindProxy = () => ({ kind: 'direct' })
  const networking: SystemNetworking = {
    systemProxy: (login) => {
      requested.push(login)
      return direct
    },
  }
  const network = {
    ...demoSettings.network,
    proxyMode: 'system',
    proxyCredentials: 'ada:secret',
    proxyHosts: ['proxy.test:1'],
  } as const
  const { ask } = await open(
    { upstreams: [serviceOf('service', service.url)], active: 'service', network },
    networking,
  )
  expect((await answerOf(ask())).text).toBe('there')
  expect((await answerOf(ask())).text).toBe('there')
  expect(requested).toEqual([{ credentials: 'ada:secret', hosts: ['proxy.test:1'] }])
})

test('with the system’s network stack, sends all requests over it', async () => {
  const carried: string[] = []
  const networking: SystemNetworking = {
    systemProxy: () => () => Promise.reject(new Error('not asked')),
    systemStack: {
      send: async (origin, call) => {
        carried.push(origin)
        const body = Buffer.from(JSON.stringify(chunkOf(`over the stack to ${call.path.split('?')[0]}`)))
        return { status: 200, headers: { 'content-type': 'application/json' }, body }
      },
      close: async () => {},
    },
  }
  const upstreams = [serviceOf('service', 'http://service.test')]
  const network = { ...demoSettings.network, systemStack: true }
  const { gateway, settings, ask } = await open({ upstreams, active: 'service', network }, networking)
  expect((await answerOf(ask())).text).toBe('over the stack to /v1beta/models/gen-2.5-flash:generateContent')
  expect(carried).toEqual(['http://service.test'])
  const service = await openService('direct')
  await gateway.configure({
    ...settings,
    upstreams: [serviceOf('service', service.url)],
    network: { ...network, systemStack: false },
  })
  expect((await answerOf(ask())).text).toBe('direct')
  expect(carried).toHaveLength(1)
})

test('a report about rejected requests has no key that a client put into the path', async () => {
  const key = 'Tench-Roach-Dace-Bream-4711'
  const reports: RefusalCounts[] = []
  const upstream = { ...serviceOf('service', 'http://127.0.0.1:9'), key: { secret: key, origins: [] } }
  const gateway = await openGateway({ ...demoSettings, upstreams: [upstream] }, () => {}, {
    onRefusals: (counts) => reports.push(counts),
  })
  onTestFinished(() => gateway.close(0))
  const { url } = await gateway.address()
  for (const path of [`/v1beta/models/${key}:generateContent`, `/${key}`, `/v1beta/files/${key}`])
    expect((await fetch(`${url}${path}?key=wrong`)).ok).toBe(false)
  await expect.poll(() => reports.at(-1)?.reduce((sum, { count }) => sum + count, 0)).toBe(3)
  expect(JSON.stringify(reports)).toContain('[redacted]')
  expect(JSON.stringify(reports)).not.toContain(key.slice(0, 12))
})

test('a request that is cut off because the gateway closes is logged, and says why', async () => {
  const exchanges: Exchange[] = []
  const gateway = await openGateway(demoSettings, (exchange) => exchanges.push(exchange))
  const { url } = await gateway.address()
  const response = await fetch(`${url}/v1beta/models/gen-2.5-flash:streamGenerateContent?alt=sse`, {
    method: 'POST',
    headers: {
      'x-goog-api-key': demoSettings.localKey,
      'content-type': 'application/json',
      'x-demo': 'stall-after=1',
    },
    body: JSON.stringify({ contents: [{ parts: [{ text: 'Write 200 words about rivers.' }] }] }),
  })
  const body = response.text().catch(() => 'cut off')
  await gateway.close(20)
  expect(exchanges).toMatchObject([
    { outcome: 'cancelled', error: 'The gateway stopped before the request ended.' },
  ])
  expect([response.status, await body]).toEqual([200, 'cut off'])
})

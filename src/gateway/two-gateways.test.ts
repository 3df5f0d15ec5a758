// Tests two gateways that share only the local key, behind a real nginx configured as in the README (decisions §8).
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { defaultGatewayLimits } from '#shared/schemas/fixed-values'
import type { Operation } from '#shared/schemas/gemini-requests'
import { defaultNetwork } from '#shared/schemas/network'
import type { GatewayUpstream } from '../main/gateway-host/gateway-settings'
import { openGateway } from '../main/gateway-host/open-gateway'
import { openFakeVendor } from './testing/fake-vendor/fake-vendor.fixture'
import { testVideo } from './testing/fake-vendor/test-video.fixture'
import { type Nginx, openNginx } from './testing/nginx.fixture'
import { formType, openUpstream, sendJson, sendRequest, toForm } from './testing/test-gateway.fixture'

const localKey = 'one-key-for-both'
const upstreamKey = 'key-of-the-upstream'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

interface GatewayWithIds {
  readonly url: string
  /** The ids of its exchanges. */
  readonly answered: Set<string>
}

async function openOne(upstream: GatewayUpstream, key = localKey): Promise<GatewayWithIds> {
  const answered = new Set<string>()
  const settings = {
    port: 0,
    localKey: key,
    active: upstream.id,
    upstreams: [upstream],
    models: [],
    network: { ...defaultNetwork, proxyMode: 'none', proxyCredentials: null },
    allowedOrigins: [],
    limits: defaultGatewayLimits,
    demoPace: 'instant',
    version: '0.0.0',
  } as const
  const gateway = await openGateway(settings, ({ id }) => answered.add(id))
  closers.push(() => gateway.close(0))
  return { url: (await gateway.address()).url, answered }
}

const toService = (baseUrl: string): GatewayUpstream => ({
  kind: 'service',
  id: 'shared-profile',
  baseUrl,
  key: upstreamKey,
})

interface GatewayPair {
  readonly nginx: Nginx
  readonly gateways: readonly [GatewayWithIds, GatewayWithIds]
  readonly send: (path: string, init?: RequestInit) => Promise<Response>
  /** The index of the gateway that handled each request of `send`, in order. */
  readonly turns: () => Promise<number[]>
}

/** `change` modifies the nginx configuration of the README. */
async function openPair(
  upstream: GatewayUpstream,
  change?: (printed: string) => string,
): Promise<GatewayPair> {
  const gateways = [await openOne(upstream), await openOne(upstream)] as const
  const nginx = await openNginx([gateways[0].url, gateways[1].url], change)
  closers.push(nginx.close)
  const exchangeIds: string[] = []
  const send: GatewayPair['send'] = async (path, { headers, ...init } = {}) => {
    const all = { 'x-goog-api-key': localKey, ...headers }
    const response = await fetch(new URL(path, nginx.url), { ...init, headers: all })
    exchangeIds.push(response.headers.get('x-exchange-id') ?? '')
    return response
  }
  const turnOf = (id: string) => gateways.findIndex(({ answered }) => answered.has(id))
  const turns = async () => {
    // An exchange is recorded a moment after its client has the response.
    await vi.waitUntil(() => exchangeIds.every((id) => turnOf(id) >= 0))
    return exchangeIds.map(turnOf)
  }
  return { nginx, gateways, send, turns }
}

const asJson = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** True if the gateways alternate. */
function expectTurns(turns: readonly number[]): void {
  expect(turns.length).toBeGreaterThan(1)
  turns.slice(1).forEach((turn, index) => {
    expect(turn, `call ${index + 2}`).toBe(1 - (turns[index] ?? 0))
  })
}

test('either gateway can poll and download a video started through nginx, but no other gateway', async () => {
  const vendor = await openFakeVendor({ geminiKey: upstreamKey, acceptsKeyAnywhere: true })
  closers.push(vendor.close)
  const upstream = toService(vendor.geminiUrl)
  const pair = await openPair(upstream)
  const prefix = '/v1beta'
  const start = `${prefix}/models/veo-3.1-fast-generate-preview:predictLongRunning`
  const request = asJson({ instances: [{ prompt: 'A sailing boat at dusk' }] })
  const { name } = await (await pair.send(start, request)).json()
  expect(name).toMatch(/^operations\/[a-z0-9]+$/)
  let operation: Operation = { name }
  while (!operation.done) operation = await (await pair.send(`${prefix}/${name}`)).json()
  const samples = operation.response?.generateVideoResponse?.generatedSamples ?? []
  const uri = new URL(samples[0]?.video?.uri ?? '')
  const link = uri.pathname + uri.search
  expect(pair.gateways.map(({ url }) => url)).toContain(uri.origin)
  for (const _ of pair.gateways)
    expect(Buffer.from(await (await pair.send(link)).arrayBuffer()).equals(testVideo)).toBe(true)
  expectTurns(await pair.turns())

  const stranger = await openOne(upstream, 'another-key')
  for (const path of [`${prefix}/${name}`, link]) {
    const rejected = await fetch(stranger.url + path, { headers: { 'x-goog-api-key': 'another-key' } })
    expect([rejected.status, (await rejected.json()).error]).toEqual([
      404,
      { code: 404, status: 'NOT_FOUND', message: expect.stringContaining('a different local key') },
    ])
  }
})

test('both gateways can continue an upload that one of them started, and use the file', async () => {
  const demo = await openOne({ kind: 'demo', id: 'demo' }, upstreamKey)
  const pair = await openPair(toService(demo.url))
  const bytes = Buffer.from(Array.from({ length: 700_000 }, (_, index) => 97 + ((index * 31) % 26)))
  const started = await pair.send('/upload/v1beta/files', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-goog-upload-protocol': 'resumable',
      'x-goog-upload-command': 'start',
      'x-goog-upload-header-content-length': String(bytes.length),
      'x-goog-upload-header-content-type': 'text/plain',
    },
    body: JSON.stringify({ file: { displayName: 'Letters' } }),
  })
  const session = new URL(started.headers.get('x-goog-upload-url') ?? '')
  const upload = (command: string, start: number, end: number) =>
    pair.send(session.pathname + session.search, {
      method: 'POST',
      headers: { 'x-goog-upload-command': command, 'x-goog-upload-offset': String(start) },
      body: bytes.subarray(start, end),
    })
  for (const start of [0, 262_144])
    expect((await upload('upload', start, start + 262_144)).headers.get('x-goog-upload-status')).toBe(
      'active',
    )
  const { file } = await (await upload('upload, finalize', 524_288, bytes.length)).json()
  const digest = Buffer.from(createHash('sha256').update(bytes).digest('hex')).toString('base64')
  expect([file.sizeBytes, file.sha256Hash]).toEqual([String(bytes.length), digest])

  const question = { contents: [{ parts: [{ text: 'What is it?' }, { fileData: { fileUri: file.uri } }] }] }
  for (const _ of pair.gateways) {
    const response = await pair.send('/v1beta/models/gen-2.5-flash:generateContent', asJson(question))
    expect(JSON.stringify(await response.json())).toContain('The file was sent as **text/plain**, 700 KB')
  }
  const deletion = await pair.send(`/v1beta/${file.name}`, { method: 'DELETE' })
  expect([deletion.status, (await pair.send(`/v1beta/${file.name}`)).status]).toEqual([200, 403])
  expectTurns(await pair.turns())
})

test('nginx passes each chunk of a stream before the next one is written', async () => {
  let write: (text: string) => void = () => {}
  let finish = () => {}
  const upstream = await openUpstream((_, outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
    write = (text) => void outgoing.write(`data: ${JSON.stringify(toChunk(text))}\r\n\r\n`)
    finish = () => void outgoing.end()
    write('0')
  })
  closers.push(upstream.close)
  const pair = await openPair(toService(upstream.url))
  const path = '/v1beta/models/gen-2.5-flash:streamGenerateContent?alt=sse'
  const body = asJson({ contents: [{ parts: [{ text: 'Count' }] }] })
  for (const _ of pair.gateways) {
    const { body: stream } = await pair.send(path, body)
    const reader = (stream ?? new ReadableStream<Uint8Array>()).getReader()
    // A buffering proxy would wait forever: the upstream sends the next chunk only after the last one has arrived.
    for (let index = 0; index < 8; index += 1) {
      const { value } = await reader.read()
      expect(Buffer.from(value ?? []).toString()).toBe(`data: ${JSON.stringify(toChunk(String(index)))}\n\n`)
      if (index < 7) write(String(index + 1))
    }
    finish()
    expect((await reader.read()).done).toBe(true)
  }
  expectTurns(await pair.turns())
})

test('an audio file reaches the upstream while its client is still sending the rest', async () => {
  let received = () => {}
  const arrival = new Promise<void>((resolve) => {
    received = resolve
  })
  const upstream = await openUpstream((_, outgoing, incoming) => {
    incoming.once('data', received)
    incoming.on('end', () => sendJson(outgoing, { text: 'heard' }))
  }, true)
  closers.push(upstream.close)
  const { nginx } = await openPair(toService(upstream.url))
  const form = toForm([
    { name: 'model', value: 'gen-4o-transcribe' },
    { name: 'file', value: Buffer.alloc(1_000_000), filename: 'a.wav' },
  ])
  async function* flow() {
    yield form.subarray(0, 500_000)
    await arrival
    yield form.subarray(500_000)
  }
  const response = await sendRequest(nginx.port, '/v1/audio/transcriptions', {
    headers: { ...formType, authorization: `Bearer ${localKey}` },
    key: null,
    body: flow(),
  })
  expect([response.status, response.json]).toEqual([200, { text: 'heard' }])
})

const toChunk = (text: string) => ({ candidates: [{ content: { parts: [{ text }], role: 'model' } }] })

test('a body over the default size limit of nginx reaches the gateway', async () => {
  const pair = await openPair({ kind: 'demo', id: 'demo' })
  const data = Buffer.alloc(3_000_000, 'x').toString('base64')
  const parts = [{ text: 'What is it?' }, { inlineData: { mimeType: 'text/plain', data } }]
  const response = await pair.send(
    '/v1beta/models/gen-2.5-flash:generateContent',
    asJson({ contents: [{ parts }] }),
  )
  expect([response.status, JSON.stringify(await response.json())]).toEqual([
    200,
    expect.stringContaining('3 MB'),
  ])
})

test('the guard rejects requests if nginx passes on its own Host', async () => {
  const gateway = await openOne({ kind: 'demo', id: 'demo' })
  const nginx = await openNginx([gateway.url, gateway.url], (printed) =>
    printed.replace('$proxy_host', '$http_host'),
  )
  closers.push(nginx.close)
  const response = await fetch(`${nginx.url}/v1beta/models`, { headers: { 'x-goog-api-key': localKey } })
  const { port } = new URL(gateway.url)
  expect([response.status, (await response.json()).error.message]).toEqual([
    403,
    expect.stringContaining(`must be 127.0.0.1:${port}`),
  ])
})

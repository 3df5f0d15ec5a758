// Tests uploads: resumable and single-request, streamed with bounded memory, by any gateway with the same key.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Limits } from '../ports'
import { type FilesService, openFilesService } from '../testing/files-service.fixture'
import { openServer } from '../testing/loopback-servers.fixture'
import {
  localKey,
  open,
  openTestGateway,
  type TestGateway,
  type TestGatewayOptions,
  upstreamKey,
} from '../testing/test-gateway.fixture'

async function openGateway(settings: TestGatewayOptions): Promise<TestGateway> {
  const gateway = await openTestGateway(settings)
  onTestFinished(gateway.close)
  return gateway
}

async function openSetup(path = ''): Promise<{ gateway: TestGateway; service: FilesService }> {
  const service = await openFilesService()
  onTestFinished(service.close)
  return { gateway: await openGateway({ baseUrl: service.url + path }), service }
}

const startHeaders = {
  'content-type': 'application/json',
  'x-goog-upload-protocol': 'resumable',
  'x-goog-upload-command': 'start',
  'x-goog-upload-header-content-length': '10',
  'x-goog-upload-header-content-type': 'text/plain',
}
const metadata = JSON.stringify({ file: { displayName: 'ten', mimeType: 'text/plain', sizeBytes: '10' } })

async function start(gateway: TestGateway, path = '/upload/v1beta/files'): Promise<URL> {
  const response = await gateway.send(path, { method: 'POST', headers: startHeaders, body: metadata })
  expect([response.status, response.text]).toEqual([200, ''])
  return new URL(String(response.headers['x-goog-upload-url']))
}

interface Chunk {
  readonly text?: string
  readonly offset?: number
  readonly command?: string
  readonly method?: string
}

/** Sends bytes without a key, as curl and the Python SDK do. */
function send(
  gateway: TestGateway,
  address: URL,
  { text = '', offset, command = 'upload', method = 'POST' }: Chunk,
) {
  return gateway.send(address.pathname + address.search, {
    method,
    key: null,
    headers: {
      'x-goog-upload-command': command,
      ...(offset === undefined ? {} : { 'x-goog-upload-offset': String(offset) }),
    },
    body: Buffer.from(text),
  })
}

describe('a resumable upload', () => {
  test('sends three chunks, by any gateway with the same key, and returns the gateway’s own names', async () => {
    const { gateway, service } = await openSetup()
    const otherGateway = await openGateway({ baseUrl: service.url })
    const address = await start(gateway)
    expect(address.origin).toBe(gateway.url)
    expect(address.pathname + address.search).toMatch(/^\/upload\/v1beta\/files\/[a-z0-9]+$/)
    expect(service.requests[0]).toMatchObject({
      method: 'POST',
      url: '/upload/v1beta/files',
      headers: { ...startHeaders, authorization: `Bearer ${upstreamKey}` },
    })
    expect(service.requests[0]?.body.toString()).toBe(metadata)
    const first = await send(gateway, address, { text: '0123', offset: 0 })
    expect([first.status, first.text, first.headers]).toEqual([
      200,
      '',
      expect.objectContaining({ 'x-goog-upload-status': 'active', 'x-goog-upload-size-received': '4' }),
    ])
    await send(otherGateway, address, { text: '4567', offset: 4 })
    const last = await send(gateway, address, { text: '89', offset: 8, command: 'upload, finalize' })
    const { file } = last.json as { file: { name: string } }
    expect([last.status, last.headers['x-goog-upload-status'], last.json]).toEqual([
      200,
      'final',
      {
        file: {
          name: expect.stringMatching(/^files\/[a-z0-9]+$/),
          mimeType: 'text/plain',
          sizeBytes: '10',
          uri: `${gateway.url}/v1beta/${file.name}`,
          state: 'ACTIVE',
          x: [1.5],
        },
      },
    ])
    expect(service.files.get('files/f1')?.toString()).toBe('0123456789')
    const chunks = service.requests.slice(1)
    expect(chunks.map(({ url, headers }) => [url, headers['content-length']])).toEqual(
      ['4', '4', '2'].map((length) => [
        '/upload/v1beta/files?upload_id=u1&upload_protocol=resumable',
        length,
      ]),
    )
    expect(chunks.every(({ headers }) => headers.authorization === `Bearer ${upstreamKey}`)).toBe(true)
    expect((await gateway.send(`/v1beta/${file.name}`)).json).toEqual(file)
  })

  test('supports PUT, query and cancel, and forwards the upstream’s errors', async () => {
    const { gateway, service } = await openSetup()
    const address = await start(gateway)
    expect((await send(gateway, address, { text: '0123', offset: 0, method: 'PUT' })).status).toBe(200)
    const received = await send(gateway, address, { command: 'query' })
    expect([received.status, received.headers['x-goog-upload-size-received']]).toEqual([200, '4'])
    const wrong = await send(gateway, address, { text: '89', offset: 8 })
    expect([wrong.status, wrong.json]).toEqual([
      400,
      { error: { code: 400, message: 'Wrong offset 8.', status: 'PERMISSION_DENIED' } },
    ])
    const dropped = await send(gateway, address, { command: 'cancel' })
    expect([dropped.status, dropped.headers['x-goog-upload-status']]).toEqual([200, 'cancelled'])
    expect((await send(gateway, address, { command: 'query' })).status).toBe(404)
    expect(service.requests.every(({ method }) => method === 'POST')).toBe(true)
  })

  test.each([
    ['', '/v1/upload/v1beta/files', '/v1/v1beta'],
    ['/root', '/upload/v1beta/files', '/v1beta'],
  ])('keeps a base URL with %j and the prefix of %s', async (base, path, prefix) => {
    const { gateway, service } = await openSetup(base)
    const address = await start(gateway, path)
    expect(address.pathname.startsWith(`${path}/`)).toBe(true)
    const response = await send(gateway, address, { text: '0123', command: 'upload, finalize' })
    expect(response.json).toMatchObject({
      file: { uri: expect.stringContaining(`${gateway.url}${prefix}/files/`) },
    })
    expect(service.requests.map(({ url }) => url.split('?')[0])).toEqual([base + path, base + path])
  })

  test('an upstream that returns no upload URL is a 502', async () => {
    const upstream = { id: 'demo', kind: 'demo' } as const
    const gateway = await openGateway({
      upstream: { ...upstream, send: async () => ({ status: 200, headers: {}, body: Buffer.from('{}') }) },
    })
    const response = await gateway.send('/upload/v1beta/files', { headers: startHeaders, body: metadata })
    expect([response.status, response.text]).toEqual([
      502,
      expect.stringContaining("didn't return an upload URL"),
    ])
  })
})

describe('an upload URL', () => {
  test('needs no key, but a wrong one is rejected', async () => {
    const { gateway, service } = await openSetup()
    const { pathname } = await start(gateway)
    for (const [key, status] of [
      [{}, 200],
      [{ 'x-goog-api-key': localKey }, 200],
      [{ authorization: `Bearer ${localKey}` }, 200],
      [{ 'x-goog-api-key': 'wrong' }, 401],
    ] as const) {
      const headers: Record<string, string> = { 'x-goog-upload-command': 'query', ...key }
      const response = await gateway.send(pathname, { method: 'POST', key: null, headers })
      expect([key, response.status]).toEqual([key, status])
    }
    expect(service.requests).toHaveLength(4)
  })

  test('is a 404 if it was made up, or sealed with another key', async () => {
    const { gateway, service } = await openSetup()
    const stranger = await openGateway({ baseUrl: service.url, key: 'another-key' })
    const address = await start(gateway)
    for (const response of [
      await send(gateway, new URL('/upload/v1beta/files/abc', gateway.url), { text: '0' }),
      await send(stranger, address, { text: '0' }),
    ]) {
      const text = expect.stringContaining('a different local key')
      expect(response).toMatchObject({ status: 404, text })
    }
    expect(service.requests).toHaveLength(1)
  })

  test('is not logged, and neither are the bytes', async () => {
    const { gateway } = await openSetup()
    const address = await start(gateway)
    await send(gateway, address, { text: 'secret-bytes', command: 'upload, finalize' })
    const log = JSON.stringify(gateway.exchanges)
    expect(log).not.toContain(address.pathname.split('/').at(-1))
    expect(log).not.toContain('secret-bytes')
    expect(gateway.exchanges.at(-1)).toMatchObject({
      route: 'continueUpload',
      path: '/upload/v1beta/files/…',
      requestBytes: 12,
      requestBody: '<12 bytes>',
    })
  })
})

describe('a single-request upload', () => {
  test.each([
    ['raw', 'text/plain', '0123456789'],
    [
      'multipart',
      'multipart/related; boundary=b',
      '--b\r\nContent-Type: application/json\r\n\r\n{"file":{}}\r\n--b\r\nContent-Type: text/plain\r\n\r\nhi\r\n--b--\r\n',
    ],
  ])('%s is forwarded unchanged', async (protocol, type, body) => {
    const { gateway, service } = await openSetup()
    const response = await gateway.send('/upload/v1beta/files', {
      headers: { 'content-type': type, 'x-goog-upload-protocol': protocol },
      body: Buffer.from(body),
    })
    const { name } = (response.json as { file: { name: string } }).file
    expect([response.status, name]).toEqual([200, expect.stringMatching(/^files\/[a-z0-9]{41,}$/)])
    expect(service.requests[0]).toMatchObject({
      headers: {
        'content-type': type,
        'x-goog-upload-protocol': protocol,
        'content-length': String(body.length),
      },
    })
    expect(service.requests[0]?.body.toString()).toBe(body)
  })

  test('rejects a compressed body', async () => {
    const { gateway } = await openSetup()
    const headers = { 'x-goog-upload-protocol': 'raw', 'content-encoding': 'gzip' }
    expect((await gateway.send('/upload/v1beta/files', { headers, body: Buffer.from('x') })).status).toBe(415)
  })
})

/** Responds to an upload's start, and does not read the bytes on its own. */
async function openPausingService(limits: Partial<Limits> = {}) {
  let resolveArrival: (incoming: IncomingMessage) => void = () => {}
  /** Resolves with the first request, before anything of it was read. */
  const arrival = new Promise<IncomingMessage>((resolve) => {
    resolveArrival = resolve
  })
  let waiting: ServerResponse | undefined
  const server = await openServer((incoming, outgoing) => {
    if (incoming.url?.includes('upload_id')) {
      waiting = outgoing
      return resolveArrival(incoming)
    }
    const url = `http://${incoming.headers.host}/upload/v1beta/files?upload_id=1`
    outgoing.writeHead(200, { 'x-goog-upload-url': url }).end()
  })
  onTestFinished(server.close)
  const gateway = await openGateway({ baseUrl: `http://127.0.0.1:${server.port}`, limits })
  return {
    gateway,
    arrival,
    path: (await start(gateway)).pathname,
    respond: () => waiting?.setHeader('x-goog-upload-status', 'final').end('{"file":{"name":"files/f1"}}'),
  }
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Everything runs in this process: if nothing moves for this many turns, it is stalled. */
async function untilStalled(progress: () => number): Promise<number> {
  for (let before = -1; ; ) {
    for (let count = 0; count < 300; count += 1) await turn()
    if (progress() === before) return before
    before = progress()
  }
}

describe('the bytes', () => {
  test('of 50 MB are sent with backpressure from the upstream', async () => {
    const { gateway, arrival, path, respond } = await openPausingService()
    const chunk = Buffer.alloc(65_536, 7)
    const total = 800 * chunk.length
    const sentHash = createHash('sha256')
    let sent = 0
    async function* writeSlowly() {
      for (; sent < total; sent += chunk.length) {
        chunk.writeUInt32LE(sent)
        sentHash.update(chunk)
        yield Buffer.from(chunk)
      }
    }
    const headers = { 'content-length': String(total), 'x-goog-upload-command': 'upload, finalize' }
    const response = gateway.send(path, { method: 'POST', key: null, headers, body: writeSlowly() })
    const incoming = await arrival
    const ahead = await untilStalled(() => sent)
    expect(ahead).toBeLessThan(total / 4)
    expect(incoming.headers['content-length']).toBe(String(total))
    const hash = createHash('sha256')
    for await (const piece of incoming) hash.update(piece as Buffer)
    respond()
    expect((await response).status).toBe(200)
    expect(hash.digest('hex')).toBe(sentHash.digest('hex'))
    expect((await gateway.nextExchange()).requestBytes + (await gateway.nextExchange()).requestBytes).toBe(
      total + metadata.length,
    )
  })

  /** Sends half of the announced bytes. */
  async function* half() {
    yield Buffer.alloc(1000)
    await new Promise(() => {})
  }
  const headers = { 'content-length': '2000', 'x-goog-upload-command': 'upload' }

  test('are aborted at the upstream if the client disconnects', async () => {
    const { gateway, arrival, path } = await openPausingService()
    const abortController = new AbortController()
    const { signal } = abortController
    const response = open(gateway.port, path, { method: 'POST', key: null, headers, body: half(), signal })
    response.catch(() => {})
    const incoming = await arrival
    const closed = new Promise((resolve) => incoming.on('close', resolve))
    incoming.on('error', () => {})
    incoming.resume()
    abortController.abort()
    await closed
    expect(incoming.complete).toBe(false)
    await gateway.nextExchange()
    expect(await gateway.nextExchange()).toMatchObject({ outcome: 'cancelled', status: 499 })
  })

  test('time out with an error if the client stops sending', async () => {
    const { gateway, path } = await openPausingService({ requestBodyTimeout: 100 })
    const response = await gateway.send(path, { method: 'POST', key: null, headers, body: half() })
    expect([response.status, response.headers.connection]).toEqual([408, 'close'])
  })
})

test('curl uploads as the vendor’s own samples do', async () => {
  const { gateway, service } = await openSetup()
  const script = `
      set -e
      upload_url=$(curl -sS "$BASE/upload/v1beta/files" -D - -o /dev/null \\
        -H "x-goog-api-key: $KEY" \\
        -H 'X-Goog-Upload-Protocol: resumable' \\
        -H 'X-Goog-Upload-Command: start' \\
        -H 'X-Goog-Upload-Header-Content-Length: 2000000' \\
        -H 'X-Goog-Upload-Header-Content-Type: text/plain' \\
        -H 'Content-Type: application/json' \\
        -d '{"file":{"display_name":"TEXT"}}' | grep -i 'x-goog-upload-url: ' | cut -d' ' -f2 | tr -d '\\r')
      head -c 2000000 /dev/zero | curl -sS "$upload_url" \\
        -H 'X-Goog-Upload-Offset: 0' \\
        -H 'X-Goog-Upload-Command: upload, finalize' \\
        --data-binary @-`
  const { stdout } = await promisify(execFile)('sh', ['-c', script], {
    env: { ...process.env, BASE: gateway.url, KEY: localKey, no_proxy: '*' },
  })
  expect(JSON.parse(stdout)).toMatchObject({ file: { sizeBytes: '2000000', state: 'ACTIVE' } })
  expect(service.files.get('files/f1')?.length).toBe(2_000_000)
})

// Tests the upstream check with servers that really fail: every verdict by its cause.
import type { RequestListener } from 'node:http'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createDemoService } from '#demo/demo'
import { ApiError } from '#shared/schemas/api-error'
import type { CheckVerdict } from '#shared/schemas/upstream'
import { readCertificates } from '../outbound/certificates'
import { createDispatcher, type DispatcherSettings } from '../outbound/dispatch'
import type { FindProxy, Upstream } from '../ports'
import { type Authority, openAuthority, removeScratch } from '../testing/authority.fixture'
import { openFakeServer } from '../testing/fake-openai-servers/fake-server.fixture'
import { openForwardProxy } from '../testing/forward-proxy.fixture'
import { findClosedPort, openRawServer, openServer } from '../testing/loopback-servers.fixture'
import { checkUpstream } from './check-upstream'
import { createOpenAiUpstream } from './openai'
import { createServiceUpstream } from './service'
import { createVendorUpstream } from './vendor'

let authority: Authority

beforeAll(async () => {
  authority = await openAuthority()
})
afterAll(removeScratch)

function closeLater<T extends { close: () => Promise<void> }>(one: T): T {
  onTestFinished(one.close)
  return one
}

const key = 'canary-key-of-the-tests'

const openOutbound = (settings: Partial<DispatcherSettings> = {}) =>
  closeLater(createDispatcher({ headersTimeout: 5000, bodyTimeout: 5000, ...settings }))

const openService = (baseUrl: string, settings: Partial<DispatcherSettings> = {}): Upstream =>
  createServiceUpstream({ id: 'service', baseUrl, key }, openOutbound(settings))

const serviceOf = (send: Upstream['send']): Upstream => ({ id: 'service', kind: 'service', send })

const proxyAt = (port: number): FindProxy => {
  return () => ({ kind: 'http', host: '127.0.0.1', port })
}

const serve = async (listener: RequestListener): Promise<string> =>
  `http://127.0.0.1:${closeLater(await openServer(listener)).port}`

/** Handles the connection after the first bytes of a request. */
const serveRaw = async (response: string): Promise<string> => {
  const server = await openRawServer((socket) => socket.once('data', () => socket.end(response)))
  return `http://127.0.0.1:${closeLater(server).port}`
}

const respondWith =
  (status: number, body: unknown, type = 'application/json'): RequestListener =>
  (_, outgoing) => {
    outgoing.writeHead(status, { 'content-type': type })
    outgoing.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

const respond: RequestListener = (incoming, outgoing) => {
  const isSpeech = incoming.url?.includes('/audio/')
  const body = isSpeech ? { text: '' } : { candidates: [{ content: { parts: [{ text: 'OK.' }] } }] }
  respondWith(200, body)(incoming, outgoing)
}

/** Returns the verdict and the detail, which must be the same for both parts of a service. */
async function check(upstream: Upstream, timeoutMs = 20_000) {
  const { parts } = await checkUpstream(upstream, [], { timeoutMs })
  const [first, second] = parts.map(({ part: _, request: __, ...result }) => result)
  expect({ ...second, milliseconds: null }).toEqual({ ...first, milliseconds: null })
  return first
}

describe('a working upstream', () => {
  test('a service gets minimal requests for text and transcription', async () => {
    const received: string[] = []
    const url = await serve((incoming, outgoing) => {
      let length = 0
      incoming.on('data', (chunk: Buffer) => {
        length += chunk.length
      })
      incoming.on('end', () => {
        received.push(`${incoming.method} ${incoming.url?.replace(/\?.*/, '')}`)
        expect(length).toBeLessThan(20_000)
        respond(incoming, outgoing)
      })
    })
    const requests = ['POST /v1beta/models/gen-2.5-flash:generateContent', 'POST /v1/audio/transcriptions']
    const working = {
      verdict: 'working',
      finding: '',
      advice: '',
      milliseconds: expect.any(Number),
      detail: '',
    }
    expect(await checkUpstream(openService(url), [{ id: 'gen-a', upstreamId: 'gen-a' }])).toEqual({
      parts: [
        { part: 'content', ...working, request: requests[0] },
        { part: 'transcription', ...working, request: requests[1] },
      ],
      models: [],
    })
    expect(received.sort()).toEqual(requests.sort())
  })

  test('the demo has one part', async () => {
    const demo: Upstream = { id: 'demo', kind: 'demo', send: createDemoService() }
    expect(await checkUpstream(demo, [])).toMatchObject({
      parts: [{ part: 'demo', verdict: 'working' }],
      models: [],
    })
  })

  test('an OpenAI-compatible server is tested by its list of models, which the report has', async () => {
    const server = closeLater(await openFakeServer('ollama'))
    const settings = { id: 'openai', key: null, defaults: {}, aliases: [], kinds: {} }
    const outbound = openOutbound()
    const checkAt = (baseUrl: string) =>
      checkUpstream(createOpenAiUpstream({ ...settings, baseUrl }, outbound), [
        { id: 'gen-2.5-pro', upstreamId: 'gemini-2.5-pro' },
      ])
    const { parts, models } = await checkAt(server.baseUrl)
    expect(parts).toMatchObject([{ part: 'models', verdict: 'working', request: 'GET /v1/models' }])
    expect(models).toHaveLength(2 + server.models.others.length)
    expect(models).toContainEqual({ id: server.models.text, upstreamId: server.models.text, known: true })
    for (const url of [await serve((_, outgoing) => outgoing.end('<html>')), `${server.origin}/wrong`])
      expect(await checkAt(url)).toMatchObject({ parts: [{ verdict: 'base-url' }], models: [] })
  })
})

describe('the vendor’s lists of models', () => {
  const gemini = { models: [{ name: 'models/gemini-2.5-pro' }, { name: 'models/imagen-9' }] }
  const openAi = { object: 'list', data: [{ id: 'gpt-4o-transcribe' }, { id: 'whisper-1' }] }
  const models = [
    'gemini-2.5-pro',
    'gemini-gone',
    'gpt-4o-transcribe',
    'gpt-4o-gone',
    'imagen-9',
    'whisper-1',
    'own-gone',
  ].map((upstreamId) => ({ id: `my-${upstreamId}`, upstreamId }))

  async function known(
    geminiList: RequestListener,
    openAiList: RequestListener,
    openAiKey: string | null = key,
  ) {
    const urls = { geminiUrl: await serve(geminiList), openAiUrl: await serve(openAiList) }
    const settings = { ...urls, geminiKey: key, openAiKey, aliases: [] }
    const report = await checkUpstream(createVendorUpstream(settings, openOutbound()), models)
    expect(report.models.map(({ id, upstreamId }) => ({ id, upstreamId }))).toEqual(models)
    return {
      parts: report.parts.map(({ part, verdict, request }) => `${part} ${verdict} ${request}`),
      known: report.models.map((model) => model.known),
    }
  }

  test('determine for each model whether it exists', async () => {
    expect(await known(respondWith(200, gemini), respondWith(200, openAi))).toEqual({
      parts: ['gemini working GET /v1beta/models', 'openai working GET /v1/models'],
      known: [true, false, true, false, true, true, false],
    })
  })

  test('are unknown for the models of a list that was rejected', async () => {
    const rejected = respondWith(401, { error: { message: 'Incorrect API key provided.', type: 'x' } })
    expect(await known(respondWith(200, gemini), rejected)).toEqual({
      parts: ['gemini working GET /v1beta/models', 'openai key GET /v1/models'],
      known: [true, false, null, null, true, null, null],
    })
  })

  test('are unknown for the models of a list with more pages, or without a key', async () => {
    expect(
      await known(respondWith(200, { ...gemini, nextPageToken: 'x' }), respondWith(200, openAi), null),
    ).toEqual({
      parts: ['gemini working GET /v1beta/models', 'openai no-key GET /v1/models'],
      known: [null, null, null, null, null, null, null],
    })
  })
})

const error = (message: string, status = 'X', details?: unknown[]) => ({
  error: { message, status, details },
})
const page = '<!doctype html><html><head><title>Sign in\n to the router</title></head></html>'

test.each<[status: number, body: unknown, verdict: CheckVerdict, detail: string]>([
  [400, error('API key not valid.'), 'key', 'API key not valid.'],
  [400, [error('Nein.', 'X', [{ reason: 'API_KEY_INVALID' }])], 'key', 'Nein.'],
  [400, error('Not in your country.'), 'provider', 'Not in your country.'],
  [401, error('Who?'), 'key', 'Who?'],
  [401, '', 'key', 'HTTP 401, text/html'],
  [403, error('Not here.'), 'key', 'Not here.'],
  [403, '', 'key', 'HTTP 403, text/html'],
  // A page is not about the key.
  [403, '<html><h1>Access denied</h1></html>', 'provider', 'HTTP 403, text/html: Access denied'],
  [404, error('models/x is not found.'), 'model', 'models/x is not found.'],
  [404, error('Invalid URL (POST /v1beta/models/x)'), 'base-url', 'Invalid URL (POST /v1beta/models/x)'],
  [404, page, 'base-url', 'HTTP 404, text/html: Sign in to the router'],
  [405, 'no', 'base-url', 'HTTP 405, text/html: no'],
  [429, error('Slow down.'), 'wait', 'Slow down.'],
  [503, error('Overloaded.'), 'provider', 'Overloaded.'],
  // From a proxy in front of the upstream.
  [502, '<h1>502 Bad Gateway</h1>', 'provider', 'HTTP 502, text/html: 502 Bad Gateway'],
  [200, page, 'base-url', 'HTTP 200, text/html: Sign in to the router'],
  [200, { ok: true }, 'base-url', 'HTTP 200, text/html: {"ok":true}'],
  [200, error('x'), 'provider', 'x'],
  [204, '', 'base-url', 'HTTP 204, text/html'],
])('the response %i %j is %s: %s', async (...[status, body, verdict, detail]) => {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  const response = { status, headers, body: bytes }
  expect(await check(serviceOf(async () => response))).toMatchObject({ verdict, detail })
})

describe('responses of the upstream', () => {
  test('a redirect is not this API', async () => {
    const url = await serve((_, outgoing) => outgoing.writeHead(302, { location: 'https://x.test' }).end())
    expect(await check(openService(url))).toMatchObject({ verdict: 'base-url' })
  })

  test('cuts and classifies an endless response', async () => {
    const chunk = Buffer.alloc(1_000_000, 'x')
    let closed = 0
    const url = await serve((_, outgoing) => {
      const writeSlowly = (): void => {
        while (outgoing.write(chunk));
      }
      outgoing.on('drain', writeSlowly)
      outgoing.on('close', () => {
        closed += 1
      })
      writeSlowly()
    })
    expect(await check(openService(url))).toMatchObject({ verdict: 'base-url' })
    await expect.poll(() => closed).toBe(2)
  })

  test('its message is reported without key and host, on one line and shortened', async () => {
    const url = await serve((incoming, outgoing) => {
      const message = `No: ${key}\n at ${incoming.headers.host} ${'x'.repeat(5000)}`
      respondWith(403, error(message, 'PERMISSION_DENIED'))(incoming, outgoing)
    })
    const detail = (await check(openService(url)))?.detail ?? ''
    expect([detail.length < 700, detail.slice(0, 20)]).toEqual([true, 'No: … at upstream xx'])
  })
})

describe('transport errors', () => {
  /** The report must not reveal the host or the key. */
  async function expectVerdict(upstream: Upstream, verdict: unknown): Promise<string> {
    const result = await check(upstream)
    expect([result?.verdict, result?.milliseconds]).toEqual([verdict, null])
    const text = `${result?.finding}. ${result?.advice}${result?.detail}`
    expect(text).toMatch(/Check/)
    expect(text).not.toMatch(/127\.0\.0\.1|name\.invalid|canary|[A-Z]{4,}_/)
    return text
  }

  test.each<[string, () => Promise<string>, CheckVerdict]>([
    ['a name that does not exist', async () => 'http://name.invalid', 'network'],
    ['a closed port', async () => `http://127.0.0.1:${await findClosedPort()}`, 'base-url'],
    [
      'https for a plain HTTP server',
      async () => (await serve(respond)).replace('http:', 'https:'),
      'certificate',
    ],
    ['a server that is not HTTP', () => serveRaw('220 mail\r\n'), 'base-url'],
    ['a server that closes the connection', () => serveRaw(''), 'network'],
  ])('%s', async (_, open, verdict) => {
    await expectVerdict(openService(await open()), verdict)
  })

  test('a server that closes a connection before TLS, and plain HTTP for an HTTPS server', async () => {
    const early = closeLater(await openRawServer((socket) => socket.destroy()))
    await expectVerdict(openService(`https://127.0.0.1:${early.port}`), 'network')
    const secure = closeLater(await openServer(respond, await authority.sign()))
    const plain = openService(`http://127.0.0.1:${secure.port}`)
    await expectVerdict(plain, expect.stringMatching(/network|base-url/))
  })

  test('a certificate that is untrusted, has expired, or is of another name', async () => {
    const certificates = readCertificates(authority.file) ?? []
    const open = async (...[options]: Parameters<Authority['sign']>) => {
      const { port } = closeLater(await openServer(respond, await authority.sign(options)))
      return `https://localhost:${port}`
    }
    const url = await open()
    await expectVerdict(openService(url), 'certificate')
    expect(await check(openService(url, { certificates }))).toMatchObject({ verdict: 'working' })
    const expired = await open({ notAfter: new Date(Date.now() - 86_400_000) })
    expect(await expectVerdict(openService(expired, { certificates }), 'certificate')).toMatch(/expired/)
    const other = await open({ names: ['other.test'] })
    expect(await expectVerdict(openService(other, { certificates }), 'certificate')).toMatch(
      /for a different host/,
    )
  })

  test('a proxy that requires credentials', async () => {
    const proxy = closeLater(await openForwardProxy({ targetPort: 1, credentials: 'a:b' }))
    for (const url of ['http://upstream.test', 'https://upstream.test'])
      await expectVerdict(openService(url, { findProxy: proxyAt(proxy.port) }), 'proxy')
  })

  test.each<[string, string]>([
    ['x-squid-error', 'ERR_ACCESS_DENIED 0'],
    ['proxy-status', 'gate; error=http_request_denied'],
  ])('a proxy for plain HTTP that marks its error by %s', async (name, value) => {
    const proxyUrl = await serve((_, outgoing) => {
      outgoing.writeHead(403, { 'content-type': 'text/html', [name]: value }).end('<h1>No</h1>')
    })
    const findProxy = proxyAt(Number(new URL(proxyUrl).port))
    await expectVerdict(openService('http://upstream.test', { findProxy }), 'proxy')
    // The same header from the upstream itself is not an error of a proxy.
    expect(await check(openService(proxyUrl))).toMatchObject({ verdict: 'provider' })
  })

  test('an upstream that never responds times out', async () => {
    const closed: Promise<void>[] = []
    const url = await serve((incoming) => {
      closed.push(new Promise((resolve) => incoming.socket.on('close', () => resolve())))
    })
    expect(await check(openService(url), 150)).toMatchObject({ verdict: 'network', milliseconds: null })
    await Promise.all(closed)
  })

  test('an endless response times out, too, even if the upstream ignores the signal', async () => {
    const url = await serve((_, outgoing) => void outgoing.writeHead(200).write('{"candidates":['))
    for (const upstream of [openService(url), serviceOf(() => new Promise(() => {}))])
      expect(await check(upstream, 150)).toMatchObject({ verdict: 'network' })
  })

  test('an aborted check ends immediately and closes its connections', async () => {
    const closed: Promise<void>[] = []
    const abortController = new AbortController()
    const url = await serve((incoming) => {
      closed.push(new Promise((resolve) => incoming.socket.on('close', () => resolve())))
      if (closed.length === 2) abortController.abort()
    })
    const { signal } = abortController
    for (const upstream of [openService(url), serviceOf(() => new Promise(() => {}))])
      await expect(checkUpstream(upstream, [], { signal })).rejects.toMatchObject({ code: 'CANCELLED' })
    await Promise.all(closed)
  })

  const precondition = (param: string) => new ApiError('FAILED_PRECONDITION', 'No.', { param })
  test.each<[thrown: unknown, verdict: CheckVerdict]>([
    [precondition('key'), 'no-key'],
    [precondition('certificatesFile'), 'certificate'],
    [precondition('proxyUrl'), 'proxy'],
    [new Error('net::ERR_NAME_NOT_RESOLVED'), 'network'],
    ['a string', 'network'],
  ])('%s is %s', async (thrown, verdict) => {
    expect(await check(serviceOf(() => Promise.reject(thrown)))).toMatchObject({ verdict })
  })
})

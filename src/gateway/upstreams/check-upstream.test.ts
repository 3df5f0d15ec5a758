// Tests the upstream check with servers that really fail: every verdict by its cause.
import type { RequestListener } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createDemoService } from '#demo/demo'
import { ApiError } from '#shared/schemas/api-error'
import type { CheckVerdict } from '#shared/schemas/upstream-report'
import { readCertificates } from '../outbound/certificates'
import { createDispatcher, type DispatcherSettings } from '../outbound/dispatch'
import type { FindProxy, ProxyRoute } from '../outbound/outbound'
import type { Upstream } from '../ports'
import { type Authority, openAuthority, removeScratch } from '../testing/authority.fixture'
import { openFakeServer } from '../testing/fake-openai-servers/fake-server.fixture'
import { openForwardProxy } from '../testing/forward-proxy.fixture'
import { findClosedPort, openRawServer, openServer } from '../testing/loopback-servers.fixture'
import { checkUpstream } from './check-upstream'
import { createOpenAiUpstream } from './openai/openai'
import { createServiceUpstream } from './service'
import { createVendorUpstream } from './vendor'

const closers: (() => Promise<void>)[] = []
let authority: Authority

afterAll(removeScratch)

beforeAll(async () => {
  authority = await openAuthority()
})

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

function closeLater<T extends { close: () => Promise<void> }>(one: T): T {
  closers.push(one.close)
  return one
}

const key = 'canary-key-of-the-tests'

function openService(baseUrl: string, settings: Partial<DispatcherSettings> = {}): Upstream {
  const outbound = closeLater(createDispatcher({ headersTimeout: 5000, bodyTimeout: 5000, ...settings }))
  return createServiceUpstream({ id: 'service', baseUrl, key }, outbound)
}

const proxyAt = (port: number): FindProxy => {
  const route: ProxyRoute = { kind: 'http', host: '127.0.0.1', port }
  return () => route
}

const serve = async (listener: RequestListener): Promise<string> =>
  `http://127.0.0.1:${closeLater(await openServer(listener)).port}`

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

/** Returns the verdicts and details of the parts. */
async function check(upstream: Upstream, timeoutMs = 20_000) {
  const { parts } = await checkUpstream(upstream, [], { timeoutMs, slowMs: 10_000 })
  return { verdicts: parts.map(({ verdict }) => verdict), details: parts.map(({ detail }) => detail) }
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
        received.push(`${incoming.method} ${incoming.url?.replace(/\?.*/, '')} ${length < 20_000}`)
        respond(incoming, outgoing)
      })
    })
    const report = await checkUpstream(openService(url), [{ id: 'gen-a', upstreamId: 'gen-a' }])
    expect(report).toEqual({
      parts: [
        {
          part: 'content',
          verdict: 'working',
          milliseconds: expect.any(Number),
          detail: '',
          request: 'POST /v1beta/models/gen-2.5-flash:generateContent',
        },
        {
          part: 'transcription',
          verdict: 'working',
          milliseconds: expect.any(Number),
          detail: '',
          request: 'POST /v1/audio/transcriptions',
        },
      ],
      models: [],
    })
    expect(received.sort()).toEqual([
      'POST /v1/audio/transcriptions true',
      'POST /v1beta/models/gen-2.5-flash:generateContent true',
    ])
  })

  test('the demo has one part', async () => {
    const demo: Upstream = { id: 'demo', kind: 'demo', send: createDemoService() }
    const { parts, models } = await checkUpstream(demo, [])
    expect([parts.map(({ part, verdict }) => [part, verdict]), models]).toEqual([[['demo', 'working']], []])
  })

  test('an OpenAI-compatible server is tested by its list of models, which the report has', async () => {
    const server = await openFakeServer('ollama')
    closeLater(server)
    const outbound = closeLater(createDispatcher({ headersTimeout: 5000, bodyTimeout: 5000 }))
    const settings = { id: 'openai', key: null, defaults: {}, aliases: [], kinds: {} }
    const check = (baseUrl: string) =>
      checkUpstream(createOpenAiUpstream({ ...settings, baseUrl }, outbound), [
        { id: 'gen-2.5-pro', upstreamId: 'gemini-2.5-pro' },
      ])
    const { parts, models } = await check(server.baseUrl)
    expect(parts).toMatchObject([{ part: 'models', verdict: 'working', request: 'GET /v1/models' }])
    expect(models).toHaveLength(2 + server.models.others.length)
    expect(models).toContainEqual({ id: server.models.text, upstreamId: server.models.text, known: true })
    const page = await serve((_, response) => response.end('<html>'))
    expect(await check(page)).toMatchObject({ parts: [{ verdict: 'not-the-api' }], models: [] })
  })

  test('is slow after a few seconds', async () => {
    const upstream = openService(await serve(respond))
    const { parts } = await checkUpstream(upstream, [], { timeoutMs: 20_000, slowMs: -1 })
    expect(parts.map(({ verdict }) => verdict)).toEqual(['slow', 'slow'])
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
    const outbound = closeLater(createDispatcher({ headersTimeout: 5000, bodyTimeout: 5000 }))
    const vendor = createVendorUpstream(
      {
        geminiUrl: await serve(geminiList),
        openAiUrl: await serve(openAiList),
        geminiKey: key,
        openAiKey,
        aliases: [],
      },
      outbound,
    )
    const report = await checkUpstream(vendor, models)
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
      parts: ['gemini working GET /v1beta/models', 'openai unauthorised GET /v1/models'],
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

describe('responses of the upstream', () => {
  const error = (message: string, status: string, details?: unknown[]) => ({
    error: { message, status, details },
  })
  const page = '<!doctype html><html><head><title>Sign in\n to the router</title></head></html>'

  test.each<[string, RequestListener, CheckVerdict, string]>([
    [
      '400 for a wrong key, as by the Gemini API',
      respondWith(400, error('API key not valid. Please pass a valid API key.', 'INVALID_ARGUMENT')),
      'unauthorised',
      'API key not valid. Please pass a valid API key.',
    ],
    [
      '400 with only the reason API_KEY_INVALID',
      respondWith(400, [error('Nein.', 'INVALID_ARGUMENT', [{ reason: 'API_KEY_INVALID' }])]),
      'unauthorised',
      'Nein.',
    ],
    ['401', respondWith(401, error('Who?', 'UNAUTHENTICATED')), 'unauthorised', 'Who?'],
    ['401 without a body', respondWith(401, ''), 'unauthorised', 'HTTP 401, application/json'],
    ['403', respondWith(403, error('Not here.', 'PERMISSION_DENIED')), 'forbidden', 'Not here.'],
    [
      '403 with a page, which is not about the key',
      respondWith(403, '<html><h1>Access denied by policy</h1></html>', 'text/html'),
      'refused-the-call',
      'HTTP 403, text/html: Access denied by policy',
    ],
    ['403 without a body', respondWith(403, ''), 'forbidden', 'HTTP 403, application/json'],
    [
      '404 for the model',
      respondWith(404, error('models/x is not found for API version v1beta.', 'NOT_FOUND')),
      'unknown-model',
      'models/x is not found for API version v1beta.',
    ],
    [
      '404 for the path',
      respondWith(404, { error: { message: 'Invalid URL (POST /v1beta/models/x)', type: 'y' } }),
      'not-the-api',
      'Invalid URL (POST /v1beta/models/x)',
    ],
    [
      '404 with a page',
      respondWith(404, page, 'text/html; charset=utf-8'),
      'not-the-api',
      'HTTP 404, text/html: Sign in to the router',
    ],
    ['429', respondWith(429, error('Slow down.', 'RESOURCE_EXHAUSTED')), 'quota', 'Slow down.'],
    [
      '400 for another reason',
      respondWith(400, error('User location is not supported.', 'FAILED_PRECONDITION')),
      'refused-the-call',
      'User location is not supported.',
    ],
    ['503', respondWith(503, error('Overloaded.', 'UNAVAILABLE')), 'refused-the-call', 'Overloaded.'],
    [
      '502 from a proxy in front of it',
      respondWith(502, '<h1>502 Bad Gateway</h1>', 'text/html'),
      'refused-the-call',
      'HTTP 502, text/html: 502 Bad Gateway',
    ],
    [
      'a page',
      respondWith(200, page, 'text/html'),
      'not-the-api',
      'HTTP 200, text/html: Sign in to the router',
    ],
    [
      'JSON of another shape',
      respondWith(200, { ok: true }),
      'not-the-api',
      'HTTP 200, application/json: {"ok":true}',
    ],
    ['an error with a success status', respondWith(200, error('x', 'y')), 'refused-the-call', 'x'],
    ['nothing', respondWith(204, ''), 'not-the-api', 'HTTP 204, application/json'],
    ['405', respondWith(405, 'no', 'text/plain'), 'not-the-api', 'HTTP 405, text/plain: no'],
  ])('%s', async (...[, listener, verdict, detail]) => {
    expect(await check(openService(await serve(listener)))).toEqual({
      verdicts: [verdict, verdict],
      details: [detail, detail],
    })
  })

  test('a redirect is "not-the-api"', async () => {
    const url = await serve((_, outgoing) => outgoing.writeHead(302, { location: 'https://x.test' }).end())
    expect((await check(openService(url))).verdicts).toEqual(['not-the-api', 'not-the-api'])
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
    expect((await check(openService(url))).verdicts).toEqual(['not-the-api', 'not-the-api'])
    await expect.poll(() => closed).toBe(2)
  })

  test('its message is reported without key and host, on one line and shortened', async () => {
    const url = await serve((incoming, outgoing) => {
      const response = `No: ${key}\n at ${incoming.headers.host} ${incoming.url} ${'x'.repeat(5000)}`
      respondWith(403, error(response, 'PERMISSION_DENIED'))(incoming, outgoing)
    })
    const { details } = await check(openService(url))
    expect(details.map((detail) => [detail.length < 700, detail.slice(0, 20)])).toEqual([
      [true, 'No: … at upstream /v'],
      [true, 'No: … at upstream /v'],
    ])
    expect(details.join()).not.toMatch(/canary|127\.0\.0\.1/)
  })
})

describe('transport errors', () => {
  /** Both parts must fail alike, without revealing the host or the key. */
  async function expectVerdict(upstream: Upstream, verdict: CheckVerdict): Promise<void> {
    const report = await checkUpstream(upstream, [], { timeoutMs: 20_000, slowMs: 10_000 })
    expect(report.parts.map((part) => [part.verdict, part.milliseconds])).toEqual([
      [verdict, null],
      [verdict, null],
    ])
    for (const { detail } of report.parts) {
      expect(detail).toMatch(/Check/)
      expect(detail).not.toMatch(/127\.0\.0\.1|name\.invalid|canary|[A-Z]{4,}_/)
    }
  }

  test('a name that does not exist', async () => {
    await expectVerdict(openService('http://name.invalid'), 'dns')
  })

  test('a closed port', async () => {
    await expectVerdict(openService(`http://127.0.0.1:${await findClosedPort()}`), 'connection-refused')
  })

  test('an untrusted certificate, until its authority is in the file of extra certificates', async () => {
    const server = closeLater(await openServer(respond, await authority.sign()))
    const url = `https://localhost:${server.port}`
    await expectVerdict(openService(url), 'tls')
    const certificates = readCertificates(authority.file) ?? []
    expect((await check(openService(url, { certificates }))).verdicts).toEqual(['working', 'working'])
  })

  test('a certificate that has expired, and one of another name', async () => {
    const certificates = readCertificates(authority.file) ?? []
    const expired = await authority.sign({ notAfter: new Date(Date.now() - 86_400_000) })
    const other = await authority.sign({ names: ['other.test'] })
    for (const [pair, words] of [
      [expired, /expired/],
      [other, /for a different host/],
    ] as const) {
      const server = closeLater(await openServer(respond, pair))
      const upstream = openService(`https://localhost:${server.port}`, { certificates })
      await expectVerdict(upstream, 'tls')
      expect((await check(upstream)).details[0]).toMatch(words)
    }
  })

  test('https for a plain HTTP server, and the other way round', async () => {
    const plain = await serve(respond)
    await expectVerdict(openService(plain.replace('http:', 'https:')), 'tls')
    const server = closeLater(await openServer(respond, await authority.sign()))
    const report = await check(openService(`http://127.0.0.1:${server.port}`))
    expect(report.verdicts.every((verdict) => verdict === 'broken-off' || verdict === 'not-the-api')).toBe(
      true,
    )
  })

  test('a server that is not HTTP, and one that closes the connection', async () => {
    const other = closeLater(
      await openRawServer((socket) => socket.once('data', () => socket.end('220 mail\r\n'))),
    )
    await expectVerdict(openService(`http://127.0.0.1:${other.port}`), 'not-the-api')
    const closed = closeLater(await openRawServer((socket) => socket.once('data', () => socket.destroy())))
    await expectVerdict(openService(`http://127.0.0.1:${closed.port}`), 'broken-off')
    const early = closeLater(await openRawServer((socket) => socket.destroy()))
    await expectVerdict(openService(`https://127.0.0.1:${early.port}`), 'broken-off')
  })

  test('a proxy that is down, requires credentials, or rejects the request', async () => {
    const url = 'https://upstream.test'
    const down = proxyAt(await findClosedPort())
    await expectVerdict(openService(url, { findProxy: down }), 'proxy-unreachable')
    const proxyWithCredentials = closeLater(await openForwardProxy({ targetPort: 1, credentials: 'a:b' }))
    await expectVerdict(
      openService(url, { findProxy: proxyAt(proxyWithCredentials.port) }),
      'proxy-credentials',
    )
    await expectVerdict(
      openService('http://upstream.test', { findProxy: proxyAt(proxyWithCredentials.port) }),
      'proxy-credentials',
    )
    const rejectingProxy = closeLater(await openForwardProxy({ targetPort: 1, errorStatus: 403 }))
    await expectVerdict(openService(url, { findProxy: proxyAt(rejectingProxy.port) }), 'proxy-refused')
  })

  test.each<[string, string]>([
    ['x-squid-error', 'ERR_ACCESS_DENIED 0'],
    ['proxy-status', 'gate; error=http_request_denied'],
  ])('a proxy for plain HTTP that marks its error by %s', async (name, value) => {
    const proxyUrl = await serve((_, outgoing) => {
      outgoing.writeHead(403, { 'content-type': 'text/html', [name]: value }).end('<h1>No</h1>')
    })
    const findProxy = proxyAt(Number(new URL(proxyUrl).port))
    await expectVerdict(openService('http://upstream.test', { findProxy }), 'proxy-refused')
    // The same header from the upstream itself is not an error of a proxy.
    expect((await check(openService(proxyUrl))).verdicts).toEqual(['refused-the-call', 'refused-the-call'])
  })

  test('a proxy that accepts the connection but never responds', async () => {
    const proxyUrl = closeLater(await openRawServer(() => {}))
    const findProxy = proxyAt(proxyUrl.port)
    await expectVerdict(openService('https://upstream.test', { findProxy, connectTimeout: 200 }), 'timed-out')
  })

  test('an upstream that never responds times out', async () => {
    const closed: Promise<void>[] = []
    const url = await serve((incoming) => {
      closed.push(new Promise((resolve) => incoming.socket.on('close', () => resolve())))
    })
    const report = await checkUpstream(openService(url), [], { timeoutMs: 150, slowMs: 100 })
    expect(report.parts.map(({ verdict, milliseconds }) => [verdict, milliseconds])).toEqual([
      ['timed-out', null],
      ['timed-out', null],
    ])
    await Promise.all(closed)
  })

  test('an endless response times out, too, even if the upstream ignores the signal', async () => {
    const url = await serve((_, outgoing) => void outgoing.writeHead(200).write('{"candidates":['))
    expect((await check(openService(url), 150)).verdicts).toEqual(['timed-out', 'timed-out'])
    const unresponsive: Upstream = { id: 'service', kind: 'service', send: () => new Promise(() => {}) }
    expect((await check(unresponsive, 50)).verdicts).toEqual(['timed-out', 'timed-out'])
  })

  test('an aborted check ends immediately and closes its connections', async () => {
    const closed: Promise<void>[] = []
    const abortController = new AbortController()
    const url = await serve((incoming) => {
      closed.push(new Promise((resolve) => incoming.socket.on('close', () => resolve())))
      if (closed.length === 2) abortController.abort()
    })
    const { signal } = abortController
    await expect(checkUpstream(openService(url), [], { signal })).rejects.toMatchObject({ code: 'CANCELLED' })
    await Promise.all(closed)
    const unresponsive: Upstream = { id: 'service', kind: 'service', send: () => new Promise(() => {}) }
    await expect(checkUpstream(unresponsive, [], { signal })).rejects.toMatchObject({ code: 'CANCELLED' })
  })

  test.each<[string, unknown, CheckVerdict]>([
    ['no key', new ApiError('FAILED_PRECONDITION', 'No key.', { param: 'key' }), 'no-key'],
    [
      'an unusable file of certificates',
      new ApiError('FAILED_PRECONDITION', 'No file.', { param: 'certificatesFile' }),
      'certificates-file',
    ],
    [
      'an invalid proxy',
      new ApiError('FAILED_PRECONDITION', 'No.', { param: 'proxyUrl' }),
      'proxy-unreachable',
    ],
    ['Chromium’s own error', new Error('net::ERR_NAME_NOT_RESOLVED'), 'dns'],
    ['an unknown error', 'a string', 'broken-off'],
  ])('%s', async (_, thrown, verdict) => {
    const upstream: Upstream = { id: 'service', kind: 'service', send: () => Promise.reject(thrown) }
    expect((await check(upstream)).verdicts).toEqual([verdict, verdict])
  })
})

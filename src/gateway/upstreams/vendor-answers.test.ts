// Tests responses of the vendor APIs: errors with advice, retries, downloads, uploads, external URLs.
import type { ServerResponse } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { HttpRequest } from '#shared/wire/http'
import { readText } from '#shared/wire/read-body'
import {
  geminiKey,
  openAiKey,
  openScriptedVendorGateway,
  type ScriptedVendorGateway,
  type VendorScripts,
} from '../testing/scripted-vendor.fixture'
import {
  formType,
  localKey,
  openOutbound,
  openUpstream,
  type ScriptedUpstream,
  sendJson,
  toForm,
  type UpstreamScript,
} from '../testing/test-gateway.fixture'
import { createVendorUpstream, type VendorSettings } from './vendor'

const body = JSON.stringify({ contents: [{ parts: [{ text: 'hi' }] }] })
async function open(scripts: VendorScripts): Promise<ScriptedVendorGateway> {
  const setup = await openScriptedVendorGateway(scripts)
  onTestFinished(setup.close)
  return setup
}

async function send(gemini: UpstreamScript, model = 'gen-2.5-pro', verb = 'generateContent') {
  const { gateway } = await open({ gemini })
  return await gateway.send(`/v1beta/models/${model}:${verb}`, { body })
}

async function transcribe(error: object, status: number) {
  const { gateway } = await open({ openAi: (_, outgoing) => sendJson(outgoing, { error }, status) })
  const form = toForm([
    { name: 'model', value: 'gen-4o-transcribe' },
    { name: 'file', value: 'RIFF', filename: 'a.wav' },
  ])
  const headers = { ...formType, authorization: `Bearer ${localKey}` }
  const response = await gateway.send('/v1/audio/transcriptions', { key: null, headers, body: form })
  return [response.status, response.json]
}

const respondWithError =
  (code: number, error: object): UpstreamScript =>
  (_, outgoing) =>
    sendJson(outgoing, { error: { code, ...error } }, code)

describe('a model that the vendor does not know', () => {
  const unknown = { code: 404, message: 'models/x is not found.', status: 'NOT_FOUND', more: 1 }
  const settings = 'You can change this in Settings > Models.'
  const sentAs = ` gen-3.1-pro-preview is sent as gemini-3.1-pro-preview. ${settings}`

  test.each<[string, UpstreamScript, model: string, added: string]>([
    [
      'with a retirement date',
      respondWithError(404, unknown),
      'gen-2.5-flash-image',
      ` The provider's retirement date for gen-2.5-flash-image is 2026-10-02. gen-2.5-flash-image is sent as gemini-3.1-flash-image. ${settings}`,
    ],
    ['requested by the vendor’s own name', respondWithError(404, unknown), 'gemini-3.1-pro-preview', ''],
    [
      'in an array',
      (_, outgoing) => sendJson(outgoing, [{ error: unknown }], 404),
      'gen-3.1-pro-preview',
      sentAs,
    ],
    [
      'as a JSON object with the type of a stream',
      (_, outgoing) => {
        outgoing.writeHead(404, { 'content-type': 'text/event-stream' })
        outgoing.end(`${JSON.stringify({ error: unknown }, null, 2)}\n`)
      },
      'gen-3.1-pro-preview',
      sentAs,
    ],
  ])('%s is reported with both its ids', async (...[, script, model, added]) => {
    for (const verb of ['generateContent', 'streamGenerateContent']) {
      const response = await send(script, model, verb)
      expect([response.status, response.headers['content-type'], response.json]).toEqual([
        404,
        'application/json; charset=utf-8',
        { error: { ...unknown, message: unknown.message + added } },
      ])
    }
  })

  test('is reported in the other dialect, too', async () => {
    const error = {
      message: 'No such model.',
      type: 'invalid_request_error',
      param: null,
      code: 'model_not_found',
    }
    const message = `No such model. gen-4o-transcribe is sent as gpt-4o-transcribe. ${settings}`
    expect(await transcribe(error, 404)).toEqual([404, { error: { ...error, message } }])
  })

  test('is not mentioned in other errors', async () => {
    const invalid = { message: 'Bad image.', status: 'INVALID_ARGUMENT' }
    expect((await send(respondWithError(400, invalid))).json).toEqual({ error: { code: 400, ...invalid } })
  })
})

describe('a key that the vendor rejects', () => {
  const blame =
    'The provider rejected the API key configured in Settings > Provider, or requires one. It says: '

  test.each<[number, { message: string; status: string; details?: unknown }]>([
    [400, { message: 'Not valid.', status: 'INVALID_ARGUMENT', details: [{ reason: 'API_KEY_INVALID' }] }],
    [401, { message: 'Expected OAuth 2 access token.', status: 'UNAUTHENTICATED' }],
    [403, { message: "Method doesn't allow unregistered callers.", status: 'PERMISSION_DENIED' }],
    [
      403,
      { message: 'Blocked.', status: 'PERMISSION_DENIED', details: [{ reason: 'API_KEY_SERVICE_BLOCKED' }] },
    ],
  ])('with %i %j is reported as the upstream’s, not the client’s', async (code, error) => {
    const response = await send(respondWithError(code, error))
    const message = blame + error.message
    expect([response.status, response.json]).toEqual([code, { error: { code, ...error, message } }])
    expect([response.headers['x-error-reason'], response.headers['x-error-source']]).toEqual([
      'rejected-key',
      undefined,
    ])
  })

  test('is fully redacted where the vendor masks it', async () => {
    const masked = `${openAiKey.slice(0, 8)}${'*'.repeat(20)}${openAiKey.slice(-4)}`
    const error = { type: 'invalid_request_error', code: 'invalid_api_key' }
    const message = `Incorrect API key provided: ${masked}. Find yours.`
    expect(await transcribe({ ...error, message }, 401)).toEqual([
      401,
      { error: { ...error, message: `${blame}Incorrect API key provided: …. Find yours.` } },
    ])
  })

  test('is not blamed for a file of another user', async () => {
    const other = { message: 'You do not have permission to access the File x.', status: 'PERMISSION_DENIED' }
    expect((await send(respondWithError(403, other))).json).toEqual({ error: { code: 403, ...other } })
  })
})

test('reads an error in an event', async () => {
  const error = { code: 503, message: 'Overloaded.', status: 'UNAVAILABLE' }
  const script: UpstreamScript = (_, outgoing) => {
    outgoing.writeHead(503, { 'content-type': 'text/event-stream' })
    outgoing.end(`data: ${JSON.stringify({ error })}\r\n\r\n`)
  }
  const response = await send(script, 'gen-2.5-pro', 'streamGenerateContent')
  expect([response.status, response.json]).toEqual([503, { error }])
})

/** The upstream without a gateway, with scripted servers. */
async function openUpstreamOnly(script: UpstreamScript, changes: Partial<VendorSettings> = {}) {
  const gemini = await openUpstream(script)
  const openAi = await openUpstream(script)
  const outbound = openOutbound()
  for (const { close } of [gemini, openAi, outbound]) onTestFinished(close)
  const urls = { geminiUrl: gemini.url, openAiUrl: openAi.url }
  const settings = { ...urls, geminiKey, openAiKey, aliases: [], ...changes }
  return { gemini, openAi, upstream: createVendorUpstream(settings, outbound) }
}

const toHttpRequest = (path: string, changes: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  path,
  headers: { 'x-goog-api-key': localKey, authorization: `Bearer ${localKey}`, 'user-agent': 'sdk/1' },
  body: null,
  signal: new AbortController().signal,
  ...changes,
})

const credentialsOf = ({ requests }: ScriptedUpstream) =>
  requests.map(({ url, headers }) => [url, headers['x-goog-api-key'], headers.authorization])

describe('retries and routes', () => {
  test('gets lists of models from the API of the route', async () => {
    const { gemini, openAi, upstream } = await openUpstreamOnly((_, outgoing) => sendJson(outgoing, {}))
    await upstream.send(toHttpRequest('/v1beta/models?pageSize=1000'))
    await upstream.send(toHttpRequest('/v1/models'))
    expect(credentialsOf(gemini)).toEqual([['/v1beta/models?pageSize=1000', geminiKey, undefined]])
    expect(credentialsOf(openAi)).toEqual([['/v1/models', undefined, `Bearer ${openAiKey}`]])
  })

  test('polls an operation by the vendor’s name, with a retry after a temporary error', async () => {
    let count = 0
    const { gemini, upstream } = await openUpstreamOnly((_, outgoing) => {
      count += 1
      sendJson(outgoing, { name: 'models/veo-x/operations/a', done: count > 1 }, count > 1 ? 200 : 503)
    })
    const response = await upstream.send(toHttpRequest('/v1/v1beta/models/gen-video-x/operations/a'))
    expect(response.status).toBe(200)
    const once = ['/v1beta/models/gen-video-x/operations/a', geminiKey, undefined]
    expect(credentialsOf(gemini)).toEqual([once, once])
  })

  test('sends a POST and a DELETE only once', async () => {
    const { gemini, upstream } = await openUpstreamOnly((_, outgoing) => sendJson(outgoing, {}, 503))
    await upstream.send(
      toHttpRequest('/v1beta/models/gen-2.5-pro:generateContent', {
        method: 'POST',
        body: Buffer.from(body),
      }),
    )
    await upstream.send(toHttpRequest('/v1beta/files/a', { method: 'DELETE' }))
    expect(gemini.requests.map(({ method }) => method)).toEqual(['POST', 'DELETE'])
  })
})

const redirect = (outgoing: ServerResponse, location: string): void => {
  outgoing.writeHead(302, { location, 'x-goog-api-key': geminiKey })
  outgoing.end()
}

describe('downloads', () => {
  const path = '/v1beta/files/a:download?alt=media'

  async function storage(): Promise<ScriptedUpstream> {
    const opened = await openUpstream((_, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'video/mp4', 'x-request-id': `for ${geminiKey}` })
      outgoing.end('MP4')
    })
    onTestFinished(opened.close)
    return opened
  }

  test('follow redirects; the key stays with the API’s own origin, and is removed from the URL', async () => {
    const store = await storage()
    const { gemini, upstream } = await openUpstreamOnly((request, outgoing) =>
      request.url.startsWith('/v1beta')
        ? redirect(outgoing, '/second')
        : redirect(outgoing, `${store.url}/signed?key=${encodeURIComponent(geminiKey)}&s=a%20b`),
    )
    const response = await upstream.send(toHttpRequest(path, { headers: { range: 'bytes=0-1' } }))
    expect([response.status, response.headers, await readText(response.body)]).toEqual([
      200,
      { 'content-type': 'video/mp4' },
      'MP4',
    ])
    expect(credentialsOf(gemini)).toEqual([
      [path, geminiKey, undefined],
      ['/second', geminiKey, undefined],
    ])
    expect(credentialsOf(store)).toEqual([['/signed?s=a%20b', undefined, undefined]])
    expect(store.requests[0]?.headers.range).toBe('bytes=0-1')
  })

  test('do not send the key again after a redirect to another origin', async () => {
    const store = await openUpstream((_, outgoing) => redirect(outgoing, `${gemini.url}/back`))
    onTestFinished(store.close)
    const { gemini, upstream } = await openUpstreamOnly((request, outgoing) =>
      request.url === '/back' ? sendJson(outgoing, {}) : redirect(outgoing, `${store.url}/away`),
    )
    expect((await upstream.send(toHttpRequest(path))).status).toBe(200)
    expect([...credentialsOf(gemini), ...credentialsOf(store)]).toEqual([
      [path, geminiKey, undefined],
      ['/back', undefined, undefined],
      ['/away', undefined, undefined],
    ])
  })

  test.each([
    [
      'with the key in its path',
      (store: string) => `${store}/${encodeURIComponent(geminiKey)}/a`,
      'a URL that contains its key',
    ],
    ['to a host that is not allowed', () => 'https://elsewhere.example/a', "a host that isn't allowed"],
    ['to another protocol', () => 'file:///etc/passwd', 'a non-HTTP URL'],
    ['to the cloud', () => 'http://169.254.169.254/x', "a host that isn't allowed"],
    ['without a target', () => '', 'without a target'],
    ['to itself', () => path, 'in a loop'],
  ])('reject a redirect %s', async (_, toLocation, reason) => {
    const store = await storage()
    const { upstream } = await openUpstreamOnly((__, outgoing) => redirect(outgoing, toLocation(store.url)))
    const failure = upstream.send(toHttpRequest(path))
    await expect(failure).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining(reason),
    })
    await expect(failure).rejects.not.toMatchObject({ message: expect.stringContaining('canary') })
    expect(store.requests).toEqual([])
  })

  test('requests a URL of the Gemini API with the key, and others without', async () => {
    const store = await storage()
    const { gemini, openAi, upstream } = await openUpstreamOnly((_, outgoing) => sendJson(outgoing, {}))
    await upstream.open?.(`${gemini.url}/v1beta/files/a:download?alt=media&key=old`, toHttpRequest('/'))
    await upstream.open?.(`${store.url}/signed?s=1`, toHttpRequest('/'))
    await upstream.open?.(`${openAi.url}/v1/files/a`, toHttpRequest('/'))
    expect(credentialsOf(gemini)).toEqual([[path, geminiKey, undefined]])
    expect(credentialsOf(store)).toEqual([['/signed?s=1', undefined, undefined]])
    expect(credentialsOf(openAi)).toEqual([['/v1/files/a', undefined, undefined]])
    await expect(upstream.open?.('https://elsewhere.example/a', toHttpRequest('/'))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    })
  })
})

test('does not read a form without a key, and releases it if the API is unreachable', async () => {
  const response: string[] = []
  async function* form(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      for (;;) {
        response.push('read')
        yield Buffer.alloc(65_536)
      }
    } finally {
      response.push('left')
    }
  }
  const audio = (): HttpRequest =>
    toHttpRequest('/v1/audio/transcriptions', { method: 'POST', headers: { ...formType }, body: form() })
  const keyless = await openUpstreamOnly((_, outgoing) => sendJson(outgoing, {}), { openAiKey: null })
  await expect(keyless.upstream.send(audio())).rejects.toMatchObject({ code: 'FAILED_PRECONDITION' })
  expect(response).toEqual([])
  const closedVendor = await openUpstreamOnly((_, outgoing) => sendJson(outgoing, {}))
  await closedVendor.openAi.close()
  await expect(closedVendor.upstream.send(audio())).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect([response[0], response.at(-1)]).toEqual(['read', 'left'])
})

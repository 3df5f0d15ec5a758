// Tests every endpoint and route: examples, paths, bodies, both dialects and prefixes.
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Endpoint, type EndpointId, endpointList } from '#shared/endpoints/endpoints'
import { type Credential, type Route, routeList, routes, toPath } from '#shared/endpoints/routes'
import type { HttpRequest } from '#shared/wire/http'
import {
  echoUpstream,
  formType,
  localKey,
  openTestGateway,
  type TestGateway,
  type TestRequest,
  type TestResponse,
  toForm,
} from '../testing/test-gateway.fixture'

const calls: HttpRequest[] = []
let gateway: TestGateway

beforeAll(async () => {
  gateway = await openTestGateway({ upstream: echoUpstream(calls), origins: ['https://page.example'] })
})
afterAll(() => gateway.close())

const prefixes = ['/v1beta', '/v1/v1beta']

function pathOf(endpoint: Endpoint, prefix = endpoint.prefix): string {
  const route: Route = routes[endpoint.route]
  const query = new URLSearchParams(endpoint.query).toString()
  const path = toPath(route, prefix, { model: endpoint.model })
  return query ? `${path}?${query}` : path
}

/** Sends the example, with the key in the documented place. */
function exampleOf(endpoint: Endpoint): TestRequest {
  const { credential } = routes[endpoint.route] as Route
  const key = credential === 'query-or-header' ? {} : { authorization: `Bearer ${localKey}` }
  if (endpoint.example) {
    const headers = { 'content-type': 'application/json', ...key }
    return { key: null, headers, body: JSON.stringify(endpoint.example) }
  }
  const body = toForm([
    { name: 'model', value: endpoint.model },
    { name: 'file', value: 'RIFF', filename: 'a.wav' },
  ])
  return { key: null, headers: { ...formType, ...key }, body }
}

function withKey(path: string, credential: Credential): string {
  if (credential !== 'query-or-header') return path
  return `${path}${path.includes('?') ? '&' : '?'}key=${localKey}`
}

function codeOf(response: TestResponse): unknown {
  const { error } = response.json as { error: { code: unknown; status?: string } }
  return error.status ?? error.code
}

describe.each(endpointList as [EndpointId, Endpoint][])('%s', (id, endpoint) => {
  const route = routes[endpoint.route] as Route
  const isForm = endpoint.example === null

  test.each(isForm ? [''] : prefixes)(
    'responds to its example under %s, and is named in the log',
    async (prefix) => {
      const before = calls.length
      const path = withKey(pathOf(endpoint, prefix), route.credential)
      const response = await gateway.send(path, exampleOf(endpoint))
      expect(response.status).toBe(200)
      const shape = route.responseType === 'stream' ? toDocument(response.text) : response.json
      expect(route.response?.safeParse(shape).success).toBe(true)
      expect(response.headers['x-exchange-id']).toMatch(/^[\w-]{36}$/)
      expect(gateway.exchanges.find((one) => one.id === response.headers['x-exchange-id'])).toMatchObject({
        // The documented bodies of E17 and E2 are the same: only a search tool distinguishes them.
        endpoint: id === 'E17' ? 'E2' : id,
        status: 200,
        outcome: 'completed',
        model: endpoint.model,
      })
      const [call] = calls.slice(before)
      expect(call?.path.startsWith(prefix + route.path.split('{')[0])).toBe(true)
      expect(JSON.stringify([call?.path, call?.headers])).not.toContain(localKey)
      if (!isForm)
        expect(Buffer.from(call?.body as Uint8Array).toString()).toBe(JSON.stringify(endpoint.example))
    },
  )
})

function toDocument(text: string): unknown {
  return JSON.parse(text.startsWith('data: ') ? (text.split('\n')[0] ?? '').slice(6) : text)
}

/** Sends a head, and the body if the gateway continues. Returns what the gateway sends until it closes or responds. */
function sendRaw(head: string, body = ''): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(gateway.port, '127.0.0.1')
    let text = ''
    socket.on('data', (data) => {
      text += data
      if (text.endsWith('HTTP/1.1 100 Continue\r\n\r\n')) socket.write(body)
      if (text.includes('}]') || text.includes('error')) socket.destroy()
    })
    socket.on('close', () => resolve(text))
    socket.write(`${head}\r\n\r\n`)
  })
}

const sendTo = (text: string) => JSON.stringify({ contents: [{ parts: [{ text }] }] })

describe('paths', () => {
  test.each([
    '/v1beta/models/gen-2.5-flash:generateContent',
    '/v1beta/models/gen-2.5-flash%3AgenerateContent',
    '/v1beta/models/models/gen-2.5-flash:generateContent',
    '/v1beta/models/models%2Fgen-2.5-flash:generateContent',
    '/v1beta/models/gemini-2.5-flash:generateContent',
  ])('accepts %s', async (path) => {
    expect((await gateway.send(path, { body: sendTo('hi') })).status).toBe(200)
  })

  test('finds every route by a filled template, but not with another method', async () => {
    for (const [id, route] of routeList) {
      for (const prefix of route.prefixes) {
        const values = { model: 'gen-2.5-flash', operation: 'abc', file: 'abc', upload: 'abc' }
        const response = await gateway.send(toPath(route, prefix, values), { method: 'PATCH' })
        const code = route.dialect === 'openai' ? 'method_not_allowed' : 'UNIMPLEMENTED'
        expect([id, response.status, codeOf(response)]).toEqual([id, 405, code])
        expect(response.headers.allow).toContain(route.method)
      }
    }
  })

  test.each([
    ['/nowhere', 'No route for GET /nowhere'],
    ['/v1beta/v1beta/models', 'No route for'],
    ['/v1beta/models/gen-2.5-flash:predict', 'is not supported for predict'],
    ['/%E0%A4%A', 'invalid percent-encoding'],
  ])('GET %s is an error in JSON', async (path, words) => {
    const response = await gateway.send(path)
    expect([404, 400]).toContain(response.status)
    expect(response.json).toMatchObject({ error: { message: expect.stringContaining(words) } })
  })

  test.each([
    ['gen-9', 'generateContent'],
    ['gen-embedding-001', 'generateContent'],
    ['gen-2.5-flash', 'embedContent'],
    ['gen-4o-transcribe', 'generateContent'],
    ['..', 'generateContent'],
  ])('%s:%s is a 404 with the vendor’s message', async (model, verb) => {
    const response = await gateway.send(`/v1beta/models/${model}:${verb}`, { body: sendTo('hi') })
    expect(response.json).toEqual({
      error: {
        code: 404,
        status: 'NOT_FOUND',
        message: `models/${model} is not found for API version v1beta, or is not supported for ${verb}. Call ListModels to see the list of available models and their supported methods.`,
      },
    })
  })

  test('HEAD returns only headers, OPTIONS lists the methods', async () => {
    const head = await gateway.send('/v1beta/models', { method: 'HEAD' })
    expect([head.status, head.text, Number(head.headers['content-length']) > 100]).toEqual([200, '', true])
    const options = await gateway.send('/v1beta/models', { method: 'OPTIONS', key: null })
    expect([options.status, options.headers.allow]).toEqual([204, 'GET, HEAD'])
  })

  test('a target in absolute form must name this gateway, too, and a Host is required', async () => {
    const target = (path: string) =>
      sendRaw(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${gateway.port}\r\nConnection: close`)
    expect(await target(`http://127.0.0.1:${gateway.port}/healthz`)).toContain('HTTP/1.1 200')
    expect(await target('http://evil.example/healthz')).toContain('HTTP/1.1 403')
    expect(await sendRaw('not http at all')).toMatch(/^HTTP\/1\.1 400[\s\S]*\{"error":\{"code":400/)
    const withoutHost = 'GET /healthz HTTP/1.1\r\nConnection: close'
    expect(await sendRaw(withoutHost)).toMatch(/^HTTP\/1\.1 403[\s\S]*PERMISSION_DENIED/)
  })
})

describe('browser requests', () => {
  test('from an allowed origin get CORS headers, in the preflight and the response', async () => {
    const origin = 'https://page.example'
    const preflight = await gateway.send('/v1beta/models/gen-2.5-flash:generateContent', {
      method: 'OPTIONS',
      key: null,
      headers: { origin, 'access-control-request-headers': 'content-type, x-goog-api-key' },
    })
    expect(preflight).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'content-type, x-goog-api-key',
        vary: 'Origin',
      },
    })
    const response = await gateway.send('/v1beta/models', { headers: { origin } })
    expect([response.status, response.headers['access-control-allow-origin']]).toEqual([200, origin])
  })

  test('from any other origin are rejected, including `null`', async () => {
    for (const origin of ['null', 'https://page.example.evil', `http://127.0.0.1:${gateway.port}`]) {
      const response = await gateway.send('/v1beta/models', { headers: { origin } })
      expect([response.status, response.headers['access-control-allow-origin']]).toEqual([403, undefined])
    }
  })
})

describe('bodies', () => {
  const path = '/v1beta/models/gen-2.5-flash:generateContent'

  test.each([
    [{ contents: [{ parts: [{ text: 'a' }] }, { parts: [] }] }, 'contents[1].parts: must not be empty'],
    [{ contents: 'text' }, 'contents: must be an array of contents'],
    [{ contents: [] }, 'contents: must not be empty'],
    [
      { contents: [{ role: 'system', parts: [{}] }] },
      'contents[0].role: Please use a valid role: user, model.',
    ],
    [{ contents: [{ parts: ['text'] }] }, 'contents[0].parts[0]: must be object, not string'],
    [[], 'The body: must be object, not array'],
    [null, 'The body: must be object, not null'],
    ['text', 'The body: must be object, not string'],
  ])('%j is rejected with the path of the error', async (body, message) => {
    const response = await gateway.send(path, { body: JSON.stringify(body) })
    expect(response.json).toMatchObject({ error: { code: 400, status: 'INVALID_ARGUMENT', message } })
  })

  test('E4 to E7 require text; other models accept only an image', async () => {
    const body = JSON.stringify({
      contents: [{ parts: [{ inlineData: { mimeType: 'image/png', data: 'AA' } }] }],
    })
    const statuses = await Promise.all(
      [
        '/v1beta/models/gen-3.1-pro-preview:generateContent',
        '/v1beta/models/gemini-2.5-pro:streamGenerateContent',
        '/v1beta/models/gen-3.1-pro-preview:streamGenerateContent',
        '/v1beta/models/gen-3-pro-image-preview:generateContent',
        '/v1beta/models/gen-2.5-pro:generateContent',
      ].map(async (one) => (await gateway.send(one, { body })).status),
    )
    expect(statuses).toEqual([400, 400, 400, 400, 200])
  })

  test('100,000 levels, valid or not, do not crash the gateway', async () => {
    const deep = '['.repeat(100_000)
    const valid = await gateway.send(path, {
      body: `{"contents":[{"parts":[{"text":"a","x":${deep}${']'.repeat(100_000)}}]}]}`,
    })
    expect(valid.status).toBe(200)
    const broken = await gateway.send(path, { body: `{"contents":${deep}` })
    expect([broken.status, codeOf(broken)]).toEqual([400, 'INVALID_ARGUMENT'])
    const wrong = await gateway.send(path, {
      body: `{"contents":[{"parts":[{"inlineData":{"mimeType":5}}]}],"tools":[null]}`,
    })
    expect(wrong.status).toBe(400)
  })

  test('a body with unusual values in known fields is forwarded, never a 500', async () => {
    const body = JSON.stringify({
      contents: [{ parts: [{ inlineData: { mimeType: 5 } }] }],
      generationConfig: {},
    })
    expect((await gateway.send(path, { body })).status).toBe(200)
  })

  test('bytes are unchanged: spaces, unknown fields, escapes', async () => {
    const body = '{ "contents" : [ { "parts":[{"text":"\\u0041","thoughtSignature":"x+/=","new":1.0}] } ] }\n'
    await gateway.send(path, { body })
    expect(Buffer.from(calls.at(-1)?.body as Uint8Array).toString()).toBe(body)
  })

  test('accepts a byte order mark, but not invalid UTF-8 or an empty body', async () => {
    const json = { 'content-type': 'application/json' }
    const marked = await gateway.send(path, { headers: json, body: Buffer.from(`\ufeff${sendTo('a')}`) })
    expect(marked.status).toBe(200)
    const broken = await gateway.send(path, { headers: json, body: Buffer.from([0x7b, 0xff, 0x7d]) })
    expect(broken.text).toContain('not valid UTF-8')
    expect((await gateway.send(path, { body: '' })).text).toContain('The body is empty.')
  })

  test('rejects a body over the limit, with and without a content length', async () => {
    const small = await openTestGateway({ limits: { jsonBody: 1000 } })
    const announced = await small.send(path, { body: sendTo('x'.repeat(2000)) })
    expect([announced.status, codeOf(announced)]).toEqual([413, 'INVALID_ARGUMENT'])
    const large = await small.send(path, {
      headers: { 'content-type': 'application/json' },
      body: Buffer.alloc(20_000_000, 0x20),
    })
    expect([large.status, large.headers.connection, large.truncated]).toEqual([413, 'close', false])
    async function* endless() {
      for (let index = 0; index < 50; index += 1) yield Buffer.alloc(100, 0x20)
    }
    const flowing = await small.send(path, {
      headers: { 'content-type': 'application/json' },
      body: endless(),
    })
    expect([flowing.status, codeOf(flowing)]).toEqual([413, 'INVALID_ARGUMENT'])
    await small.close()
  })

  test('a rejected client that is still sending a large body gets its response', async () => {
    const request = {
      key: null,
      headers: { 'content-type': 'application/json' },
      body: Buffer.alloc(20_000_000, 0x20),
    }
    const response = await gateway.send(`${path}?key=wrong`, request)
    expect([response.status, codeOf(response), response.truncated]).toEqual([401, 'UNAUTHENTICATED', false])
  })

  test('Expect: 100-continue gets a response when the body is needed, otherwise an error without reading it', async () => {
    const raw = (key: string) => {
      const head = `POST ${path}?key=${key} HTTP/1.1\r\nHost: localhost:${gateway.port}\r\nExpect: 100-continue`
      const body = sendTo('hi')
      return sendRaw(`${head}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`, body)
    }
    expect(await raw(localKey)).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/)
    expect(await raw('wrong')).toMatch(/^HTTP\/1\.1 401 Unauthorized[\s\S]*connection: close/)
  })
})

describe('routes not in the specification', () => {
  test('lists models in pages in the vendor’s format, and finds them by both names', async () => {
    const all = (await gateway.send('/v1beta/models')).json as { models: { name: string }[] }
    expect(all.models.every(({ name }) => name.startsWith('models/gen-'))).toBe(true)
    const page = await gateway.send('/v1/v1beta/models?pageSize=2&pageToken=1')
    expect(page.json).toEqual({ models: all.models.slice(1, 3), nextPageToken: '3' })
    const one = (await gateway.send('/v1beta/models/gemini-2.5-pro')).json
    expect(one).toEqual(all.models.find(({ name }) => name === 'models/gen-2.5-pro'))
    expect((await gateway.send('/v1beta/models/none')).status).toBe(404)
  })

  test('counts tokens upstream', async () => {
    const response = await gateway.send('/v1beta/models/gen-2.5-flash:countTokens', { body: sendTo('a') })
    expect(response.json).toEqual({ totalTokens: 7 })
  })

  test.each([
    ['POST', '/upload/v1beta/files'],
    ['GET', '/v1beta/files'],
    ['GET', '/v1beta/files/abc'],
    ['DELETE', '/v1/v1beta/files/abc'],
  ])('%s %s accepts the key in any place, and requires one', async (method, path) => {
    const before = calls.length
    const response = await gateway.send(path, { method, key: null })
    expect([response.status, codeOf(response)]).toEqual([401, 'UNAUTHENTICATED'])
    const bearer = { key: null, headers: { authorization: `Bearer ${localKey}` } } as const
    for (const [where, how] of [
      [`${path}?key=${localKey}`, { key: null }],
      [path, bearer],
      [path, {}],
    ] as const) {
      expect((await gateway.send(where, { method, ...how })).status).toBe(200)
    }
    expect(calls.slice(before).map((call) => [call.method, call.path])).toEqual(
      Array.from({ length: 3 }, () => [method, path]),
    )
  })

  test('health requires no key and reveals only the version', async () => {
    expect((await gateway.send('/healthz', { key: null })).json).toEqual({ status: 'ok', version: '1.2.3' })
  })

  test('openapi.json has every endpoint, the gateway’s URL, the upload protocol and the errors of each route', async () => {
    expect((await gateway.send('/openapi.json', { key: null })).status).toBe(401)
    const response = await gateway.send('/openapi.json')
    for (const [id, { example }] of endpointList)
      if (example) expect(response.text).toContain(`"${id}":{"summary"`)
    const { servers, paths } = response.json as {
      servers: unknown
      paths: Record<string, Record<string, { security: unknown[]; responses: Record<string, object> }>>
    }
    expect(servers).toEqual([{ url: gateway.url }])
    const refusals = (path: string, method: string) =>
      Object.keys(paths[path]?.[method]?.responses ?? {})
        .filter((status) => status.startsWith('4'))
        .join(' ')
    expect(refusals('/v1beta/models/{model}:generateContent', 'post')).toBe('400 401 403 404 408 413 415 429')
    expect(refusals('/v1beta/files/{file}:download', 'get')).toBe('400 401 403 404 416 429')
    expect(refusals('/healthz', 'get')).toBe('403')
    expect(paths['/v1beta/files/{file}:download']?.get?.responses[206]).toHaveProperty(
      'headers.content-range',
    )
    expect(paths['/upload/v1beta/files']?.post?.responses[200]).toHaveProperty('headers.x-goog-upload-url')
    const send = paths['/upload/v1beta/files/{upload}']
    expect(Object.keys(send ?? {})).toEqual(['post', 'put'])
    expect(send?.post?.security).toContainEqual({})
  })
})

test.each(['/v1beta/models/gen-2.5-flash:generateContent', '/v1/audio/transcriptions'])(
  'an error of %s does not repeat a key that was sent as the content type',
  async (path) => {
    const { status, text } = await gateway.send(path, {
      method: 'POST',
      headers: { 'content-type': localKey, authorization: `Bearer ${localKey}`, 'x-goog-api-key': localKey },
      key: null,
      body: '{}',
    })
    expect(status).toBe(415)
    expect(text).toContain('not a media type')
    expect(text).not.toContain(localKey)
  },
)

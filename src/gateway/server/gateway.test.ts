// The contract of every endpoint and route: it answers its example, keeps its door, refuses a bad body, in both dialects and prefixes.
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
let scene: TestGateway

beforeAll(async () => {
  scene = await openTestGateway({ upstream: echoUpstream(calls), origins: ['https://page.example'] })
})
afterAll(() => scene.close())

const prefixes = ['/v1beta', '/v1/v1beta']

function pathOf(endpoint: Endpoint, prefix = endpoint.prefix): string {
  const route: Route = routes[endpoint.route]
  const query = new URLSearchParams(endpoint.query).toString()
  const path = toPath(route, prefix, { model: endpoint.model })
  return query ? `${path}?${query}` : path
}

/** The example, with the key where the endpoint documents it. */
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

function codeOf(told: TestResponse): unknown {
  const { error } = told.json as { error: { code: unknown; status?: string } }
  return error.status ?? error.code
}

describe.each(endpointList as [EndpointId, Endpoint][])('%s', (id, endpoint) => {
  const route = routes[endpoint.route] as Route
  const isForm = endpoint.example === null
  const unauthenticated = isForm ? 'invalid_api_key' : 'UNAUTHENTICATED'

  test.each(isForm ? [''] : prefixes)(
    'answers its example under %s, and the log names it',
    async (prefix) => {
      const before = calls.length
      const path = withKey(pathOf(endpoint, prefix), route.credential)
      const told = await scene.ask(path, exampleOf(endpoint))
      expect(told.status).toBe(200)
      const shape = route.responseType === 'stream' ? toDocument(told.text) : told.json
      expect(route.response?.safeParse(shape).success).toBe(true)
      expect(told.headers['x-exchange-id']).toMatch(/^[\w-]{36}$/)
      expect(scene.exchanges.find((one) => one.id === told.headers['x-exchange-id'])).toMatchObject({
        // E17's documented body is E2's: only a search tool would tell it apart.
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

  test('is closed without a key, and says where to put it', async () => {
    const { headers, ...rest } = exampleOf(endpoint)
    const { authorization: _, ...others } = headers ?? {}
    const told = await scene.ask(pathOf(endpoint), { ...rest, headers: others })
    expect([told.status, codeOf(told)]).toEqual([401, unauthenticated])
    const place = route.credential === 'query-or-header' ? 'query parameter "key"' : 'Authorization: Bearer'
    expect(told.text.replaceAll('\\"', '"')).toContain(place)
  })

  test('refuses a wrong key', async () => {
    const wrong = { 'x-goog-api-key': 'wrong' }
    const headers = isForm ? { ...formType, authorization: 'Bearer wrong' } : wrong
    const told = await scene.ask(pathOf(endpoint), {
      ...exampleOf(endpoint),
      headers: { ...exampleOf(endpoint).headers, ...headers },
    })
    expect(told.status).toBe(isForm || route.credential === 'query-or-header' ? 401 : 400)
  })

  test('refuses the right key in a wrong place', async () => {
    const { headers, ...rest } = exampleOf(endpoint)
    const { authorization: _, ...others } = headers ?? {}
    const inQuery = `${pathOf(endpoint)}${endpoint.query ? '&' : '?'}key=${localKey}`
    const told =
      route.credential === 'query-or-header'
        ? await scene.ask(pathOf(endpoint), {
            ...rest,
            headers: { ...others, authorization: `Bearer ${localKey}` },
          })
        : await scene.ask(inQuery, { ...rest, headers: others })
    expect([told.status, codeOf(told)]).toEqual([401, unauthenticated])
    expect(told.text).toContain("doesn't accept a key in")
  })

  test('refuses two different keys', async () => {
    const path = `${pathOf(endpoint)}${endpoint.query ? '&' : '?'}key=another`
    const example = exampleOf(endpoint)
    const headers = { ...example.headers, 'x-goog-api-key': localKey }
    const told = await scene.ask(path, { ...example, headers })
    expect(told.status).toBe(400)
    expect(told.text).toContain('Multiple authentication credentials')
  })

  test('refuses a foreign origin and a foreign host', async () => {
    const path = withKey(pathOf(endpoint), route.credential)
    const example = exampleOf(endpoint)
    for (const foreign of [{ origin: 'https://evil.example' }, { host: 'rebound.example' }]) {
      const told = await scene.ask(path, {
        ...example,
        headers: { ...example.headers, ...foreign } as Record<string, string>,
      })
      expect(told.status).toBe(403)
      expect(told.json).toHaveProperty('error.message')
    }
  })
})

// What is wrong with a form is the subject of handlers/transcription.test.ts.
const withJson = (endpointList as [EndpointId, Endpoint][]).filter(([, { example }]) => example !== null)

describe.each(withJson)('%s', (_id, endpoint) => {
  const { credential } = routes[endpoint.route] as Route

  test('refuses a body that is no JSON, of another type, or of another shape', async () => {
    const path = withKey(pathOf(endpoint), credential)
    const example = exampleOf(endpoint)
    const cut = await scene.ask(path, { ...example, body: '{"contents":\n [}' })
    expect([cut.status, codeOf(cut)]).toEqual([400, 'INVALID_ARGUMENT'])
    expect(cut.text).toContain('Line 2, column 3')
    const typed = await scene.ask(path, {
      ...example,
      headers: { ...example.headers, 'content-type': 'text/plain' },
    })
    expect([typed.status, codeOf(typed)]).toEqual([415, 'INVALID_ARGUMENT'])
    for (const body of [
      '{}',
      '[]',
      'null',
      '"text"',
      '{"contents":[],"instances":[],"content":{"parts":[]}}',
    ]) {
      const told = await scene.ask(path, { ...example, body })
      expect([body, told.status, codeOf(told)]).toEqual([body, 400, 'INVALID_ARGUMENT'])
    }
  })
})

function toDocument(text: string): unknown {
  return JSON.parse(text.startsWith('data: ') ? (text.split('\n')[0] ?? '').slice(6) : text)
}

const ask = (text: string) => JSON.stringify({ contents: [{ parts: [{ text }] }] })

describe('addresses', () => {
  test.each([
    '/v1beta/models/gen-2.5-flash:generateContent',
    '/v1beta/models/gen-2.5-flash%3AgenerateContent',
    '/v1beta/models/models/gen-2.5-flash:generateContent',
    '/v1beta/models/models%2Fgen-2.5-flash:generateContent',
    '/v1beta/models/gemini-2.5-flash:generateContent',
  ])('%s is understood', async (path) => {
    expect((await scene.ask(path, { body: ask('hi') })).status).toBe(200)
  })

  test('every route of the table is found by a filled template, and by no other verb', async () => {
    for (const [id, route] of routeList) {
      for (const prefix of route.prefixes) {
        const values = { model: 'gen-2.5-flash', operation: 'abc', file: 'abc', upload: 'abc' }
        const told = await scene.ask(toPath(route, prefix, values), { method: 'PATCH' })
        const code = route.dialect === 'openai' ? 'method_not_allowed' : 'UNIMPLEMENTED'
        expect([id, told.status, codeOf(told)]).toEqual([id, 405, code])
        expect(told.headers.allow).toContain(route.method)
      }
    }
  })

  test.each([
    ['/nowhere', 'No route for GET /nowhere'],
    ['/v1beta/v1beta/models', 'No route for'],
    ['/v1beta/models/gen-2.5-flash:predict', 'is not supported for predict'],
    ['/%E0%A4%A', 'invalid percent-encoding'],
  ])('GET %s is told in JSON', async (path, words) => {
    const told = await scene.ask(path)
    expect([404, 400]).toContain(told.status)
    expect(told.json).toMatchObject({ error: { message: expect.stringContaining(words) } })
  })

  test.each([
    ['gen-9', 'generateContent'],
    ['gen-embedding-001', 'generateContent'],
    ['gen-2.5-flash', 'embedContent'],
    ['gen-4o-transcribe', 'generateContent'],
    ['..', 'generateContent'],
  ])('%s:%s is not found, in the words of the vendor', async (model, verb) => {
    const told = await scene.ask(`/v1beta/models/${model}:${verb}`, { body: ask('hi') })
    expect(told.json).toEqual({
      error: {
        code: 404,
        status: 'NOT_FOUND',
        message: `models/${model} is not found for API version v1beta, or is not supported for ${verb}. Call ListModels to see the list of available models and their supported methods.`,
      },
    })
  })

  test('HEAD answers the head alone, OPTIONS names the verbs', async () => {
    const head = await scene.ask('/v1beta/models', { method: 'HEAD' })
    expect([head.status, head.text, Number(head.headers['content-length']) > 100]).toEqual([200, '', true])
    const options = await scene.ask('/v1beta/models', { method: 'OPTIONS', key: null })
    expect([options.status, options.headers.allow]).toEqual([204, 'GET, HEAD'])
  })

  test('a target in absolute form must name this gateway too', async () => {
    const raw = (line: string) =>
      new Promise<string>((resolve) => {
        const socket = connect(scene.port, '127.0.0.1')
        let text = ''
        socket.on('data', (data) => {
          text += data
        })
        socket.on('close', () => resolve(text))
        socket.write(`${line}\r\nHost: 127.0.0.1:${scene.port}\r\nConnection: close\r\n\r\n`)
      })
    expect(await raw(`GET http://127.0.0.1:${scene.port}/healthz HTTP/1.1`)).toContain('HTTP/1.1 200')
    expect(await raw('GET http://evil.example/healthz HTTP/1.1')).toContain('HTTP/1.1 403')
    expect(await raw('not http at all')).toMatch(/^HTTP\/1\.1 400[\s\S]*\{"error":\{"code":400/)
  })

  test('a missing Host is refused in JSON', async () => {
    const text = await new Promise<string>((resolve) => {
      const socket = connect(scene.port, '127.0.0.1')
      let told = ''
      socket.on('data', (data) => {
        told += data
      })
      socket.on('close', () => resolve(told))
      socket.write('GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n')
    })
    expect(text).toMatch(/^HTTP\/1\.1 403[\s\S]*PERMISSION_DENIED/)
  })
})

describe('pages', () => {
  test('a listed origin gets its preflight and its answer, with the headers that its script needs', async () => {
    const origin = 'https://page.example'
    const preflight = await scene.ask('/v1beta/models/gen-2.5-flash:generateContent', {
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
    const told = await scene.ask('/v1beta/models', { headers: { origin } })
    expect([told.status, told.headers['access-control-allow-origin']]).toEqual([200, origin])
  })

  test('any other origin is refused, `null` among them', async () => {
    for (const origin of ['null', 'https://page.example.evil', `http://127.0.0.1:${scene.port}`]) {
      const told = await scene.ask('/v1beta/models', { headers: { origin } })
      expect([told.status, told.headers['access-control-allow-origin']]).toEqual([403, undefined])
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
  ])('%j is refused with the path of what is wrong', async (body, message) => {
    const told = await scene.ask(path, { body: JSON.stringify(body) })
    expect(told.json).toMatchObject({ error: { code: 400, status: 'INVALID_ARGUMENT', message } })
  })

  test('E4 to E7 want some text; other models take a picture alone', async () => {
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
      ].map(async (one) => (await scene.ask(one, { body })).status),
    )
    expect(statuses).toEqual([400, 400, 400, 400, 200])
  })

  test('100,000 levels, valid or not, are answered and crash nothing', async () => {
    const deep = '['.repeat(100_000)
    const valid = await scene.ask(path, {
      body: `{"contents":[{"parts":[{"text":"a","x":${deep}${']'.repeat(100_000)}}]}]}`,
    })
    expect(valid.status).toBe(200)
    const broken = await scene.ask(path, { body: `{"contents":${deep}` })
    expect([broken.status, codeOf(broken)]).toEqual([400, 'INVALID_ARGUMENT'])
    const wrong = await scene.ask(path, {
      body: `{"contents":[{"parts":[{"inlineData":{"mimeType":5}}]}],"tools":[null]}`,
    })
    expect(wrong.status).toBe(400)
  })

  test('a body with odd values inside known fields is passed on, never a 500', async () => {
    const body = JSON.stringify({
      contents: [{ parts: [{ inlineData: { mimeType: 5 } }] }],
      generationConfig: {},
    })
    expect((await scene.ask(path, { body })).status).toBe(200)
  })

  test('bytes go on as they came: spaces, unknown fields, escapes', async () => {
    const body = '{ "contents" : [ { "parts":[{"text":"\\u0041","thoughtSignature":"x+/=","new":1.0}] } ] }\n'
    await scene.ask(path, { body })
    expect(Buffer.from(calls.at(-1)?.body as Uint8Array).toString()).toBe(body)
  })

  test('a byte order mark is no mistake, invalid UTF-8 is one, and so is an empty body', async () => {
    const json = { 'content-type': 'application/json' }
    const marked = await scene.ask(path, { headers: json, body: Buffer.from(`\ufeff${ask('a')}`) })
    expect(marked.status).toBe(200)
    const broken = await scene.ask(path, { headers: json, body: Buffer.from([0x7b, 0xff, 0x7d]) })
    expect(broken.text).toContain('not valid UTF-8')
    expect((await scene.ask(path, { body: '' })).text).toContain('The body is empty.')
  })

  test('a body over the limit is refused, announced or not', async () => {
    const small = await openTestGateway({ limits: { jsonBody: 1000 } })
    const announced = await small.ask(path, { body: ask('x'.repeat(2000)) })
    expect([announced.status, codeOf(announced)]).toEqual([413, 'INVALID_ARGUMENT'])
    const large = await small.ask(path, {
      headers: { 'content-type': 'application/json' },
      body: Buffer.alloc(20_000_000, 0x20),
    })
    expect([large.status, large.headers.connection, large.cut]).toEqual([413, 'close', false])
    async function* endless() {
      for (let index = 0; index < 50; index += 1) yield Buffer.alloc(100, 0x20)
    }
    const flowing = await small.ask(path, {
      headers: { 'content-type': 'application/json' },
      body: endless(),
    })
    expect([flowing.status, codeOf(flowing)]).toEqual([413, 'INVALID_ARGUMENT'])
    await small.close()
  })

  test('a refused caller whose large body is still on the way gets its answer all the same', async () => {
    const request = {
      key: null,
      headers: { 'content-type': 'application/json' },
      body: Buffer.alloc(20_000_000, 0x20),
    }
    const told = await scene.ask(`${path}?key=wrong`, request)
    expect([told.status, codeOf(told), told.cut]).toEqual([401, 'UNAUTHENTICATED', false])
  })

  test('Expect: 100-continue is answered when the body is wanted, and refused without reading it when not', async () => {
    const raw = (key: string) =>
      new Promise<string>((resolve) => {
        const socket = connect(scene.port, '127.0.0.1')
        const body = ask('hi')
        let text = ''
        socket.on('data', (data) => {
          text += data
          if (text.endsWith('HTTP/1.1 100 Continue\r\n\r\n')) socket.write(body)
          if (text.includes('}]') || text.includes('error')) socket.destroy()
        })
        socket.on('close', () => resolve(text))
        socket.write(
          `POST ${path}?key=${key} HTTP/1.1\r\nHost: localhost:${scene.port}\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
        )
      })
    expect(await raw(localKey)).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/)
    expect(await raw('wrong')).toMatch(/^HTTP\/1\.1 401 Unauthorized[\s\S]*connection: close/)
  })
})

describe('routes beyond the specification', () => {
  test('models are listed in the vendor’s shape, by pages, and found by both names', async () => {
    const all = (await scene.ask('/v1beta/models')).json as { models: { name: string }[] }
    expect(all.models.every(({ name }) => name.startsWith('models/gen-'))).toBe(true)
    const page = await scene.ask('/v1/v1beta/models?pageSize=2&pageToken=1')
    expect(page.json).toEqual({ models: all.models.slice(1, 3), nextPageToken: '3' })
    const one = (await scene.ask('/v1beta/models/gemini-2.5-pro')).json
    expect(one).toEqual(all.models.find(({ name }) => name === 'models/gen-2.5-pro'))
    expect((await scene.ask('/v1beta/models/none')).status).toBe(404)
  })

  test('a batch of embeddings is made of single calls, in order', async () => {
    const before = calls.length
    const requests = ['a', 'b', 'c', 'd', 'e', 'f'].map((text) => ({
      model: 'models/gen-embedding-001',
      content: { parts: [{ text }] },
    }))
    const told = await scene.ask('/v1beta/models/gen-embedding-001:batchEmbedContents', {
      body: JSON.stringify({ requests }),
    })
    expect(told.json).toEqual({ embeddings: requests.map(() => ({ values: [0.5, 0.25] })) })
    const sent = calls.slice(before)
    expect(sent.map(({ path }) => path)).toEqual(
      requests.map(() => '/v1beta/models/gen-embedding-001:embedContent'),
    )
    const bodies = sent.map(({ body }) => JSON.parse(Buffer.from(body as Uint8Array).toString()) as unknown)
    expect(bodies).toEqual(requests)
    const foreign = await scene.ask('/v1beta/models/gen-embedding-001:batchEmbedContents', {
      body: JSON.stringify({ requests: [{ model: 'models/other', content: { parts: [{ text: 'a' }] } }] }),
    })
    expect(foreign.text).toContain('requests[0].model: must be the model of the URL')
  })

  test('tokens are counted upstream', async () => {
    const told = await scene.ask('/v1beta/models/gen-2.5-flash:countTokens', { body: ask('a') })
    expect(told.json).toEqual({ totalTokens: 7 })
  })

  test.each([
    ['POST', '/upload/v1beta/files'],
    ['GET', '/v1beta/files'],
    ['GET', '/v1beta/files/abc'],
    ['DELETE', '/v1/v1beta/files/abc'],
  ])('%s %s takes the key in any place, and is closed without', async (method, path) => {
    const before = calls.length
    const told = await scene.ask(path, { method, key: null })
    expect([told.status, codeOf(told)]).toEqual([401, 'UNAUTHENTICATED'])
    const bearer = { key: null, headers: { authorization: `Bearer ${localKey}` } } as const
    for (const [where, how] of [
      [`${path}?key=${localKey}`, { key: null }],
      [path, bearer],
      [path, {}],
    ] as const) {
      expect((await scene.ask(where, { method, ...how })).status).toBe(200)
    }
    expect(calls.slice(before).map((call) => [call.method, call.path])).toEqual(
      Array.from({ length: 3 }, () => [method, path]),
    )
  })

  test('health asks for no key and tells no more than the version', async () => {
    expect((await scene.ask('/healthz', { key: null })).json).toEqual({ status: 'ok', version: '1.2.3' })
  })

  test('openapi.json describes every route and endpoint, and refers to nothing that is not there', async () => {
    expect((await scene.ask('/openapi.json', { key: null })).status).toBe(401)
    const told = await scene.ask('/openapi.json')
    const document = told.json as { paths: Record<string, object>; components: { schemas: object } }
    const expected = routeList.flatMap(([, route]) => route.prefixes.map((prefix) => prefix + route.path))
    expect(Object.keys(document.paths).sort()).toEqual([...new Set(expected)].sort())
    for (const [, name] of told.text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      expect(Object.keys(document.components.schemas)).toContain(name)
    }
    for (const [id, { example }] of endpointList) {
      if (example) expect(told.text).toContain(`"${id}":{"summary"`)
    }
  })

  test('openapi.json says where the gateway is, how a file is uploaded, and how each route refuses', async () => {
    const { servers, paths } = (await scene.ask('/openapi.json')).json as {
      servers: unknown
      paths: Record<string, Record<string, { security: unknown[]; responses: Record<string, object> }>>
    }
    expect(servers).toEqual([{ url: scene.url }])
    const refusals = (path: string, method: string) =>
      Object.keys(paths[path]?.[method]?.responses ?? {}).filter((status) => status.startsWith('4'))
    expect(refusals('/v1beta/models/{model}:generateContent', 'post')).toEqual([
      '400',
      '401',
      '403',
      '404',
      '408',
      '413',
      '415',
      '429',
    ])
    expect(refusals('/v1beta/files/{file}:download', 'get')).toEqual([
      '400',
      '401',
      '403',
      '404',
      '416',
      '429',
    ])
    expect(refusals('/healthz', 'get')).toEqual(['403'])
    expect(paths['/v1beta/files/{file}:download']?.get?.responses[206]).toHaveProperty(
      'headers.content-range',
    )
    expect(paths['/upload/v1beta/files']?.post?.responses[200]).toHaveProperty('headers.x-goog-upload-url')
    const send = paths['/upload/v1beta/files/{upload}']
    expect(Object.keys(send ?? {})).toEqual(['post', 'put'])
    expect(send?.post?.security).toContainEqual({})
  })
})

// Whatever a client sends, the gateway responds in the API's format or closes the connection, and keeps working.
import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createDemoService } from '#demo/demo'
import { type ReferenceEntry, referenceEntries } from '#shared/endpoints/reference'
import { toPath } from '#shared/endpoints/routes'
import {
  boundary,
  formType,
  localKey,
  openTestGateway,
  type TestGateway,
} from './testing/test-gateway.fixture'
import { toneWav } from './testing/tone.fixture'

/** A request, and what may happen to it. Without `isBroken`, it is valid HTTP, and gets exactly one response. */
interface HostileRequest {
  readonly bytes: Buffer
  readonly method: string
  readonly dialect: 'gemini' | 'openai' | 'any'
  readonly isBroken: boolean
  /** The client reads the responses, ends its side first, or disconnects. */
  readonly client: 'read' | 'half-close' | 'drop'
  /** Maximum, without interim ones. */
  readonly responses: number
}

interface RawResponse {
  readonly status: number
  readonly head: string
  readonly body: string
  readonly isComplete: boolean
}

type Headers = Readonly<Record<string, string>>

/** Much more than they need, but a property that fails also shrinks its example. */
const options = { timeout: 60_000 }
let gateways: readonly TestGateway[]

beforeAll(async () => {
  const demo = { id: 'demo', kind: 'demo', send: createDemoService({ pace: 'instant' }) } as const
  const limits = { requestBodyTimeout: 200 }
  // The first one's upstream never fails, so that every error is the gateway's.
  gateways = [await openTestGateway({ limits }), await openTestGateway({ upstream: demo, limits })]
})

afterAll(() => Promise.all(gateways.map((gateway) => gateway.close())))

/** The demo would generate images and videos. */
const isCostly = ({ model }: ReferenceEntry) => /image|video/.test(model ?? '')
const entries = (body?: string) =>
  fc.constantFrom(...referenceEntries.filter(({ route }) => body === undefined || route.body === body))

/** Sends the request to the gateways. Each must respond correctly, release the connection, and still work. */
async function expectSafe(entry: ReferenceEntry, toRequest: (port: number) => HostileRequest): Promise<void> {
  const attack = async (gateway: TestGateway) => {
    const request = toRequest(gateway.port)
    const { received, isLate } = await exchange(gateway.port, request)
    const responses = parseResponses(received, request.method)
    expect(isLate, 'the connection stays open').toBe(false)
    if (request.client !== 'drop') for (const response of responses) expectValid(request, response)
    expect(responses.length).toBeGreaterThanOrEqual(request.isBroken ? 0 : 1)
    expect(responses.length).toBeLessThanOrEqual(request.responses)
    expect((await gateway.send('/v1beta/models?pageSize=1')).status).toBe(200)
  }
  await Promise.all((isCostly(entry) ? gateways.slice(0, 1) : gateways).map(attack))
}

function expectValid({ method, dialect, isBroken }: HostileRequest, response: RawResponse): void {
  const { status, head, body, isComplete } = response
  expect(status, body).toBeGreaterThanOrEqual(200)
  expect(status, body).toBeLessThan(500)
  expect(head.toLowerCase()).not.toContain('x-injected')
  expect(isComplete || isBroken, 'the response is complete').toBe(true)
  if (status < 400 || method === 'HEAD' || !isComplete) return
  expect(body).not.toContain(localKey)
  expect(body).not.toMatch(/\n\s+at /)
  const { error } = JSON.parse(body)
  expect(error.message).toMatch(/./)
  const isGemini = error.code === status && /^[A-Z_]+$/.test(error.status)
  const isOpenAi = typeof error.type === 'string' && typeof error.code === 'string' && 'param' in error
  expect({ gemini: isGemini, openai: isOpenAi, any: isGemini || isOpenAi }[dialect], body).toBe(true)
}

/** Sends the bytes, and reads until the connection is closed. */
function exchange(
  port: number,
  { bytes, client }: HostileRequest,
): Promise<{ received: Buffer; isLate: boolean }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let isLate = false
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: client === 'half-close' })
    const limit = setTimeout(() => {
      isLate = true
      socket.destroy()
    }, 20_000)
    socket.on('connect', () => {
      if (client === 'half-close') socket.end(bytes)
      else socket.write(bytes, () => client === 'drop' && socket.destroy())
    })
    socket.on('data', (chunk) => chunks.push(chunk)).on('error', () => {})
    socket.on('end', () => socket.end())
    socket.on('close', () => {
      clearTimeout(limit)
      resolve({ received: Buffer.concat(chunks), isLate })
    })
  })
}

/** Complete responses, and at most one incomplete one at the end; without interim ones, such as 100. */
function parseResponses(received: Buffer, method: string): readonly RawResponse[] {
  const responses: RawResponse[] = []
  let rest = received.toString('latin1')
  while (rest !== '') {
    const [head = '', ...others] = rest.split('\r\n\r\n')
    const after = others.join('\r\n\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1] ?? 0)
    const { body, length } = readBody(head, after, method === 'HEAD' || status < 200 || status === 204)
    if (status < 100 || status >= 200) {
      const isComplete = others.length > 0 && length <= after.length
      responses.push({ status, head, body: Buffer.from(body, 'latin1').toString(), isComplete })
    }
    rest = after.slice(length)
  }
  return responses
}

/** `length`: of the body with its framing; more than there is if it is incomplete. */
function readBody(head: string, after: string, isEmpty: boolean): { body: string; length: number } {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (isEmpty) return { body: '', length: 0 }
  if (length !== undefined) return { body: after.slice(0, Number(length)), length: Number(length) }
  if (!/\r\ntransfer-encoding: *chunked/i.test(head)) return { body: after, length: after.length }
  let body = ''
  for (let at = 0; ; ) {
    const [line = '', size = ''] = /^([\da-f]+)\r\n/i.exec(after.slice(at, at + 20)) ?? []
    const bytes = Number.parseInt(size, 16)
    const end = at + line.length + bytes + 2
    if (Number.isNaN(bytes) || end > after.length) return { body, length: after.length + 1 }
    body += after.slice(at + line.length, end - 2)
    if (bytes === 0) return { body, length: end }
    at = end
  }
}

interface RequestParts {
  readonly method: string
  readonly path: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Buffer
}

/** A valid request to the entry's route. */
function toParts(entry: ReferenceEntry, port: number): RequestParts {
  const { route, prefix, model, query, example } = entry
  const values = { model: model ?? '', operation: 'op-1', file: 'file-1', upload: 'upload-1' }
  const search = Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ''
  const isBearer = route.credential.startsWith('bearer')
  const content = {
    json: Buffer.from(JSON.stringify(example)),
    bytes: Buffer.from('no image'),
    none: Buffer.alloc(0),
  }
  const types = {
    json: 'application/json',
    multipart: formType['content-type'],
    bytes: 'image/png',
    none: '',
  }
  const headers: Headers = {
    Host: `127.0.0.1:${port}`,
    Connection: 'close',
    'x-demo': 'tokens-per-second=instant',
    ...(isBearer ? { Authorization: `Bearer ${localKey}` } : { 'x-goog-api-key': localKey }),
    ...(route.body === 'none' ? {} : { 'Content-Type': types[route.body] }),
    ...entry.headers,
  }
  return {
    method: route.method,
    path: toPath(route, prefix, values) + search,
    headers: Object.entries(headers),
    body: route.body === 'multipart' ? toForm([modelPart, filePart]) : content[route.body],
  }
}

/** Adds the length of the body, unless its framing is given. */
function toBytes({ method, path, headers, body }: RequestParts): Buffer {
  const isFramed = headers.some(([name]) => /^(content-length|transfer-encoding)/i.test(name))
  const all = isFramed || body.length === 0 ? headers : [...headers, ['Content-Length', String(body.length)]]
  const head = [`${method} ${path} HTTP/1.1`, ...all.map(([name, value]) => `${name}: ${value}`), '', '']
  return Buffer.concat([Buffer.from(head.join('\r\n'), 'latin1'), body])
}

/** With a hostile body, but otherwise valid. */
function withBody(entry: ReferenceEntry, body: Buffer, headers: Headers = {}) {
  return (port: number): HostileRequest => {
    const parts = toParts(entry, port)
    const kept = parts.headers.filter(([name]) => headers[name] === undefined)
    const bytes = toBytes({ ...parts, headers: [...kept, ...Object.entries(headers)], body })
    const { method, dialect } = entry.route
    return { bytes, method, dialect, isBroken: false, client: 'read', responses: 1 }
  }
}

/** Cuts bytes off, and changes, inserts and encodes them. */
const damage = (bytes: Buffer): fc.Arbitrary<Buffer> =>
  fc.oneof(
    fc.nat(bytes.length).map((length) => bytes.subarray(0, length)),
    fc.array(fc.tuple(fc.nat(bytes.length), fc.nat(255)), { minLength: 1, maxLength: 8 }).map((changes) => {
      const changed = Buffer.from(bytes)
      for (const [at, value] of changes) if (at < changed.length) changed[at] = value
      return changed
    }),
    fc
      .tuple(fc.nat(bytes.length), fc.uint8Array({ minLength: 1, maxLength: 8 }))
      .map(([at, added]) => Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at)])),
    fc.constantFrom('utf16le', 'latin1', 'base64').map((to) => Buffer.from(bytes.toString(), to as 'latin1')),
    fc.uint8Array({ maxLength: 3000 }).map((random) => Buffer.from(random)),
  )

const words = (text: string) => fc.constantFrom(...text.split(' '))
const powerOfTwo = (max: number) => fc.nat(max).map((exponent) => 2 ** exponent)
const dangerousName = fc.constantFrom('__proto__', 'constructor', 'toString', '', '\u0000', 'a.b[0]')
const fileUrl = words('/ /v1beta/files/a /v1beta/files/../../x /v1beta/files/%00').map(
  (path) => `{"fileData":{"fileUri":"http://127.0.0.1:4715${path}","mimeType":"\\r\\nx: y"}}`,
)

/** JSON texts of each type, and some beyond its numbers, characters and depth. */
const jsonText = fc.oneof(
  fc.json(),
  fc.constantFrom('1e999', '-0', '9007199254740993', '1'.repeat(400), '"\\ud800"', '"\\u0000"', '"data:,"'),
  dangerousName.map((name) => `{${JSON.stringify(name)}:{"a":1}}`),
  powerOfTwo(14).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  powerOfTwo(14).map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
  powerOfTwo(17).map((length) => JSON.stringify('ä'.repeat(length))),
  powerOfTwo(13).map((count) => `[${'{},'.repeat(count)}0]`),
  fileUrl,
)

type JsonPath = readonly (string | number)[]
type JsonObject = Record<string | number, unknown>
interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
}

/** Every field of a schema. */
function listPaths({ properties = {}, items, anyOf = [] }: JsonSchema, path: JsonPath = []): JsonPath[] {
  if (path.length >= 8) return [path]
  const fields = Object.entries(properties).flatMap(([name, inner]) => listPaths(inner, [...path, name]))
  const others = anyOf.flatMap((inner) => listPaths(inner, path))
  return [path, ...fields, ...others, ...(items ? listPaths(items, [...path, 0]) : [])]
}

const pathsOf = new Map(
  referenceEntries.map(({ routeId, route: { request } }) => {
    const schema = request ? z.toJSONSchema(request, { io: 'input', unrepresentable: 'any' }) : {}
    return [routeId, listPaths(schema as JsonSchema).filter((path) => path.length > 0)]
  }),
)

/** Sets a field, whether or not the document has it. The value may be more than JSON.stringify can write. */
function setField(example: object | null, path: JsonPath, value: string): string {
  const document = structuredClone(example) as JsonObject
  let inner = document
  for (const [index, name] of path.slice(0, -1).entries()) {
    if (!(inner[name] instanceof Object)) inner[name] = typeof path[index + 1] === 'number' ? [] : {}
    inner = inner[name] as JsonObject
  }
  inner[path.at(-1) ?? ''] = 'MARKER'
  return JSON.stringify(document).replace('"MARKER"', () => value)
}

/** Wrong fields, damaged bytes, another document, or keys that occur again. */
const jsonRequest = entries('json').chain((entry) => {
  const text = JSON.stringify(entry.example)
  const path = fc.constantFrom(...(pathsOf.get(entry.routeId) ?? []))
  const body = fc.oneof(
    fc.tuple(path, jsonText).map((field) => setField(entry.example, ...field)),
    damage(Buffer.from(text)),
    jsonText,
    jsonText.map((value) => `{"__proto__":${value},${text.slice(1, -1)},${text.slice(1)}`),
  )
  return fc.record({ entry: fc.constant(entry), body: body.map((one) => Buffer.from(one)) })
})

test('hostile JSON bodies get a response, or an error in the API’s format', options, async () => {
  const property = fc.asyncProperty(jsonRequest, ({ entry, body }) =>
    expectSafe(entry, withBody(entry, body)),
  )
  await fc.assert(property, { numRuns: 80 })
})

const disposition = 'Content-Disposition: form-data; name='
const modelPart = Buffer.from(`${disposition}"model"\r\n\r\ngen-4o-transcribe`)
const fileHead = `${disposition}"file"; filename="a.wav"\r\nContent-Type: audio/wav\r\n\r\n`
const filePart = Buffer.concat([Buffer.from(fileHead), toneWav(0.1)])

function toForm(parts: readonly Buffer[]): Buffer {
  const chunks = parts.flatMap((part) => [Buffer.from(`--${boundary}\r\n`), part, Buffer.from('\r\n')])
  return Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)])
}

const fieldName = fc.oneof(dangerousName, words('file model ../a.wav'), fc.string())
const partHeader = fc.oneof(
  fc.tuple(fieldName, fieldName).map(([name, file]) => `${disposition}"${name}"; filename="${file}"`),
  fc.constantFrom('Content-Disposition:', 'Content-Type: multipart/mixed; boundary=inner', `${disposition}"`),
  powerOfTwo(17).map((length) => `X-Long: ${'x'.repeat(length)}`),
  fc.string(),
)
const formPart = fc.oneof(
  fc.constantFrom(modelPart, filePart, Buffer.from(`${disposition}"file"\r\n\r\ntext`)),
  fc.array(partHeader, { maxLength: 3 }).map((headers) => Buffer.from(`${headers.join('\r\n')}\r\n\r\nRIFF`)),
)
const formBody = fc.oneof(
  fc.array(formPart, { maxLength: 5 }).map(toForm),
  fc.tuple(formPart, powerOfTwo(11)).map(([part, count]) => toForm([modelPart, ...Array(count).fill(part)])),
  damage(toForm([modelPart, filePart])),
)
const formContentType = fc.oneof(
  { weight: 4, arbitrary: fc.constant(formType['content-type']) },
  words('multipart/form-data multipart/mixed;boundary=form multipart/form-data;boundary= text/plain a/b/c'),
  powerOfTwo(12).map((length) => `multipart/form-data; boundary=${'x'.repeat(length)}`),
)

test('hostile forms get a response, or an error in the API’s format', options, async () => {
  const property = fc.asyncProperty(entries('multipart'), formBody, formContentType, (entry, body, type) =>
    expectSafe(entry, withBody(entry, body, { 'Content-Type': type })),
  )
  await fc.assert(property, { numRuns: 60 })
})

const segment = fc.oneof(
  words('.. %2e%2e%2f %00 % %c0%af \\ __proto__ * a:b:c %0d%0aX-Injected:1'),
  fc.string().map((text) => text.replace(/\s/g, '')),
)
const parameters = fc.array(words(`alt=sse key= key=${localKey} pageSize=-1 pageToken=%00 %=% &&`))
const hostilePath = (path: string) => {
  const parts = path.split('/')
  return fc.oneof(
    fc.constant(path),
    fc.tuple(fc.nat(8), segment).map(([at, added]) => parts.toSpliced(at + 1, 0, added).join('/')),
    segment.map((model) => path.replace(/models\/[^/:?]+/, () => `models/${model}`)),
    parameters.map((pairs) => `${path}?${pairs.join('&')}`),
    segment.map((authority) => `http://${authority}${path}`),
    powerOfTwo(17).map((length) => `${path}/${'a'.repeat(length)}`),
  )
}
const knownHeader = words(
  'Host Origin x-goog-api-key Authorization Content-Type Content-Encoding Range X-Goog-Upload-Command X-Goog-Upload-Offset X-Goog-Upload-Protocol Expect Upgrade Connection',
)
const knownValue = words(
  `null evil.example ${localKey}x gzip bytes=5-1 start query -1 1e9 resumable 100-continue websocket upload,finalize`,
)
const hostileHeader = fc.oneof(
  fc.tuple(knownHeader, fc.oneof(knownValue, fc.string())),
  fc.tuple(fc.oneof(dangerousName, fc.string()), fc.string()),
  powerOfTwo(17).map((length) => ['X-Long', 'x'.repeat(length)] as const),
)
const hostileMethod = fc.oneof(words('GET HEAD OPTIONS DELETE PATCH TRACE CONNECT PRI post'), fc.string())

test('hostile paths, methods and headers get an error, or the connection is closed', options, async () => {
  const request = entries().chain((entry) => {
    const { path, method } = toParts(entry, 1)
    return fc.record({
      entry: fc.constant(entry),
      path: hostilePath(path),
      method: fc.oneof({ weight: 4, arbitrary: fc.constant(method) }, hostileMethod),
      added: fc.array(hostileHeader, { maxLength: 3 }),
    })
  })
  const property = fc.asyncProperty(request, ({ entry, path, method, added }) =>
    expectSafe(entry, (port) => {
      const parts = toParts(entry, port)
      const bytes = toBytes({ ...parts, path, method, headers: [...added, ...parts.headers] })
      return { bytes, method, dialect: 'any', isBroken: true, client: 'read', responses: 2 }
    }),
  )
  await fc.assert(property, { numRuns: 120 })
})

function toChunks(body: Buffer, size: number, extension: string): Buffer {
  const chunks = []
  for (let start = 0; start < body.length; start += size) {
    const chunk = body.subarray(start, start + size)
    chunks.push(Buffer.from(`${chunk.length.toString(16)}${extension}\r\n`), chunk, Buffer.from('\r\n'))
  }
  return Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')])
}

const contentLength = fc.oneof(
  words('-1 +5 0x10 1e3 5,6 abc 99999999999999999999 \u00b2'),
  fc.nat(2000).map(String),
)
const coding = fc.constantFrom('chunked', 'chunked, chunked', 'identity', 'xchunked', '\u000bchunked')
const framingHeader = fc.oneof(
  contentLength.map((value) => ['Content-Length', value] as const),
  coding.map((value) => ['Transfer-Encoding', value] as const),
)
/** Of a whole request: wrong lengths and chunks, damaged bytes, and several requests at once. */
const hostileFraming = entries().chain((entry) =>
  fc.record({
    entry: fc.constant(entry),
    added: fc.array(framingHeader, { maxLength: 2 }),
    chunks: fc.option(fc.tuple(fc.integer({ min: 1, max: 100 }), fc.constantFrom('', ';a="b"', 'zz', '\n'))),
    damaged: fc.option(damage(toBytes(toParts(entry, 1)))),
    pipelined: fc.integer({ min: 1, max: 5 }),
    client: fc.constantFrom('half-close' as const, 'drop' as const),
  }),
)

test('hostile framing and clients that disconnect do no harm', options, async () => {
  const property = fc.asyncProperty(hostileFraming, ({ entry, added, chunks, damaged, pipelined, client }) =>
    expectSafe(entry, (port) => {
      const parts = toParts(entry, port)
      const headers = [...parts.headers.filter(([name]) => name !== 'Connection'), ...added]
      const body = chunks ? toChunks(parts.body, ...chunks) : parts.body
      const bytes = damaged ?? toBytes({ ...parts, headers, body })
      const all = Buffer.concat(Array.from({ length: pipelined }, () => bytes))
      // What follows a body may look like another request.
      return {
        bytes: all,
        method: parts.method,
        dialect: 'any',
        isBroken: true,
        client,
        responses: pipelined * 2,
      }
    }),
  )
  await fc.assert(property, { numRuns: 100 })
})

test('no connection is kept', options, async () => {
  const countSockets = () =>
    process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length
  await expect.poll(countSockets).toBe(0)
})

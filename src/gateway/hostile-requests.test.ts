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

interface RequestParts {
  readonly method: string
  readonly path: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Buffer
}

/** The client reads the responses, ends its side first, or disconnects. */
type Client = 'read' | 'half-close' | 'drop'

interface Expected {
  /** Of responses. */
  readonly max: number
  readonly client: Client
}

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

/** Each gateway must still work after the attack. */
async function attackAll(
  entry: ReferenceEntry,
  attack: (gateway: TestGateway) => Promise<void>,
): Promise<void> {
  const attacked = isCostly(entry) ? gateways.slice(0, 1) : gateways
  await Promise.all(attacked.map(attack))
  for (const gateway of attacked) expect((await gateway.send('/v1beta/models?pageSize=1')).status).toBe(200)
}

/** A request that is valid HTTP must get one complete response. */
async function expectResponse(entry: ReferenceEntry, body: Buffer, headers: Record<string, string> = {}) {
  await attackAll(entry, async (gateway) => {
    const { method, path, headers: usual } = toParts(entry, gateway.port)
    const all = { ...Object.fromEntries(usual), ...headers }
    const { status, text, truncated } = await gateway.send(path, { method, headers: all, key: null, body })
    expect(truncated).toBe(false)
    expect(status, text).toBeLessThan(500)
    if (status >= 400) expectError(status, text, entry.route.dialect)
  })
}

function expectError(status: number, text: string, dialect?: string): void {
  expect(text).not.toContain(localKey)
  expect(text).not.toMatch(/\n\s+at /)
  const { error } = JSON.parse(text)
  expect(error.message).toMatch(/./)
  const isGemini = error.code === status && /^[A-Z_]+$/.test(error.status)
  const isOpenAi = typeof error.type === 'string' && typeof error.code === 'string' && 'param' in error
  expect({ gemini: isGemini, openai: isOpenAi }[dialect ?? ''] ?? (isGemini || isOpenAi), text).toBe(true)
}

/** Any bytes must get some responses, or a closed connection. */
async function expectNoHarm(
  entry: ReferenceEntry,
  { max, client }: Expected,
  toRaw: (port: number) => Buffer,
) {
  await attackAll(entry, async ({ port }) => {
    const text = await exchange(port, toRaw(port), client)
    // The next response follows a body without a line break.
    const statuses = [...text.matchAll(/(?:^|\})HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status))
    expect(statuses.filter((status) => status >= 200).length).toBeLessThanOrEqual(max)
    expect(Math.max(0, ...statuses), text).toBeLessThan(500)
    expect(text).not.toMatch(/^x-injected/im)
    const [head = '', body = ''] = text.split('\r\n\r\n')
    const [status = 0] = statuses
    // Not for several responses, and bodies in chunks.
    const isWhole = statuses.length === 1 && body !== '' && /^content-length:/im.test(head)
    if (isWhole && status >= 400) expectError(status, body)
  })
}

/** Sends the bytes, and reads until the connection is closed. */
function exchange(port: number, bytes: Buffer, client: Client): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: client === 'half-close' })
    const limit = setTimeout(() => {
      reject(new Error('The connection stays open.'))
      socket.destroy()
    }, 20_000)
    socket.on('connect', () => {
      if (client === 'half-close') socket.end(bytes)
      else socket.write(bytes, () => client === 'drop' && socket.destroy())
    })
    socket.setEncoding('latin1').on('data', (chunk) => {
      received += chunk
    })
    socket.on('error', () => {}).on('end', () => socket.end())
    socket.on('close', () => {
      clearTimeout(limit)
      resolve(received)
    })
  })
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
  const headers = {
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
  const property = fc.asyncProperty(jsonRequest, ({ entry, body }) => expectResponse(entry, body))
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
    expectResponse(entry, body, { 'Content-Type': type }),
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
    expectNoHarm(entry, { max: 2, client: 'read' }, (port) => {
      const parts = toParts(entry, port)
      return toBytes({ ...parts, path, method, headers: [...added, ...parts.headers] })
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
    // What follows a body may look like another request.
    expectNoHarm(entry, { max: pipelined * 2, client }, (port) => {
      const parts = toParts(entry, port)
      const headers = [...parts.headers.filter(([name]) => name !== 'Connection'), ...added]
      const body = chunks ? toChunks(parts.body, ...chunks) : parts.body
      const bytes = damaged ?? toBytes({ ...parts, headers, body })
      return Buffer.concat(Array.from({ length: pipelined }, () => bytes))
    }),
  )
  await fc.assert(property, { numRuns: 100 })
})

test('no connection is kept', options, async () => {
  const countSockets = () =>
    process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length
  await expect.poll(countSockets).toBe(0)
})

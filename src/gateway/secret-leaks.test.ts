// Uses canaries as upstream keys, requests every route with every fault, and searches all output for them.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Exchange } from '#shared/schemas/exchange'
import type { GatewayUpstream } from '../main/gateway-host/gateway-settings'
import { demoSettings } from '../main/gateway-host/gateway-settings.fixture'
import { openGateway } from '../main/gateway-host/open-gateway'
import { type FakeVendor, openFakeVendor } from './testing/fake-vendor/fake-vendor.fixture'
import { type Fault, faultNames } from './testing/fake-vendor/faults.fixture'
import type { LoggedRequest } from './testing/fake-vendor/host.fixture'
import { type ForwardProxy, openForwardProxy, type ProxyOptions } from './testing/forward-proxy.fixture'
import { formType, open, type TestRequest, toForm } from './testing/test-gateway.fixture'
import { toneWav } from './testing/tone.fixture'

/** Has characters that percent-encoding, JSON and Base64 change, and matches no pattern of known keys. */
const geminiCanary = 'Quail+Heron/"Wren=%Lark\\Finch&Robin?0123456789'
const openAiCanary = 'Otter/Badger"Stoat=%Hare\\Vole+Shrew&Mole_987654'
const serviceCanary = 'Perch=Trout"Bream+%Carp/Dace\\Roach&Tench-135790'
/** Name and password of a proxy: only allowed in the proxy's header, which no upstream may receive. */
const proxyCanary = 'Kestrel:Merlin+/"Hobby=%Osprey\\Buzzard&Kite?112233'
/** The client's credential must not reach the upstream. */
const localCanary = 'Oak~Beech!Rowan$Alder*Hazel:Birch^Larch_246802'
const canaries = [geminiCanary, openAiCanary, serviceCanary, proxyCanary]

/** Returns the possible encodings of a key. */
function spell(key: string): string[] {
  const encoded = encodeURIComponent(key)
  const base64 = Buffer.from(key).toString('base64')
  return [
    key,
    encoded,
    encodeURIComponent(encoded),
    JSON.stringify(key).slice(1, -1),
    JSON.stringify(JSON.stringify(key)).slice(3, -3),
    base64,
    Buffer.from(key).toString('base64url'),
    Buffer.from(key).toString('hex'),
  ]
}

const pieceLength = 12

/** Short enough that any piece contains a seed at one of the positions searched. */
const seedLength = 6

interface SearchIndex {
  readonly seeds: ReadonlySet<string>
  readonly pieces: ReadonlySet<string>
}

function toSearchIndex(keys: readonly string[]): SearchIndex {
  const texts = keys.flatMap(spell).map((text) => text.toLowerCase())
  return {
    seeds: new Set(texts.flatMap((text) => cutAll(text, seedLength))),
    pieces: new Set(texts.flatMap((text) => cutAll(text, pieceLength))),
  }
}

/** Returns every substring of this length. */
function cutAll(text: string, length: number): string[] {
  return Array.from({ length: Math.max(0, text.length - length + 1) }, (_, at) => text.slice(at, at + length))
}

const secrets = toSearchIndex([...canaries, localCanary])

/** Returns the context of each piece of a key in a text, quickly even for megabytes. */
function findLeaks(text: string, { seeds, pieces }: SearchIndex = secrets): string[] {
  const lower = text.toLowerCase()
  const leaks: string[] = []
  for (let at = 0; at + seedLength <= lower.length; at += pieceLength - seedLength + 1) {
    if (!seeds.has(lower.slice(at, at + seedLength))) continue
    const around = lower.slice(Math.max(0, at - pieceLength + seedLength), at + pieceLength)
    if (cutAll(around, pieceLength).some((piece) => pieces.has(piece)))
      leaks.push(text.slice(Math.max(0, at - 40), at + 60))
  }
  return leaks.slice(0, 3)
}

test('the search finds every piece of a key in any encoding, at any position', () => {
  for (const spelling of canaries.flatMap(spell))
    for (const [at, piece] of cutAll(spelling, pieceLength).entries())
      expect(findLeaks(`${'-'.repeat(at % 7)}${piece} and others`), piece).not.toEqual([])
  expect(findLeaks('some words and others')).toEqual([])
})

/** Registers a function that runs after the test. */
type OnEnd = (close: () => void | Promise<void>) => void

type Kind = 'vendor' | 'service'

/** A gateway under test; stores all its responses. */
interface Target {
  readonly port: number
  readonly responses: string[]
  readonly vendor: FakeVendor
  readonly kind: Kind
}

interface RawResponse {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/** Sends a request, and stores status line, headers and body of the response. */
async function send(
  { port, responses }: Target,
  path: string,
  request: TestRequest = {},
): Promise<RawResponse> {
  const incoming = await open(port, path, {
    ...request,
    key: null,
    headers: { 'x-goog-api-key': localCanary, ...request.headers },
  })
  const chunks: Buffer[] = []
  // An aborted body is stored as far as it was received.
  await (async () => {
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
  })().catch(() => undefined)
  const text = Buffer.concat(chunks).toString('latin1')
  const { statusCode, statusMessage, rawHeaders, rawTrailers } = incoming
  responses.push(
    [path.split('?')[0], statusCode, statusMessage, ...rawHeaders, ...rawTrailers, text].join('\n'),
  )
  return { headers: incoming.headers, text }
}

const toPrompt = (text: string) => JSON.stringify({ contents: [{ role: 'user', parts: [{ text }] }] })
const content = { parts: [{ text: 'a fox' }] }
const uploadStart = { 'x-goog-upload-protocol': 'resumable', 'x-goog-upload-command': 'start' }

/** Names in the gateway that were created before any fault. */
interface CreatedNames {
  readonly operation: string
  /** Path and query. */
  readonly download: string
  readonly file: string
  readonly upload: string
}

async function createNames(target: Target): Promise<CreatedNames> {
  const video = target.kind === 'vendor' ? 'gen-video' : 'veo'
  const start = `/v1beta/models/${video}-3.1-fast-generate-preview:predictLongRunning`
  const started = await send(target, start, { body: JSON.stringify({ instances: [{ prompt: 'a boat' }] }) })
  const operation = `/v1beta/${JSON.parse(started.text).name}`
  const poll = async () => JSON.parse((await send(target, operation)).text)
  let polled = await poll()
  for (let polls = 0; !polled.done && polls < 10; polls += 1) polled = await poll()
  const { uri } = polled.response.generateVideoResponse.generatedSamples[0].video
  const stored = await send(target, toPath(await startUpload(target)), {
    body: Buffer.from('text'),
    headers: { 'x-goog-upload-command': 'upload, finalize', 'x-goog-upload-offset': '0' },
  })
  const file = `/v1beta/${JSON.parse(stored.text).file.name}`
  return { operation, file, download: toPath(uri), upload: toPath(await startUpload(target)) }
}

async function startUpload(target: Target): Promise<string> {
  const body = JSON.stringify({ file: { displayName: 'mine' } })
  const headers = { ...uploadStart, 'x-goog-upload-header-content-type': 'text/plain' }
  return String((await send(target, '/upload/v1beta/files', { body, headers })).headers['x-goog-upload-url'])
}

function toPath(url: string): string {
  return url.slice(new URL(url).origin.length)
}

/** The family of model names of its upstream. */
const familyOf = ({ kind }: Target) => (kind === 'vendor' ? 'gen' : 'gemini')

/** Well-formed names of things that do not exist. */
const unknownNames: CreatedNames = {
  operation: '/v1beta/operations/a',
  file: '/v1beta/files/a',
  download: '/v1beta/files/a',
  upload: '/upload/v1beta/files/a',
}

/** Sends one request to every route that uses the upstream. */
async function requestAll(target: Target, names = unknownNames): Promise<void> {
  const family = familyOf(target)
  const text = `/v1beta/models/${family}-3.1-pro-preview`
  const imageModel = `${family}-3-pro-image-preview`
  const image = `/v1beta/models/${imageModel}`
  const chat = { model: `${family}-3.1-pro-preview`, messages: [{ role: 'user', content: 'hi' }] }
  const vectors = `/v1beta/models/${family}-embedding-001`
  const form = (fields: Record<string, string>): TestRequest => ({
    headers: { ...formType, authorization: `Bearer ${localCanary}` },
    body: toForm([
      { name: 'model', value: family === 'gen' ? 'gen-4o-transcribe' : 'gpt-4o-transcribe' },
      { name: 'file', value: toneWav(1), filename: 'a.wav' },
      ...Object.entries(fields).map(([name, value]) => ({ name, value })),
    ]),
  })
  const requests: readonly [path: string, request?: TestRequest][] = [
    [`${text}:generateContent`, { body: toPrompt('hi') }],
    [`${text}:streamGenerateContent?alt=sse`, { body: toPrompt('hi') }],
    [`${text}:streamGenerateContent`, { body: toPrompt('hi') }],
    [`${text}:countTokens`, { body: toPrompt('hi') }],
    [`${image}:generateContent`, { body: toPrompt('a hill') }],
    [`${vectors}:embedContent`, { body: JSON.stringify({ content }) }],
    [
      `${vectors}:batchEmbedContents`,
      { body: JSON.stringify({ requests: [{ model: vectors.slice('/v1beta/'.length), content }] }) },
    ],
    [names.operation],
    [names.download],
    [names.download, { headers: { range: 'bytes=0-9' } }],
    ['/v1beta/files'],
    [names.file],
    ['/upload/v1beta/files', { body: '{}', headers: uploadStart }],
    [names.upload, { body: Buffer.alloc(0), headers: { 'x-goog-upload-command': 'query' } }],
    ['/v1/audio/transcriptions', form({})],
    ['/v1/audio/transcriptions', form({ stream: 'true' })],
    ['/v1/audio/transcriptions', form({ response_format: 'text' })],
    ['/v1/chat/completions', { body: JSON.stringify(chat) }],
    ['/v1/chat/completions', { body: JSON.stringify({ ...chat, stream: true }) }],
    ['/v1/embeddings', { body: JSON.stringify({ model: `${family}-embedding-001`, input: 'a fox' }) }],
    ['/v1/images/generations', { body: JSON.stringify({ model: imageModel, prompt: 'a hill' }) }],
  ]
  await Promise.all(requests.map(([path, request]) => send(target, path, request).catch(ignoreNoResponse)))
}

/** Ignores connections that break before a status line. */
function ignoreNoResponse(): void {}

/** Requests that fail without a fault of the upstream, or never reach it. */
async function requestInvalid(target: Target): Promise<void> {
  const text = `/v1beta/models/${familyOf(target)}-2.5-flash:generateContent`
  const invalidRequests: readonly [path: string, request?: TestRequest][] = [
    [text, { body: '{"contents": [' }],
    [text, { body: JSON.stringify({ contents: [{ parts: [{ text: 'a' }] }], zebra: 1 }) }],
    [text, { body: toPrompt('hi'), headers: { 'x-goog-api-key': 'no' } }],
    [text, { body: toPrompt('hi'), headers: { authorization: `Bearer ${geminiCanary}` } }],
    [`${text}?key=${encodeURIComponent(openAiCanary)}`, { body: toPrompt('hi') }],
    ['/v1beta/models/gen-nothing:generateContent', { body: toPrompt('hi') }],
    ['/v1beta/models/gemini-2.5-flash-image-preview:generateContent', { body: toPrompt('hi') }],
    ['/v1beta/nothing', {}],
    ['/v1beta/operations/abc'],
    ['/v1beta/files/abc:download?alt=media'],
    ['/v1beta/models'],
    ['/healthz'],
    ['/openapi.json'],
  ]
  for (const [path, request] of invalidRequests) await send(target, path, request).catch(ignoreNoResponse)
}

/** Faults in the content of a valid response: they have no key, and the gateway adds no text. */
const harmlessFaults: readonly Fault[] = [
  'no-usage',
  'huge-signature',
  'blocked-prompt',
  'no-parts',
  'safety-stop',
  'rai-filtered',
  'done-false',
  'operation-failed',
  'no-finish-reason',
  'no-events',
]
const harmfulFaults = faultNames.filter((fault) => !harmlessFaults.includes(fault))

/** Faults that make the gateway report them. */
const reportedFaults: readonly Fault[] = [
  'key-in-error',
  'key-in-header',
  'key-in-mid-stream',
  '401',
  'html',
  'redirect-elsewhere',
]

/** Enough where the same gateway has another host or output. */
const quickFaults: readonly Fault[] = ['key-in-error', '401']

/** Requests every route without faults, then with each fault. */
async function requestWithFaults(target: Target, faults: readonly Fault[]): Promise<void> {
  const names = await createNames(target)
  await requestAll(target, names)
  await requestInvalid(target)
  for (const fault of faults) {
    target.vendor.injectFault(fault, Number.POSITIVE_INFINITY)
    await requestAll(target, names)
    target.vendor.clearFaults()
  }
}

/** Searches all requests to the hosts, bodies included, except for the places where a key belongs. */
function findLeaksInRequests({ vendor, kind }: Target): string[] {
  return vendor.requests.flatMap(({ host, url, headers, body }) => {
    const [allowedHeader, allowedQuery] = toAllowed(host, kind)
    const others = Object.entries(headers).filter((header) => String(header) !== String(allowedHeader))
    const path = allowedQuery && url.endsWith(allowedQuery) ? url.slice(0, -allowedQuery.length) : url
    return findLeaks(JSON.stringify([path, others, body.toString('latin1')]))
  })
}

/** The header, and the end of the URL. */
function toAllowed(host: LoggedRequest['host'], kind: Kind): [header: readonly string[], query?: string] {
  if (host === 'storage') return [[]]
  const token = (key: string) => ['authorization', `Bearer ${key}`]
  if (kind === 'service') return [token(serviceCanary), `key=${encodeURIComponent(serviceCanary)}`]
  return [host === 'gemini' ? ['x-goog-api-key', geminiCanary] : token(openAiCanary)]
}

async function openVendor(kind: Kind, onEnd: OnEnd): Promise<FakeVendor> {
  const vendor = await openFakeVendor(
    kind === 'vendor'
      ? { geminiKey: geminiCanary, openAiKey: openAiCanary }
      : { geminiKey: serviceCanary, openAiKey: serviceCanary, acceptsKeyAnywhere: true },
  )
  onEnd(vendor.close)
  return vendor
}

const portOf = (url: string): number => Number(new URL(url).port)

function toUpstream(kind: Kind, { geminiUrl, openAiUrl }: FakeVendor): GatewayUpstream {
  if (kind === 'service')
    return { kind, id: kind, baseUrl: geminiUrl, apiBaseUrl: openAiUrl, key: serviceCanary }
  return {
    kind,
    id: kind,
    geminiUrl,
    openAiUrl,
    geminiKey: geminiCanary,
    openAiKey: openAiCanary,
    aliases: [],
  }
}

/** A gateway in this process, perhaps with a proxy. */
async function openTarget(kind: Kind, onEnd: OnEnd, proxyUrl?: string) {
  const vendor = await openVendor(kind, onEnd)
  const exchanges: Exchange[] = []
  const viaProxy = { proxyMode: 'custom' as const, proxyUrl: proxyUrl ?? '', bypass: ['<-loopback>'] }
  const gateway = await openGateway(
    {
      ...demoSettings,
      localKey: localCanary,
      active: kind,
      upstreams: [toUpstream(kind, vendor)],
      limits: { ...demoSettings.limits, upstreamSeconds: 1 },
      network: {
        ...demoSettings.network,
        silenceSeconds: 1,
        ...(proxyUrl ? { ...viaProxy, proxyCredentials: proxyCanary } : {}),
      },
    },
    (exchange) => exchanges.push(exchange),
  )
  onEnd(() => gateway.close(0))
  const target: Target = { port: portOf((await gateway.address()).url), responses: [], vendor, kind }
  return { gateway, target, exchanges }
}

/** A proxy that requires the canary as password. */
async function openProxy(onEnd: OnEnd, settings: ProxyOptions = {}): Promise<ForwardProxy & { url: string }> {
  const proxy = await openForwardProxy({ credentials: proxyCanary, ...settings })
  onEnd(proxy.close)
  return { ...proxy, url: `http://127.0.0.1:${proxy.port}` }
}

describe.concurrent('no response, exchange, report, other host or other header has a piece of a key', () => {
  const groups = [0, 1, 2, 3].map((group) => harmfulFaults.filter((_, index) => index % 4 === group))
  const cases: readonly { kind: Kind; faults: readonly Fault[] }[] = [
    // Its keys are in headers only, as one of those of a service, whose other one is in URLs.
    { kind: 'vendor', faults: reportedFaults },
    ...groups.map((faults) => ({ kind: 'service' as const, faults })),
  ]

  test.for(cases)('of the $kind upstream with $faults', async ({ kind, faults }, { onTestFinished }) => {
    const { gateway, target, exchanges } = await openTarget(kind, onTestFinished)
    await requestWithFaults(target, faults)
    const reports: string[] = []
    for (const fault of faults.filter((one) => reportedFaults.includes(one))) {
      target.vendor.injectFault(fault, Number.POSITIVE_INFINITY)
      reports.push(JSON.stringify(await gateway.check(kind)))
      target.vendor.clearFaults()
    }
    const { responses } = target
    expect(responses.length).toBeGreaterThan(faults.length * 20)
    // One had a wrong key, which is counted but not logged.
    expect(exchanges.length).toBe(responses.length - 1)
    const texts = [...responses, ...reports, ...exchanges.map((exchange) => JSON.stringify(exchange))]
    expect(texts.flatMap((text) => findLeaks(text))).toEqual([])
    expect(findLeaksInRequests(target)).toEqual([])
    const hosts = new Set(target.vendor.requests.map(({ host }) => host))
    expect([...hosts].sort()).toEqual(['gemini', 'openai', 'storage'])
  })

  test.for<[string, ProxyOptions | 'down']>([
    ['accepts it', {}],
    ['requires another password', { credentials: 'another:password' }],
    ['refuses', { errorStatus: 403 }],
    ['is down', 'down'],
  ])('of a proxy that %s', async ([, settings], { onTestFinished }) => {
    const proxy = await openProxy(onTestFinished, settings === 'down' ? {} : settings)
    if (settings === 'down') await proxy.close()
    const { gateway, target, exchanges } = await openTarget('vendor', onTestFinished, proxy.url)
    const { vendor, responses } = target
    const letsThrough = Object.keys(settings).length === 0
    if (letsThrough) {
      await requestWithFaults(target, quickFaults)
      expect(vendor.requests.length).toBeGreaterThan(quickFaults.length * 10)
      expect(proxy.requests.length).toBeGreaterThanOrEqual(vendor.requests.length)
    } else {
      await requestAll(target)
      expect(vendor.requests).toEqual([])
    }
    expect(responses.length).toBeGreaterThan(10)
    const texts = [...responses, JSON.stringify([exchanges, await gateway.check('vendor')])]
    expect(texts.flatMap((text) => findLeaks(text))).toEqual([])
    expect(findLeaksInRequests(target)).toEqual([])
  })
})

describe.concurrent('the headless gateway as a program', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const bundle = join(root, 'node_modules/.cache/no-leak-test')
  const keys = { GEMINI_API_KEY: geminiCanary, OPENAI_API_KEY: openAiCanary, UPSTREAM_KEY: serviceCanary }

  beforeAll(async () => {
    await build({
      configFile: false,
      root,
      logLevel: 'warn',
      build: {
        ssr: join(root, 'src/main/headless/headless.ts'),
        outDir: bundle,
        emptyOutDir: true,
        target: 'node18',
        rollupOptions: { output: { format: 'cjs', entryFileNames: 'headless.cjs' } },
      },
      ssr: { noExternal: true },
    })
  })

  function run(args: readonly string[], environment: Record<string, string>, onEnd: OnEnd): ChildProcess {
    const child = spawn(process.execPath, [join(bundle, 'headless.cjs'), '--port', '0', ...args], {
      env: { PATH: process.env.PATH, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    onEnd(() => void child.kill('SIGKILL'))
    return child
  }

  interface ProgramCase {
    readonly kind?: Kind
    /** Its upstream closes before the requests. */
    readonly isUnreachable?: true
    readonly proxy?: ProxyOptions
    /** Where the credentials of the proxy are. */
    readonly by?: 'variable' | 'flag'
  }

  test.for<[string, ProgramCase]>([
    ['a key of the vendor upstream', {}],
    ['a key of the service upstream', { kind: 'service' }],
    ['a key of an unreachable upstream', { isUnreachable: true }],
    ['the password of a proxy, in a variable', { proxy: {}, by: 'variable' }],
    ['the password of a proxy, by a flag', { proxy: {}, by: 'flag' }],
    ['a wrong password of a proxy', { proxy: { credentials: 'another:password' }, by: 'variable' }],
    ['the password of a proxy that refuses', { proxy: { errorStatus: 403 }, by: 'flag' }],
  ])('writes no piece of %s', async ([, options], { onTestFinished }) => {
    const { kind = 'vendor', isUnreachable, proxy: proxyOptions, by } = options
    const vendor = await openVendor(kind, onTestFinished)
    const proxy = proxyOptions && (await openProxy(onTestFinished, proxyOptions))
    const args = [
      ...['--key', localCanary, '--response-timeout', '10', '--idle-timeout', '10'],
      ...(kind === 'vendor'
        ? ['--upstream', 'vendor', '--gemini-url', vendor.geminiUrl, '--openai-url', vendor.openAiUrl]
        : ['--upstream', vendor.geminiUrl, '--api-upstream', vendor.openAiUrl]),
      ...(by === undefined ? ['--proxy', 'none'] : []),
      ...(by === 'flag'
        ? ['--proxy', proxy?.url ?? '', '--proxy-bypass', '<-loopback>', '--proxy-credentials-env', 'LOGIN']
        : []),
    ]
    const variable = { HTTP_PROXY: proxy?.url.replace('//', `//${inUrl}`) ?? '', NO_PROXY: '' }
    const environment = { ...keys, ...(by === 'variable' ? variable : { LOGIN: proxyCanary }) }
    const child = run(args, environment, onTestFinished)
    const written: string[] = []
    child.stderr?.on('data', (chunk: Buffer) => written.push(chunk.toString()))
    // Both pipes are requested above.
    const lines = createInterface({ input: child.stdout as NonNullable<typeof child.stdout> })
    // The first line has the local key on purpose.
    const [line] = await once(lines, 'line')
    lines.on('line', (next: string) => written.push(`${next}\n`))
    const target: Target = { port: portOf(JSON.parse(String(line)).url), responses: [], vendor, kind }
    if (isUnreachable) await vendor.close()
    const letsThrough = !isUnreachable && Object.keys(proxyOptions ?? {}).length === 0
    await (letsThrough ? requestWithFaults(target, quickFaults) : requestAll(target))
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
    expect(written.join('').split('\n').length).toBeGreaterThan(target.responses.length)
    expect([proxy ? proxy.requests.length > 10 : true, vendor.requests.length > 0]).toEqual([
      true,
      letsThrough,
    ])
    expect([...target.responses, written.join('')].flatMap((text) => findLeaks(text))).toEqual([])
    expect(findLeaksInRequests(target)).toEqual([])
  })

  const inUrl = `${proxyCanary.split(':').map(encodeURIComponent).join(':')}@`

  test.for<[argument: string, environment: Record<string, string>, args: readonly string[]]>([
    ['GEMINI_API_KEY', { GEMINI_API_KEY: `${geminiCanary}\n${openAiCanary}` }, ['--upstream', 'vendor']],
    ['HTTP_PROXY', { HTTP_PROXY: `ftp://${inUrl}proxy.test` }, []],
    ['all_proxy', { all_proxy: `http://${inUrl}` }, []],
    ['--proxy', {}, ['--proxy', `http://${inUrl}proxy.test`]],
    [
      '--proxy-credentials-env',
      { LOGIN: `${proxyCanary}\n${proxyCanary}` },
      ['--proxy', 'http://proxy.test:1', '--proxy-credentials-env', 'LOGIN'],
    ],
    ['--upstream', { UPSTREAM_KEY: 'k' }, ['--upstream', `https://${inUrl}upstream.test`]],
  ])(
    'names %s if its value is invalid, without a piece of it',
    async ([name, environment, args], context) => {
      const child = run(args, environment, context.onTestFinished)
      const chunks: string[] = []
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (chunk) => chunks.push(String(chunk)))
      const [code] = await once(child, 'close')
      const text = chunks.join('')
      expect([code, text.includes(name), findLeaks(text)]).toEqual([2, true, []])
    },
  )
})

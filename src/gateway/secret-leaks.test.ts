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

const secrets = toSearchIndex(canaries)
const allSecrets = toSearchIndex([...canaries, localCanary])

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

test.each(canaries.flatMap(spell))('the search finds every piece of %s at any position', (spelling) => {
  for (const [at, piece] of cutAll(spelling, pieceLength).entries())
    expect(findLeaks(`${'-'.repeat(at % 7)}${piece} and others`)).not.toEqual([])
  expect(findLeaks('some words and others')).toEqual([])
})

/** Registers a function that runs after the test. */
type OnEnd = (close: () => void | Promise<void>) => void

/** A gateway under test; stores all its responses. */
interface Target {
  readonly port: number
  readonly responses: string[]
  readonly vendor: FakeVendor
  /** The family of model names of its upstream. */
  readonly family: 'gen' | 'gemini'
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
  const video = target.family === 'gen' ? 'gen-video' : 'veo'
  const start = `/v1beta/models/${video}-3.1-fast-generate-preview:predictLongRunning`
  const started = await send(target, start, { body: JSON.stringify({ instances: [{ prompt: 'a boat' }] }) })
  const operation = `/v1beta/${JSON.parse(started.text).name}`
  await send(target, operation)
  await send(target, operation)
  const done = JSON.parse((await send(target, operation)).text)
  const { uri } = done.response.generateVideoResponse.generatedSamples[0].video
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

/** Sends one request to every route that uses the upstream. */
async function requestAll(target: Target, names: CreatedNames): Promise<void> {
  const { family } = target
  const text = `/v1beta/models/${family}-3.1-pro-preview`
  const image = `/v1beta/models/${family === 'gen' ? 'gen-3-pro-image-preview' : 'gemini-3-pro-image-preview'}`
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
  ]
  await Promise.all(requests.map(([path, request]) => send(target, path, request).catch(ignoreNoResponse)))
}

/** Ignores connections that break before a status line. */
function ignoreNoResponse(): void {}

/** Requests that fail without a fault of the upstream, or never reach it. */
async function requestInvalid(target: Target): Promise<void> {
  const text = `/v1beta/models/${target.family}-2.5-flash:generateContent`
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

/** Requests every route without faults, then with every fault. */
async function requestWithAllFaults(target: Target, faults: readonly Fault[] = faultNames): Promise<void> {
  const names = await createNames(target)
  await requestAll(target, names)
  await requestInvalid(target)
  for (const fault of faults) {
    target.vendor.injectFault(fault, Number.POSITIVE_INFINITY)
    await requestAll(target, names)
    target.vendor.clearFaults()
  }
}

/** The allowed location of a key in the requests to an upstream host. */
type AllowedLocation = (received: LoggedRequest) => {
  readonly header?: string
  readonly value?: string
  readonly url?: RegExp
}

const atVendor: AllowedLocation = ({ host }) => {
  if (host === 'gemini') return { header: 'x-goog-api-key', value: geminiCanary }
  return host === 'openai' ? { header: 'authorization', value: `Bearer ${openAiCanary}` } : {}
}

const atService: AllowedLocation = ({ host }) =>
  host === 'storage'
    ? {}
    : {
        header: 'authorization',
        value: `Bearer ${serviceCanary}`,
        url: new RegExp(`([?&])key=${encodeURIComponent(serviceCanary).replaceAll('.', '\\.')}$`),
      }

/** Searches all requests to the hosts, bodies included, except for the allowed locations. */
function findLeaksInRequests(vendor: FakeVendor, locate: AllowedLocation): string[] {
  return vendor.requests.flatMap((received) => {
    const { header, value, url } = locate(received)
    const headers = Object.entries(received.headers).filter(
      ([name, headerValue]) => !(name === header && headerValue === value),
    )
    const path = url ? received.url.replace(url, '') : received.url
    return findLeaks(JSON.stringify([path, headers, received.body.toString('latin1')]), allSecrets)
  })
}

const vendorSettings = (vendor: FakeVendor): GatewayUpstream => ({
  kind: 'vendor',
  id: 'vendor',
  geminiUrl: vendor.geminiUrl,
  openAiUrl: vendor.openAiUrl,
  geminiKey: geminiCanary,
  openAiKey: openAiCanary,
  aliases: [],
})

const serviceSettings = (vendor: FakeVendor): GatewayUpstream => ({
  kind: 'service',
  id: 'service',
  baseUrl: vendor.geminiUrl,
  apiBaseUrl: vendor.openAiUrl,
  key: serviceCanary,
})

const asService = { geminiKey: serviceCanary, openAiKey: serviceCanary, acceptsKeyAnywhere: true }

async function openVendor(kind: 'vendor' | 'service', onEnd: OnEnd): Promise<FakeVendor> {
  const vendor = await openFakeVendor(
    kind === 'vendor' ? { geminiKey: geminiCanary, openAiKey: openAiCanary } : asService,
  )
  onEnd(vendor.close)
  return vendor
}

const portOf = (url: string): number => Number(new URL(url).port)

describe.concurrent.each(['vendor', 'service'] as const)('with the %s upstream', (kind) => {
  const family = kind === 'vendor' ? 'gen' : 'gemini'
  const locate = kind === 'vendor' ? atVendor : atService

  test('no response, exchange, other host or other header contains a piece of a key', async ({
    onTestFinished,
  }) => {
    const vendor = await openVendor(kind, onTestFinished)
    const exchanges: Exchange[] = []
    const upstream = kind === 'vendor' ? vendorSettings(vendor) : serviceSettings(vendor)
    const gateway = await openGateway(
      {
        ...demoSettings,
        localKey: localCanary,
        active: kind,
        upstreams: [upstream],
        limits: { ...demoSettings.limits, upstreamSeconds: 2 },
        network: { ...demoSettings.network, silenceSeconds: 2 },
      },
      (exchange) => exchanges.push(exchange),
    )
    onTestFinished(() => gateway.close(0))
    const responses: string[] = []
    const target: Target = { port: portOf((await gateway.address()).url), responses, vendor, family }
    await requestWithAllFaults(target)
    const reports: string[] = []
    for (const fault of ['key-in-error', 'key-in-header', '401', 'html', 'redirect-elsewhere'] as const) {
      vendor.injectFault(fault, Number.POSITIVE_INFINITY)
      reports.push(JSON.stringify(await gateway.check(kind)))
      vendor.clearFaults()
    }
    expect(responses.length).toBeGreaterThan(faultNames.length * 15)
    // One had a wrong key, which is counted but not logged.
    expect(exchanges.length).toBe(responses.length - 1)
    expect(responses.flatMap((text) => findLeaks(text, allSecrets))).toEqual([])
    expect(exchanges.flatMap((exchange) => findLeaks(JSON.stringify(exchange), allSecrets))).toEqual([])
    expect(reports.flatMap((text) => findLeaks(text, allSecrets))).toEqual([])
    expect(findLeaksInRequests(vendor, locate)).toEqual([])
    const hosts = new Set(vendor.requests.map(({ host }) => host))
    expect([...hosts].sort()).toEqual(['gemini', 'openai', 'storage'])
  }, 120_000)
})

/** A proxy that requires the canary as password. */
async function openProxy(onEnd: OnEnd, settings: ProxyOptions = {}): Promise<ForwardProxy & { url: string }> {
  const proxy = await openForwardProxy({ credentials: proxyCanary, ...settings })
  onEnd(proxy.close)
  return { ...proxy, url: `http://127.0.0.1:${proxy.port}` }
}

/** Faults of an upstream that make the gateway report them. */
const reportedFaults: readonly Fault[] = [
  'key-in-error',
  'key-in-header',
  '401',
  'html',
  'redirect-elsewhere',
]

describe.concurrent('through a proxy with a password', () => {
  async function openThrough(proxyUrl: string, vendor: FakeVendor, onEnd: OnEnd) {
    const exchanges: Exchange[] = []
    const gateway = await openGateway(
      {
        ...demoSettings,
        localKey: localCanary,
        active: 'vendor',
        upstreams: [vendorSettings(vendor)],
        limits: { ...demoSettings.limits, upstreamSeconds: 2 },
        network: {
          ...demoSettings.network,
          proxyMode: 'custom',
          proxyUrl,
          bypass: ['<-loopback>'],
          proxyCredentials: proxyCanary,
          silenceSeconds: 2,
        },
      },
      (exchange) => exchanges.push(exchange),
    )
    onEnd(() => gateway.close(0))
    const target: Target = {
      port: portOf((await gateway.address()).url),
      responses: [],
      vendor,
      family: 'gen',
    }
    return { gateway, target, exchanges }
  }

  test('only the proxy gets its password, for any fault of the upstream', async ({ onTestFinished }) => {
    const vendor = await openVendor('vendor', onTestFinished)
    const proxy = await openProxy(onTestFinished)
    const { target, exchanges } = await openThrough(proxy.url, vendor, onTestFinished)
    await requestWithAllFaults(target, reportedFaults)
    expect(proxy.requests.length).toBeGreaterThanOrEqual(vendor.requests.length)
    expect(vendor.requests.length).toBeGreaterThan(reportedFaults.length * 10)
    expect(target.responses.flatMap((text) => findLeaks(text, allSecrets))).toEqual([])
    expect(findLeaks(JSON.stringify(exchanges), allSecrets)).toEqual([])
    expect(findLeaksInRequests(vendor, atVendor)).toEqual([])
  }, 60_000)

  test.for<[string, ProxyOptions | 'down']>([
    ['requires another password', { credentials: 'another:password' }],
    ['refuses', { errorStatus: 403 }],
    ['is down', 'down'],
  ])(
    'nothing contains the password of a proxy that %s',
    { timeout: 60_000 },
    async ([, settings], { onTestFinished }) => {
      const vendor = await openVendor('vendor', onTestFinished)
      const proxy = await openProxy(onTestFinished, settings === 'down' ? {} : settings)
      if (settings === 'down') await proxy.close()
      const { gateway, target, exchanges } = await openThrough(proxy.url, vendor, onTestFinished)
      await requestAll(target, unknownNames)
      const responses = [...target.responses, JSON.stringify([exchanges, await gateway.check('vendor')])]
      expect(vendor.requests).toEqual([])
      expect(target.responses.length).toBeGreaterThan(10)
      expect(responses.flatMap((text) => findLeaks(text, allSecrets))).toEqual([])
    },
  )
})

/** Well-formed names of things that do not exist. */
const unknownNames: CreatedNames = {
  operation: '/v1beta/operations/a',
  file: '/v1beta/files/a',
  download: '/v1beta/files/a',
  upload: '/upload/v1beta/files/a',
}

describe.concurrent('the headless gateway as a program', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const bundle = join(root, 'node_modules/.cache/no-leak-test')

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
  }, 60_000)

  interface Program {
    readonly child: ChildProcess
    readonly port: number
    /** Its output on both streams, without the first line, which contains the local key on purpose. */
    readonly written: () => string
  }

  interface Start {
    readonly args: readonly string[]
    readonly environment: Record<string, string>
    readonly onEnd: OnEnd
  }

  async function start({ args, environment, onEnd }: Start): Promise<Program> {
    const child = spawn(
      process.execPath,
      [join(bundle, 'headless.cjs'), '--port', '0', '--key', localCanary, ...args],
      { env: { PATH: process.env.PATH, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] },
    )
    onEnd(() => void child.kill('SIGKILL'))
    const chunks: string[] = []
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk.toString()))
    // Both pipes are requested above.
    const lines = createInterface({ input: child.stdout as NonNullable<typeof child.stdout> })
    const [line] = await once(lines, 'line')
    lines.on('line', (next: string) => chunks.push(next))
    return { child, port: portOf(JSON.parse(String(line)).url), written: () => chunks.join('\n') }
  }

  const direct = ['--proxy', 'none']

  async function stop({ child }: Program): Promise<void> {
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
  }

  test.for(['vendor', 'service'] as const)(
    'writes no piece of a key of its %s upstream',
    { timeout: 120_000 },
    async (kind, { onTestFinished }) => {
      const vendor = await openVendor(kind, onTestFinished)
      const args =
        kind === 'vendor'
          ? ['--upstream', 'vendor', '--gemini-url', vendor.geminiUrl, '--openai-url', vendor.openAiUrl]
          : ['--upstream', vendor.geminiUrl, '--api-upstream', vendor.openAiUrl]
      const keys = { GEMINI_API_KEY: geminiCanary, OPENAI_API_KEY: openAiCanary, UPSTREAM_KEY: serviceCanary }
      const flags = [...args, ...direct, '--response-timeout', '2', '--idle-timeout', '2']
      const program = await start({ args: flags, environment: keys, onEnd: onTestFinished })
      const family = kind === 'vendor' ? 'gen' : 'gemini'
      const target: Target = { port: program.port, responses: [], vendor, family }
      await requestWithAllFaults(target)
      await stop(program)
      const written = program.written()
      expect(written.split('\n').length).toBeGreaterThan(target.responses.length)
      expect(findLeaks(written, allSecrets)).toEqual([])
      expect(target.responses.flatMap((text) => findLeaks(text, allSecrets))).toEqual([])
    },
  )

  test('writes none if the upstream is unreachable, or a flag is invalid', async ({ onTestFinished }) => {
    const vendor = await openVendor('vendor', onTestFinished)
    const keys = { GEMINI_API_KEY: geminiCanary, OPENAI_API_KEY: openAiCanary }
    const unreachable = [
      '--upstream',
      'vendor',
      '--gemini-url',
      vendor.geminiUrl,
      '--openai-url',
      'http://no-such.invalid',
    ]
    const flags = [...unreachable, ...direct, '--response-timeout', '2']
    const program = await start({ args: flags, environment: keys, onEnd: onTestFinished })
    await vendor.close()
    const target: Target = { port: program.port, responses: [], vendor, family: 'gen' }
    await requestAll(target, unknownNames)
    await stop(program)
    expect(findLeaks(program.written() + target.responses.join('\n'), allSecrets)).toEqual([])
    const broken = { GEMINI_API_KEY: `${geminiCanary}\n${openAiCanary}` }
    const { code, text } = await runFailing(broken, ['--upstream', 'vendor'])
    expect([code, text.includes('GEMINI_API_KEY'), findLeaks(text)]).toEqual([2, true, []])
  }, 60_000)

  /** Runs a program that fails to start. Returns its exit code and output. */
  async function runFailing(environment: Record<string, string>, args: readonly string[]) {
    const child = spawn(process.execPath, [join(bundle, 'headless.cjs'), '--port', '0', ...args], {
      env: { PATH: process.env.PATH, ...environment },
    })
    const chunks: Buffer[] = []
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    const [code] = await once(child, 'close')
    return { code, text: Buffer.concat(chunks).toString() }
  }

  const [proxyName = '', proxyPassword = ''] = proxyCanary.split(':').map(encodeURIComponent)
  const inUrl = `${proxyName}:${proxyPassword}@`

  test.for<[string, ProxyOptions, 'variable' | 'flag']>([
    ['that accepts it, by a variable', {}, 'variable'],
    ['that accepts it, by a flag', {}, 'flag'],
    ['that requires another password', { credentials: 'another:password' }, 'variable'],
    ['that rejects the request', { errorStatus: 403 }, 'flag'],
  ])(
    'writes no piece of the password of a proxy %s',
    { timeout: 60_000 },
    async ([, settings, by], { onTestFinished }) => {
      const vendor = await openVendor('vendor', onTestFinished)
      const proxy = await openProxy(onTestFinished, settings)
      const keys = { GEMINI_API_KEY: geminiCanary, OPENAI_API_KEY: openAiCanary }
      const upstream = [
        ...['--upstream', 'vendor', '--gemini-url', vendor.geminiUrl, '--openai-url', vendor.openAiUrl],
        ...['--response-timeout', '2', '--idle-timeout', '2'],
      ]
      const program = await start({
        args:
          by === 'variable'
            ? upstream
            : [
                ...upstream,
                ...[
                  '--proxy',
                  proxy.url,
                  '--proxy-bypass',
                  '<-loopback>',
                  '--proxy-credentials-env',
                  'LOGIN',
                ],
              ],
        environment:
          by === 'variable'
            ? { ...keys, HTTP_PROXY: proxy.url.replace('//', `//${inUrl}`), NO_PROXY: '' }
            : { ...keys, LOGIN: proxyCanary },
        onEnd: onTestFinished,
      })
      const target: Target = { port: program.port, responses: [], vendor, family: 'gen' }
      const letsThrough = Object.keys(settings).length === 0
      if (letsThrough) await requestWithAllFaults(target, reportedFaults)
      else await requestAll(target, unknownNames)
      await stop(program)
      expect([proxy.requests.length > 10, vendor.requests.length > 0]).toEqual([true, letsThrough])
      expect(findLeaks(program.written(), allSecrets)).toEqual([])
      expect(target.responses.flatMap((text) => findLeaks(text, allSecrets))).toEqual([])
      expect(findLeaksInRequests(vendor, atVendor)).toEqual([])
    },
  )

  test.for<[argument: string, environment: Record<string, string>, args: readonly string[]]>([
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
    'names %s if it contains a password by mistake, without a piece of it',
    async ([argument, environment, args]) => {
      const { code, text } = await runFailing(environment, args)
      expect([code, text.includes(argument), findLeaks(text)]).toEqual([2, true, []])
    },
  )
})

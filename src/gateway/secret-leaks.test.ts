// No leak: canaries as upstream keys, every fault and every route provoked, then looked for in all that left the gateway.
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
import type { Fault } from './testing/fake-vendor/fault.fixture'
import { faultNames } from './testing/fake-vendor/faults.fixture'
import type { SeenRequest } from './testing/fake-vendor/host.fixture'
import { type ForwardProxy, openForwardProxy, type ProxySettings } from './testing/forward-proxy.fixture'
import { formType, open, type TestRequest, toForm } from './testing/test-gateway.fixture'
import { toneWav } from './testing/tone.fixture'

/** Of signs that percent-encoding, JSON and Base64 change, and in no form that a pattern would know. */
const geminiCanary = 'Quail+Heron/"Wren=%Lark\\Finch&Robin?0123456789'
const openAiCanary = 'Otter/Badger"Stoat=%Hare\\Vole+Shrew&Mole_987654'
const serviceCanary = 'Perch=Trout"Bream+%Carp/Dace\\Roach&Tench-135790'
/** Name and password of a proxy: its own header alone may hold them, and no upstream may see that. */
const proxyCanary = 'Kestrel:Merlin+/"Hobby=%Osprey\\Buzzard&Kite?112233'
/** The caller's own credential has no business upstream. */
const localCanary = 'Oak~Beech!Rowan$Alder*Hazel:Birch^Larch_246802'
const canaries = [geminiCanary, openAiCanary, serviceCanary, proxyCanary]

/** A key as it may be written. */
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

/** Part of every piece, wherever in a text it is looked for in steps of the rest. */
const seedLength = 6

interface Sought {
  readonly seeds: ReadonlySet<string>
  readonly pieces: ReadonlySet<string>
}

function toSought(keys: readonly string[]): Sought {
  const texts = keys.flatMap(spell).map((text) => text.toLowerCase())
  return {
    seeds: new Set(texts.flatMap((text) => cutAll(text, seedLength))),
    pieces: new Set(texts.flatMap((text) => cutAll(text, pieceLength))),
  }
}

/** Every piece of this length. */
function cutAll(text: string, length: number): string[] {
  return Array.from({ length: Math.max(0, text.length - length + 1) }, (_, at) => text.slice(at, at + length))
}

const secrets = toSought(canaries)
const allSecrets = toSought([...canaries, localCanary])

/** Where a piece of a key stands in a text, with what stands around it; megabytes are no burden. */
function findLeaks(text: string, { seeds, pieces }: Sought = secrets): string[] {
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

test.each(canaries.flatMap(spell))('the search finds every piece of %s, wherever it stands', (spelling) => {
  for (const [at, piece] of cutAll(spelling, pieceLength).entries())
    expect(findLeaks(`${'-'.repeat(at % 7)}${piece} and others`)).not.toEqual([])
  expect(findLeaks('some words and others')).toEqual([])
})

/** Takes what closes something once the test has ended. */
type AtEnd = (close: () => void | Promise<void>) => void

/** A gateway under test and what it can be asked; all that it answers is kept. */
interface Target {
  readonly port: number
  readonly told: string[]
  readonly double: FakeVendor
  /** The family of names that its upstream knows. */
  readonly family: 'gen' | 'gemini'
}

interface Answered {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/** Status line, headers and body as they came over the wire. */
async function ask({ port, told }: Target, path: string, request: TestRequest = {}): Promise<Answered> {
  const incoming = await open(port, path, {
    ...request,
    key: null,
    headers: { 'x-goog-api-key': localCanary, ...request.headers },
  })
  const chunks: Buffer[] = []
  // A body that breaks off is kept as far as it came.
  await (async () => {
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
  })().catch(() => undefined)
  const text = Buffer.concat(chunks).toString('latin1')
  const { statusCode, statusMessage, rawHeaders, rawTrailers } = incoming
  told.push([path.split('?')[0], statusCode, statusMessage, ...rawHeaders, ...rawTrailers, text].join('\n'))
  return { headers: incoming.headers, text }
}

const say = (text: string) => JSON.stringify({ contents: [{ role: 'user', parts: [{ text }] }] })
const content = { parts: [{ text: 'a fox' }] }
const uploadStart = { 'x-goog-upload-protocol': 'resumable', 'x-goog-upload-command': 'start' }

/** What was made before anything goes wrong, by the gateway's own names. */
interface Made {
  readonly operation: string
  /** Path and query. */
  readonly download: string
  readonly file: string
  readonly upload: string
}

async function make(target: Target): Promise<Made> {
  const video = target.family === 'gen' ? 'gen-video' : 'veo'
  const start = `/v1beta/models/${video}-3.1-fast-generate-preview:predictLongRunning`
  const started = await ask(target, start, { body: JSON.stringify({ instances: [{ prompt: 'a boat' }] }) })
  const operation = `/v1beta/${JSON.parse(started.text).name}`
  await ask(target, operation)
  await ask(target, operation)
  const done = JSON.parse((await ask(target, operation)).text)
  const { uri } = done.response.generateVideoResponse.generatedSamples[0].video
  const kept = await ask(target, toPath(await startUpload(target)), {
    body: Buffer.from('text'),
    headers: { 'x-goog-upload-command': 'upload, finalize', 'x-goog-upload-offset': '0' },
  })
  const file = `/v1beta/${JSON.parse(kept.text).file.name}`
  return { operation, file, download: toPath(uri), upload: toPath(await startUpload(target)) }
}

async function startUpload(target: Target): Promise<string> {
  const body = JSON.stringify({ file: { displayName: 'mine' } })
  const headers = { ...uploadStart, 'x-goog-upload-header-content-type': 'text/plain' }
  return String((await ask(target, '/upload/v1beta/files', { body, headers })).headers['x-goog-upload-url'])
}

function toPath(url: string): string {
  return url.slice(new URL(url).origin.length)
}

/** One request to every route that reaches an upstream. */
async function askAll(target: Target, made: Made): Promise<void> {
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
    [`${text}:generateContent`, { body: say('hi') }],
    [`${text}:streamGenerateContent?alt=sse`, { body: say('hi') }],
    [`${text}:streamGenerateContent`, { body: say('hi') }],
    [`${text}:countTokens`, { body: say('hi') }],
    [`${image}:generateContent`, { body: say('a hill') }],
    [`${vectors}:embedContent`, { body: JSON.stringify({ content }) }],
    [
      `${vectors}:batchEmbedContents`,
      { body: JSON.stringify({ requests: [{ model: vectors.slice('/v1beta/'.length), content }] }) },
    ],
    [made.operation],
    [made.download],
    [made.download, { headers: { range: 'bytes=0-9' } }],
    ['/v1beta/files'],
    [made.file],
    ['/upload/v1beta/files', { body: '{}', headers: uploadStart }],
    [made.upload, { body: Buffer.alloc(0), headers: { 'x-goog-upload-command': 'query' } }],
    ['/v1/audio/transcriptions', form({})],
    ['/v1/audio/transcriptions', form({ stream: 'true' })],
    ['/v1/audio/transcriptions', form({ response_format: 'text' })],
  ]
  await Promise.all(requests.map(([path, request]) => ask(target, path, request).catch(noAnswer)))
}

/** A connection that breaks before a status line tells nothing. */
function noAnswer(): void {}

/** What goes wrong without any fault of the upstream, and what never reaches one. */
async function askWrongly(target: Target): Promise<void> {
  const text = `/v1beta/models/${target.family}-2.5-flash:generateContent`
  const wrong: readonly [path: string, request?: TestRequest][] = [
    [text, { body: '{"contents": [' }],
    [text, { body: JSON.stringify({ contents: [{ parts: [{ text: 'a' }] }], zebra: 1 }) }],
    [text, { body: say('hi'), headers: { 'x-goog-api-key': 'no' } }],
    [text, { body: say('hi'), headers: { authorization: `Bearer ${geminiCanary}` } }],
    [`${text}?key=${encodeURIComponent(openAiCanary)}`, { body: say('hi') }],
    ['/v1beta/models/gen-nothing:generateContent', { body: say('hi') }],
    ['/v1beta/models/gemini-2.5-flash-image-preview:generateContent', { body: say('hi') }],
    ['/v1beta/nothing', {}],
    ['/v1beta/operations/abc'],
    ['/v1beta/files/abc:download?alt=media'],
    ['/v1beta/models'],
    ['/healthz'],
    ['/openapi.json'],
  ]
  for (const [path, request] of wrong) await ask(target, path, request).catch(noAnswer)
}

/** Every route well, then every route with every fault. */
async function provokeAll(target: Target, faults: readonly Fault[] = faultNames): Promise<void> {
  const made = await make(target)
  await askAll(target, made)
  await askWrongly(target)
  for (const fault of faults) {
    target.double.misbehave(fault, Number.POSITIVE_INFINITY)
    await askAll(target, made)
    target.double.behave()
  }
}

/** Where a key may stand in what an upstream's hosts see: its own place at its own host. */
type RightPlace = (seen: SeenRequest) => {
  readonly header?: string
  readonly value?: string
  readonly url?: RegExp
}

const atVendor: RightPlace = ({ host }) => {
  if (host === 'gemini') return { header: 'x-goog-api-key', value: geminiCanary }
  return host === 'openai' ? { header: 'authorization', value: `Bearer ${openAiCanary}` } : {}
}

const atService: RightPlace = ({ host }) =>
  host === 'storage'
    ? {}
    : {
        header: 'authorization',
        value: `Bearer ${serviceCanary}`,
        url: new RegExp(`([?&])key=${encodeURIComponent(serviceCanary).replaceAll('.', '\\.')}$`),
      }

/** What the hosts saw, without what is right; bodies included. */
function lookAtSeen(double: FakeVendor, place: RightPlace): string[] {
  return double.seen.flatMap((seen) => {
    const { header, value, url } = place(seen)
    const headers = Object.entries(seen.headers).filter(
      ([name, given]) => !(name === header && given === value),
    )
    const path = url ? seen.url.replace(url, '') : seen.url
    return findLeaks(JSON.stringify([path, headers, seen.body.toString('latin1')]), allSecrets)
  })
}

const vendorSettings = (double: FakeVendor): GatewayUpstream => ({
  kind: 'vendor',
  id: 'vendor',
  geminiUrl: double.geminiUrl,
  openAiUrl: double.openAiUrl,
  geminiKey: geminiCanary,
  openAiKey: openAiCanary,
  aliases: [],
})

const serviceSettings = (double: FakeVendor): GatewayUpstream => ({
  kind: 'service',
  id: 'service',
  baseUrl: double.geminiUrl,
  apiBaseUrl: double.openAiUrl,
  key: serviceCanary,
})

const asService = { geminiKey: serviceCanary, openAiKey: serviceCanary, takesKeyAnywhere: true }

async function openDouble(kind: 'vendor' | 'service', atEnd: AtEnd): Promise<FakeVendor> {
  const double = await openFakeVendor(
    kind === 'vendor' ? { geminiKey: geminiCanary, openAiKey: openAiCanary } : asService,
  )
  atEnd(double.close)
  return double
}

const portOf = (url: string): number => Number(new URL(url).port)

describe.concurrent.each(['vendor', 'service'] as const)('with the %s upstream', (kind) => {
  const family = kind === 'vendor' ? 'gen' : 'gemini'
  const place = kind === 'vendor' ? atVendor : atService

  test('no answer, no exchange, no other host and no other header holds a piece of a key', async ({
    onTestFinished,
  }) => {
    const double = await openDouble(kind, onTestFinished)
    const exchanges: Exchange[] = []
    const upstream = kind === 'vendor' ? vendorSettings(double) : serviceSettings(double)
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
    const told: string[] = []
    const target: Target = { port: portOf((await gateway.address()).url), told, double, family }
    await provokeAll(target)
    const reports: string[] = []
    for (const fault of ['key-in-error', 'key-in-header', '401', 'html', 'redirect-elsewhere'] as const) {
      double.misbehave(fault, Number.POSITIVE_INFINITY)
      reports.push(JSON.stringify(await gateway.check(kind)))
      double.behave()
    }
    expect(told.length).toBeGreaterThan(faultNames.length * 15)
    // One came with a wrong key: it is counted, and not in the log.
    expect(exchanges.length).toBe(told.length - 1)
    expect(told.flatMap((text) => findLeaks(text, allSecrets))).toEqual([])
    expect(exchanges.flatMap((exchange) => findLeaks(JSON.stringify(exchange), allSecrets))).toEqual([])
    expect(reports.flatMap((text) => findLeaks(text, allSecrets))).toEqual([])
    expect(lookAtSeen(double, place)).toEqual([])
    const hosts = new Set(double.seen.map(({ host }) => host))
    expect([...hosts].sort()).toEqual(['gemini', 'openai', 'storage'])
  }, 120_000)
})

/** A proxy that lets the canary's owner through alone. */
async function openProxy(
  atEnd: AtEnd,
  settings: ProxySettings = {},
): Promise<ForwardProxy & { url: string }> {
  const proxy = await openForwardProxy({ credentials: proxyCanary, ...settings })
  atEnd(proxy.close)
  return { ...proxy, url: `http://127.0.0.1:${proxy.port}` }
}

/** What an upstream does that makes a gateway speak of it. */
const telling: readonly Fault[] = ['key-in-error', 'key-in-header', '401', 'html', 'redirect-elsewhere']

describe.concurrent('through a proxy with a password', () => {
  async function openThrough(proxyUrl: string, double: FakeVendor, atEnd: AtEnd) {
    const exchanges: Exchange[] = []
    const gateway = await openGateway(
      {
        ...demoSettings,
        localKey: localCanary,
        active: 'vendor',
        upstreams: [vendorSettings(double)],
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
    atEnd(() => gateway.close(0))
    const target: Target = { port: portOf((await gateway.address()).url), told: [], double, family: 'gen' }
    return { gateway, target, exchanges }
  }

  test('nobody but the proxy is told its password, whatever the upstream does', async ({
    onTestFinished,
  }) => {
    const double = await openDouble('vendor', onTestFinished)
    const proxy = await openProxy(onTestFinished)
    const { target, exchanges } = await openThrough(proxy.url, double, onTestFinished)
    await provokeAll(target, telling)
    expect(proxy.asked.length).toBeGreaterThanOrEqual(double.seen.length)
    expect(double.seen.length).toBeGreaterThan(telling.length * 10)
    expect(target.told.flatMap((text) => findLeaks(text, allSecrets))).toEqual([])
    expect(findLeaks(JSON.stringify(exchanges), allSecrets)).toEqual([])
    expect(lookAtSeen(double, atVendor)).toEqual([])
  }, 60_000)

  test.for<[string, ProxySettings | 'down']>([
    ['takes another password', { credentials: 'another:password' }],
    ['refuses', { refusal: 403 }],
    ['is down', 'down'],
  ])(
    'nothing tells the password of a proxy that %s',
    { timeout: 60_000 },
    async ([, settings], { onTestFinished }) => {
      const double = await openDouble('vendor', onTestFinished)
      const proxy = await openProxy(onTestFinished, settings === 'down' ? {} : settings)
      if (settings === 'down') await proxy.close()
      const { gateway, target, exchanges } = await openThrough(proxy.url, double, onTestFinished)
      await askAll(target, neverMade)
      const told = [...target.told, JSON.stringify([exchanges, await gateway.check('vendor')])]
      expect(double.seen).toEqual([])
      expect(target.told.length).toBeGreaterThan(10)
      expect(told.flatMap((text) => findLeaks(text, allSecrets))).toEqual([])
    },
  )
})

/** Names of the right form that lead nowhere. */
const neverMade: Made = {
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
    /** What it wrote, both streams; without its first line, which tells the local key on purpose. */
    readonly written: () => string
  }

  interface Start {
    readonly args: readonly string[]
    readonly environment: Record<string, string>
    readonly atEnd: AtEnd
  }

  async function start({ args, environment, atEnd }: Start): Promise<Program> {
    const child = spawn(
      process.execPath,
      [join(bundle, 'headless.cjs'), '--port', '0', '--key', localCanary, ...args],
      { env: { PATH: process.env.PATH, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] },
    )
    atEnd(() => void child.kill('SIGKILL'))
    const chunks: string[] = []
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk.toString()))
    // Both pipes are asked for above.
    const lines = createInterface({ input: child.stdout as NonNullable<typeof child.stdout> })
    const [line] = await once(lines, 'line')
    lines.on('line', (next: string) => chunks.push(next))
    return { child, port: portOf(JSON.parse(String(line)).url), written: () => chunks.join('\n') }
  }

  const direct = ['--proxy', 'none']

  async function stop({ child }: Program): Promise<void> {
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
  }

  test.for(['vendor', 'service'] as const)(
    'writes no piece of a key of its %s upstream',
    { timeout: 120_000 },
    async (kind, { onTestFinished }) => {
      const double = await openDouble(kind, onTestFinished)
      const args =
        kind === 'vendor'
          ? ['--upstream', 'vendor', '--gemini-url', double.geminiUrl, '--openai-url', double.openAiUrl]
          : ['--upstream', double.geminiUrl, '--api-upstream', double.openAiUrl]
      const keys = { GEMINI_API_KEY: geminiCanary, OPENAI_API_KEY: openAiCanary, UPSTREAM_KEY: serviceCanary }
      const flags = [...args, ...direct, '--response-timeout', '2', '--idle-timeout', '2']
      const program = await start({ args: flags, environment: keys, atEnd: onTestFinished })
      const family = kind === 'vendor' ? 'gen' : 'gemini'
      const target: Target = { port: program.port, told: [], double, family }
      await provokeAll(target)
      await stop(program)
      const written = program.written()
      expect(written.split('\n').length).toBeGreaterThan(target.told.length)
      expect(findLeaks(written, allSecrets)).toEqual([])
      expect(target.told.flatMap((text) => findLeaks(text, allSecrets))).toEqual([])
    },
  )

  test('writes none where the upstream cannot be reached, and where a flag is wrong', async ({
    onTestFinished,
  }) => {
    const double = await openDouble('vendor', onTestFinished)
    const keys = { GEMINI_API_KEY: geminiCanary, OPENAI_API_KEY: openAiCanary }
    const gone = [
      '--upstream',
      'vendor',
      '--gemini-url',
      double.geminiUrl,
      '--openai-url',
      'http://no-such.invalid',
    ]
    const flags = [...gone, ...direct, '--response-timeout', '2']
    const program = await start({ args: flags, environment: keys, atEnd: onTestFinished })
    await double.close()
    const target: Target = { port: program.port, told: [], double, family: 'gen' }
    await askAll(target, neverMade)
    await stop(program)
    expect(findLeaks(program.written() + target.told.join('\n'), allSecrets)).toEqual([])
    const broken = { GEMINI_API_KEY: `${geminiCanary}\n${openAiCanary}` }
    const { code, text } = await refuse(broken, ['--upstream', 'vendor'])
    expect([code, text.includes('GEMINI_API_KEY'), findLeaks(text)]).toEqual([2, true, []])
  }, 60_000)

  /** A start that comes to nothing: its exit code and all that it wrote. */
  async function refuse(environment: Record<string, string>, args: readonly string[]) {
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

  test.for<[string, ProxySettings, 'variable' | 'flag']>([
    ['that lets it through, by a variable', {}, 'variable'],
    ['that lets it through, by a flag', {}, 'flag'],
    ['that takes another password', { credentials: 'another:password' }, 'variable'],
    ['that refuses', { refusal: 403 }, 'flag'],
  ])(
    'writes no piece of the password of a proxy %s',
    { timeout: 60_000 },
    async ([, settings, by], { onTestFinished }) => {
      const double = await openDouble('vendor', onTestFinished)
      const proxy = await openProxy(onTestFinished, settings)
      const keys = { GEMINI_API_KEY: geminiCanary, OPENAI_API_KEY: openAiCanary }
      const upstream = [
        ...['--upstream', 'vendor', '--gemini-url', double.geminiUrl, '--openai-url', double.openAiUrl],
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
        atEnd: onTestFinished,
      })
      const target: Target = { port: program.port, told: [], double, family: 'gen' }
      const letsThrough = Object.keys(settings).length === 0
      if (letsThrough) await provokeAll(target, telling)
      else await askAll(target, neverMade)
      await stop(program)
      expect([proxy.asked.length > 10, double.seen.length > 0]).toEqual([true, letsThrough])
      expect(findLeaks(program.written(), allSecrets)).toEqual([])
      expect(target.told.flatMap((text) => findLeaks(text, allSecrets))).toEqual([])
      expect(lookAtSeen(double, atVendor)).toEqual([])
    },
  )

  test.for<[place: string, environment: Record<string, string>, args: readonly string[]]>([
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
    'names %s where a password stands wrongly, and tells no piece of it',
    async ([place, environment, args]) => {
      const { code, text } = await refuse(environment, args)
      expect([code, text.includes(place), findLeaks(text)]).toEqual([2, true, []])
    },
  )
})

// Checks the headless gateway's command line: accepted options, and errors that name their option.
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hashKey } from '#gateway/server/accepted-keys'
import { ApiError } from '#shared/schemas/api-error'
import { defaultNetwork } from '#shared/schemas/network'
import { readHeadlessArguments } from './headless-arguments'
import { options, usage } from './headless-options'

type Environment = Record<string, string>

const start = (args: string[], environment: Environment = {}) =>
  readHeadlessArguments(args, environment, '0.1.0')
const read = (args: string[], environment: Environment = {}) => start(args, environment)?.settings
const vendorKeys = { GEMINI_API_KEY: 'gemini-secret', OPENAI_API_KEY: 'openai-secret' }

test('selects the demo with a port and a key', () => {
  expect(start(['--port', '0', '--key', 'KEY', '--upstream', 'demo'])).toEqual({
    settings: {
      port: 0,
      localKey: 'KEY',
      active: 'demo',
      upstreams: [{ kind: 'demo', id: 'demo' }],
      models: [],
      network: { ...defaultNetwork, proxyCredentials: null },
      allowedOrigins: [],
      limits: { jsonMegabytes: 100, audioMegabytes: 25, upstreamSeconds: 600 },
      demoPace: null,
      version: '0.1.0',
    },
    log: 'text',
    notices: [],
    secrets: [],
  })
})

test('reads the local key and named keys, which are hashed, from options and variables', () => {
  expect(read([])?.localKey).toMatch(/^gp-[\w-]{32}$/)
  expect(read(['--key-env', 'MINE'], { MINE: 'from-the-variable' })?.localKey).toBe('from-the-variable')
  const args = [
    '--key',
    'LOCAL==',
    '--key',
    'nightly=canary-1',
    '--key-env',
    'My eval=EVAL',
    '--key',
    'b=c3VwZXI=',
  ]
  const settings = read(args, { EVAL: 'canary-2' })
  const toAccepted = (name: string, key: string) => ({ hash: hashKey(key), id: name, client: name })
  expect(settings).toMatchObject({
    localKey: 'LOCAL==',
    otherKeys: [
      toAccepted('nightly', 'canary-1'),
      toAccepted('b', 'c3VwZXI='),
      toAccepted('My eval', 'canary-2'),
    ],
  })
  expect(JSON.stringify(settings)).not.toContain('canary')
})

test('fixes a given port, unless it is any free one, and reads the log’s format and the limits', () => {
  expect([read(['--port', '4715'])?.isPortFixed, read([])?.isPortFixed]).toEqual([true, undefined])
  expect([start([])?.log, start(['--log', 'json'])?.log]).toEqual(['text', 'json'])
  const args = ['--json-limit', '5', '--audio-limit', '50', '--response-timeout', '30']
  expect(read(args)?.limits).toEqual({ jsonMegabytes: 5, audioMegabytes: 50, upstreamSeconds: 30 })
})

test('reads a service with its key from the given environment variable', () => {
  const [baseUrl, apiBaseUrl] = ['https://a.example', 'https://b.example']
  const args = ['--upstream', baseUrl, '--api-upstream', apiBaseUrl, '--upstream-key-env', 'MINE']
  expect(read(args, { MINE: ' secret\n' })).toMatchObject({
    port: 4715,
    active: 'service',
    upstreams: [{ kind: 'service', id: 'service', baseUrl, apiBaseUrl, key: 'secret' }],
  })
})

const ollama = ['--upstream', 'openai', '--openai-compatible-url', 'http://127.0.0.1:11434/v1']

test('reads an OpenAI-compatible server, with or without a key', () => {
  const defaults = { kind: 'openai', id: 'openai', baseUrl: 'http://127.0.0.1:11434/v1', key: null }
  const noModels = { defaults: {}, aliases: [], kinds: {}, countsTokens: false }
  expect(read(ollama)).toMatchObject({ active: 'openai', upstreams: [{ ...defaults, ...noModels }] })
  expect(read(ollama, { OPENAI_COMPATIBLE_KEY: 'usual' })?.upstreams).toMatchObject([{ key: 'usual' }])
  const args = [
    ...[
      '--openai-compatible-key-env',
      'MINE',
      '--openai-compatible-server',
      'vllm',
      '--count-tokens-by-request',
    ],
    ...['--default-model', 'text=llama3.3:70b', '--default-model', 'embedding=BAAI/bge-m3'],
    ...['--alias', 'gen-2.5-flash=llama3.2:1b', '--model', 'my/painter=image'],
  ]
  expect(read([...ollama, ...args], { MINE: 'secret' })?.upstreams).toMatchObject([
    {
      ...{ key: 'secret', server: 'vllm', countsTokens: true, kinds: { 'my/painter': 'image' } },
      defaults: { text: 'llama3.3:70b', embedding: 'BAAI/bge-m3' },
      aliases: [{ from: 'gen-2.5-flash', to: 'llama3.2:1b' }],
    },
  ])
})

test('reads both vendor keys from the default variables or the given ones', () => {
  const addresses = {
    geminiUrl: 'https://generativelanguage.googleapis.com',
    openAiUrl: 'https://api.openai.com',
  }
  const vendor = { kind: 'vendor', id: 'vendor', aliases: [], ...addresses }
  const { settings, notices } = start(['--upstream', 'vendor'], vendorKeys) ?? {}
  expect([settings?.active, settings?.upstreams, notices]).toEqual([
    'vendor',
    [{ ...vendor, geminiKey: 'gemini-secret', openAiKey: 'openai-secret' }],
    [],
  ])
  const onlyOpenAi = { OPENAI_API_KEY: 'o', GEMINI_API_KEY: ' ' }
  expect(start(['--upstream', 'vendor'], onlyOpenAi)?.notices).toEqual([
    'Warning: GEMINI_API_KEY is not set. Only transcription is available.',
  ])
  const [geminiUrl, openAiUrl] = ['http://127.0.0.1:1/v1beta', 'http://127.0.0.1:2/v1']
  const args = [
    ...['--upstream', 'vendor', '--gemini-key-env', 'MY_G', '--openai-key-env', 'MY_O'],
    ...['--gemini-url', geminiUrl, '--openai-url', openAiUrl],
  ]
  expect(read(args, { MY_G: 'g', MY_O: 'o', ...vendorKeys })?.upstreams).toEqual([
    { ...vendor, geminiUrl, openAiUrl, geminiKey: 'g', openAiKey: 'o' },
  ])
})

test('reads models and aliases; an alias may refer to a custom model', () => {
  const args = [
    ...['--upstream', 'vendor', '--model', 'gen-4-draw=image', '--model', 'models/my-embedder=embedding'],
    ...['--alias', 'gen-4-draw=gemini-4-draw', '--alias', 'gemini-2.5-pro=gemini-3.1-pro-preview'],
  ]
  const aliases = [
    { from: 'gen-4-draw', to: 'gemini-4-draw' },
    { from: 'gemini-2.5-pro', to: 'gemini-3.1-pro-preview' },
  ]
  expect(read(args, vendorKeys)).toMatchObject({
    models: [
      { id: 'gen-4-draw', displayName: '', kind: 'image', thinks: false },
      { id: 'my-embedder', displayName: '', kind: 'embedding', thinks: false },
    ],
    upstreams: [{ aliases }],
  })
})

test.each<[string[], Environment, object]>([
  [[], {}, {}],
  [['--proxy', 'none'], { HTTPS_PROXY: 'http://proxy:1' }, { proxyMode: 'none' }],
  [
    ['--proxy', 'socks5://proxy:1080', '--proxy-bypass', 'a.example, .b.example'],
    {},
    { proxyMode: 'custom', proxyUrl: 'socks5://proxy:1080', bypass: ['a.example', '.b.example'] },
  ],
  [
    ['--proxy', 'http://proxy:1', '--proxy-credentials-env', 'P'],
    { P: 'ada:pass:word' },
    { proxyMode: 'custom', proxyUrl: 'http://proxy:1', proxyCredentials: 'ada:pass:word' },
  ],
  [
    ['--proxy-credentials-env', 'P'],
    { P: 'ada:', HTTPS_PROXY: 'http://proxy:1' },
    { proxyCredentials: 'ada:' },
  ],
  [['--connect-timeout', '3', '--idle-timeout', '60'], {}, { connectSeconds: 3, silenceSeconds: 60 }],
])('reads network settings: %j', (args, environment, expected) => {
  expect(read(args, environment)?.network).toEqual({ ...defaultNetwork, proxyCredentials: null, ...expected })
})

test('--help lists every option with its default', () => {
  expect(start(['--help'])).toBeUndefined()
  const listed = [...usage.matchAll(/^ {2}--([a-z-]+)/gm)].map(([, name]) => name)
  expect(listed.sort()).toEqual(Object.keys(options).sort())
  const entries = usage.split(/^ {2}--/m)
  const readDefault = (name: string) =>
    /\(default: ([^;)]+)/.exec(entries.find((entry) => entry.startsWith(`${name} `)) ?? '')?.[1]
  const defaults = {
    ...{
      port: '4715',
      key: 'random',
      'json-limit': '100',
      'audio-limit': '25',
      log: 'text',
      upstream: 'demo',
    },
    ...{ 'upstream-key-env': 'UPSTREAM_KEY', 'openai-compatible-key-env': 'OPENAI_COMPATIBLE_KEY' },
    ...{ 'connect-timeout': '10', 'response-timeout': '600', 'idle-timeout': '300' },
  }
  for (const [name, value] of Object.entries(defaults))
    expect([name, readDefault(name)]).toEqual([name, value])
})

const mustBeUrl = 'must start with http:// or https:// and include a host'
const vendor = ['--upstream', 'vendor']
const needsUrl = '--upstream openai: requires --openai-compatible-url, such as http://127.0.0.1:11434/v1'

test.each<[string[], string, Environment?]>([
  [['--upstream', 'openai'], needsUrl],
  [[...ollama, '--gemini-url', 'https://a.example'], "--gemini-url: can't be used with --upstream openai"],
  [
    [...ollama, '--openai-compatible-key-env', 'NONE'],
    '--openai-compatible-key-env: environment variable NONE is',
  ],
  [
    [...ollama, '--openai-compatible-server', 'x'],
    '--openai-compatible-server: must be one of ollama, lm-studio',
  ],
  [[...ollama, '--alias', 'gen-9=x'], "--alias: gen-9 isn't in the catalog"],
  [['--default-model', 'text=x'], '--default-model: requires --upstream openai'],
  [['--prot', '1'], "'--prot'"],
  [['--port', 'http'], '--port: must be a port from 0 to 65535, not "http"'],
  [['--key', 'two words'], '--key: must be printable ASCII without spaces'],
  [['--key', 'one', '--key', 'two'], '--key: only one key can be without a name'],
  [['--key', 'a=secret-1', '--key', 'A=secret-2'], '--key: the name A is given twice'],
  [['--key', 'secret-1', '--key', 'b=secret-1'], '--key: the key of b is given twice'],
  [['--key', '=secret-1'], '--key: the name is required'],
  [['--key-env', 'MINE'], '--key-env: environment variable MINE is not set'],
  [['--key-env', 'MINE'], 'variable MINE must be printable ASCII without spaces', { MINE: 'two words' }],
  [['--key-env', 'MINE', '--key', 'KEY'], "--key-env: can't be used with --key", { MINE: 'x' }],
  [['--key', 'window=secret-1'], '--key: the name is used by the app itself'],
  [['--log', 'xml'], '--log: must be text or json, not "xml"'],
  [['--json-limit', 'big'], '--json-limit: must be a whole number of megabytes'],
  [['--response-timeout', '0'], '--response-timeout: must be a whole number of seconds'],
  [['--upstream', 'ftp://x'], '--upstream: must start with http:// or https://, not ftp://'],
  [['--upstream', 'http://x', '--api-upstream', 'x'], `--api-upstream: ${mustBeUrl}`],
  [['--upstream', 'http://x'], '--upstream-key-env: environment variable UPSTREAM_KEY is not set'],
  [
    ['--upstream', 'http://x'],
    '--upstream-key-env: environment variable UPSTREAM_KEY: must be a single line',
    { UPSTREAM_KEY: 'canary-1\ncanary-2' },
  ],
  [['--api-upstream', 'http://x'], '--api-upstream: requires --upstream URL, not --upstream demo'],
  [['--alias', 'gen-2.5-pro=x'], '--alias: requires --upstream vendor'],
  [vendor, '--upstream vendor: set GEMINI_API_KEY, OPENAI_API_KEY, or both'],
  [[...vendor, '--gemini-url', 'gemini'], `--gemini-url: ${mustBeUrl}`, vendorKeys],
  [[...vendor, '--alias', 'gen-9=gemini-9'], '--alias: gen-9 isn’t in the catalog', vendorKeys],
  [
    [...vendor, '--alias', 'gen-2.5-pro=gen-2.5-flash', '--alias', 'gen-2.5-flash=gen-2.5-pro'],
    '--alias: creates a loop: gen-2.5-pro → gen-2.5-flash → gen-2.5-pro',
    vendorKeys,
  ],
  [['--model', 'gen-9=text', '--model', 'gemini-9=text'], '--model gemini-9=text: already exists'],
  [['--proxy', 'proxy'], '--proxy: must be a proxy URL, such as http://host:8080'],
  [['--proxy', 'http://ada:secret@proxy:1'], '--proxy: must not contain credentials'],
  [['--proxy-bypass', 'a.example'], '--proxy-bypass: requires --proxy URL'],
  [['--proxy-credentials-env', 'P'], '--proxy-credentials-env: environment variable P is not set'],
  [
    ['--proxy-credentials-env', 'P'],
    '--proxy-credentials-env: environment variable P: must be username:password on one line',
    { P: 'secret' },
  ],
  [[], "HTTPS_PROXY isn't a valid proxy address", { HTTPS_PROXY: 'ftp://ada:secret@proxy' }],
  [['--ca', join(tmpdir(), 'no such file.pem')], '--ca: The extra certificates file, no such file.pem,'],
  [['--idle-timeout', '0'], '--idle-timeout: must be at least 1'],
])('rejects %j: %s', (args, message, environment = {}) => {
  const error = catchError(() => read(args, environment))
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', message: expect.stringContaining(message) })
  expect(String(error)).not.toMatch(/secret|AIza|canary/)
})

test('rejects a file without certificates', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'headless-')), 'notes.txt')
  await writeFile(file, 'not a certificate')
  expect(catchError(() => read(['--ca', file]))).toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: expect.stringMatching(/^--ca: .*notes\.txt.*no certificate/),
  })
})

function catchError(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    return error
  }
}

test('accepts origins as browsers send them, and rejects others', () => {
  const origins = ['http://localhost:5173', 'https://a.example/', 'http://[::1]:80', 'chrome-extension://abc']
  expect(read(origins.flatMap((origin) => ['--allow-origin', origin]))?.allowedOrigins).toEqual([
    'http://localhost:5173',
    'https://a.example',
    'http://[::1]:80',
    'chrome-extension://abc',
  ])
  for (const wrong of [
    'a.example',
    'localhost:5173',
    '*',
    '',
    'null',
    'http://a/b',
    'http://a:b@c',
    'http://',
  ])
    expect(() => read(['--allow-origin', wrong])).toThrow(
      `--allow-origin: must be an origin, such as http://localhost:5173, not "${wrong}"`,
    )
})

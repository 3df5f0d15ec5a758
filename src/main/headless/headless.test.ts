// Checks the headless gateway as a process: one line on stdout, its log on stderr, graceful shutdown, and exit codes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { openFakeVendor } from '#gateway/testing/fake-vendor/fake-vendor.fixture'
import { openForwardProxy } from '#gateway/testing/forward-proxy.fixture'
import { openServer } from '#gateway/testing/loopback-servers.fixture'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const outDir = at('../../../node_modules/.cache/programs/headless')

beforeAll(() =>
  build({
    configFile: false,
    root: at('../../..'),
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'node18',
      rollupOptions: {
        input: { headless: at('headless.ts'), 'demo-worker': at('../gateway-host/demo-worker.ts') },
        external: ['libsql'],
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
    ssr: { noExternal: true, external: ['libsql'] },
  }),
)

function start(args: readonly string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(outDir, 'headless.cjs'), ...args], {
    env: { ...process.env, GEN_PLAYGROUND_DEMO_PACE: 'instant', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const closed = once(child, 'close')
  const lines: string[] = []
  const reader = createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text
  })
  return {
    child,
    lines,
    errors: () => errors,
    closed,
    async readUrl(): Promise<string> {
      await Promise.race([once(reader, 'line'), closed])
      return JSON.parse(lines[0] ?? errors).url
    },
  }
}

/** Tokens per second: streams last longer than a test needs to act on them. */
const slow = { GEN_PLAYGROUND_DEMO_PACE: '500' }
const withKey = ['--port', '0', '--key', 'KEY']
const complete = 'models/gen-2.5-flash:generateContent?'
const stream = 'models/gen-2.5-flash:streamGenerateContent?alt=sse&'

interface AskOptions {
  readonly key?: string
  readonly signal?: AbortSignal
}

const ask = (url: string, path: string, { key = 'KEY', signal }: AskOptions = {}) =>
  fetch(`${url}/v1beta/${path}key=${key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ contents: [{ parts: [{ text: 'Write 200 words about rivers.' }] }] }),
    ...(signal ? { signal } : {}),
  })

test('prints one line of JSON, finishes a running stream on SIGTERM, and exits with 0', async () => {
  const headless = start([...withKey, '--upstream', 'demo'], slow)
  const url = await headless.readUrl()
  expect(JSON.parse(headless.lines[0] ?? '')).toEqual({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    key: 'KEY',
  })
  const response = await ask(url, stream)
  headless.child.kill('SIGTERM')
  expect(await response.text()).toContain('"finishReason":"STOP"')
  expect(await headless.closed).toEqual([0, null])
  expect([headless.lines.length, headless.errors()]).toEqual([1, expect.stringContaining('E6 200')])
  expect(headless.errors()).not.toContain('KEY')
})

test('--help prints to stdout alone, so that a pager shows it', async () => {
  const help = start(['--help'])
  expect([(await help.closed)[0], help.errors(), help.lines[0]]).toEqual([
    0,
    '',
    'Usage: npm run --silent gateway -- [options]',
  ])
})

test('names an invalid option with the exit code 2, and a port in use with 1, without opening another', async () => {
  const invalid = start(['--port', 'http'])
  const other = await openServer(() => {})
  onTestFinished(other.close)
  const taken = start(['--port', String(other.port)])
  const results = [invalid, taken].map(async ({ closed, lines, errors }) => [
    (await closed)[0],
    lines,
    errors(),
  ])
  expect(await Promise.all(results)).toEqual([
    [2, [], '--port: must be a port from 0 to 65535, not "http"\n'],
    [1, [], expect.stringMatching(`^--port: port ${other.port} is in use by another app\\. .*\n$`)],
  ])
})

test('--log json has a line for every request: an aborted stream is no 200, and named keys are clients', async () => {
  const headless = start(
    [
      ...[...withKey, '--log', 'json'],
      ...['--key', 'nightly=canary-0987654321', '--key-env', 'eval=EVAL_KEY'],
    ],
    { ...slow, EVAL_KEY: 'canary-key-1234567890' },
  )
  const url = await headless.readUrl()
  const readLines = () => headless.errors().split('\n').slice(0, -1)
  const abort = new AbortController()
  const aborted = await ask(url, stream, { key: 'canary-0987654321', signal: abort.signal })
  await aborted.body?.getReader().read()
  abort.abort()
  await expect.poll(() => readLines().length).toBe(1)
  expect((await ask(url, complete, { key: 'canary-key-1234567890' })).status).toBe(200)
  await ask(url, complete, { key: 'wrong' })
  await expect.poll(() => readLines().length).toBe(3)
  // Keys in the wrong place, of other scripts, too.
  for (const key of ['canary-key-1234567890', 'canary-0987654321'])
    await fetch(`${url}/v1beta/models/${key}?x=${key}&key=KEY`, {
      headers: { 'user-agent': `script ${key}` },
    })
  await expect.poll(() => readLines().length).toBe(5)
  expect(
    readLines()
      .slice(0, 3)
      .map((line) => JSON.parse(line)),
  ).toMatchObject([
    { endpoint: 'E6', client: 'nightly', key: 'nightly', status: 499, outcome: 'cancelled' },
    { endpoint: 'E2', client: 'eval', status: 200, outcome: 'completed', outputTokens: expect.any(Number) },
    { client: 'node', key: null, status: 401, outcome: 'rejected' },
  ])
  expect(headless.errors()).not.toContain('canary')
})

test('a reader of the log that ends does not end the gateway', async () => {
  const headless = start(withKey)
  const url = await headless.readUrl()
  headless.child.stderr.destroy()
  headless.child.stdout.destroy()
  for (let count = 0; count < 3; count += 1) expect((await ask(url, complete)).status).toBe(200)
  headless.child.kill('SIGTERM')
  expect((await once(headless.child, 'exit'))[0]).toBe(0)
})

test.each([
  ['--proxy, with credentials', true],
  ['HTTP_PROXY', false],
])('uses the proxy of %s, and does not reveal the password', async (_, isOption) => {
  const service = await openServer((_incoming, outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'application/json' })
    outgoing.end('{"candidates":[{"content":{"parts":[{"text":"Yes."}]}}]}')
  })
  onTestFinished(service.close)
  const proxy = await openForwardProxy({ targetPort: service.port, credentials: 'ada:canary-1' })
  onTestFinished(proxy.close)
  const address = `127.0.0.1:${proxy.port}`
  const headless = start(
    [
      ...[...withKey, '--upstream', 'http://models.test'],
      ...(isOption ? ['--proxy', `http://${address}`, '--proxy-credentials-env', 'LOGIN'] : []),
    ],
    {
      UPSTREAM_KEY: 'canary-2',
      ...(isOption
        ? { LOGIN: 'ada:canary-1' }
        : { HTTP_PROXY: `http://ada:canary-1@${address}`, NO_PROXY: '' }),
    },
  )
  const response = await ask(await headless.readUrl(), complete)
  expect(await response.text()).toContain('Yes.')
  expect(proxy.requests).toEqual([
    expect.stringMatching('^POST http://models.test/v1beta/models/gen-2.5-flash'),
  ])
  expect(headless.lines.join() + headless.errors()).not.toContain('canary')
})

test('with the vendor APIs one key is enough, and a warning says what is unavailable without the other', async () => {
  const vendor = await openFakeVendor()
  onTestFinished(vendor.close)
  const headless = start(
    [
      ...[...withKey, '--upstream', 'vendor', '--gemini-key-env', 'MY_GEMINI'],
      ...['--gemini-url', `${vendor.geminiUrl}/v1beta/`, '--openai-url', `${vendor.openAiUrl}/v1`],
      ...['--alias', 'gen-2.5-flash=gemini-2.5-pro'],
    ],
    { MY_GEMINI: vendor.geminiKey, OPENAI_API_KEY: '' },
  )
  const url = await headless.readUrl()
  expect((await ask(url, complete)).status).toBe(200)
  expect(vendor.requests).toMatchObject([
    {
      ...{ host: 'gemini', method: 'POST', url: '/v1beta/models/gemini-2.5-pro:generateContent' },
      headers: { 'x-goog-api-key': vendor.geminiKey },
    },
  ])
  expect(headless.errors()).toContain('Warning: OPENAI_API_KEY is not set. Transcription is not available.')
  expect(headless.errors()).not.toContain(vendor.geminiKey)
})

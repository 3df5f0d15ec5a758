// The headless gateway as a process: one line on stdout, graceful shutdown, meaningful exit codes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from '@playwright/test'
import { root } from '../src/dev/paths.mjs'
import { openFakeServer } from '../src/gateway/testing/fake-openai-servers/fake-server.fixture'
import { openFakeVendor } from '../src/gateway/testing/fake-vendor/fake-vendor.fixture'
import { parsePrometheusText, readSample } from '../src/gateway/testing/prometheus-text.fixture'
import { openProxy } from './counting-proxy'
import { openService } from './service-process'

const startHeadless = (...args: string[]) => startWith({}, args)

function startWith(environment: Record<string, string>, args: string[]) {
  const process_ = spawn(process.execPath, [join(root, 'out', 'main', 'headless.cjs'), ...args], {
    env: { ...process.env, GEN_PLAYGROUND_DEMO_PACE: '200', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const reader = createInterface({ input: process_.stdout })
  reader.on('line', (line) => lines.push(line))
  let errors = ''
  process_.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text
  })
  return { process: process_, reader, lines, errors: () => errors }
}

test('prints one line of JSON, finishes a running stream on SIGTERM, and exits with 0', async () => {
  const headless = startHeadless('--port', '0', '--key', 'KEY', '--upstream', 'demo')
  await once(headless.reader, 'line')
  const { url, key } = JSON.parse(headless.lines[0] ?? '')
  expect([url, key]).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/), 'KEY'])

  const path = '/v1beta/models/gen-2.5-flash:streamGenerateContent?alt=sse'
  const response = await fetch(`${url}${path}&key=KEY`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ contents: [{ parts: [{ text: 'Write 200 words about rivers.' }] }] }),
  })
  const exit = once(headless.process, 'exit')
  headless.process.kill('SIGTERM')
  expect(await response.text()).toContain('"finishReason":"STOP"')
  expect(await exit).toEqual([0, null])
  expect(headless.lines).toHaveLength(1)
  expect(headless.errors()).toContain('E6 200')
  expect(headless.errors()).not.toContain('KEY')
})

test('an invalid flag is named on stderr, and the exit code is 2', async () => {
  const headless = startHeadless('--port', 'http')
  const [code] = await once(headless.process, 'exit')
  expect([code, headless.lines]).toEqual([2, []])
  expect(headless.errors()).toContain('--port: must be a port from 0 to 65535, not "http"')
})

test('a given port that is in use is an error that names it, and no other port is opened', async () => {
  const first = startHeadless('--port', '0')
  const { port } = new URL(await readUrl(first))
  const second = startHeadless('--port', port)
  const [code] = await once(second.process, 'close')
  first.process.kill('SIGTERM')
  expect([code, second.lines, second.errors()]).toEqual([
    1,
    [],
    `--port: port ${port} is in use by another app. Choose another port, or use --port 0 for any free port.\n`,
  ])
})

test('--log json has a line for every request: an aborted stream is no 200, and named keys are clients', async () => {
  const headless = startWith({ EVAL_KEY: 'canary-key-1234567890' }, [
    ...['--port', '0', '--key', 'KEY', '--key', 'nightly=canary-0987654321', '--key-env', 'eval=EVAL_KEY'],
    ...['--log', 'json'],
  ])
  const url = await readUrl(headless)
  const readLines = () =>
    headless
      .errors()
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))
  const abort = new AbortController()
  const stream = await fetch(
    `${url}/v1beta/models/gen-2.5-flash:streamGenerateContent?alt=sse&key=canary-0987654321`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ contents: [{ parts: [{ text: 'Write 200 words about rivers.' }] }] }),
      signal: abort.signal,
    },
  )
  await stream.body?.getReader().read()
  abort.abort()
  await expect.poll(() => readLines().length).toBe(1)
  const answer = await fetch(`${url}/v1beta/models/gen-2.5-flash:generateContent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-goog-api-key': 'canary-key-1234567890' },
    body: JSON.stringify({ contents: [{ parts: [{ text: 'What is 6 times 7?' }] }] }),
  })
  expect(answer.status).toBe(200)
  await fetch(`${url}/v1beta/models?key=wrong`)
  await expect.poll(() => readLines().length).toBe(3)
  // Keys in the wrong place, of other scripts, too.
  for (const key of ['canary-key-1234567890', 'canary-0987654321', 'KEY-canary'])
    await fetch(`${url}/v1beta/models/${key}?x=${key}&key=KEY`, {
      headers: { 'user-agent': `script ${key}` },
    })
  await expect.poll(() => readLines().length).toBe(6)
  expect(readLines().slice(0, 3)).toMatchObject([
    {
      endpoint: 'E6',
      client: 'nightly',
      key: 'nightly',
      status: 499,
      outcome: 'cancelled',
      errorClass: 'cancelled',
    },
    {
      endpoint: 'E2',
      client: 'eval',
      status: 200,
      outcome: 'completed',
      error: null,
      outputTokens: expect.any(Number),
    },
    {
      client: 'node',
      key: null,
      status: 401,
      outcome: 'rejected',
      error: expect.stringContaining('Incorrect API key'),
    },
  ])
  for (const { time } of readLines()) expect(new Date(time).toISOString()).toBe(time)
  const metrics = await fetch(`${url}/-/metrics`, { headers: { authorization: 'Bearer KEY' } })
  const counts = parsePrometheusText(await metrics.text())
  expect(readSample(counts, 'gen_playground_requests_total', { client: 'nightly', status: '499' })).toBe(1)

  // A stream that takes longer than the gateway waits is cut off, and has the last line.
  const endless = await fetch(`${url}/v1beta/models/gen-2.5-flash:streamGenerateContent?alt=sse&key=KEY`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-demo': 'stall-after=1' },
    body: JSON.stringify({ contents: [{ parts: [{ text: 'Write 200 words about rivers.' }] }] }),
  })
  const cut = endless.text().catch(() => 'cut off')
  headless.process.kill('SIGTERM')
  expect(await once(headless.process, 'close')).toEqual([0, null])
  expect(await cut).toBe('cut off')
  expect(readLines().at(-1)).toMatchObject({
    ...{ endpoint: 'E6', status: 499, outcome: 'cancelled' },
    error: 'The gateway stopped before the request ended.',
  })
  expect(readLines()).toHaveLength(7)
  // The third one is no key.
  expect(headless.errors().replaceAll('KEY-canary', '')).not.toContain('canary')
})

test('a reader of the log that ends does not end the gateway', async () => {
  const headless = startHeadless('--port', '0', '--key', 'KEY')
  const url = await readUrl(headless)
  headless.process.stderr.destroy()
  headless.process.stdout.destroy()
  for (let count = 0; count < 3; count += 1) expect(await ask(url)).toContain('42')
  const exit = once(headless.process, 'exit')
  headless.process.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
})

async function readUrl(headless: ReturnType<typeof startWith>): Promise<string> {
  await once(headless.reader, 'line')
  return JSON.parse(headless.lines[0] ?? '').url
}

async function ask(url: string): Promise<string> {
  const response = await fetch(`${url}/v1beta/models/gen-2.5-flash:generateContent?key=KEY`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ contents: [{ parts: [{ text: 'What is 6 times 7?' }] }] }),
  })
  return response.text()
}

for (const [name, environment, args] of [
  ['--proxy, with credentials', { LOGIN: 'ada:canary-1' }, ['--proxy-credentials-env', 'LOGIN']],
  ['HTTP_PROXY', {}, undefined],
] as const) {
  test(`uses the proxy of ${name}, and does not reveal the password`, async () => {
    const proxy = await openProxy()
    const service = await openService('canary-2')
    proxy.credentials = 'ada:canary-1'
    const withLogin = proxy.url.replace('//', '//ada:canary-1@')
    const headless = startWith(
      { UPSTREAM_KEY: 'canary-2', ...environment, ...(args ? {} : { HTTP_PROXY: withLogin, NO_PROXY: '' }) },
      [
        ...['--port', '0', '--key', 'KEY', '--upstream', service.url],
        ...(args ? ['--proxy', proxy.url, '--proxy-bypass', '<-loopback>', ...args] : []),
      ],
    )
    try {
      expect(await ask(await readUrl(headless))).toContain('42')
      expect(proxy.requests).toEqual([
        expect.stringMatching(`^POST ${service.url}/v1beta/models/gen-2.5-flash`),
      ])
      expect(headless.lines.join() + headless.errors()).not.toContain('canary')
    } finally {
      headless.process.kill('SIGTERM')
      service.process.kill('SIGTERM')
      proxy.close()
    }
  })
}

test('with the vendor APIs one key is enough, and a warning says what is unavailable without the other', async () => {
  const vendor = await openFakeVendor()
  const headless = startWith({ MY_GEMINI: vendor.geminiKey, OPENAI_API_KEY: '' }, [
    ...['--port', '0', '--key', 'KEY', '--upstream', 'vendor', '--gemini-key-env', 'MY_GEMINI'],
    ...['--gemini-url', `${vendor.geminiUrl}/v1beta/`, '--openai-url', `${vendor.openAiUrl}/v1`],
    ...['--alias', 'gen-2.5-flash=gemini-2.5-pro'],
  ])
  try {
    const url = await readUrl(headless)
    expect(await ask(url)).toContain('candidates')
    expect(vendor.requests).toMatchObject([
      {
        host: 'gemini',
        method: 'POST',
        url: '/v1beta/models/gemini-2.5-pro:generateContent',
        headers: { 'x-goog-api-key': vendor.geminiKey },
      },
    ])
    const form = new FormData()
    form.set('model', 'gen-4o-transcribe')
    form.set('file', new Blob(['RIFF']), 'speech.wav')
    const response = await fetch(`${url}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: { authorization: 'Bearer KEY' },
      body: form,
    })
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('OpenAI')])
    expect(headless.errors()).toContain('Warning: OPENAI_API_KEY is not set. Transcription is not available.')
    expect(headless.errors()).not.toContain(vendor.geminiKey)
  } finally {
    headless.process.kill('SIGTERM')
    await vendor.close()
  }
})

test('an OpenAI-compatible server, with its key from the default variable', async () => {
  const server = await openFakeServer('ollama', { key: 'canary' })
  const headless = startWith({ OPENAI_COMPATIBLE_KEY: 'canary' }, [
    ...['--port', '0', '--key', 'KEY', '--upstream', 'openai', '--openai-compatible-url', server.baseUrl],
    ...['--openai-compatible-server', 'ollama', '--default-model', `text=${server.models.text}`],
  ])
  try {
    const url = await readUrl(headless)
    expect(await ask(url)).toContain('"modelVersion":"llama3.3:70b"')
    expect(server.requests).toMatchObject([{ url: '/v1/chat/completions' }])
    const response = await fetch(`${url}/v1beta/models?key=KEY`)
    expect(await response.text()).toContain('models/nomic-embed-text:latest')
    expect(headless.errors()).not.toContain('canary')
  } finally {
    headless.process.kill('SIGTERM')
    await server.close()
  }
})

for (const [args, environment, message] of [
  [
    ['--upstream', 'vendor', '--alias', 'gen-2.5-pro=gen-2.5-flash', '--alias', 'gen-2.5-flash=gen-2.5-pro'],
    { GEMINI_API_KEY: 'canary' },
    '--alias: creates a loop: gen-2.5-pro → gen-2.5-flash → gen-2.5-pro',
  ],
  [
    ['--upstream', 'vendor'],
    { GEMINI_API_KEY: 'canary-1\ncanary-2' },
    '--gemini-key-env: environment variable GEMINI_API_KEY: must be a single line; the pasted key contains a line break',
  ],
  [['--ca', 'no-such-file.pem'], {}, '--ca: The extra certificates file, no-such-file.pem, does not exist.'],
] as const) {
  test(`does not start: ${message.split(':')[0]} ${message.slice(-20)}`, async () => {
    const headless = startWith(environment, ['--port', '0', ...args])
    const [code] = await once(headless.process, 'close')
    expect([code, headless.lines, headless.errors()]).toEqual([2, [], `${message}\n`])
  })
}

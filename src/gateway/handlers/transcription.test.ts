// Tests forms streamed to the upstream: fields in any order, invalid ones never completed and rejected early.
import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { HttpResponse } from '#shared/wire/http'
import type { Limits, Upstream } from '../ports'
import { redactErrorLines } from '../redaction/json'
import {
  boundary,
  type FormPart,
  formType,
  localKey,
  open,
  openTestGateway,
  openUpstream,
  type ScriptedUpstream,
  sendJson,
  type TestGateway,
  type TestRequest,
  toForm,
  type UpstreamScript,
} from '../testing/test-gateway.fixture'

const path = '/v1/audio/transcriptions'
const headers = { ...formType, authorization: `Bearer ${localKey}` }
async function openSetup(
  script: UpstreamScript = (_, outgoing) => sendJson(outgoing, { text: 'hi' }),
  limits: Partial<Limits> = {},
): Promise<{ gateway: TestGateway; upstream: ScriptedUpstream }> {
  const upstream = await openUpstream(script)
  const gateway = await openTestGateway({ baseUrl: upstream.url, limits })
  for (const { close } of [upstream, gateway]) onTestFinished(close)
  return { gateway, upstream }
}

async function openInProcess(send: Upstream['send'], limits: Partial<Limits> = {}): Promise<TestGateway> {
  const gateway = await openTestGateway({ upstream: { id: 'demo', kind: 'demo', send }, limits })
  onTestFinished(gateway.close)
  return gateway
}

const model: FormPart = { name: 'model', value: 'gen-4o-transcribe' }
const file: FormPart = {
  name: 'file',
  value: Buffer.from('RIFF\r\n--not-the-boundary\r\n'),
  filename: 'a.wav',
}
const askForm = (body: TestRequest['body'] & {}): TestRequest => ({ key: null, headers, body })

test.each([
  ['model first', [model, file]],
  [
    'file first, with other fields',
    [{ name: 'include[]', value: 'logprobs' }, file, { name: 'language', value: 'pt' }, model],
  ],
])('%s: the form arrives unchanged, also in single bytes without a content length', async (_, parts) => {
  const { gateway, upstream } = await openSetup()
  const form = toForm(parts)
  const response = await gateway.send(path, askForm(form))
  expect([response.status, response.json]).toEqual([200, { text: 'hi' }])
  expect(upstream.requests[0]?.body).toEqual(form)
  expect(upstream.requests[0]?.headers).toMatchObject({
    'content-type': formType['content-type'],
    'content-length': String(form.length),
  })
  const exchange = await gateway.nextExchange()
  expect(exchange).toMatchObject({ endpoint: 'E1', model: 'gen-4o-transcribe', requestBytes: form.length })
  expect(exchange.requestBody).toContain('file: a.wav (audio/wav, 26 bytes)')
  expect(exchange.requestBody).not.toContain('RIFF')
  async function* bytes() {
    for (const byte of form) yield Uint8Array.of(byte)
  }
  expect((await gateway.send(path, askForm(bytes()))).status).toBe(200)
  expect(upstream.requests[1]?.body).toEqual(form)
})

describe('an invalid form', () => {
  const named = (value: string): FormPart => ({ name: 'model', value })
  const unknown = { param: 'model', code: 'model_not_found' }
  test.each<[string, Buffer, number, object]>([
    ['no model', toForm([file]), 400, { param: 'model' }],
    ['an empty model', toForm([named(''), file]), 404, unknown],
    ['an unknown model', toForm([file, named('whisper-9')]), 404, unknown],
    ['a model of another kind', toForm([file, named('gen-2.5-flash')]), 404, { param: 'model' }],
    ['no file', toForm([model]), 400, { param: 'file' }],
    ['an empty file', toForm([model, { ...file, value: '' }]), 400, { param: 'file' }],
    ['a text field as file', toForm([model, { name: 'file', value: 'RIFF' }]), 400, { param: 'file' }],
    [
      'a cut end',
      toForm([model, file]).subarray(0, -30),
      400,
      { message: expect.stringContaining('incomplete') },
    ],
    ['an empty body', Buffer.alloc(0), 400, {}],
    ['another format', Buffer.from('{"model":"x"}'), 400, {}],
  ])('with %s never arrives complete', async (...[, form, status, error]) => {
    const { gateway, upstream } = await openSetup()
    const response = await gateway.send(path, askForm(form))
    expect([response.status, response.json]).toEqual([
      status,
      { error: expect.objectContaining({ type: 'invalid_request_error', ...error }) },
    ])
    expect(upstream.requests.filter(({ complete }) => complete)).toEqual([])
  })

  test.each([
    ['application/json', 415],
    ['multipart/form-data', 400],
  ])('is rejected by the type %s before it is read', async (type, status) => {
    const { gateway } = await openSetup()
    const request = { ...askForm(toForm([model, file])), headers: { ...headers, 'content-type': type } }
    expect(await gateway.send(path, request)).toMatchObject({
      status,
      json: { error: { param: 'Content-Type' } },
    })
  })

  test('with an unknown model is aborted while its file is still being sent', async () => {
    const { gateway, upstream } = await openSetup()
    const head = Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n${'x'.repeat(300_000)}\r\n` +
        `--${boundary}\r\nContent-Disposition: form-data; name="model"\r\n\r\nwhisper-9\r\n--${boundary}\r\n`,
    )
    let stop = (): void => {}
    const stopped = new Promise<void>((resolve) => {
      stop = resolve
    })
    async function* flow() {
      yield head
      yield Buffer.alloc(65_536)
      await stopped
    }
    const response = await gateway.send(path, askForm(flow()))
    stop()
    expect(response.status).toBe(404)
    // The client may get its response before the upstream, in the same thread, has read its request.
    await vi.waitFor(() => expect(upstream.requests).toHaveLength(1))
    await upstream.requests[0]?.aborted
    expect(upstream.requests[0]?.complete).toBe(false)
  })
})

test('a form that is too large is rejected by its content length, or while it is streamed', async () => {
  const { gateway, upstream } = await openSetup(undefined, { multipartBody: 65_536 + 1000 })
  const form = toForm([model, { ...file, value: Buffer.alloc(200_000) }])
  const announced = await gateway.send(path, askForm(form))
  const message = `Maximum content size limit (1000) exceeded (${form.length} bytes read)`
  expect(announced).toMatchObject({ status: 413, json: { error: { message } } })
  expect(upstream.requests).toEqual([])
  const streamed = await gateway.send(path, askForm(flow([form])))
  const limit = expect.stringContaining('Maximum content size limit (1000) exceeded')
  expect(streamed).toMatchObject({ status: 413, text: limit })
  expect(upstream.requests.filter(({ complete }) => complete)).toEqual([])
})

test('a file is not buffered: the upstream has nearly all that the client has sent', async () => {
  let received = 0
  let waiting: { upTo: number; resolve: () => void } | undefined
  const send: Upstream['send'] = async (request): Promise<HttpResponse> => {
    for await (const chunk of request.body as AsyncIterable<Uint8Array>) {
      received += chunk.length
      if (waiting && received >= waiting.upTo) waiting.resolve()
    }
    return { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from('{"text":"a"}') }
  }
  const gateway = await openInProcess(send)
  const form = toForm([{ ...file, value: Buffer.alloc(10_000_000) }, model])
  const step = 1_000_000
  async function* steps() {
    for (let at = 0; at < form.length; at += step) {
      yield form.subarray(at, at + step)
      // Only the last chunk from the socket may still be buffered.
      const upTo = Math.min(at + step, form.length - step) - 200_000
      if (received < upTo) {
        await new Promise<void>((resolve) => {
          waiting = { upTo, resolve }
        })
      }
    }
  }
  expect((await gateway.send(path, askForm(steps()))).status).toBe(200)
  expect(received).toBe(form.length)
})

test('a streamed transcript is relayed unchanged, with event names', async () => {
  const first = 'event: delta\ndata: {"type":"transcript.text.delta","delta":"a"}\n\n'
  let release = (): void => {}
  const { gateway } = await openSetup((_, outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
    outgoing.write(first)
    release = () => void outgoing.end('data: [DONE]\n\n')
  })
  const form = toForm([model, file, { name: 'stream', value: 'true' }])
  const incoming = await open(gateway.port, path, askForm(form))
  let text = ''
  for await (const piece of incoming) {
    text += String(piece)
    if (text === first) release()
  }
  expect([text, incoming.headers['content-type']]).toEqual([`${first}data: [DONE]\n\n`, 'text/event-stream'])
})

const redact = (text: string): string => text.replaceAll('canary', '…')

async function* flow(chunks: readonly Buffer[]): AsyncGenerator<Uint8Array, void, undefined> {
  yield* chunks
}

async function pass(chunks: readonly Buffer[]): Promise<readonly string[]> {
  const out: string[] = []
  for await (const chunk of redactErrorLines(flow(chunks), redact))
    out.push(Buffer.from(chunk).toString('utf8'))
  return out
}

const delta = 'event: transcript.text.delta\r\ndata:  {"delta":"říční canary \\u0041" }\r\n\r\n'
const failure = 'data: {"error": {"message":"\\u0063anary", "details":[{"canary":1}]}}\n\n'
const response = 'data: {"error":{"message":"…","details":[{"…":1}]}}\n\n'

test.each([
  ['an error within the stream', delta + failure + delta, delta + response + delta],
  ['an error without its last line break', delta + failure.trim(), delta + response.trim()],
  [
    'an error without an event',
    `${delta}{"error":{"message":"canary"}}\n`,
    `${delta}{"error":{"message":"…"}}\n`,
  ],
  ['an error that is not JSON', 'data: {"error": canary', 'data: {"error": …'],
  [
    'an event of that name',
    'event: error\ndata: {"message":"canary"}\n\n',
    'event: error\ndata: {"message":"…"}\n\n',
  ],
  ['no error', delta + delta, delta + delta],
])('%s, in any chunks', async (_, before, after) => {
  const bytes = Buffer.from(before)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(bytes.length)), async (cuts) => {
      const ends = [...cuts.sort((one, other) => one - other), bytes.length]
      const chunks = ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end))
      expect((await pass(chunks)).join('')).toBe(after)
    }),
  )
  expect((await pass([...bytes].map((byte) => Buffer.of(byte)))).join('')).toBe(after)
})

test('forwards complete events immediately, an endless line after 1 MB', async () => {
  expect(await pass([Buffer.from(delta), Buffer.from('data: '), Buffer.from('{}\n\n')])).toEqual([
    delta,
    'data: {}\n\n',
  ])
  const long = Buffer.alloc(1_000_000, 'x')
  expect((await pass([long, long, long])).map(({ length }) => length)).toEqual([2_000_000, 1_000_000])
})

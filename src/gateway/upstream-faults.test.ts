// Tests responses that are too deep, too long or have unusual names: errors of the upstream, not of the client.
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  chunkOf,
  openTestGateway,
  openUpstream,
  type UpstreamScript,
  upstreamKey,
} from './testing/test-gateway.fixture'

const body = JSON.stringify({ contents: [{ parts: [{ text: 'hi' }] }] })
const generate = '/v1beta/models/gen-2.5-pro:generateContent'
const stream = '/v1beta/models/gen-2.5-pro:streamGenerateContent?alt=sse'
const start = '/v1beta/models/gen-video-3.1-fast-generate-preview:predictLongRunning'
const videoRequest = JSON.stringify({ instances: [{ prompt: 'a boat' }] })
const embed = '/v1beta/models/gen-embedding-001:batchEmbedContents'
const batch = JSON.stringify({ requests: [{ content: { parts: [{ text: 'hi' }] } }] })

async function open(script: UpstreamScript) {
  const upstream = await openUpstream(script)
  const gateway = await openTestGateway({ baseUrl: upstream.url })
  onTestFinished(async () => {
    await gateway.close()
    await upstream.close()
  })
  return { gateway, upstream }
}

const answer =
  (text: string, status = 200, type = 'application/json'): UpstreamScript =>
  (_, outgoing) => {
    outgoing.writeHead(status, { 'content-type': type })
    outgoing.end(text)
  }

describe('a response that is nested too deeply', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  const inError = (code: number) =>
    `{"error":{"code":${code},"message":"Slow down.","status":"UNAVAILABLE","details":${deep}}}`

  test.each([
    [
      'as an operation',
      start,
      videoRequest,
      answer(`{"name":"operations/a","response":{"x":${deep}}}`),
      /50[23]/,
    ],
    ['as an error with status 200', generate, body, answer(inError(503)), /50[23]/],
    ['as an error', generate, body, answer(inError(429), 429), /429[\s\S]*Slow down\./],
    [
      'within a stream',
      stream,
      body,
      answer(
        `data: ${JSON.stringify(chunkOf('one'))}\n\ndata: ${inError(503)}\n\n`,
        200,
        'text/event-stream',
      ),
      /"one"[\s\S]*"code":50[23],.*"status":"UNAVAILABLE"/,
    ],
  ])('%s is an error of the upstream', async (...[, path, request, script, expected]) => {
    const { gateway } = await open(script)
    const { status, text } = await gateway.send(path, { body: request })
    expect(`${status} ${text}`).toMatch(expected)
  })
})

describe('an endless response is cut and a 502', () => {
  test.each([
    ['to the start of a video', start, videoRequest, '{"name":"operations/a","x":"', "isn't an operation"],
    ['to an embedding of a batch', embed, batch, '{"embedding":{"values":[1,', "isn't an embedding"],
  ])('%s', async (...[, path, request, head, reason]) => {
    const { gateway, upstream } = await open((_, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'application/json' })
      outgoing.write(head)
      const more = Buffer.alloc(1_000_000, '1')
      const writeSlowly = (): void => {
        while (!outgoing.destroyed && outgoing.write(more)) {}
      }
      outgoing.on('drain', writeSlowly)
      writeSlowly()
    })
    const response = await gateway.send(path, { body: request })
    expect([response.status, response.text]).toEqual([502, expect.stringContaining(reason)])
    await upstream.requests[0]?.aborted
  })
})

test('ignores a status with the name of an Object.prototype member', async () => {
  const error = '{"error":{"code":500,"message":"no","status":"constructor"}}'
  const events = `data: ${JSON.stringify(chunkOf('one'))}\n\ndata: ${error}\n\n`
  const { gateway } = await open(answer(events, 200, 'text/event-stream'))
  expect((await gateway.send(stream, { body })).text).toContain(
    '"code":500,"message":"no","status":"INTERNAL"',
  )
})

describe('an error response without an error object', () => {
  test.each<[number, Record<string, string>, string]>([
    [429, { 'retry-after': '7' }, 'Too many requests. Wait 7 s, then retry.'],
    [429, {}, 'Too many requests. Wait a moment, then retry.'],
    [404, {}, 'Check the model ID and the base URL.'],
  ])('with status %i says what to do about it', async (status, headers, advice) => {
    const { gateway } = await open((_, outgoing) => outgoing.writeHead(status, headers).end('busy'))
    const response = await gateway.send(generate, { body })
    expect([response.status, response.text]).toEqual([status, expect.stringContaining(advice)])
    expect(response.headers['x-error-reason']).toBe(status === 429 ? undefined : 'connection')
    expect(response.text).not.toContain('proxy, and the key')
  })
})

test.each<[string, string | RegExp]>([
  ['{"message":"Forbidden by policy X"}', 'Forbidden by policy X'],
  ['{"code":1001,"msg":"balance not enough"}', 'balance not enough'],
  ['{"title":"Blocked","detail":"Quota is used up"}', 'Blocked: Quota is used up'],
  ['{"errors":[{"message":"One"},{"message":"Two"}]}', 'One; Two'],
  ['{"error":{"message":"{\\"error\\":{\\"message\\":\\"Inner\\"}}"}}', /^Inner$/],
  ['{"error":{"code":"context_length_exceeded"}}', 'context_length_exceeded'],
  ['model "m1" not found, try pulling it first', 'It says: model "m1" not found, try pulling it first'],
])('an error body of any form reaches the client in its own words: %s', async (text, message) => {
  const { gateway } = await open((_, outgoing) => outgoing.writeHead(400).end(text))
  const { error } = JSON.parse((await gateway.send(generate, { body })).text)
  expect(error).toMatchObject({ code: 400, message: expect.stringMatching(message) })
})

test('a key within JSON within a message is redacted, however it is written', async () => {
  const written = `\\u${upstreamKey.charCodeAt(0).toString(16).padStart(4, '0')}${upstreamKey.slice(1)}`
  const inner = `{"error":{"message":"Rejected ${written}"}}`
  for (const outer of [{ error: { message: inner } }, { message: inner }, { detail: [{ msg: inner }] }]) {
    const { gateway } = await open(answer(JSON.stringify(outer), 400))
    const { text } = await gateway.send(generate, { body })
    expect([text.includes('Rejected'), text.includes(upstreamKey)]).toEqual([true, false])
  }
})

test('an error of null is none, also in a stream, and an event named error is one', async () => {
  const chunk = JSON.stringify({ ...chunkOf('one'), error: null })
  const whole = await open(answer(chunk, 200, 'application/json'))
  expect((await whole.gateway.send(generate, { body })).status).toBe(200)
  const events = `data: ${chunk}\n\nevent: error\ndata: {"code":500,"message":"Out of memory"}\n\n`
  const streamed = await open(answer(events, 200, 'text/event-stream'))
  const { text } = await streamed.gateway.send(stream, { body })
  expect(text).toContain('one')
  expect(text).toContain('"code":500,"message":"Out of memory"')
})

test.each(['text/plain', 'application/octet-stream', 'application/json', 'text/html'])(
  'events are a stream, whatever their content type: %s',
  async (type) => {
    const events = `\n: a comment\n\ndata: ${JSON.stringify(chunkOf('one'))}\n\n`
    const { gateway } = await open(answer(events, 200, type))
    const response = await gateway.send(stream, { body })
    expect([response.status, response.text]).toEqual([200, expect.stringContaining('"one"')])
    expect(response.headers['content-type']).toContain('text/event-stream')
  },
)

test.each<[string, string, string]>([
  ['without a reason', `data: ${JSON.stringify(chunkOf('one'))}\n\n`, 'failed'],
  ['without anything', ': ping\n\n', 'failed'],
  ['with a reason', `data: {"candidates":[{"finish_reason":"STOP"}]}\n\n`, 'completed'],
  ['of a blocked prompt', `: ping\n\ndata: {"promptFeedback":{"blockReason":"SAFETY"}}\n\n`, 'completed'],
])('a stream that ends %s is passed on as it is, and logged as what it is', async (_, events, outcome) => {
  const { gateway } = await open(answer(events, 200, 'text/event-stream'))
  const response = await gateway.send(stream, { body })
  expect([response.status, response.text.includes('error')]).toEqual([200, false])
  expect(gateway.exchanges.at(-1)?.outcome).toBe(outcome)
})

test('an error with status 200 in reply to a stream says when to retry', async () => {
  const retryInfo = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '3.5s' }
  const error = { code: 429, message: 'Slow', status: 'RESOURCE_EXHAUSTED', details: [retryInfo] }
  const { gateway } = await open(answer(JSON.stringify({ error })))
  const response = await gateway.send(stream, { body })
  expect([response.status, response.headers['retry-after']]).toEqual([429, '4'])
})

describe('the source of an error is marked', () => {
  const error = '{"error":{"code":503,"message":"Overloaded.","status":"UNAVAILABLE"}}'

  test('in a header, if it is the whole response', async () => {
    const { gateway } = await open(answer(error, 503))
    const upstreamError = await gateway.send(generate, { body })
    expect([upstreamError.headers['x-error-source'], upstreamError.json]).toEqual([
      'provider',
      JSON.parse(error),
    ])
    const own = await gateway.send(generate, { body: '{}' })
    expect([own.status, own.headers['x-error-source'], own.headers['x-error-reason']]).toEqual([
      400,
      undefined,
      undefined,
    ])
  })

  test('not in a header that the upstream sends', async () => {
    const forged = { 'x-error-reason': 'not-saved', 'x-error-source': 'gateway' }
    const { gateway } = await open((_, outgoing) => outgoing.writeHead(500, forged).end(error))
    const { headers } = await gateway.send(generate, { body })
    expect([headers['x-error-reason'], headers['x-error-source']]).toEqual([undefined, 'provider'])
  })

  test('in the event, if it ends a stream', async () => {
    const begin = `data: ${JSON.stringify(chunkOf('one'))}\n\n`
    const upstreamError = await open(answer(`${begin}data: ${error}\n\n`, 200, 'text/event-stream'))
    expect((await upstreamError.gateway.send(stream, { body })).text).toContain('"source":"provider"')
    const own = await open(answer(`${begin}data: garbage\n\n`, 200, 'text/event-stream'))
    const { text } = await own.gateway.send(stream, { body })
    expect(text).toContain('"error"')
    expect(text).not.toContain('"source"')
  })
})

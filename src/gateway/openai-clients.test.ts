// The routes of OpenAI clients: responses, streams and errors in OpenAI's form, the log, and what an upstream gets.
import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { createDemoService } from '#demo/demo'
import { bundleProgram } from '#workspace/bundled-program.fixture'
import { openOpenAiGateway } from './testing/openai-gateway.fixture'
import {
  localKey,
  openOutbound,
  openTestGateway,
  openUpstream,
  sendEvents,
  sendJson,
  type TestGateway,
  type TestResponse,
  upstreamKey,
} from './testing/test-gateway.fixture'
import { createOpenAiUpstream } from './upstreams/openai'
import { createServiceUpstream } from './upstreams/service'

const closers: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** A gateway with a service that responds with `answer`. */
async function openService(answer: (outgoing: ServerResponse, body: Buffer) => void) {
  const service = await openUpstream((request, outgoing) => answer(outgoing, request.body))
  const gateway = await openTestGateway({ baseUrl: service.url })
  closers.push(service.close, gateway.close)
  return { service, gateway }
}

const openAnswering = (answer: object, status = 200) =>
  openService((outgoing) => sendJson(outgoing, answer, status))

const openStreaming = (...events: readonly object[]) =>
  openService((outgoing) => {
    sendEvents(outgoing, ...events)
    outgoing.end()
  })

async function openDemo(): Promise<TestGateway> {
  const send = createDemoService({ pace: 'instant' })
  const gateway = await openTestGateway({ upstream: { id: 'demo', kind: 'demo', send } })
  closers.push(gateway.close)
  return gateway
}

/** A gateway with a service that has the route for batches of embeddings. */
async function openBatchService(answer: (outgoing: ServerResponse, requests: readonly unknown[]) => void) {
  const service = await openUpstream((request, outgoing) => {
    answer(outgoing, (JSON.parse(request.body.toString()) as { requests: readonly unknown[] }).requests)
  })
  const outbound = openOutbound()
  const upstream = createServiceUpstream({ id: 's', baseUrl: service.url, key: upstreamKey }, outbound)
  const gateway = await openTestGateway({ upstream: { ...upstream, hasBatches: true } })
  closers.push(service.close, outbound.close, gateway.close)
  return gateway
}

/** A gateway with an OpenAI-compatible server that responds with `answer`. */
async function openScriptedServer(answer: (outgoing: ServerResponse) => void, key: string | null = null) {
  const server = await openUpstream((_, outgoing) => answer(outgoing))
  const outbound = openOutbound()
  const settings = { id: 'openai', baseUrl: server.url, key, defaults: {}, aliases: [], kinds: {} }
  const gateway = await openTestGateway({ upstream: createOpenAiUpstream(settings, outbound) })
  closers.push(server.close, outbound.close, gateway.close)
  return gateway
}

async function openServer(...options: Parameters<typeof openOpenAiGateway>) {
  const opened = await openOpenAiGateway(...options)
  closers.push(opened.close)
  return opened
}

const chat = { model: 'gen-2.5-pro', messages: [{ role: 'user', content: 'Hello' }] }
const post = (gateway: TestGateway, path: string, body: object): Promise<TestResponse> =>
  gateway.send(path, { body: JSON.stringify(body) })
const complete = (gateway: TestGateway, more: object = {}) =>
  post(gateway, '/v1/chat/completions', { ...chat, ...more })

const candidate = (parts: readonly object[], more: object = {}) => ({
  candidates: [{ content: { role: 'model', parts }, ...more }],
})
const usageMetadata = {
  promptTokenCount: 3,
  candidatesTokenCount: 5,
  thoughtsTokenCount: 7,
  cachedContentTokenCount: 2,
  totalTokenCount: 15,
}
const usage = {
  prompt_tokens: 3,
  completion_tokens: 12,
  total_tokens: 15,
  prompt_tokens_details: { cached_tokens: 2 },
  completion_tokens_details: { reasoning_tokens: 7 },
}
const call = (city: string, thoughtSignature?: string) => ({
  functionCall: { name: 'f', args: { city } },
  ...(thoughtSignature ? { thoughtSignature } : {}),
})

function readChunks(text: string): { choices: { delta: Record<string, unknown> }[] }[] {
  return text
    .split('\n\n')
    .filter((event) => event !== '' && event !== 'data: [DONE]')
    .map((event) => JSON.parse(event.replace('data: ', '')))
}

describe('a whole chat completion', () => {
  test('has text, thoughts, log probabilities, and usage, and the log has its tokens', async () => {
    const selected = { token: 'Hi', logProbability: -0.5 }
    const logprobsResult = { chosenCandidates: [selected], topCandidates: [{ candidates: [selected] }] }
    const parts = [{ text: 'Greet.', thought: true }, { text: 'Hi' }, { text: '!' }]
    const { gateway, service } = await openAnswering({
      ...candidate(parts, { finishReason: 'STOP', logprobsResult }),
      usageMetadata,
      responseId: 'r1',
      modelVersion: 'gen-2.5-pro-002',
    })
    const response = await complete(gateway, { user: 'u', temperature: 0.5 })
    const token = { token: 'Hi', logprob: -0.5, bytes: [72, 105] }
    expect(response.json).toEqual({
      id: 'chatcmpl-r1',
      object: 'chat.completion',
      created: expect.any(Number),
      model: 'gen-2.5-pro-002',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'Hi!', refusal: null, reasoning_content: 'Greet.' },
          logprobs: { content: [{ ...token, top_logprobs: [token] }], refusal: null },
          finish_reason: 'stop',
          native_finish_reason: 'STOP',
        },
      ],
      usage,
    })
    expect(response.headers['x-ignored-fields']).toBe('user')
    // The service gets the request in its own dialect, with its own key.
    const [received] = service.requests
    expect(received?.url).toBe(`/v1beta/models/gen-2.5-pro:generateContent?key=${upstreamKey}`)
    expect(JSON.parse(received?.body.toString() ?? '')).toEqual({
      contents: [{ role: 'user', parts: [{ text: 'Hello' }] }],
      generationConfig: { temperature: 0.5 },
    })
    expect(await gateway.nextExchange()).toMatchObject({
      route: 'createChatCompletion',
      endpoint: null,
      model: 'gen-2.5-pro',
      outcome: 'completed',
      usage: usageMetadata,
      requestBody: expect.stringContaining('"messages"'),
      responseBody: expect.stringContaining('chat.completion'),
    })
  })

  test.each([
    ['MAX_TOKENS', 'length', null],
    ['stop', 'stop', null],
    ['SAFETY', 'content_filter', 'The provider ended the response: SAFETY.'],
    ['MALFORMED_FUNCTION_CALL', 'content_filter', expect.stringContaining('MALFORMED')],
  ])('that ended with %s has the reason %s', async (finishReason, expected, refusal) => {
    const { gateway } = await openAnswering(candidate([{ text: 'Hi' }], { finishReason }))
    expect((await complete(gateway)).json).toMatchObject({
      choices: [{ finish_reason: expected, native_finish_reason: finishReason, message: { refusal } }],
    })
  })

  test('with calls has their signature, or only the first call if the client allows no other', async () => {
    const { gateway } = await openAnswering(
      candidate([call('Oslo', 'c2ln'), call('Rome')], { finishReason: 'STOP' }),
    )
    const calls = [
      {
        id: expect.stringContaining('__thought__'),
        type: 'function',
        function: { name: 'f', arguments: '{"city":"Oslo"}' },
        extra_content: { google: { thought_signature: 'c2ln' } },
      },
      {
        id: expect.stringMatching(/^call_\w+$/),
        type: 'function',
        function: { name: 'f', arguments: '{"city":"Rome"}' },
      },
    ]
    for (const [parallel, expected] of [
      [true, calls],
      [false, calls.slice(0, 1)],
    ] as const)
      expect((await complete(gateway, { parallel_tool_calls: parallel })).json).toMatchObject({
        choices: [{ finish_reason: 'tool_calls', message: { content: null, tool_calls: expected } }],
      })
  })

  test('of a blocked prompt is refused, and an empty response is an error', async () => {
    let answer: object = { promptFeedback: { blockReason: 'SAFETY' } }
    const { gateway } = await openService((outgoing) => sendJson(outgoing, answer))
    expect((await complete(gateway)).json).toMatchObject({
      choices: [
        {
          finish_reason: 'content_filter',
          message: { content: null, refusal: 'The prompt was blocked: SAFETY.' },
        },
      ],
    })
    answer = { usageMetadata }
    expect(await complete(gateway)).toMatchObject({ status: 502, json: { error: { type: 'server_error' } } })
  })

  test('with an image returns it as a data URL, which is counted, and not logged', async () => {
    const data = Buffer.alloc(3000, 7).toString('base64')
    const { gateway } = await openAnswering(
      candidate([{ inlineData: { mimeType: 'image/png', data } }], { finishReason: 'STOP' }),
    )
    const { json } = await complete(gateway, { model: 'gen-2.5-flash-image' })
    expect(json).toMatchObject({
      choices: [
        { message: { images: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } }] } },
      ],
    })
    const exchange = await gateway.nextExchange()
    expect(exchange.media.images).toBe(1)
    expect(exchange.responseBody).toContain('data:image/png;base64,<4000 characters of Base64>')
  })
})

describe('a stream', () => {
  const events = [
    candidate([{ text: 'Gré', thought: true }]),
    candidate([{ text: 'Hi 👋' }]),
    candidate([{ text: ' there' }, call('Oslo', 'c2ln'), call('Rome')]),
    { ...candidate([{ text: '' }], { finishReason: 'STOP' }), usageMetadata },
  ]
  const sse = Buffer.from(events.map((event) => `data: ${JSON.stringify(event)}\r\n\r\n`).join(''))

  // A chunk of the network may end within a character, a line break, or a number.
  test.each([1, 2, 3, 7, 64, sse.length])(
    'has the same chunks if it arrives in pieces of %d bytes',
    async (size) => {
      const { gateway } = await openService((outgoing) => {
        outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
        outgoing.socket?.setNoDelay(true)
        for (let at = 0; at < sse.length; at += size) outgoing.write(sse.subarray(at, at + size))
        outgoing.end()
      })
      const response = await complete(gateway, { stream: true, stream_options: { include_usage: true } })
      expect(response.headers['content-type']).toBe('text/event-stream; charset=utf-8')
      expect(response.text.endsWith('data: [DONE]\n\n')).toBe(true)
      const chunks = readChunks(response.text)
      expect(new Set(chunks.map((chunk) => JSON.stringify({ ...chunk, choices: 0, usage: 0 }))).size).toBe(1)
      const first = { id: expect.stringContaining('__thought__'), type: 'function' }
      expect(chunks.map(({ choices }) => choices[0]?.delta)).toEqual([
        { role: 'assistant', content: '' },
        { reasoning_content: 'Gré' },
        { content: 'Hi 👋' },
        { content: ' there' },
        { tool_calls: [expect.objectContaining({ ...first, index: 0 })] },
        { tool_calls: [expect.objectContaining({ type: 'function', index: 1 })] },
        {},
        undefined,
      ])
      expect(chunks.at(-2)).toMatchObject({ choices: [{ finish_reason: 'tool_calls' }], usage: null })
      expect(chunks.at(-1)).toMatchObject({ choices: [], usage })
      const exchange = await gateway.nextExchange()
      expect(exchange).toMatchObject({ model: 'gen-2.5-pro', outcome: 'completed', usage: usageMetadata })
      expect(exchange.timeline).toHaveLength(9)
    },
  )

  test('has no usage unless the client asks for it, but the log has it', async () => {
    const { gateway } = await openStreaming(...events)
    const { text } = await complete(gateway, { stream: true })
    expect(text).not.toContain('usage')
    expect(await gateway.nextExchange()).toMatchObject({ usage: usageMetadata })
  })

  // Clients join those of all chunks.
  test('has the log probabilities of each chunk with its text', async () => {
    const toResult = (token: string) => ({ chosenCandidates: [{ token, logProbability: -0.5 }] })
    const { gateway } = await openStreaming(
      candidate([{ text: 'Hi' }], { logprobsResult: toResult('Hi') }),
      candidate([{ text: '!' }], { logprobsResult: toResult('!'), finishReason: 'STOP' }),
    )
    const { text } = await complete(gateway, { stream: true, logprobs: true })
    const choices = readChunks(text).map((chunk) => chunk.choices[0])
    const toLogprobs = (token: string) => ({ content: [expect.objectContaining({ token })], refusal: null })
    expect(choices).toMatchObject([
      { delta: { role: 'assistant' }, logprobs: null },
      { delta: { content: 'Hi' }, logprobs: toLogprobs('Hi') },
      { delta: { content: '!' }, logprobs: toLogprobs('!') },
      { delta: {}, logprobs: null, finish_reason: 'stop' },
    ])
  })

  // The provider bills all tokens up to the end of the stream.
  test.each(['the client disconnects', 'the provider fails'])(
    'keeps its last usage in the log if %s',
    async (reason) => {
      let fail = (): void => undefined
      const { gateway } = await openService((outgoing) => {
        sendEvents(
          outgoing,
          { ...candidate([{ text: 'H' }]), usageMetadata: { promptTokenCount: 3 } },
          { ...candidate([{ text: 'Hi' }]), usageMetadata },
        )
        fail = () => outgoing.destroy()
      })
      const client = new AbortController()
      const response = await fetch(`${gateway.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${localKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...chat, stream: true }),
        signal: client.signal,
      })
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
      let text = ''
      while (!text.includes('Hi')) text += (await reader?.read())?.value ?? ''
      const doesClientEnd = reason === 'the client disconnects'
      if (doesClientEnd) client.abort()
      else fail()
      expect(await gateway.nextExchange()).toMatchObject({
        outcome: doesClientEnd ? 'cancelled' : 'failed',
        usage: usageMetadata,
      })
    },
  )

  // Without it, a client would take a part of the response for all of it.
  test.each<[string, string | null]>([
    ['ends without a reason', ''],
    ['fails', `data: {"error":{"code":503,"message":"Down: ${upstreamKey}","status":"UNAVAILABLE"}}\n\n`],
    ['is cut off', null],
  ])('that %s ends with one error event, and a broken connection', async (_, end) => {
    const { gateway } = await openService((outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
      outgoing.write(`data: ${JSON.stringify(candidate([{ text: 'Hi' }]))}\n\n`, () => {
        if (end === null) outgoing.destroy()
        else outgoing.end(end)
      })
    })
    const response = await complete(gateway, { stream: true })
    expect([response.status, response.truncated]).toEqual([200, true])
    expect(response.text).not.toContain('[DONE]')
    expect(response.text).not.toContain(upstreamKey)
    const last = response.text.trim().split('\n\n').at(-1) ?? ''
    expect(JSON.parse(last.replace('data: ', ''))).toEqual({
      error: expect.objectContaining({
        message: expect.stringMatching(/\w/),
        type: 'server_error',
        param: null,
        code: 'unavailable',
      }),
    })
    expect(await gateway.nextExchange()).toMatchObject({ outcome: 'failed', status: 200 })
  })
})

describe('rejects', () => {
  test.each([{ n: 3 }, { logprobs: true }, { top_logprobs: 2 }])(
    'what the demo cannot answer, by its name: %j',
    async (fields) => {
      const { status, json } = await post(await openDemo(), '/v1/chat/completions', { ...chat, ...fields })
      const name = Object.keys(fields).join()
      const message = expect.stringContaining(`(${name} in the OpenAI API): isn't supported by the demo`)
      expect([status, json]).toMatchObject([400, { error: { message } }])
    },
  )

  const wrongKind = [404, 'model', 'model_not_found'] as const
  test.each<[path: string, body: object, status: number, param: string, code?: string]>([
    ['chat/completions', { messages: [{ role: 'robot' }] }, 400, 'messages[0].role'],
    ['chat/completions', { messages: [{ role: 'user', content: 5 }] }, 400, 'messages[0].content'],
    [
      'chat/completions',
      { messages: [chat.messages[0], { role: 'user', content: [{}] }] },
      400,
      'messages[1].content',
    ],
    ['chat/completions', { messages: [] }, 400, 'messages'],
    ['chat/completions', { temperature: 'hot' }, 400, 'temperature'],
    ['chat/completions', { logit_bias: { 1: 1 } }, 400, 'logit_bias'],
    ['chat/completions', { model: 'gen-embedding-001' }, ...wrongKind],
    ['embeddings', { model: 'gen-2.5-pro', input: 'Hello' }, ...wrongKind],
    // No other model can read the tokens.
    ['embeddings', { model: 'gen-embedding-001', input: [1, 2] }, 400, 'input[0]'],
    ['images/generations', { model: 'gen-2.5-pro', prompt: 'A boat' }, ...wrongKind],
    ['images/generations', { model: 'gen-2.5-flash-image', prompt: 'A boat', n: 11 }, 400, 'n'],
  ])('at %s %j with %i, and names %s in OpenAI’s form', async (...[path, body, status, param, code]) => {
    const gateway = await openDemo()
    const request: { model?: string } = path === 'chat/completions' ? { ...chat, ...body } : body
    const response = await post(gateway, `/v1/${path}`, request)
    const error = { type: 'invalid_request_error', param, ...(code ? { code } : {}) }
    expect(response).toMatchObject({ status, json: { error } })
    if (!code) expect(response.text).toContain(`"message":"${param}: `)
    expect(await gateway.nextExchange()).toMatchObject({
      model: request.model,
      errorClass: expect.any(String),
    })
  })

  test.each([
    ['POST', '/v1/responses'],
    ['POST', '/v1/completions'],
    ['GET', '/v1/files'],
    ['POST', '/v1/audio/speech'],
  ])('%s %s, and names what is served', async (method, path) => {
    const gateway = await openDemo()
    const response = await gateway.send(path, method === 'POST' ? { body: '{}' } : {})
    expect(response).toMatchObject({
      status: 404,
      json: { error: { type: 'invalid_request_error', code: 'unknown_url' } },
    })
    for (const route of ['POST /v1/chat/completions', 'GET /v1/models', 'POST /v1/audio/transcriptions'])
      expect(response.text).toContain(route)
  })

  test('requests without the key, which is accepted in all three places', async () => {
    const gateway = await openDemo()
    const statuses: number[] = []
    for (const [query, headers] of [
      [`?key=${localKey}`, {}],
      ['', { 'x-goog-api-key': localKey }],
      ['', { authorization: `Bearer ${localKey}` }],
      ['', {}],
    ] as const)
      statuses.push((await gateway.send(`/v1/models${query}`, { key: null, headers })).status)
    expect(statuses).toEqual([200, 200, 200, 401])
  })
})

// Writing it exhausts the stack, which must not look like a failure of the provider, nor end the gateway.
test('a body that is nested too deeply is rejected', async () => {
  const gateway = await openDemo()
  const parameters = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`
  const tools = `[{"type":"function","function":{"name":"f","parameters":${parameters}}}]`
  const body = `${JSON.stringify(chat).slice(0, -1)},"tools":${tools}}`
  expect(await gateway.send('/v1/chat/completions', { body })).toMatchObject({
    status: 400,
    json: { error: { message: expect.stringContaining('nested') } },
  })
})

describe('embeddings', () => {
  const manyTexts = Array.from({ length: 230 }, (_, index) => `text ${index}`)

  test('come as numbers or in Base64, of any number of texts, in order', async () => {
    const gateway = await openDemo()
    const input = Array.from({ length: 7 }, (_, index) => `text ${index}`)
    const request = { model: 'gen-embedding-001', input, dimensions: 8, user: 'u' }
    const numbers = await post(gateway, '/v1/embeddings', request)
    const { data } = numbers.json as { data: { index: number; embedding: number[] }[] }
    expect(numbers.json).toMatchObject({ object: 'list' })
    expect(data.map(({ index, embedding }) => [index, embedding.length])).toEqual(
      input.map((_, at) => [at, 8]),
    )
    expect(numbers.headers['x-ignored-fields']).toBe('user')
    const coded = await post(gateway, '/v1/embeddings', { ...request, encoding_format: 'base64' })
    const [first] = (coded.json as { data: { embedding: string }[] }).data
    const bytes = Buffer.from(first?.embedding ?? '', 'base64')
    const values = Array.from({ length: 8 }, (_, index) => bytes.readFloatLE(4 * index))
    expect(values).toEqual(data[0]?.embedding.map(Math.fround))
    const exchange = await gateway.nextExchange()
    expect(exchange).toMatchObject({ route: 'createEmbeddings', model: 'gen-embedding-001' })
  })

  // Google's API rejects a batch of more than 100 texts.
  test('of more texts than a batch has are sent in batches', async () => {
    const gateway = await openBatchService((outgoing, requests) =>
      sendJson(outgoing, { embeddings: requests.map(() => ({ values: [requests.length] })) }),
    )
    const { json } = await post(gateway, '/v1/embeddings', { model: 'gen-embedding-001', input: manyTexts })
    const { data } = json as { data: { embedding: number[] }[] }
    const sizes = [...Array(200).fill(100), ...Array(30).fill(30)]
    expect(data.map(({ embedding }) => embedding[0])).toEqual(sizes)
  })

  test('of a batch that fails are an error, but the usage of the others is in the log', async () => {
    const usageMetadata = { promptTokenCount: 100 }
    const gateway = await openBatchService((outgoing, requests) => {
      const embeddings = requests.map(() => ({ values: [1] }))
      if (requests.length === 100) sendJson(outgoing, { embeddings, usageMetadata })
      else setTimeout(() => sendJson(outgoing, { error: { code: 429, message: 'Quota.' } }, 429), 200)
    })
    const request = { model: 'gen-embedding-001', input: manyTexts }
    expect((await post(gateway, '/v1/embeddings', request)).status).toBe(429)
    const usage = { promptTokenCount: 200 }
    expect(await gateway.nextExchange()).toMatchObject({ outcome: 'failed', usage })
  })

  test('without counts are of unknown cost, not free', async () => {
    const { gateway } = await openAnswering({ embedding: { values: [1] } })
    const response = await post(gateway, '/v1/embeddings', { model: 'gen-embedding-001', input: 'a' })
    expect(response.json).toMatchObject({ usage: { prompt_tokens: 0, total_tokens: 0 } })
    expect((await gateway.nextExchange()).usage).toBeNull()
  })
})

describe('images', () => {
  const prompt = 'A boat'
  const image = candidate([{ inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }], {
    finishReason: 'STOP',
  })

  test.each([
    ['gen-3-pro-image-preview', '1024x1024', { aspectRatio: '1:1', imageSize: '1K' }],
    ['gen-3-pro-image-preview', '3840x2160', { aspectRatio: '16:9', imageSize: '4K' }],
    ['gen-2.5-flash-image', '1024x1536', { aspectRatio: '2:3' }],
    ['gen-2.5-flash-image', 'auto', undefined],
  ])('of %s with the size %s have %j', async (model, size, imageConfig) => {
    const { gateway, service } = await openAnswering({ ...image, usageMetadata })
    const request = { model, prompt, size, n: 3, quality: 'high' }
    const response = await post(gateway, '/v1/images/generations', request)
    expect(response.json).toMatchObject({
      data: Array(3).fill({ b64_json: 'iVBORw0KGgo=' }),
      output_format: 'png',
      usage: { input_tokens: 9, output_tokens: 36, total_tokens: 45 },
    })
    expect(response.headers['x-ignored-fields']).toBe('quality')
    expect(service.requests).toHaveLength(3)
    const { generationConfig } = JSON.parse(service.requests[0]?.body.toString() ?? '')
    expect(generationConfig).toEqual({
      responseModalities: ['TEXT', 'IMAGE'],
      ...(imageConfig ? { imageConfig } : {}),
    })
    const exchange = await gateway.nextExchange()
    expect([exchange.media.images, exchange.usage?.candidatesTokenCount]).toEqual([3, 15])
  })

  // Otherwise, they would be generated and billed in vain.
  test('that are no longer needed are canceled, as are all after the first that fails', async () => {
    const service = await openUpstream((_, outgoing) => {
      if (service.requests.length === 3)
        sendJson(outgoing, { error: { code: 400, message: 'Rejected.', status: 'INVALID_ARGUMENT' } }, 400)
    })
    const gateway = await openTestGateway({ baseUrl: service.url })
    closers.push(service.close, gateway.close)
    const request = { model: 'gen-2.5-flash-image', prompt, n: 3 }
    expect((await post(gateway, '/v1/images/generations', request)).status).toBe(400)
    await Promise.all(service.requests.slice(0, 2).map(({ aborted }) => aborted))
    const client = new AbortController()
    const waiting = gateway.send('/v1/images/generations', {
      body: JSON.stringify({ ...request, n: 2 }),
      signal: client.signal,
    })
    const rejected = expect(waiting).rejects.toThrow(/abort/i)
    const sent = await Promise.all([service.waitForRequest(3), service.waitForRequest(4)])
    client.abort()
    await rejected
    await Promise.all(sent.map(({ aborted }) => aborted))
  })

  // They are billed.
  test.each([
    [200, candidate([], { finishReason: 'IMAGE_SAFETY' }), 27],
    [429, { error: { code: 429, message: 'Quota.', status: 'RESOURCE_EXHAUSTED' } }, 18],
  ])('are returned even if the last call fails with status %d', async (status, last, input_tokens) => {
    let count = 0
    const { gateway } = await openService((outgoing) => {
      count += 1
      if (count < 3) sendJson(outgoing, { ...image, usageMetadata: { promptTokenCount: 9 } })
      else
        setTimeout(() => sendJson(outgoing, { ...last, usageMetadata: { promptTokenCount: 9 } }, status), 200)
    })
    const request = { model: 'gen-2.5-flash-image', prompt, n: 3 }
    const response = await post(gateway, '/v1/images/generations', request)
    const data = Array(2).fill({ b64_json: 'iVBORw0KGgo=' })
    expect(response).toMatchObject({ status: 200, json: { data, usage: { input_tokens } } })
    expect(await gateway.nextExchange()).toMatchObject({
      media: { images: 2 },
      usage: { promptTokenCount: input_tokens },
    })
  })

  test('can be data URLs, and those that a filter stops are an error that says so', async () => {
    let answer: object = image
    const { gateway } = await openService((outgoing) => sendJson(outgoing, answer))
    const request = { model: 'gen-2.5-flash-image', prompt, response_format: 'url' }
    expect((await post(gateway, '/v1/images/generations', request)).json).toMatchObject({
      data: [{ url: 'data:image/png;base64,iVBORw0KGgo=' }],
    })
    answer = candidate([], { finishReason: 'IMAGE_SAFETY', finishMessage: 'Unsafe.' })
    expect(await post(gateway, '/v1/images/generations', request)).toMatchObject({
      status: 400,
      json: { error: { code: 'content_policy_violation', message: 'The model returned no image. Unsafe.' } },
    })
  })
})

describe('an OpenAI-compatible server', () => {
  const body =
    '{ "model" : "gen-2.5-pro", "messages":[{"role":"user","content":"Gr\\u00fc\\u00dfe"}],"novel":{"model":"x"} }'

  test('gets the bytes of the client, except for a name of the specification', async () => {
    const { gateway, server } = await openServer('vllm')
    const send = (text: string) => gateway.send('/v1/chat/completions', { body: text })
    const response = await send(body)
    expect(response.json).toMatchObject({ object: 'chat.completion', model: server.models.text })
    const own = body.replace('gen-2.5-pro', server.models.text)
    await send(own)
    const sent = server.requests.filter(({ url }) => url === '/v1/chat/completions')
    expect(sent.map((request) => request.body.toString())).toEqual([own, own])
    expect(sent[0]?.headers['x-goog-api-key']).toBeUndefined()
    expect(await gateway.nextExchange()).toMatchObject({
      route: 'createChatCompletion',
      model: 'gen-2.5-pro',
      usage: { promptTokenCount: expect.any(Number) },
    })
  })

  // Additions to OpenAI's API must reach the servers that have them.
  test('gets requests of forms that the gateway does not know, but not without a model', async () => {
    const { gateway, server } = await openServer('openai')
    const custom = { id: 'a', type: 'custom', custom: { name: 'run', input: 'ls' } }
    for (const [path, request] of [
      ['/v1/chat/completions', { messages: [{ role: 'function', name: 'f', content: '1' }] }],
      ['/v1/chat/completions', { messages: [{ role: 'assistant', tool_calls: [custom] }] }],
      ['/v1/embeddings', { input: { novel: true } }],
      ['/v1/images/generations', { prompt: [{ novel: true }] }],
    ] as const) {
      const model = path.includes('embeddings') ? 'gen-embedding-001' : server.models.text
      const body = JSON.stringify({ model: path.includes('images') ? 'gpt-image-1' : model, ...request })
      await gateway.send(path, { body })
      const received = server.requests.findLast(({ method }) => method === 'POST')
      expect([received?.url, JSON.parse(received?.body.toString() ?? '')]).toEqual([
        path,
        expect.objectContaining(request),
      ])
      const rejected = await post(gateway, path, request)
      expect(rejected).toMatchObject({ status: 400, json: { error: { param: 'model' } } })
      expect(rejected.headers['x-error-source']).not.toBe('provider')
    }
    const count = server.requests.length
    expect((await gateway.send('/v1/chat/completions', { body: '{' })).status).toBe(400)
    expect(server.requests).toHaveLength(count)
  })

  test('streams its own bytes, which the log reads', async () => {
    const { gateway, server } = await openServer('openai')
    const stream = { stream: true, stream_options: { include_usage: true } }
    const response = await complete(gateway, stream)
    const direct = await fetch(`${server.baseUrl}/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ ...chat, model: server.models.text, ...stream }),
    })
    expect(response.text).toBe(await direct.text())
    const exchange = await gateway.nextExchange()
    expect(exchange).toMatchObject({ outcome: 'completed', usage: { totalTokenCount: expect.any(Number) } })
    expect(exchange.timeline.length).toBeGreaterThan(3)
  })

  // Parsing and writing a line again would change its numbers and escapes.
  test('streams lines unchanged that have the word error, but no error with its key', async () => {
    const key = 'key-of-the-server-0123456789'
    const chunk =
      'data: {"choices":[{"delta":{"content":"\\u00fc"},"logprobs":{"content":[{"token":"error","logprob":-1.0}]}}]}\n\n'
    const gateway = await openScriptedServer((outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
      outgoing.end(`: comment\n\n${chunk}data: {"error":{"message":"Rejected ${key}","code":401}}\n\n`)
    }, key)
    const { text } = await complete(gateway, { model: 'own', stream: true })
    expect(text.startsWith(`: comment\n\n${chunk}data: {"error":{"message":"Rejected`)).toBe(true)
    expect(text + JSON.stringify(await gateway.nextExchange())).not.toContain(key)
  })

  test('may fail in mid-stream, or be cut off, which no client takes for the end', async () => {
    const { gateway, server } = await openServer('openai')
    server.injectFault('failure in mid-stream')
    const failed = await complete(gateway, { stream: true })
    expect(failed.text).toContain('The model crashed.')
    expect(failed.text).not.toContain('[DONE]')
    server.injectFault('cut in mid-stream')
    const cut = await complete(gateway, { stream: true })
    expect([cut.truncated, cut.text.includes('"server_error"')]).toEqual([true, true])
  })

  test('returns headers of a stream that describe the response', async () => {
    const gateway = await openScriptedServer((outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream', 'x-request-id': 'req_1', server: 'x' })
      outgoing.end('data: [DONE]\n\n')
    })
    const { headers } = await complete(gateway, { model: 'm', stream: true })
    expect(headers['x-request-id']).toBe('req_1')
    expect(headers.server).toBeUndefined()
  })

  test('has its usage in the log, even at the end of a response that is too long to keep', async () => {
    const embedding = Array.from({ length: 3000 }, (_, index) => index / 7)
    const data = Array.from({ length: 20 }, (_, index) => ({ object: 'embedding', index, embedding }))
    const usage = { prompt_tokens: 40, total_tokens: 40 }
    const gateway = await openScriptedServer((outgoing) =>
      sendJson(outgoing, { object: 'list', data, model: 'm', usage }),
    )
    await post(gateway, '/v1/embeddings', { model: 'm', input: 'a' })
    expect((await gateway.nextExchange()).usage).toMatchObject({ promptTokenCount: 40 })
  })

  test.each(['', 'none'])('returns a response that has the error %j among other members', async (error) => {
    const { gateway } = await openAnswering({
      error,
      ...candidate([{ text: 'Hi' }], { finishReason: 'STOP' }),
    })
    const response = await gateway.send('/v1beta/models/gen-2.5-flash:generateContent', {
      body: JSON.stringify({ contents: [{ parts: [{ text: 'Hello' }] }] }),
    })
    expect(response).toMatchObject({ status: 200, json: { error, candidates: [{}] } })
  })

  test('returns the error of a path that it does not have, whatever its status', async () => {
    const gateway = await openScriptedServer((outgoing) =>
      sendJson(outgoing, { error: 'Unexpected endpoint or method.' }),
    )
    const response = await post(gateway, '/v1/images/generations', { model: 'm', prompt: 'a' })
    expect(response).toMatchObject({
      status: 502,
      json: { error: { message: 'Unexpected endpoint or method.' } },
    })
  })
})

test('the list has every model but those for videos, and says how long its context is', async () => {
  const gateway = await openDemo()
  const { data } = (await gateway.send('/v1/models')).json as { data: { id: string }[] }
  const pro = { id: 'gen-2.5-pro', object: 'model', owned_by: 'demo', context_length: 1_048_576 }
  expect(data).toContainEqual(expect.objectContaining(pro))
  expect(data.some(({ id }) => id.includes('video'))).toBe(false)
  expect((await gateway.send('/v1/models/gemini-2.5-pro')).json).toMatchObject({ id: 'gen-2.5-pro' })
  expect((await gateway.send('/v1/models/none')).json).toMatchObject({ error: { code: 'model_not_found' } })
})

// In the gateway's own thread, a body of 100 MB would delay all other requests.
test('a large body is translated in the thread, to the same request', async () => {
  const bodyWorker = await bundleProgram(new URL('./server/body-worker.ts', import.meta.url))
  const data = Buffer.alloc(900_000, 3).toString('base64')
  const url = `data:image/png;base64,${data}`
  const bodies: string[] = []
  const service = await openUpstream((request, outgoing) => {
    bodies.push(request.body.toString())
    sendJson(outgoing, candidate([{ text: 'Hi' }], { finishReason: 'STOP' }))
  })
  closers.push(service.close)
  const content = [{ type: 'image_url', image_url: { url } }]
  for (const worker of [bodyWorker, undefined]) {
    const gateway = await openTestGateway({ baseUrl: service.url, ...(worker ? { bodyWorker: worker } : {}) })
    closers.push(gateway.close)
    const response = await complete(gateway, { messages: [{ role: 'user', content }] })
    expect(response.json).toMatchObject({ choices: [{ message: { content: 'Hi' } }] })
    const invalid = await complete(gateway, { messages: [{ role: 'user', content }], novel: 1 })
    expect(invalid.json).toMatchObject({ error: { param: 'novel' } })
    expect((await gateway.nextExchange()).requestBody.length).toBeLessThan(1000)
  }
  expect(JSON.parse(bodies[0] ?? '')).toMatchObject({ contents: [{ parts: [{ inlineData: { data } }] }] })
  expect(bodies[0]).toBe(bodies[1])
})

// The demo service for its clients: routes, dialects, streams, speed, aborts and failures.
import { expect, onTestFinished, test, vi } from 'vitest'
import { endpointList } from '#shared/endpoints/endpoints'
import { type Route, routes, toPath } from '#shared/endpoints/routes'
import { withCustomModels } from '#shared/models/catalog'
import { ApiError } from '#shared/schemas/api-error'
import { readText } from '#shared/wire/read-body'
import { createDemoService } from './demo'
import {
  answerText,
  bytesOf,
  collectEvents,
  generate,
  instant,
  makeRequest,
  postJson,
  promptBody,
  type Response,
  stream,
  textOf,
} from './service.fixture'

test.each(endpointList.filter(([, endpoint]) => endpoint.example !== null))(
  '%s answers its own example on both prefixes',
  async (_, endpoint) => {
    // Otherwise, the video of E10 would be rendered during the next tests.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const route: Route = routes[endpoint.route]
    for (const prefix of ['/v1beta', '/v1/v1beta']) {
      const path = toPath(route, prefix, { model: endpoint.model })
      const response = await instant(makeRequest(endpoint.query ? `${path}?alt=sse` : path, endpoint.example))
      expect(response.status).toBe(200)
      if (route.responseType === 'stream') {
        const events = await collectEvents(response)
        for (const event of events) expect(route.response?.safeParse(event).error).toBeUndefined()
        expect(events.at(-1)?.candidates?.[0]?.finishReason).toBe('STOP')
      } else
        expect(route.response?.safeParse(JSON.parse(await readText(response.body))).error).toBeUndefined()
    }
  },
)

test('a model has a neutral and a vendor name, with models/ and with %3A, and responds with the requested one', async () => {
  const texts = new Set<string>()
  for (const [path, name] of [
    ['gen-2.5-flash:generateContent', 'gen-2.5-flash'],
    ['gemini-2.5-flash:generateContent', 'gemini-2.5-flash'],
    ['gen-2.5-flash%3AgenerateContent', 'gen-2.5-flash'],
    ['models%2Fgen-2.5-flash:generateContent', 'gen-2.5-flash'],
  ]) {
    const { body } = await postJson(`/v1beta/models/${path}`, promptBody('Count to 3'))
    expect(body.modelVersion).toBe(name)
    texts.add(textOf(body))
  }
  expect(texts.size).toBe(1)
})

test('equal requests get equal responses, ids included; other requests get other ids', async () => {
  const body = promptBody('Write a short story about a clock.')
  expect(await generate(body)).toEqual(await generate(body))
  expect((await generate(promptBody('Another'))).responseId).not.toBe((await generate(body)).responseId)
})

const notSupported = (model: string, method: string) =>
  `models/${model} is not found for API version v1beta, or is not supported for ${method}.`

test.each<[string, string, number, string, string]>([
  ['gen-9:generateContent', '{}', 404, 'NOT_FOUND', notSupported('gen-9', 'generateContent')],
  ['gen-2.5-pro:embedContent', '{}', 404, 'NOT_FOUND', notSupported('gen-2.5-pro', 'embedContent')],
  ['../nothing', '{}', 404, 'NOT_FOUND', 'The demo has no route for POST /v1beta/models/../nothing'],
  ['gen-2.5-pro:generateContent', '{"contents":', 400, 'INVALID_ARGUMENT', 'JSON'],
  [
    'gen-2.5-pro:generateContent',
    '{"contents":[{"parts":[{"text":"a"},{"color":"red"}]}]}',
    ...([
      400,
      'INVALID_ARGUMENT',
      "contents[0].parts[1].data: required oneof field 'data' must have",
    ] as const),
  ],
  [
    'gen-2.5-pro:generateContent',
    '{"contents":[{"parts":[{"text":"a"}]}],"generationConfig":{"maxOutputTokens":0}}',
    ...([
      400,
      'INVALID_ARGUMENT',
      'generationConfig.maxOutputTokens: must be a positive whole number',
    ] as const),
  ],
])('%s with %s is an error in the format of the API', async (...[path, body, code, status, message]) => {
  const response = await instant(makeRequest(`/v1beta/models/${path}`, {}, { body: Buffer.from(body) }))
  expect([response.status, JSON.parse(await readText(response.body))]).toEqual([
    code,
    { error: expect.objectContaining({ code, status, message: expect.stringContaining(message) }) },
  ])
})

test('countTokens returns the prompt tokens that generateContent reports', async () => {
  const body = promptBody('How many tokens are in this sentence, please?')
  const counted = await postJson('/v1beta/models/gen-2.5-flash:countTokens', body)
  const wrapped = await postJson('/v1beta/models/gen-2.5-flash:countTokens', { generateContentRequest: body })
  const used = (await generate(body)).usageMetadata.promptTokenCount
  expect([counted.body, wrapped.body]).toEqual([
    expect.objectContaining({ totalTokens: used }),
    expect.objectContaining({ totalTokens: used }),
  ])
})

test('a stream has data lines with CRLF and cumulative usage, and only its last event has a finishReason', async () => {
  const path = '/v1beta/models/gen-2.5-flash:streamGenerateContent?alt=sse'
  const response = await instant(makeRequest(path, promptBody('Count to 60')))
  expect(response.headers['content-type']).toBe('text/event-stream')
  const lines = (await readText(response.body)).split('\r\n\r\n').slice(0, -1)
  expect(lines.every((line) => /^data: \{[^\n]*\}$/.test(line))).toBe(true)
  const events: Response[] = lines.map((line) => JSON.parse(line.slice(6)))
  const totals = events.map(({ usageMetadata }) => usageMetadata.totalTokenCount ?? 0)
  expect(totals).toEqual([...totals].sort((a, b) => a - b))
  expect(events.map((event) => event.candidates?.[0]?.finishReason).filter(Boolean)).toEqual(['STOP'])
  expect(events.at(-1)?.candidates?.[0]?.finishReason).toBe('STOP')
})

test('a stream and a whole response have the same text and the same usage', async () => {
  for (const model of ['gen-2.5-pro', 'gen-3.1-pro-preview']) {
    const body = promptBody('Write 90 words about rivers', {
      generationConfig: { thinkingConfig: { includeThoughts: true } },
    })
    const events = await stream(body, model)
    const whole = await generate(body, model)
    expect(events.map(textOf).join('')).toBe(textOf(whole))
    expect(events.at(-1)?.usageMetadata).toEqual(whole.usageMetadata)
    const {
      promptTokenCount = 0,
      candidatesTokenCount = 0,
      thoughtsTokenCount = 0,
      totalTokenCount,
    } = whole.usageMetadata
    expect(promptTokenCount + candidatesTokenCount + thoughtsTokenCount).toBe(totalTokenCount)
  }
})

test('thoughts come first on E5 unless they are turned off; the signature comes with the last event', async () => {
  const withConfig = (thinkingConfig: object, text = 'How long?') =>
    promptBody(text, { generationConfig: { thinkingConfig } })
  const partsOf = (event: Response) => event.candidates?.[0]?.content.parts ?? []
  const prompt = 'A train leaves at 9:40 and arrives at 12:05. How long?'
  const withThoughts = await stream(withConfig({ includeThoughts: true }, prompt))
  const kinds = withThoughts.map((event) => partsOf(event)[0]?.thought === true)
  expect(kinds.lastIndexOf(true)).toBeLessThan(kinds.indexOf(false))
  expect(kinds[0]).toBe(true)
  const thoughtSignature = expect.stringMatching(/^[A-Za-z0-9+/]{80,}=*$/)
  expect(withThoughts.at(-1)?.candidates?.[0]).toEqual({
    content: { role: 'model', parts: [{ text: '', thoughtSignature }] },
    finishReason: 'STOP',
    index: 0,
  })
  expect(withThoughts.map(textOf).join('')).toContain('2 h 25 min')
  const withoutThoughts = await stream(withConfig({ includeThoughts: false }))
  expect(withoutThoughts.flatMap(partsOf).some((part) => part.thought)).toBe(false)
  expect(withoutThoughts.at(-1)?.usageMetadata.thoughtsTokenCount).toBeGreaterThan(0)
  const withoutThinking = await generate(withConfig({ thinkingBudget: 0 }))
  expect(withoutThinking.usageMetadata).not.toHaveProperty('thoughtsTokenCount')
})

test('maxOutputTokens cuts with MAX_TOKENS, and a stop sequence ends the text before itself with STOP', async () => {
  const cut = await generate(promptBody('Count to 100', { generationConfig: { maxOutputTokens: 7 } }))
  expect([cut.candidates?.[0]?.finishReason, cut.usageMetadata.candidatesTokenCount, textOf(cut)]).toEqual([
    'MAX_TOKENS',
    7,
    '1, 2, 3, 4',
  ])
  const stopped = await generate(
    promptBody('Count to 100', { generation_config: { stop_sequences: [', 5'] } }),
  )
  expect([stopped.candidates?.[0]?.finishReason, textOf(stopped)]).toEqual(['STOP', '1, 2, 3, 4'])
})

test('blocked prompts have feedback and no candidates; other triggers end the answer with their reason', async () => {
  const blocked = await generate(promptBody('[blocked] hello'))
  expect([blocked.promptFeedback?.blockReason, blocked.candidates]).toEqual(['SAFETY', undefined])
  const streamed = await stream(promptBody('[prohibited] hello'))
  expect(streamed).toMatchObject([{ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }])
  expect(streamed[0]).not.toHaveProperty('candidates')
  for (const [trigger, expected] of [
    ['safety', { finishReason: 'SAFETY', safetyRatings: [{ blocked: true }] }],
    ['recitation', { finishReason: 'RECITATION' }],
  ] as const)
    expect((await generate(promptBody(`Write 80 words [${trigger}]`))).candidates?.[0]).toMatchObject(
      expected,
    )
})

test('a system instruction is acknowledged, and followed if that needs no understanding', async () => {
  expect(
    await answerText('Why?', {
      systemInstruction: { role: 'system', parts: [{ text: 'Talk like a pirate.' }] },
    }),
  ).toContain('“Talk like a pirate.”')
  expect(
    await answerText('Count to 3', { system_instruction: { parts: [{ text: 'Answer in upper case' }] } }),
  ).toMatch(/^[^a-z]+$/)
  expect(
    await answerText('Count to 3', {
      systemInstruction: { parts: [{ text: 'End every answer with "Over."' }] },
    }),
  ).toMatch(/\n\nOver\.$/)
})

test('only the first answer of a conversation has the demo notice', async () => {
  expect(await answerText('Count to 3')).toContain('built-in demo service')
  expect(await answerText(['Count to 3', '1, 2, 3', 'Count to 4'])).toBe('1, 2, 3, 4')
})

test('an abort ends a paced stream between two events, without an error', async () => {
  const send = createDemoService({ pace: 20 })
  const controller = new AbortController()
  const request = makeRequest(
    '/v1beta/models/gen-2.5-flash:streamGenerateContent?alt=sse&demo=first-token=0',
    promptBody('Count to 5000'),
    { signal: controller.signal },
  )
  let events = 0
  for await (const _ of bytesOf(await send(request))) {
    events += 1
    if (events === 2) controller.abort()
  }
  expect(events).toBe(2)
})

test('an abort ends the wait for a whole answer, an image and a stalled stream', async () => {
  const send = createDemoService({ pace: 0.5 })
  for (const [path, body] of [
    ['/v1beta/models/gen-2.5-flash:generateContent', promptBody('Count to 500')],
    ['/v1beta/models/gen-2.5-flash-image:generateContent?demo=image=60s', promptBody('A lighthouse')],
    ['/v1beta/models/gen-2.5-flash:generateContent?demo=delay=60s', promptBody('Hello')],
    ['/v1beta/models/gen-2.5-flash:generateContent?demo=instant;stall-after=0', promptBody('Hello')],
  ] as const) {
    const controller = new AbortController()
    const responsePromise = send(makeRequest(path, body, { signal: controller.signal }))
    setImmediate(() => controller.abort())
    await expect(responsePromise).rejects.toMatchObject({ code: 'CANCELLED' })
  }
})

test('requested failures are returned', async () => {
  const path = '/v1beta/models/gen-2.5-flash:generateContent?demo=fail'
  const error = { code: 503, status: 'UNAVAILABLE', message: 'Simulated error: 503.' }
  expect(await postJson(`${path}=503`, promptBody('x'))).toEqual({ status: 503, body: { error } })
  const { body } = await postJson(`${path}=429;retry-delay=34.4`, promptBody('x'))
  expect(body.error).toMatchObject({
    ...{ code: 429, status: 'RESOURCE_EXHAUSTED' },
    details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.4s' }],
  })
})

test('faults occur after the given number of events', async () => {
  const run = async (fault: string) => {
    const events: string[] = []
    const response = await instant(
      makeRequest(
        `/v1beta/models/gen-2.5-flash:streamGenerateContent?alt=sse&demo=${fault}`,
        promptBody('Count to 90'),
      ),
    )
    try {
      for await (const chunk of bytesOf(response)) events.push(new TextDecoder().decode(chunk))
    } catch (error) {
      return { events, error }
    }
    return { events }
  }
  const failed = await run('fail-after=3')
  expect(failed.events).toHaveLength(4)
  expect(JSON.parse(failed.events[3]?.slice(6) ?? '')).toMatchObject({ error: { code: 503 } })
  const cut = await run('cut-after=5')
  expect([cut.events.length, cut.error]).toEqual([5, expect.any(ApiError)])
  const ended = await run('end-after=2')
  expect([ended.events.length, ended.events.join('').includes('finishReason')]).toEqual([2, false])
  const garbage = await run('garbage-after=1')
  expect(garbage.events[1]).toContain('not JSON')
  expect((await run('empty')).events).toEqual([])
  const split = (await run('split=1')).events
  expect(Math.max(...split.map(({ length }) => length))).toBe(1)
  expect(split.join('')).toBe((await run('')).events.join(''))
})

test('a model that the user has added is listed, and supports only the methods of its kind', async () => {
  let models = withCustomModels([])
  const send = createDemoService({ pace: 'instant', models: () => models })
  const post = async (path: string, body: unknown) =>
    send(makeRequest(path, {}, { body: new TextEncoder().encode(JSON.stringify(body)) }))
  const statusOf = async (method: string, body: unknown) =>
    (await post(`/v1beta/models/my-model:${method}`, body)).status
  const kinds = {
    text: ['generateContent', promptBody('Count to 2')],
    image: ['generateContent', promptBody('A red circle')],
    video: ['predictLongRunning', { instances: [{ prompt: '[filtered] A river' }] }],
    embedding: ['embedContent', { content: { parts: [{ text: 'x' }] } }],
  } as const
  expect(await statusOf('generateContent', promptBody('x'))).toBe(404)
  for (const [kind, [method, body]] of Object.entries(kinds)) {
    models = withCustomModels([
      { id: 'my-model', displayName: 'Mine', kind: kind as keyof typeof kinds, thinks: false },
    ])
    expect([kind, await statusOf(method, body)]).toEqual([kind, 200])
    const list = JSON.parse(await readText((await send(makeRequest('/v1beta/models'))).body))
    expect(list.models.at(-1)).toMatchObject({
      ...{ name: 'models/my-model', displayName: 'Mine' },
      supportedGenerationMethods: expect.arrayContaining([method]),
    })
  }
  expect(await statusOf('generateContent', promptBody('x'))).toBe(404)
})

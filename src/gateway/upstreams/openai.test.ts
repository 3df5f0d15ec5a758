// Tests the upstream in a listening gateway, against fakes of the servers with their documented deviations.
import { getEventListeners } from 'node:events'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { routes, toPath } from '#shared/endpoints/routes'
import { readUpstreamModel } from '#shared/wire/http'
import { candidateOf, eventsOf, partsOf, textOf } from '../gemini-to-openai/responses.fixture'
import type { FakeServerName } from '../testing/fake-openai-servers/deviations.fixture'
import {
  type OpenAiGateway,
  type OpenAiGatewayOptions,
  openOpenAiGateway,
} from '../testing/openai-gateway.fixture'
import {
  formType,
  openOutbound,
  openUpstream,
  type TestResponse,
  toForm,
} from '../testing/test-gateway.fixture'
import { toneWav } from '../testing/tone.fixture'
import { createOpenAiUpstream } from './openai'

async function open(name: FakeServerName, options?: OpenAiGatewayOptions): Promise<OpenAiGateway> {
  const opened = await openOpenAiGateway(name, options)
  onTestFinished(opened.close)
  return opened
}

const openWithDefault = (name: FakeServerName, options: OpenAiGatewayOptions = {}) =>
  open(name, { ...options, settings: { defaults: { text: 'llama3.3:70b' }, ...options.settings } })

const contents = [{ role: 'user', parts: [{ text: 'Name three rivers in Europe.' }] }]
const model = 'gen-2.5-pro'
const png = { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }

function errorOf({ json }: TestResponse): { code: number; status: string; message: string } {
  return (json as { error: { code: number; status: string; message: string } }).error
}

describe.each<FakeServerName>(['ollama', 'lm-studio', 'llama-cpp', 'vllm', 'openai'])('%s', (name) => {
  let opened: OpenAiGateway
  beforeAll(async () => {
    opened = await openOpenAiGateway(name)
  })
  afterAll(() => opened.close())

  test('a response, whole and streamed, with thoughts where the server returns them, and usage', async () => {
    const generationConfig = { thinkingConfig: { includeThoughts: true }, maxOutputTokens: 500 }
    const whole = await opened.call(`${model}:generateContent`, { contents, generationConfig })
    expect(whole).toMatchObject({ status: 200, headers: { 'x-upstream': 'openai' } })
    const streamed = await opened.call(`${model}:streamGenerateContent?alt=sse`, {
      contents,
      generationConfig,
    })
    const events = await eventsOf(streamed)
    expect(events.length).toBeGreaterThan(3)
    expect(events.slice(0, -1).some((event) => candidateOf(event).finishReason)).toBe(false)
    expect(streamed.text).not.toContain('[DONE]')
    for (const response of [whole.json, events]) {
      expect(textOf(response)).toBe('You said: Name three rivers in Europe.')
      expect(textOf(response, true).trim()).toBe(name === 'openai' ? '' : 'The user wants a reply.')
      expect([response].flat().at(-1)).toMatchObject({
        candidates: [{ finishReason: 'STOP', content: { role: 'model' } }],
        usageMetadata: { promptTokenCount: expect.any(Number), totalTokenCount: expect.any(Number) },
        modelVersion: opened.server.models.text,
      })
    }
  })

  const declaration = {
    name: 'get_weather',
    parameters: { type: 'OBJECT', properties: { city: { type: 'STRING' } }, required: ['city'] },
  }

  test.each(['generateContent', 'streamGenerateContent'])(
    'parallel function calls and their results: %s',
    async (verb) => {
      const question = {
        role: 'user',
        parts: [{ text: 'Weather in Lisbon and Oslo? Ask for both at once.' }],
      }
      const tools = [{ functionDeclarations: [declaration] }]
      const parts = partsOf((await opened.call(`${model}:${verb}`, { contents: [question], tools })).json)
      const calls = parts.flatMap(({ functionCall }) => functionCall ?? [])
      expect(calls).toMatchObject([{ args: { city: 'Lisbon' } }, { args: { city: 'Oslo' } }])
      expect(new Set(calls.map(({ id }) => id)).size).toBe(2)
      const results = calls.map(({ id, args }) => ({
        functionResponse: { id, name: 'get_weather', response: { output: `Sun in ${args.city}` } },
      }))
      const history = [question, { role: 'model', parts }, { role: 'user', parts: results }]
      const replied = await opened.call(`${model}:generateContent`, { contents: history, tools })
      expect(textOf(replied.json)).toContain('Results: {"output":"Sun in Lisbon"} {"output":"Sun in Oslo"}')
    },
  )

  test('JSON, with and without a schema', async () => {
    const responseSchema = { type: 'OBJECT', properties: { pages: { type: 'INTEGER' } }, required: ['pages'] }
    const request = (more: object) => ({
      contents,
      generationConfig: { responseMimeType: 'application/json', ...more },
    })
    const typed = await opened.call(`${model}:generateContent`, request({ responseSchema }))
    expect(JSON.parse(textOf(typed.json))).toEqual({ pages: expect.any(Number) })
    const free = await opened.call(`${model}:generateContent`, request({}))
    expect(JSON.parse(textOf(free.json))).toEqual(expect.any(Object))
  })

  test('embeddings, single and in a batch, in order', async () => {
    const one = (text: string) => ({ content: { parts: [{ text }] } })
    const texts = ['a', 'b', 'c']
    const batch = await opened.call('gen-embedding-001:batchEmbedContents', { requests: texts.map(one) })
    const { embeddings } = batch.json as { embeddings: { values: number[] }[] }
    expect(batch.json).toMatchObject({ usageMetadata: { promptTokenCount: expect.any(Number) } })
    for (const [index, text] of texts.entries()) {
      const single = await opened.call('gen-embedding-001:embedContent', one(text))
      expect(single.json).toEqual({ embedding: embeddings[index], usageMetadata: expect.any(Object) })
    }
  })

  test('dimensions are sent, and the response says so if they had no effect', async () => {
    const request = { content: { parts: [{ text: 'a' }] }, outputDimensionality: 256, taskType: 'CLUSTERING' }
    const response = await opened.call('gen-embedding-001:embedContent', request)
    const { length } = (response.json as { embedding: { values: number[] } }).embedding.values
    expect([length, response.headers['x-ignored-fields']]).toEqual(
      name === 'lm-studio' || name === 'llama-cpp'
        ? [3072, 'taskType, outputDimensionality']
        : [256, 'taskType'],
    )
  })

  test('the list has the models of the server, and those of the specification that it can serve', async () => {
    const { json } = await opened.gateway.send('/v1beta/models')
    const { models } = json as { models: { name: string; supportedGenerationMethods: string[] }[] }
    const names = models.map(({ name: one }) => one)
    const { text, embedding } = opened.server.models
    expect(names).toEqual(
      expect.arrayContaining([`models/${text}`, `models/${embedding}`, 'models/gen-2.5-pro']),
    )
    expect(names).not.toContain('models/gen-video-3.1-fast-generate-preview')
    expect(models.find((one) => one.name === `models/${embedding}`)?.supportedGenerationMethods).toContain(
      'embedContent',
    )
    const got = await opened.gateway.send(`/v1beta/models/${text}`)
    expect(got.json).toMatchObject({ name: `models/${text}` })
    if (name === 'vllm' || name === 'llama-cpp') expect(got.json).toMatchObject({ inputTokenLimit: 8192 })
  })

  test('a model by the name of the server', async () => {
    const own = opened.server.models.text
    for (const path of [own, `models/${own}`, encodeURIComponent(own)]) {
      const response = await opened.call(`${path}:generateContent`, { contents })
      expect(response.json).toMatchObject({ modelVersion: own })
    }
  })

  test('an unknown model is the error of the server, or served by the loaded one', async () => {
    const response = await opened.call('llama9:1t:generateContent', { contents })
    if (name === 'llama-cpp')
      return expect(response.json).toMatchObject({ modelVersion: opened.server.models.text })
    const message = expect.stringContaining('llama9:1t')
    expect([response.status, errorOf(response)]).toMatchObject([
      404,
      { code: 404, status: 'NOT_FOUND', message },
    ])
  })

  test.each(['generateContent', 'streamGenerateContent'])(
    'errors with status and message: %s',
    async (verb) => {
      opened.server.injectFault('loading')
      const loading = await opened.call(`${model}:${verb}`, { contents })
      expect(loading.status).toBe(503)
      expect(errorOf(loading)).toMatchObject({ code: 503, status: 'UNAVAILABLE', message: 'Loading model' })
      opened.server.injectFault('quota')
      const quota = await opened.call(`${model}:${verb}`, { contents })
      expect(quota).toMatchObject({ status: 429, headers: { 'retry-after': '7' } })
      expect(errorOf(quota)).toMatchObject({ status: 'RESOURCE_EXHAUSTED' })
    },
  )

  test.each([
    ['failure in mid-stream', { code: 503, message: 'The model crashed.' }],
    ['cut in mid-stream', { status: 'UNAVAILABLE' }],
  ] as const)('a %s ends the stream with an error, not with a reason', async (fault, error) => {
    opened.server.injectFault(fault)
    const response = await opened.call(`${model}:streamGenerateContent?alt=sse`, { contents })
    expect((await eventsOf(response)).at(-1)).toMatchObject({ error })
    expect([response.truncated, response.text.includes('finishReason')]).toEqual([true, false])
  })
})

describe('requests', () => {
  test('a rejected field is a 400 that names it and the server, and nothing is sent', async () => {
    const { call, gateway, server } = await openWithDefault('ollama')
    const response = await call(`${model}:generateContent`, { contents, tools: [{ googleSearch: {} }] })
    expect(errorOf(response)).toMatchObject({
      code: 400,
      status: 'INVALID_ARGUMENT',
      message: expect.stringMatching(/^tools\[0\]\.googleSearch: Ollama can't search the web\./),
    })
    const depth = 20_000
    const nested = `${'{"properties":{"a":'.repeat(depth)}{}${'}}'.repeat(depth)}`
    const body = `{"contents":${JSON.stringify(contents)},"generationConfig":{"responseSchema":${nested}}}`
    const deep = await gateway.send(`/v1beta/models/${model}:generateContent`, { body })
    expect(errorOf(deep)).toMatchObject({ code: 400, message: 'The request is nested too deeply.' })
    expect(server.requests).toEqual([])
  })

  test('ignored fields are listed', async () => {
    const { call } = await open('ollama')
    for (const verb of ['generateContent', 'streamGenerateContent?alt=sse']) {
      const response = await call(`${model}:${verb}`, { contents, generationConfig: { topK: 4 } })
      expect([response.status, response.headers['x-ignored-fields']]).toEqual([200, 'generationConfig.topK'])
    }
  })

  test('the key of the client is not sent; the key of the server only in its header', async () => {
    const settings = { key: 'sk-secret' }
    const { call, gateway, server } = await open('openai', { serverKey: 'sk-secret', settings })
    expect((await call(`${model}:generateContent?key=x`, { contents })).status).toBe(400)
    expect((await call(`${model}:generateContent`, { contents })).status).toBe(200)
    for (const { headers, url } of server.requests) {
      expect(headers).toMatchObject({ authorization: 'Bearer sk-secret' })
      expect(headers).not.toHaveProperty('x-goog-api-key')
      expect(url).not.toContain('key')
    }
    expect(JSON.stringify(gateway.exchanges)).not.toContain('sk-secret')
  })

  // OpenAI shows the key in part. A name of the specification needs the list of models, which is rejected as well.
  test.each([
    ['openai', 'sk-proj-0123456789abcdef', 'gpt-5-mini', 'Incorrect API key provided'],
    ['openai', 'sk-proj-0123456789abcdef', model, 'Incorrect API key provided'],
    ['llama-cpp', 'wrong-secret-cdef', 'qwen3-4b.gguf', 'Invalid API Key'],
  ] as const)(
    '%s rejects the key %s, which no response shows, for %s',
    async (...[name, key, id, message]) => {
      const { call, gateway } = await open(name, { serverKey: 'other', settings: { key } })
      const response = await call(`${id}:generateContent`, { contents })
      expect(response).toMatchObject({ status: 401, headers: { 'x-error-reason': 'rejected-key' } })
      expect(errorOf(response).message).toContain(message)
      expect(JSON.stringify([response, gateway.exchanges])).not.toMatch(/sk-proj-|secret|cdef/)
    },
  )

  test.each(['openai', 'vllm'] as const)(
    'the account of an OpenAI client is sent to OpenAI only: %s',
    async (name) => {
      const { gateway, server } = await open(name)
      const account = { 'openai-organization': 'org-1', 'openai-project': 'proj-1' }
      const messages = [{ role: 'user', content: 'Hi' }]
      await gateway.send('/v1/chat/completions', {
        headers: { ...account, 'content-type': 'application/json' },
        body: JSON.stringify({ model: server.models.text, messages }),
      })
      const { headers } = server.requests.at(-1) ?? {}
      if (name === 'openai') expect(headers).toMatchObject(account)
      else for (const header of Object.keys(account)) expect(headers).not.toHaveProperty(header)
    },
  )

  test('a key that was entered for another server is not sent', async () => {
    const key = { secret: 'sk-secret', origins: ['https://api.openai.com'] }
    const { call, server } = await open('openai', { settings: { key } })
    const response = await call('gpt-5-mini:generateContent', { contents })
    expect(errorOf(response)).toMatchObject({ status: 'FAILED_PRECONDITION' })
    expect(server.requests).toEqual([])
  })
})

describe('models', () => {
  test('an alias, a default, and a server with several models', async () => {
    const aliases = [{ from: 'gen-2.5-flash', to: 'nomic-embed-text:latest' }]
    const preset = await openWithDefault('ollama', { settings: { aliases } })
    await preset.call('gemini-2.5-flash:generateContent', { contents })
    expect(preset.lastBody()).toMatchObject({ model: 'nomic-embed-text:latest' })
    await preset.call('gen-2.5-pro:generateContent', { contents })
    expect(preset.lastBody()).toMatchObject({ model: 'llama3.3:70b' })

    const several = await open('ollama')
    several.server.listModels({ data: [{ id: 'a:1b' }, { id: 'b:2b' }] })
    const response = await several.call('gen-2.5-pro:generateContent', { contents })
    expect(errorOf(response)).toMatchObject({
      code: 404,
      message: expect.stringMatching(/models\/gen-2\.5-pro .*such as a:1b, b:2b/),
    })
  })

  test.each([
    ['gen-2.5-pro:generateContent', { contents }],
    ['gen-2.5-pro:streamGenerateContent?alt=sse', { contents }],
    ['gen-embedding-001:embedContent', { content: contents[0] }],
    ['gen-embedding-001:batchEmbedContents', { requests: [{ content: contents[0] }] }],
  ])('the response names the model that was sent: %s', async (path, body) => {
    const sent = '模型/größe 100%:latest'.replace(' ', '-')
    const { call } = await open('ollama', { settings: { defaults: { text: sent, embedding: sent } } })
    const { 'x-upstream-model': encoded } = (await call(path, body)).headers
    expect(readUpstreamModel({ 'x-upstream-model': String(encoded) })).toBe(sent)
  })

  test('a default needs no list, also for a name that the server might have itself', async () => {
    const { call, server, lastBody } = await openWithDefault('ollama')
    server.listModels('<html>')
    expect((await call('gemini-2.5-flash:generateContent', { contents })).status).toBe(200)
    expect(lastBody()).toMatchObject({ model: 'llama3.3:70b' })
    const embedding = await call('gen-embedding-001:embedContent', { content: contents[0] })
    expect(errorOf(embedding).message).toMatch(/list of models/)
  })

  test('a vendor’s name with a default does not wait again for a list that never comes', async () => {
    const { call, server } = await openWithDefault('ollama', { settings: { listTimeoutMs: 50 } })
    server.silenceList()
    for (let request = 0; request < 3; request += 1)
      expect((await call('gemini-2.5-flash:generateContent', { contents })).json).toMatchObject({
        modelVersion: 'llama3.3:70b',
      })
    expect(server.requests.filter(({ url }) => url === '/v1/models')).toHaveLength(1)
  })

  test('the server’s model of the same name in the other family, with or without models/', async () => {
    const { call, gateway, server, lastBody } = await open('vllm', {
      settings: { defaults: { text: 'other' } },
    })
    const listed = ['whisper-1', 'gpt-4o-transcribe', 'models/gemini-2.5-flash', 'other']
    server.listModels({ data: listed.map((id) => ({ id })) })
    await call('models/gemini-2.5-flash:generateContent', { contents })
    expect(lastBody()).toMatchObject({ model: 'models/gemini-2.5-flash' })
    await call('gen-2.5-flash:generateContent', { contents })
    expect(lastBody()).toMatchObject({ model: 'other' })
    expect((await gateway.send('/v1beta/models')).json).toMatchObject({
      models: expect.arrayContaining([
        expect.objectContaining({
          name: 'models/gen-4o-transcribe',
          description: expect.stringContaining('gpt-4o-transcribe'),
        }),
      ]),
    })
  })

  test('a default that the server does not have is explained', async () => {
    const { call } = await openWithDefault('ollama', { settings: { defaults: { text: 'qwen4:8b' } } })
    const response = await call('gen-2.5-pro:generateContent', { contents })
    expect(errorOf(response).message).toBe(
      'model "qwen4:8b" not found, try pulling it first. gen-2.5-pro is sent as qwen4:8b.',
    )
  })

  test('a server without models, as Ollama responds', async () => {
    const { call, server, gateway } = await open('ollama')
    server.listModels({ object: 'list', data: null })
    expect((await gateway.send('/v1beta/models')).json).toEqual({ models: [] })
    const response = await call('gen-2.5-pro:generateContent', { contents })
    const message = expect.stringContaining('no model of this kind')
    expect(errorOf(response)).toMatchObject({ code: 404, message })
  })

  test('models with the names of members that every object has', async () => {
    const { gateway, server } = await open('ollama')
    const names = ['constructor', '__proto__', 'toString']
    server.listModels({ object: 'list', data: names.map((id) => ({ id })) })
    const supportedGenerationMethods = expect.arrayContaining(['generateContent'])
    expect((await gateway.send('/v1beta/models')).json).toMatchObject({
      models: names.map(() => ({ supportedGenerationMethods })),
    })
  })

  test('a list that is a page, or of another API', async () => {
    const { gateway, server } = await open('ollama')
    for (const list of ['<html>', { models: [] }]) {
      server.listModels(list)
      const response = await gateway.send('/v1beta/models')
      expect(response).toMatchObject({ status: 502, headers: { 'x-error-reason': 'connection' } })
    }
  })

  test('a list that never comes: the list itself, a name that needs it, and a transcription', async () => {
    const { call, gateway, server } = await open('ollama', { settings: { listTimeoutMs: 200 } })
    server.silenceList()
    for (const response of [
      await gateway.send('/v1beta/models'),
      await call('gen-2.5-pro:generateContent', { contents }),
      await transcribe(gateway, 'gen-4o-transcribe'),
    ]) {
      expect(response).toMatchObject({ status: 504, headers: { 'x-error-reason': 'connection' } })
      expect(errorOf(response).message).toContain("The provider didn't list its models within 0.2 seconds.")
    }
    // A name that does not need the list.
    expect((await call('llama3.3:70b:generateContent', { contents })).status).toBe(200)
    for (const sent of server.requests.filter(({ url }) => url === '/v1/models')) await sent.aborted
  })

  test('a list whose client leaves is aborted, and leaves no listeners behind', async () => {
    const { server } = await open('ollama')
    server.silenceList()
    const outbound = openOutbound()
    onTestFinished(outbound.close)
    const settings = {
      id: 'openai',
      baseUrl: server.baseUrl,
      key: null,
      defaults: {},
      aliases: [],
      kinds: {},
    }
    const { listModels } = createOpenAiUpstream(settings, outbound)
    const abort = new AbortController()
    const rejected = expect(listModels?.(abort.signal)).rejects.toMatchObject({ code: 'CANCELLED' })
    const sent = await server.waitForRequest(0)
    expect(getEventListeners(abort.signal, 'abort')).toHaveLength(1)
    abort.abort()
    await rejected
    await sent.aborted
    expect(getEventListeners(abort.signal, 'abort')).toHaveLength(0)
  })

  test('a base URL without /v1 at LM Studio, which responds to unknown paths with status 200', async () => {
    const { server } = await open('lm-studio')
    const wrong = await open('lm-studio', { settings: { baseUrl: `${server.origin}/api` } })
    const response = await wrong.call('qwen/qwen3-8b:generateContent', { contents })
    const message = 'Unexpected endpoint or method. (POST /api/chat/completions)'
    expect([response.status, errorOf(response).message]).toEqual([502, message])
  })
})

describe('embeddings', () => {
  test.each<[string, object]>([
    ['content.parts[1].inlineData', png],
    ['content.parts[1].inlineData', { text: 'a', ...png }],
    ['content.parts[1].text', { text: 5 }],
  ])('of more than texts are rejected: %s', async (param, part) => {
    const { call, server } = await open('ollama', { settings: { defaults: { embedding: 'a' } } })
    const content = { parts: [{ text: 'a' }, part] }
    const single = await call('gen-embedding-001:embedContent', { content })
    expect(errorOf(single)).toMatchObject({ code: 400, message: expect.stringContaining(`${param}: `) })
    const batch = await call('gen-embedding-001:batchEmbedContents', { requests: [{ content }] })
    expect(errorOf(batch).message).toContain(`requests[0].${param}: `)
    expect(server.requests).toEqual([])
  })

  test('with different dimensions in a batch are rejected by name', async () => {
    const { call } = await open('openai')
    const requests = [256, 512].map((dimensions) => ({
      content: { parts: [{ text: 'a' }] },
      output_dimensionality: dimensions,
    }))
    const response = await call('gen-embedding-001:batchEmbedContents', { requests })
    expect(errorOf(response).message).toMatch(/^requests\[1\]\.outputDimensionality: OpenAI /)
  })

  test('of Mistral have another name of the dimensions', async () => {
    const { call, lastBody } = await open('vllm', { settings: { server: 'mistral' } })
    const request = { content: { parts: [{ text: 'a' }] }, outputDimensionality: 256 }
    await call('codestral-embed:embedContent', request)
    expect(lastBody()).toEqual({ model: 'codestral-embed', input: 'a', output_dimension: 256 })
  })
})

const prompt = { role: 'user', parts: [{ text: 'A red boat' }] }
const imageOf = (response: unknown) => partsOf(response).find(({ inlineData }) => inlineData)?.inlineData

describe('images', () => {
  const painter = 'gen-3-pro-image-preview:generateContent'

  test('a size for the ratio, in the sizes that OpenAI has', async () => {
    const { call, lastBody } = await open('openai')
    const imageConfig = { aspectRatio: '16:9' }
    const generationConfig = { responseModalities: ['TEXT', 'IMAGE'], imageConfig, candidateCount: 2 }
    const response = await call(painter, { contents: [prompt], generationConfig })
    expect(lastBody()).toEqual({ model: 'gpt-image-1', prompt: 'A red boat', n: 2, size: '1536x1024' })
    const content = { parts: [{ inlineData: { mimeType: 'image/png' } }] }
    expect(response.json).toMatchObject({
      candidates: [0, 1].map((index) => ({ index, finishReason: 'STOP', content })),
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 20, totalTokenCount: 30 },
    })
  })

  test.each([
    [{ aspectRatio: '16:9' }, { size: '1344x768' }],
    [{ aspectRatio: '3:4', imageSize: '2K' }, { size: '1792x2368' }],
    [{}, {}],
  ])('any size elsewhere: %j', async (imageConfig, size) => {
    const { call, lastBody } = await open('ollama')
    const response = await call(painter, { contents: [prompt], generationConfig: { imageConfig } })
    expect(response.status).toBe(200)
    const fields = { model: 'x/z-image-turbo:latest', prompt: 'A red boat', response_format: 'b64_json' }
    expect(lastBody()).toEqual({ ...fields, ...size })
  })

  test('an edit of the newest image, or of several references, as a form', async () => {
    const { call, server } = await open('openai')
    const drawn = await call(painter, { contents: [prompt] })
    const next = { role: 'user', parts: [{ text: 'Make it blue' }] }
    const edited = await call(painter, { contents: [prompt, candidateOf(drawn.json).content, next] })
    expect(imageOf(edited.json)).not.toEqual(imageOf(drawn.json))
    expect(edited.headers['x-ignored-fields']).toBe('contents[]')
    const form = server.requests.at(-1)
    expect(form?.url).toBe('/v1/images/edits')
    expect(form?.body.includes(Buffer.from(imageOf(drawn.json)?.data ?? '', 'base64'))).toBe(true)
    expect(form?.body.toString('latin1')).toContain('name="prompt"\r\n\r\nMake it blue\r\n')
    const references = [{ role: 'user', parts: [png, { text: 'Combine them' }, png] }]
    expect((await call(painter, { contents: references })).status).toBe(200)
    expect(
      server.requests
        .at(-1)
        ?.body.toString('latin1')
        .match(/name="image\[\]"/g),
    ).toHaveLength(2)
  })

  const withPart = (part: object) => ({ contents: [{ parts: [...prompt.parts, part] }] })
  const inline = (mimeType: string) => withPart({ inlineData: { mimeType, data: 'AAAA' } })
  const config = (generationConfig: object) => ({ generationConfig })
  test.each<[string, object, FakeServerName?]>([
    ['systemInstruction.parts[0].inlineData', { systemInstruction: { parts: [png] } }],
    ['contents[0].parts[1].fileData', withPart({ fileData: { fileUri: 'x' } })],
    ['contents[0].parts[1].functionCall', withPart({ functionCall: { name: 'f' } })],
    ['contents[0].parts[1].text', withPart({ text: 5 })],
    ['contents[0].parts[1].inlineData', inline('audio/wav')],
    ['contents[0].parts[1].inlineData', inline('image/png\r\nX: y')],
    ['generationConfig.imageConfig', config({ imageConfig: '16:9' })],
    ['generationConfig.imageConfig.imageSize', config({ imageConfig: { imageSize: '4K' } })],
    ['generationConfig.responseModalities', config({ responseModalities: ['TEXT'] })],
    ['generationConfig.candidateCount', config({ candidateCount: '2' })],
    ['tools', { tools: [{ googleSearch: {} }] }],
    ['contents', { contents: [prompt, { role: 'model', parts: [{ text: 'Done' }] }] }],
    ['generationConfig.imageConfig.somethingNew', config({ imageConfig: { somethingNew: 1 } }), 'openrouter'],
    ['generationConfig.imageConfig.aspectRatio', config({ imageConfig: { aspectRatio: 1 } }), 'openrouter'],
    ['generationConfig.responseModalities', config({ responseModalities: ['AUDIO'] }), 'openrouter'],
    ['generationConfig.candidateCount', config({ candidateCount: 2 }), 'openrouter'],
  ])('%s is rejected by name', async (param, request, name = 'openai') => {
    const { call, server } = await open(name, { settings: { defaults: { image: 'gpt-image-1' } } })
    const response = await call(painter, { contents: [prompt], ...request })
    expect([response.status, errorOf(response).message.startsWith(`${param}: `)]).toEqual([400, true])
    expect(server.requests).toEqual([])
  })

  test('what has no effect on an image is listed', async () => {
    const { call } = await open('openai')
    const response = await call(painter, {
      contents: [{ parts: [{ text: 'A red boat', thoughtSignature: 'AAAA' }] }],
      generationConfig: { temperature: 1 },
      toolConfig: { functionCallingConfig: { mode: 'AUTO' } },
    })
    expect(response.status).toBe(200)
    expect(String(response.headers['x-ignored-fields']).split(', ').sort()).toEqual([
      'contents[].parts[].thoughtSignature',
      'generationConfig.temperature',
      'toolConfig',
    ])
  })

  test('a stream has one event, and a server without the images API an error', async () => {
    const { call } = await open('openai')
    const stream = await call('gen-3-pro-image-preview:streamGenerateContent?alt=sse', { contents: [prompt] })
    expect((await eventsOf(stream)).map(imageOf)).toMatchObject([{ mimeType: 'image/png' }])
    const without = await open('vllm', { settings: { defaults: { image: 'flux' } } })
    const response = await without.call(painter, { contents: [prompt] })
    expect(errorOf(response)).toMatchObject({ code: 404, message: expect.stringContaining('Not Found') })
  })
})

describe('images of OpenRouter, which draws in chat completions', () => {
  const painter = 'google/gemini-2.5-flash-image'
  const message = { role: 'user', content: 'A red boat' }
  const both = { responseModalities: ['TEXT', 'IMAGE'] }

  test('come with their text, ratio, and size, whole and streamed', async () => {
    const { call, lastBody, server } = await open('openrouter')
    const generationConfig = { imageConfig: { aspectRatio: '16:9', imageSize: '2K' } }
    const whole = await call(`${painter}:generateContent`, { contents: [prompt], generationConfig })
    expect(server.requests.at(-1)?.url).toBe('/v1/chat/completions')
    expect(lastBody()).toEqual({
      model: painter,
      messages: [message],
      modalities: ['image', 'text'],
      image_config: { aspect_ratio: '16:9', image_size: '2K' },
    })
    const stream = `${painter}:streamGenerateContent?alt=sse`
    const events = await eventsOf(await call(stream, { contents: [prompt], generationConfig: both }))
    expect(events.length).toBeGreaterThan(2)
    for (const response of [whole.json, events]) {
      expect(textOf(response)).toBe('You said: A red boat')
      expect(imageOf(response)).toEqual({ mimeType: 'image/png', data: expect.stringMatching(/^iVBOR/) })
      expect([response].flat().at(-1)).toMatchObject({ candidates: [{ finishReason: 'STOP' }] })
    }
  })

  test.each([{}, both, { responseModalities: ['IMAGE'] }])(
    'are alone from a model that writes no text: %j',
    async (generationConfig) => {
      const { call, lastBody } = await open('openrouter')
      const request = { contents: [prompt], generationConfig }
      const response = await call('black-forest-labs/flux.2-pro:generateContent', request)
      expect(lastBody()).toMatchObject({ modalities: ['image'] })
      expect(imageOf(response.json)).toBeDefined()
    },
  )

  test('come from a model that is listed as one for text', async () => {
    const { call, lastBody } = await open('openrouter', { settings: { kinds: { [painter]: 'text' } } })
    const response = await call(`${painter}:generateContent`, { contents: [prompt], generationConfig: both })
    expect(lastBody()).toMatchObject({ modalities: ['image', 'text'] })
    expect(imageOf(response.json)).toBeDefined()
    await call(`${painter}:generateContent`, { contents: [prompt] })
    expect(lastBody()).toEqual({ model: painter, messages: [message] })
  })

  test('that a model cannot draw are the error of the server', async () => {
    const { call, server } = await open('openrouter')
    const request = { contents: [prompt], generationConfig: both }
    const response = await call(`${server.models.text}:generateContent`, request)
    expect(errorOf(response)).toMatchObject({ code: 404, message: expect.stringContaining('image, text') })
  })
})

const bearer = { authorization: 'Bearer local-key-of-the-tests', ...formType }
const transcribe = (gateway: OpenAiGateway['gateway'], name: string, isLast = false) => {
  const field = { name: 'model', value: name }
  const file = { name: 'file', value: toneWav(isLast ? 30 : 1), filename: 'tone.wav' }
  const body = toForm(isLast ? [file, field] : [field, file])
  return gateway.send('/v1/audio/transcriptions', { method: 'POST', key: null, headers: bearer, body })
}

describe('transcription', () => {
  test.each(['gen-4o-transcribe', 'gpt-4o-transcribe'])(
    '%s gets the name of the server, which may have several models',
    async (name) => {
      const { gateway, server } = await open('openai')
      const listed = ['whisper-1', 'gpt-4o-mini-transcribe', 'gpt-4o-transcribe']
      server.listModels({ data: listed.map((id) => ({ id })) })
      const response = await transcribe(gateway, name)
      expect(response.json).toMatchObject({ text: expect.any(String) })
      expect(response.headers['x-upstream-model']).toBe('gpt-4o-transcribe')
      const { body, headers, url } = server.requests.at(-1)!
      expect([url, headers['content-length']]).toEqual(['/v1/audio/transcriptions', String(body.length)])
      expect(body.toString('latin1')).toContain('\r\n\r\ngpt-4o-transcribe\r\n')
    },
  )

  test('a name of the server needs no list', async () => {
    const { gateway, server } = await open('openai')
    server.silenceList()
    await transcribe(gateway, 'whisper-large')
    expect(server.requests.map(({ url }) => url)).toEqual(['/v1/audio/transcriptions'])
  })

  test.each([
    ['before the file', false],
    ['after a large file', true],
  ])('a server without such a model, named %s', async (_, isLast) => {
    const { gateway } = await open('ollama')
    const response = await transcribe(gateway, 'gen-4o-transcribe', isLast)
    const message = expect.stringContaining('gen-4o-transcribe has no equivalent')
    expect([response.status, response.json]).toMatchObject([
      404,
      { error: { type: 'invalid_request_error', code: 'model_not_found', message } },
    ])
  })

  test('a default that the server does not have is explained', async () => {
    const { gateway } = await open('openai', { settings: { defaults: { transcription: 'whisper-9' } } })
    const response = await transcribe(gateway, 'gen-4o-transcribe')
    expect(response.status).toBe(404)
    expect(errorOf(response).message).toContain('gen-4o-transcribe is sent as whisper-9.')
  })
})

describe('without an equivalent', () => {
  const video = 'gen-video-3.1-fast-generate-preview:predictLongRunning'
  test.each<[method: string, path: string, body?: object]>([
    ['POST', `/v1beta/models/${video}`, { instances: [{ prompt: 'x' }] }],
    ['POST', `/v1beta/models/${model}:countTokens`, { contents }],
    ['GET', '/v1beta/files'],
    ...routes.uploadFile.prefixes.map((prefix): [string, string, object] => [
      'POST',
      toPath(routes.uploadFile, prefix),
      {},
    ]),
  ])('%s %s is rejected in words', async (method, path, body) => {
    const { gateway, server } = await open('ollama')
    const response = await gateway.send(path, { method, ...(body && { body: JSON.stringify(body) }) })
    expect(response.status).toBe(400)
    expect(errorOf(response).message).toMatch(/^Ollama can't .*Settings > Provider\.$/)
    expect(server.requests).toEqual([])
  })

  test('tokens are counted by a request for one token, if that is allowed, of text models', async () => {
    const { call, lastBody, server } = await open('vllm', { settings: { countsTokens: true } })
    const count = (request: object) => call(`${model}:countTokens`, request)
    expect((await count({ contents })).json).toEqual({ totalTokens: expect.any(Number) })
    expect(lastBody()).toMatchObject({ max_tokens: 1 })
    const systemInstruction = { parts: [{ text: 'Be brief' }] }
    await count({ contents, systemInstruction })
    expect(lastBody()).toMatchObject({ messages: [{ role: 'system', content: 'Be brief' }, {}] })
    const json = { responseMimeType: 'application/json' }
    const generationConfig = { candidateCount: 3, responseLogprobs: true, ...json }
    expect((await count({ generateContentRequest: { contents, generationConfig } })).status).toBe(200)
    const names = ['max_tokens', 'messages', 'model', 'response_format']
    expect(Object.keys(lastBody() as object).sort()).toEqual(names)
    const unknown = { contents, generationConfig: { unknown: 1 } }
    expect((await count({ generateContentRequest: unknown })).status).toBe(400)
    expect((await count({ contents, unknown: 1 })).status).toBe(400)
    const { embedding } = server.models
    expect(errorOf(await call(`${embedding}:countTokens`, { contents }))).toMatchObject({
      code: 400,
      message: expect.stringContaining(`can't count the tokens of ${embedding}, because`),
    })
  })
})

describe('a server that', () => {
  test.each(['generateContent', 'streamGenerateContent'])('responds with a page: %s', async (verb) => {
    const { call, server } = await open('ollama')
    server.injectFault('html page')
    const response = await call(`${model}:${verb}`, { contents })
    expect(response).toMatchObject({ status: 502, headers: { 'x-error-reason': 'connection' } })
  })

  test('returns something else, or what is nested too deeply', async () => {
    const nested = `${'{"message":'.repeat(20_000)}1${'}'.repeat(20_000)}`
    const message = { tool_calls: [{ id: 'a', function: { name: 'f', arguments: nested } }] }
    let body = ''
    const upstream = await openUpstream((_, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end(body)
    })
    onTestFinished(upstream.close)
    const { call } = await openWithDefault('ollama', { settings: { baseUrl: upstream.url } })
    for (body of ['null', '[]', JSON.stringify({ choices: [{ message }] }), `{"error":${nested}}`])
      for (const verb of ['generateContent', 'streamGenerateContent?alt=sse']) {
        const response = await call(`${model}:${verb}`, { contents })
        expect([body.slice(0, 10), response.status, errorOf(response)]).toMatchObject([
          body.slice(0, 10),
          502,
          { code: 502, status: 'UNAVAILABLE' },
        ])
      }
  })

  test('stops responding, before its response or in mid-stream', async () => {
    const { call, server } = await open('ollama', { limits: { headersTimeout: 1000, bodyTimeout: 1000 } })
    server.injectFault('silence')
    expect((await call(`${model}:generateContent`, { contents })).status).toBe(504)
    server.injectFault('silence in mid-stream')
    const response = await call(`${model}:streamGenerateContent?alt=sse`, { contents })
    expect((await eventsOf(response)).at(-1)).toMatchObject({ error: { status: 'DEADLINE_EXCEEDED' } })
    expect(response.truncated).toBe(true)
  })

  test('is not running', async () => {
    const { call, gateway, server } = await openWithDefault('ollama')
    await server.close()
    for (const response of [
      await call(`${model}:generateContent`, { contents }),
      await transcribe(gateway, 'gen-4o-transcribe'),
    ]) {
      expect(response).toMatchObject({ status: 502, headers: { 'x-error-reason': 'connection' } })
      expect(response.text).not.toContain(new URL(server.origin).port)
    }
  })

  test.each(['silence', 'silence in mid-stream'] as const)('is left by its client: %s', async (fault) => {
    const { gateway, server } = await openWithDefault('ollama')
    server.injectFault(fault)
    const abort = new AbortController()
    const response = gateway.send(`/v1beta/models/${model}:streamGenerateContent?alt=sse`, {
      body: JSON.stringify({ contents }),
      signal: abort.signal,
    })
    const sent = await server.waitForRequest(0)
    abort.abort()
    await response.catch(() => undefined)
    await sent.aborted
  })
})

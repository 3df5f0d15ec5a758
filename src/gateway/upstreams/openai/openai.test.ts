// Tests the upstream in a listening gateway, against fakes of the servers with their documented deviations.
import { getEventListeners } from 'node:events'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { routes, toPath } from '#shared/endpoints/routes'
import { readEvents } from '#shared/wire/read-events'
import type { FakeServerName } from '../../testing/fake-openai-servers/deviations.fixture'
import {
  type OpenAiGateway,
  type OpenAiGatewayOptions,
  openOpenAiGateway,
} from '../../testing/openai-gateway.fixture'
import {
  formType,
  openOutbound,
  openUpstream,
  type TestResponse,
  toForm,
} from '../../testing/test-gateway.fixture'
import { toneWav } from '../../testing/tone.fixture'
import { checkUpstream } from '../check-upstream'
import { createOpenAiUpstream } from './openai'

const closers: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function open(name: FakeServerName, options?: OpenAiGatewayOptions): Promise<OpenAiGateway> {
  const opened = await openOpenAiGateway(name, options)
  closers.push(opened.close)
  return opened
}

const contents = [{ role: 'user', parts: [{ text: 'Name three rivers in Europe.' }] }]
const model = 'gen-2.5-pro'

interface Candidate {
  readonly content: { readonly parts: readonly Readonly<Record<string, unknown>>[] }
  readonly finishReason?: string
}

function candidateOf(document: unknown): Candidate {
  return (document as { candidates: Candidate[] }).candidates[0]!
}

function textOf(documents: readonly unknown[], isThought = false): string {
  const parts = documents.flatMap((document) => candidateOf(document).content.parts)
  return parts.flatMap(({ text = '', thought = false }) => (thought === isThought ? [text] : [])).join('')
}

function errorOf({ json }: TestResponse): { code: number; status: string; message: string } {
  return (json as { error: { code: number; status: string; message: string } }).error
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

async function eventsOf({ text }: TestResponse): Promise<unknown[]> {
  const events: unknown[] = []
  for await (const event of readEvents(bytesOf(text))) events.push(JSON.parse(event))
  return events
}

describe.each<FakeServerName>(['ollama', 'lm-studio', 'llama-cpp', 'vllm', 'openai'])('%s', (name) => {
  let opened: OpenAiGateway
  beforeAll(async () => {
    opened = await openOpenAiGateway(name)
  })
  afterAll(() => opened.close())

  const generationConfig = { thinkingConfig: { includeThoughts: true }, maxOutputTokens: 500 }

  test('a whole response, with thoughts where the server returns them, and usage', async () => {
    const response = await opened.call(`${model}:generateContent`, { contents, generationConfig })
    expect(response).toMatchObject({ status: 200, headers: { 'x-upstream': 'openai' } })
    expect(response.json).toMatchObject({
      candidates: [{ finishReason: 'STOP', content: { role: 'model' } }],
      usageMetadata: { promptTokenCount: expect.any(Number), candidatesTokenCount: expect.any(Number) },
      modelVersion: opened.server.models.text,
    })
    expect(textOf([response.json])).toBe('You said: Name three rivers in Europe.')
    expect(textOf([response.json], true).trim()).toBe(name === 'openai' ? '' : 'The user wants a reply.')
  })

  test.each([
    ['sse', '?alt=sse'],
    ['array', ''],
  ])('the same, streamed as %s', async (framing, query) => {
    const response = await opened.call(`${model}:streamGenerateContent${query}`, {
      contents,
      generationConfig,
    })
    const documents = framing === 'sse' ? await eventsOf(response) : (response.json as unknown[])
    expect(documents.length).toBeGreaterThan(3)
    expect(textOf(documents)).toBe('You said: Name three rivers in Europe.')
    expect(textOf(documents, true).trim()).toBe(name === 'openai' ? '' : 'The user wants a reply.')
    expect(documents.slice(0, -1).some((one) => candidateOf(one).finishReason)).toBe(false)
    expect(documents.at(-1)).toMatchObject({
      candidates: [{ finishReason: 'STOP' }],
      usageMetadata: { totalTokenCount: expect.any(Number) },
    })
    expect(response.text).not.toContain('[DONE]')
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
      const first = await opened.call(`${model}:${verb}`, { contents: [question], tools })
      const parts = [first.json].flat().flatMap((document) => candidateOf(document).content.parts)
      const calls = parts.flatMap(({ functionCall }) => (functionCall ? [functionCall] : [])) as {
        id: string
        args: { city: string }
      }[]
      expect(calls).toMatchObject([{ args: { city: 'Lisbon' } }, { args: { city: 'Oslo' } }])
      expect(new Set(calls.map(({ id }) => id)).size).toBe(2)
      const results = calls.map(({ id, args }) => ({
        functionResponse: { id, name: 'get_weather', response: { output: `Sun in ${args.city}` } },
      }))
      const history = [question, { role: 'model', parts }, { role: 'user', parts: results }]
      const replied = await opened.call(`${model}:generateContent`, { contents: history, tools })
      expect(textOf([replied.json])).toContain('Results: {"output":"Sun in Lisbon"} {"output":"Sun in Oslo"}')
    },
  )

  test.each([['get_weather', 'get_time'], ['get_time']])('a forced call: %j', async (...names) => {
    const declarations = ['get_weather', 'get_time'].map((one) => ({ ...declaration, name: one }))
    const functionCallingConfig = { mode: 'ANY', allowedFunctionNames: names }
    const response = await opened.call(`${model}:generateContent`, {
      contents,
      tools: [{ functionDeclarations: declarations }],
      toolConfig: { functionCallingConfig },
    })
    if (name === 'ollama') return expect(errorOf(response).message).toContain("Ollama can't force")
    expect(candidateOf(response.json).content.parts.at(-1)).toMatchObject({
      functionCall: { name: names[0] },
    })
  })

  test.each(['generateContent', 'streamGenerateContent'])(
    'two candidates with log probabilities: %s',
    async (verb) => {
      const response = await opened.call(`${model}:${verb}`, {
        contents,
        generationConfig: { candidateCount: 2, responseLogprobs: true, logprobs: 0 },
      })
      if (name === 'ollama' || name === 'lm-studio')
        return expect(errorOf(response).message).toMatch(/^generationConfig\.candidateCount: /)
      const last = [response.json].flat().at(-1)
      expect(last).toMatchObject({
        candidates: [0, 1].map((index) => ({ index, finishReason: 'STOP', avgLogprobs: -0.5 })),
        usageMetadata: { totalTokenCount: expect.any(Number) },
      })
    },
  )

  test('thoughts of the history', async () => {
    const thought = { text: 'The user greets me.', thought: true }
    const history = [...contents, { role: 'model', parts: [thought, { text: 'Hello' }] }, ...contents]
    const response = await opened.call(`${model}:generateContent`, { contents: history })
    expect(response.status).toBe(200)
    const isSent = JSON.stringify(opened.lastBody()).includes(thought.text)
    const ignored = response.headers['x-ignored-fields']
    expect([isSent, ignored]).toEqual(
      name === 'openai' || name === 'lm-studio' ? [false, 'contents[].parts[].thought'] : [true, undefined],
    )
  })

  test('JSON, with and without a schema', async () => {
    const responseSchema = { type: 'OBJECT', properties: { pages: { type: 'INTEGER' } }, required: ['pages'] }
    const json = { responseMimeType: 'application/json' }
    const typed = await opened.call(`${model}:generateContent`, {
      contents,
      generationConfig: { ...json, responseSchema },
    })
    expect(JSON.parse(textOf([typed.json]))).toEqual({ pages: expect.any(Number) })
    const free = await opened.call(`${model}:generateContent`, { contents, generationConfig: json })
    expect(JSON.parse(textOf([free.json]))).toEqual(expect.any(Object))
  })

  test('an image in the prompt', async () => {
    const image = { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }
    const response = await opened.call(`${model}:generateContent`, {
      contents: [{ parts: [{ text: 'What is it?' }, image] }],
    })
    expect(textOf([response.json])).toContain('Media: image_url')
  })

  test('embeddings, single and in a batch, in order', async () => {
    const one = (text: string) => ({ content: { parts: [{ text }] } })
    const texts = ['a', 'b', 'c']
    const embedding = 'gen-embedding-001'
    const batch = await opened.call(`${embedding}:batchEmbedContents`, { requests: texts.map(one) })
    const { embeddings } = batch.json as { embeddings: { values: number[] }[] }
    expect(batch.json).toMatchObject({ usageMetadata: { promptTokenCount: expect.any(Number) } })
    for (const [index, text] of texts.entries()) {
      const single = await opened.call(`${embedding}:embedContent`, one(text))
      expect(single.json).toEqual({ embedding: embeddings[index], usageMetadata: expect.any(Object) })
    }
  })

  test('dimensions are sent, and the response says so if they had no effect', async () => {
    const request = { content: { parts: [{ text: 'a' }] }, outputDimensionality: 256, taskType: 'CLUSTERING' }
    const response = await opened.call('gen-embedding-001:embedContent', request)
    const { length } = (response.json as { embedding: { values: number[] } }).embedding.values
    const ignores = name === 'lm-studio' || name === 'llama-cpp'
    expect(length).toBe(ignores ? 3072 : 256)
    expect(response.headers['x-ignored-fields']).toBe(ignores ? 'taskType, outputDimensionality' : 'taskType')
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

  test.each(['', 'models/', 'encoded'])('a model by the name of the server: %s', async (form) => {
    const own = opened.server.models.text
    const path = form === 'encoded' ? encodeURIComponent(own) : form + own
    const response = await opened.call(`${path}:generateContent`, { contents })
    expect(response.json).toMatchObject({ modelVersion: own })
  })

  test('an unknown model is the error of the server, or served by the loaded one', async () => {
    const response = await opened.call('llama9:1t:generateContent', { contents })
    if (name === 'llama-cpp')
      return expect(response.json).toMatchObject({ modelVersion: opened.server.models.text })
    expect(response.status).toBe(404)
    const message = expect.stringContaining('llama9:1t')
    expect(errorOf(response)).toMatchObject({ code: 404, status: 'NOT_FOUND', message })
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

  test('a failure in a stream', async () => {
    opened.server.injectFault('failure in mid-stream')
    const response = await opened.call(`${model}:streamGenerateContent?alt=sse`, { contents })
    expect((await eventsOf(response)).at(-1)).toMatchObject({
      error: { code: 503, message: 'The model crashed.' },
    })
    expect(response.truncated).toBe(true)
  })

  test('a stream that breaks off ends with an error, not with a reason', async () => {
    opened.server.injectFault('cut in mid-stream')
    const response = await opened.call(`${model}:streamGenerateContent?alt=sse`, { contents })
    expect((await eventsOf(response)).at(-1)).toMatchObject({ error: { status: 'UNAVAILABLE' } })
    expect(response.text).not.toContain('finishReason')
  })
})

describe('requests', () => {
  test('speak the dialect of the server', async () => {
    const openAi = await open('openai')
    await openAi.call(`${model}:generateContent`, {
      contents,
      generationConfig: { maxOutputTokens: 9, topK: 4 },
    })
    expect(openAi.lastBody()).toEqual({
      model: 'gpt-5-mini',
      messages: [{ role: 'user', content: 'Name three rivers in Europe.' }],
      max_completion_tokens: 9,
    })
  })

  test('a rejected field is a 400 that names it and the server, and nothing is sent', async () => {
    const { call, server } = await open('ollama', { settings: { defaults: { text: 'llama3.3:70b' } } })
    const response = await call(`${model}:generateContent`, { contents, tools: [{ googleSearch: {} }] })
    expect(response.status).toBe(400)
    expect(errorOf(response)).toMatchObject({
      status: 'INVALID_ARGUMENT',
      message: expect.stringMatching(/^tools\[0\]\.googleSearch: Ollama can't search the web\./),
    })
    expect(server.requests).toEqual([])
  })

  test('a request that is nested too deeply is not the fault of the server', async () => {
    const { gateway, server } = await open('ollama', { settings: { defaults: { text: 'llama3.3:70b' } } })
    const depth = 20_000
    const nested = `${'{"properties":{"a":'.repeat(depth)}{}${'}}'.repeat(depth)}`
    const body = `{"contents":${JSON.stringify(contents)},"generationConfig":{"responseSchema":${nested}}}`
    const response = await gateway.send(`/v1beta/models/${model}:generateContent`, { body })
    expect(errorOf(response)).toMatchObject({ code: 400, message: 'The request is nested too deeply.' })
    expect(server.requests).toEqual([])
  })

  test.each(['generateContent', 'streamGenerateContent?alt=sse'])(
    'ignored fields are listed: %s',
    async (verb) => {
      const { call } = await open('ollama')
      const response = await call(`${model}:${verb}`, { contents, generationConfig: { topK: 4 } })
      expect([response.status, response.headers['x-ignored-fields']]).toEqual([200, 'generationConfig.topK'])
    },
  )

  test('the key of the client is not sent; the key of the server only in its header', async () => {
    const { call, gateway, server } = await open('openai', {
      serverKey: 'sk-secret',
      settings: { key: 'sk-secret' },
    })
    expect((await call(`${model}:generateContent?key=x`, { contents })).status).toBe(400)
    expect((await call(`${model}:generateContent`, { contents })).status).toBe(200)
    for (const { headers, url } of server.requests) {
      expect(headers).toMatchObject({ authorization: 'Bearer sk-secret' })
      expect(headers).not.toHaveProperty('x-goog-api-key')
      expect(url).not.toContain('key')
    }
    expect(JSON.stringify(gateway.exchanges)).not.toContain('sk-secret')
  })

  test('a wrong key of the server, which its error shows in part', async () => {
    const key = 'sk-proj-0123456789abcdef'
    const { call, gateway } = await open('openai', { serverKey: 'other', settings: { key } })
    // The second name needs the list of models, which the server rejects as well.
    for (const name of ['gpt-5-mini', 'gen-2.5-pro']) {
      const response = await call(`${name}:generateContent`, { contents })
      expect(response).toMatchObject({ status: 401, headers: { 'x-error-reason': 'rejected-key' } })
      expect(errorOf(response).message).toContain('Incorrect API key provided')
      for (const text of [response.text, JSON.stringify(gateway.exchanges)]) {
        expect(text).not.toContain('sk-proj-')
        expect(text).not.toContain('cdef')
      }
    }
  })

  test('a wrong key of llama.cpp', async () => {
    const settings = { key: 'wrong-secret' }
    const { call, gateway } = await open('llama-cpp', { serverKey: 'other', settings })
    const response = await call('qwen3-4b.gguf:generateContent', { contents })
    expect(response).toMatchObject({ status: 401, headers: { 'x-error-reason': 'rejected-key' } })
    expect(errorOf(response).message).toContain('Invalid API Key')
    expect(JSON.stringify([response, gateway.exchanges])).not.toContain('wrong-secret')
  })

  test.each<[string, object, string]>([
    ['more candidates than slots', { generationConfig: { candidateCount: 5 } }, "Field 'n': Value must be"],
    ['a prompt that is too long', { contents: [{ parts: [{ text: 'a '.repeat(20_000) }] }] }, 'exceeds the'],
  ])('llama.cpp rejects %s', async (_, request, message) => {
    const { call } = await open('llama-cpp')
    for (const verb of ['generateContent', 'streamGenerateContent']) {
      const response = await call(`${model}:${verb}`, { contents, ...request })
      expect(errorOf(response)).toMatchObject({ code: 400, message: expect.stringContaining(message) })
    }
  })

  test.each(['openai', 'vllm'] as const)(
    'the account of an OpenAI client is sent to OpenAI only: %s',
    async (name) => {
      const { gateway, server } = await open(name)
      const account = { 'openai-organization': 'org-1', 'openai-project': 'proj-1' }
      const messages = [{ role: 'user', content: 'Hi' }]
      const response = await gateway.send('/v1/chat/completions', {
        headers: { ...account, 'content-type': 'application/json' },
        body: JSON.stringify({ model: server.models.text, messages }),
      })
      expect(response.status).toBe(200)
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
    const settings = {
      defaults: { text: 'llama3.3:70b' },
      aliases: [{ from: 'gen-2.5-flash', to: 'nomic-embed-text:latest' }],
    }
    const preset = await open('ollama', { settings })
    await preset.call('gemini-2.5-flash:generateContent', { contents })
    expect(preset.lastBody()).toMatchObject({ model: 'nomic-embed-text:latest' })
    await preset.call('gen-2.5-pro:generateContent', { contents })
    expect(preset.lastBody()).toMatchObject({ model: 'llama3.3:70b' })

    const several = await open('ollama')
    several.server.listModels({ data: [{ id: 'a:1b' }, { id: 'b:2b' }] })
    const response = await several.call('gen-2.5-pro:generateContent', { contents })
    expect(response.status).toBe(404)
    expect(errorOf(response).message).toMatch(/models\/gen-2\.5-pro .*such as a:1b, b:2b/)
  })

  test('a default needs no list, also for a name that the server might have itself', async () => {
    const { call, server, lastBody } = await open('ollama', {
      settings: { defaults: { text: 'llama3.3:70b' } },
    })
    server.listModels('<html>')
    expect((await call('gemini-2.5-flash:generateContent', { contents })).status).toBe(200)
    expect(lastBody()).toMatchObject({ model: 'llama3.3:70b' })
    expect(errorOf(await call('gen-embedding-001:embedContent', { content: contents[0] })).message).toMatch(
      /list of models/,
    )
  })

  test('a vendor’s name with a default does not wait again for a list that never comes', async () => {
    const { call, server, lastBody } = await open('ollama', {
      settings: { defaults: { text: 'llama3.3:70b' }, listTimeoutMs: 50 },
    })
    server.silenceList()
    for (let request = 0; request < 3; request += 1) {
      expect((await call('gemini-2.5-flash:generateContent', { contents })).status).toBe(200)
      expect(lastBody()).toMatchObject({ model: 'llama3.3:70b' })
    }
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
    const { models } = (await gateway.send('/v1beta/models')).json as {
      models: { name: string; description: string }[]
    }
    expect(models.find(({ name }) => name === 'models/gen-4o-transcribe')?.description).toContain(
      'gpt-4o-transcribe',
    )
  })

  test('a default that the server does not have is explained', async () => {
    const { call } = await open('ollama', { settings: { defaults: { text: 'qwen4:8b' } } })
    const response = await call('gen-2.5-pro:generateContent', { contents })
    expect(errorOf(response).message).toBe(
      'model "qwen4:8b" not found, try pulling it first. gen-2.5-pro is sent as qwen4:8b.',
    )
  })

  test('a server without models', async () => {
    const { call, server, gateway } = await open('ollama')
    // As Ollama responds.
    server.listModels({ object: 'list', data: null })
    expect((await gateway.send('/v1beta/models')).json).toEqual({ models: [] })
    const response = await call('gen-2.5-pro:generateContent', { contents })
    expect(errorOf(response)).toMatchObject({
      code: 404,
      message: expect.stringContaining('no model of this kind'),
    })
  })

  test('models with the names of members that every object has', async () => {
    const { gateway, server } = await open('ollama')
    const data = ['constructor', '__proto__', 'toString'].map((id) => ({ id }))
    server.listModels({ object: 'list', data })
    const { json, status } = await gateway.send('/v1beta/models')
    expect(status).toBe(200)
    const { models } = json as { models: { name: string; supportedGenerationMethods: string[] }[] }
    expect(models).toHaveLength(3)
    for (const { supportedGenerationMethods } of models)
      expect(supportedGenerationMethods).toContain('generateContent')
  })

  test.each([
    ['a page', '<html>'],
    ['another API', { models: [] }],
  ])('a list that is %s', async (_, list) => {
    const { gateway, server } = await open('ollama')
    server.listModels(list)
    const response = await gateway.send('/v1beta/models')
    expect(response).toMatchObject({ status: 502, headers: { 'x-error-reason': 'connection' } })
  })

  const inTime = "The provider didn't list its models within 0.2 seconds. Check the base URL"

  test('a list that never comes: the list itself, a name that needs it, and a transcription', async () => {
    const { call, gateway, server } = await open('ollama', { settings: { listTimeoutMs: 200 } })
    server.silenceList()
    for (const response of [
      await gateway.send('/v1beta/models'),
      await call('gen-2.5-pro:generateContent', { contents }),
      await transcribe(gateway, 'gen-4o-transcribe'),
    ]) {
      expect(response).toMatchObject({ status: 504, headers: { 'x-error-reason': 'connection' } })
      expect(errorOf(response).message).toContain(inTime)
    }
    // A name that does not need the list.
    expect((await call('llama3.3:70b:generateContent', { contents })).status).toBe(200)
    for (const sent of server.requests.filter(({ url }) => url === '/v1/models')) await sent.aborted
  })

  test('a list whose client leaves is aborted, and leaves no listeners behind', async () => {
    const { server } = await open('ollama')
    server.silenceList()
    const outbound = openOutbound()
    closers.push(outbound.close)
    const { baseUrl } = server
    const settings = { id: 'openai', baseUrl, key: null, defaults: {}, aliases: [], kinds: {} }
    const { listModels } = createOpenAiUpstream(settings, outbound)
    const abort = new AbortController()
    const listing = listModels?.(abort.signal)
    const rejected = expect(listing).rejects.toMatchObject({ code: 'CANCELLED' })
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
    expect(response.status).toBe(502)
    expect(errorOf(response).message).toBe('Unexpected endpoint or method. (POST /api/chat/completions)')
  })
})

test.each<[string, object]>([
  ['content.parts[1].inlineData', { inlineData: { mimeType: 'image/png', data: 'AAAA' } }],
  ['content.parts[1].inlineData', { text: 'a', inlineData: { mimeType: 'image/png', data: 'AAAA' } }],
  ['content.parts[1].text', { text: 5 }],
])('an embedding of more than texts is rejected: %s', async (param, part) => {
  const { call, server } = await open('ollama', { settings: { defaults: { embedding: 'a' } } })
  const content = { parts: [{ text: 'a' }, part] }
  const single = await call('gen-embedding-001:embedContent', { content })
  expect(errorOf(single)).toMatchObject({ code: 400, message: expect.stringContaining(`${param}: `) })
  const batch = await call('gen-embedding-001:batchEmbedContents', { requests: [{ content }] })
  expect(errorOf(batch).message).toContain(`requests[0].${param}: `)
  expect(server.requests).toEqual([])
})

test('a batch with different dimensions is rejected by name', async () => {
  const { call } = await open('openai')
  const requests = [256, 512].map((dimensions) => ({
    content: { parts: [{ text: 'a' }] },
    output_dimensionality: dimensions,
  }))
  const response = await call('gen-embedding-001:batchEmbedContents', { requests })
  expect(errorOf(response).message).toMatch(/^requests\[1\]\.outputDimensionality: OpenAI /)
})

test('Mistral has another name of the dimensions', async () => {
  const { call, lastBody } = await open('vllm', { settings: { server: 'mistral' } })
  const request = { content: { parts: [{ text: 'a' }] }, outputDimensionality: 256 }
  await call('codestral-embed:embedContent', request)
  expect(lastBody()).toEqual({ model: 'codestral-embed', input: 'a', output_dimension: 256 })
})

describe('images', () => {
  const painter = 'gen-3-pro-image-preview'
  const prompt = { role: 'user', parts: [{ text: 'A red boat' }] }

  function imageOf({ json }: TestResponse): string {
    const part = candidateOf(json).content.parts.find(({ inlineData }) => inlineData)
    return (part as { inlineData: { data: string } }).inlineData.data
  }

  test('a size for the ratio, in the sizes that OpenAI has', async () => {
    const { call, lastBody } = await open('openai')
    const imageConfig = { aspectRatio: '16:9' }
    const generationConfig = { responseModalities: ['TEXT', 'IMAGE'], imageConfig, candidateCount: 2 }
    const response = await call(`${painter}:generateContent`, { contents: [prompt], generationConfig })
    expect(lastBody()).toEqual({ model: 'gpt-image-1', prompt: 'A red boat', n: 2, size: '1536x1024' })
    expect(response.json).toMatchObject({
      candidates: [0, 1].map((index) => ({
        index,
        finishReason: 'STOP',
        content: { parts: [{ inlineData: { mimeType: 'image/png' } }] },
      })),
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 20, totalTokenCount: 30 },
    })
    const tooLarge = { generationConfig: { imageConfig: { imageSize: '4K' } } }
    const rejected = await call(`${painter}:generateContent`, { contents: [prompt], ...tooLarge })
    expect(errorOf(rejected).message).toMatch(
      /^generationConfig\.imageConfig\.imageSize: OpenAI has no size 4K/,
    )
  })

  test.each([
    [{ aspectRatio: '16:9' }, '1344x768'],
    [{ aspectRatio: '3:4', imageSize: '2K' }, '1792x2368'],
    [{}, undefined],
  ])('any size elsewhere: %j', async (imageConfig, size) => {
    const { call, lastBody } = await open('ollama')
    const response = await call(`${painter}:generateContent`, {
      contents: [prompt],
      generationConfig: { imageConfig },
    })
    expect(response.status).toBe(200)
    expect(lastBody()).toEqual({
      model: 'x/z-image-turbo:latest',
      prompt: 'A red boat',
      response_format: 'b64_json',
      ...(size && { size }),
    })
  })

  test('an edit of the newest image, as a form', async () => {
    const { call, server } = await open('openai')
    const drawn = await call(`${painter}:generateContent`, { contents: [prompt] })
    const contents = [
      prompt,
      candidateOf(drawn.json).content,
      { role: 'user', parts: [{ text: 'Make it blue' }] },
    ]
    const edited = await call(`${painter}:generateContent`, { contents })
    expect(imageOf(edited)).not.toBe(imageOf(drawn))
    expect(edited.headers['x-ignored-fields']).toBe('contents[]')
    const form = server.requests.at(-1)
    expect(form?.url).toBe('/v1/images/edits')
    expect(form?.body.includes(Buffer.from(imageOf(drawn), 'base64'))).toBe(true)
    expect(form?.body.toString('latin1')).toContain('name="prompt"\r\n\r\nMake it blue\r\n')
  })

  test('several references', async () => {
    const { call, server } = await open('openai')
    const image = { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }
    const contents = [{ role: 'user', parts: [image, { text: 'Combine them' }, image] }]
    expect((await call(`${painter}:generateContent`, { contents })).status).toBe(200)
    expect(
      server.requests
        .at(-1)
        ?.body.toString('latin1')
        .match(/name="image\[\]"/g),
    ).toHaveLength(2)
  })

  const image = { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }
  const withPart = (part: object) => ({ contents: [{ parts: [...prompt.parts, part] }] })
  test.each<[string, object]>([
    ['systemInstruction.parts[0].inlineData', { systemInstruction: { parts: [image] } }],
    ['contents[0].parts[1].fileData', withPart({ fileData: { fileUri: 'x' } })],
    ['contents[0].parts[1].functionCall', withPart({ functionCall: { name: 'f' } })],
    ['contents[0].parts[1].text', withPart({ text: 5 })],
    ['contents[0].parts[1].inlineData', withPart({ inlineData: { mimeType: 'audio/wav', data: 'AAAA' } })],
    [
      'contents[0].parts[1].inlineData',
      withPart({ inlineData: { mimeType: 'image/png\r\nX: y', data: 'A' } }),
    ],
    ['generationConfig.imageConfig', { generationConfig: { imageConfig: '16:9' } }],
    ['generationConfig.responseModalities', { generationConfig: { responseModalities: ['TEXT'] } }],
    ['generationConfig.candidateCount', { generationConfig: { candidateCount: '2' } }],
    ['tools', { tools: [{ googleSearch: {} }] }],
    ['contents', { contents: [prompt, { role: 'model', parts: [{ text: 'Done' }] }] }],
  ])('%s is rejected by name', async (param, request) => {
    const { call, server } = await open('openai', { settings: { defaults: { image: 'gpt-image-1' } } })
    const response = await call(`${painter}:generateContent`, { contents: [prompt], ...request })
    expect(response.status).toBe(400)
    expect(errorOf(response).message.startsWith(`${param}: `)).toBe(true)
    expect(server.requests).toEqual([])
  })

  test('what has no effect on an image is listed', async () => {
    const { call } = await open('openai')
    const response = await call(`${painter}:generateContent`, {
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

  test('a stream has one event', async () => {
    const { call } = await open('openai')
    const events = await eventsOf(
      await call(`${painter}:streamGenerateContent?alt=sse`, { contents: [prompt] }),
    )
    expect(events).toMatchObject([{ candidates: [{ content: { parts: [{ inlineData: {} }] } }] }])
  })

  test('a server without the images API', async () => {
    const { call } = await open('vllm', { settings: { defaults: { image: 'flux' } } })
    const response = await call(`${painter}:generateContent`, { contents: [prompt] })
    expect(errorOf(response)).toMatchObject({ code: 404, message: expect.stringContaining('Not Found') })
  })
})

describe('images of OpenRouter, which draws in chat completions', () => {
  const painter = 'google/gemini-2.5-flash-image'
  const prompt = { role: 'user', parts: [{ text: 'A red boat' }] }
  const message = { role: 'user', content: 'A red boat' }
  const both = { responseModalities: ['TEXT', 'IMAGE'] }

  const imageOf = (documents: readonly unknown[]): unknown => {
    const parts = documents.flatMap((document) => candidateOf(document).content.parts)
    return parts.find(({ inlineData }) => inlineData)?.inlineData
  }

  test('a whole response, with its text, ratio, and size', async () => {
    const { call, lastBody, server } = await open('openrouter')
    const generationConfig = { imageConfig: { aspectRatio: '16:9', imageSize: '2K' } }
    const response = await call(`${painter}:generateContent`, { contents: [prompt], generationConfig })
    expect(server.requests.at(-1)?.url).toBe('/v1/chat/completions')
    expect(lastBody()).toEqual({
      model: painter,
      messages: [message],
      modalities: ['image', 'text'],
      image_config: { aspect_ratio: '16:9', image_size: '2K' },
    })
    expect(textOf([response.json])).toBe('You said: A red boat')
    expect(imageOf([response.json])).toEqual({ mimeType: 'image/png', data: expect.stringMatching(/^iVBOR/) })
    expect(response.json).toMatchObject({ candidates: [{ finishReason: 'STOP' }] })
  })

  test('the same, streamed', async () => {
    const { call } = await open('openrouter')
    const request = { contents: [prompt], generationConfig: both }
    const whole = await call(`${painter}:generateContent`, request)
    const events = await eventsOf(await call(`${painter}:streamGenerateContent?alt=sse`, request))
    expect(events.length).toBeGreaterThan(2)
    expect(textOf(events)).toBe('You said: A red boat')
    expect(imageOf(events)).toEqual(imageOf([whole.json]))
    expect(events.at(-1)).toMatchObject({ candidates: [{ finishReason: 'STOP' }] })
  })

  test.each([{}, both, { responseModalities: ['IMAGE'] }])(
    'only an image of a model that writes no text: %j',
    async (generationConfig) => {
      const { call, lastBody } = await open('openrouter')
      const request = { contents: [prompt], generationConfig }
      const response = await call('black-forest-labs/flux.2-pro:generateContent', request)
      expect(lastBody()).toMatchObject({ modalities: ['image'] })
      expect(imageOf([response.json])).toBeDefined()
    },
  )

  test('a model that is listed as one for text', async () => {
    const { call, lastBody } = await open('openrouter', { settings: { kinds: { [painter]: 'text' } } })
    const response = await call(`${painter}:generateContent`, { contents: [prompt], generationConfig: both })
    expect(lastBody()).toMatchObject({ modalities: ['image', 'text'] })
    expect(imageOf([response.json])).toBeDefined()
    await call(`${painter}:generateContent`, { contents: [prompt] })
    expect(lastBody()).toEqual({ model: painter, messages: [message] })
  })

  test('an image of the conversation is sent with the next instruction', async () => {
    const { call, lastBody } = await open('openrouter')
    const inlineData = { mimeType: 'image/png', data: 'iVBORw0KGgo=' }
    const drawn = { role: 'model', parts: [{ text: 'Here it is' }, { inlineData }] }
    const next = { role: 'user', parts: [{ text: 'Make it blue' }] }
    const response = await call(`${painter}:generateContent`, { contents: [prompt, drawn, next] })
    expect([response.status, response.headers['x-ignored-fields']]).toEqual([200, undefined])
    const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }
    expect(lastBody()).toMatchObject({
      messages: [
        message,
        { role: 'assistant', content: 'Here it is' },
        { role: 'user', content: [image, { type: 'text', text: 'Make it blue' }] },
      ],
    })
  })

  test('a model that cannot draw is the error of the server', async () => {
    const { call, server } = await open('openrouter')
    const request = { contents: [prompt], generationConfig: both }
    const response = await call(`${server.models.text}:generateContent`, request)
    expect(errorOf(response)).toMatchObject({ code: 404, message: expect.stringContaining('image, text') })
  })

  test.each<[string, object]>([
    ['generationConfig.imageConfig.somethingNew', { imageConfig: { somethingNew: 1 } }],
    ['generationConfig.imageConfig.aspectRatio', { imageConfig: { aspectRatio: 1 } }],
    ['generationConfig.responseModalities', { responseModalities: ['AUDIO'] }],
    ['generationConfig.candidateCount', { candidateCount: 2 }],
  ])('%s is rejected by name', async (param, generationConfig) => {
    const { call, server } = await open('openrouter')
    const response = await call(`${painter}:generateContent`, { contents: [prompt], generationConfig })
    expect(errorOf(response)).toMatchObject({ code: 400, message: expect.stringContaining(`${param}: `) })
    expect(server.requests).toEqual([])
  })
})

const bearer = { authorization: 'Bearer local-key-of-the-tests', ...formType }
const transcribe = (gateway: OpenAiGateway['gateway'], model: string, isLast = false) => {
  const field = { name: 'model', value: model }
  const file = { name: 'file', value: toneWav(isLast ? 30 : 1), filename: 'tone.wav' }
  const body = toForm(isLast ? [file, field] : [field, file])
  return gateway.send('/v1/audio/transcriptions', { method: 'POST', key: null, headers: bearer, body })
}

describe('transcription', () => {
  test.each(['gen-4o-transcribe', 'gpt-4o-transcribe'])(
    '%s is passed through under the name of the server',
    async (name) => {
      const { gateway, server } = await open('openai')
      const response = await transcribe(gateway, name)
      expect(response.json).toMatchObject({ text: expect.any(String) })
      expect(server.requests.at(-1)).toMatchObject({ url: '/v1/audio/transcriptions' })
      expect(server.requests.at(-1)?.body.toString('latin1')).toContain('\r\n\r\ngpt-4o-transcribe\r\n')
    },
  )

  test('the model of the same name, where the server has several', async () => {
    const { gateway, server } = await open('openai')
    const listed = ['whisper-1', 'gpt-4o-mini-transcribe', 'gpt-4o-transcribe']
    server.listModels({ data: listed.map((id) => ({ id })) })
    expect((await transcribe(gateway, 'gen-4o-transcribe')).status).toBe(200)
    const { body, headers } = server.requests.at(-1) ?? {}
    expect(body?.toString('latin1')).toContain('\r\n\r\ngpt-4o-transcribe\r\n')
    expect(headers).toMatchObject({ 'content-length': String(body?.length) })
  })

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
    expect(response.status).toBe(404)
    expect(response.json).toMatchObject({ error: { type: 'invalid_request_error', code: 'model_not_found' } })
    expect(errorOf(response).message).toContain('gen-4o-transcribe has no equivalent')
  })

  test('a default that the server does not have is explained', async () => {
    const { gateway } = await open('openai', { settings: { defaults: { transcription: 'whisper-9' } } })
    const response = await transcribe(gateway, 'gen-4o-transcribe')
    expect(response.status).toBe(404)
    expect(errorOf(response).message).toContain('gen-4o-transcribe is sent as whisper-9.')
  })
})

test('a transcription by a server that is not running is not about the model', async () => {
  const { gateway, server } = await open('openai')
  await server.close()
  const response = await transcribe(gateway, 'gen-4o-transcribe')
  expect(response).toMatchObject({ status: 502, headers: { 'x-error-reason': 'connection' } })
})

describe('without an equivalent', () => {
  test.each<[method: string, path: string, body: object | undefined]>([
    [
      'POST',
      '/v1beta/models/gen-video-3.1-fast-generate-preview:predictLongRunning',
      { instances: [{ prompt: 'x' }] },
    ],
    ['POST', `/v1beta/models/${model}:countTokens`, { contents }],
    ['GET', '/v1beta/files', undefined],
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

  test('tokens are counted only for text models', async () => {
    const { call, server } = await open('ollama', { settings: { countsTokens: true } })
    const name = 'nomic-embed-text:latest'
    const response = await call(`${name}:countTokens`, { contents })
    expect(errorOf(response)).toMatchObject({
      code: 400,
      message: expect.stringMatching(/^Ollama can't count the tokens of nomic-embed-text:latest, because/),
    })
    expect(server.requests).toEqual([])
  })

  test('tokens are counted by a request for one token, if that is allowed', async () => {
    const { call, lastBody } = await open('ollama', { settings: { countsTokens: true } })
    const response = await call(`${model}:countTokens`, { contents })
    expect(response.json).toEqual({ totalTokens: expect.any(Number) })
    expect(lastBody()).toMatchObject({ max_tokens: 1 })
    const systemInstruction = { parts: [{ text: 'Be brief' }] }
    await call(`${model}:countTokens`, { contents, systemInstruction })
    expect(lastBody()).toMatchObject({ messages: [{ role: 'system', content: 'Be brief' }, {}] })
    expect((await call(`${model}:countTokens`, { contents, unknown: 1 })).status).toBe(400)
  })

  test('a count of tokens generates one token, whatever the request would', async () => {
    const { call, lastBody } = await open('vllm', { settings: { countsTokens: true } })
    const json = { responseMimeType: 'application/json' }
    const generationConfig = { candidateCount: 3, responseLogprobs: true, ...json }
    const generateContentRequest = { contents, generationConfig }
    expect((await call(`${model}:countTokens`, { generateContentRequest })).status).toBe(200)
    const names = ['max_tokens', 'messages', 'model', 'response_format']
    expect(Object.keys(lastBody() as object).sort()).toEqual(names)
    const unknown = { contents, generationConfig: { unknown: 1 } }
    expect((await call(`${model}:countTokens`, { generateContentRequest: unknown })).status).toBe(400)
  })
})

describe('a server that', () => {
  test('responds with a page', async () => {
    const { call, server } = await open('ollama')
    for (const verb of ['generateContent', 'streamGenerateContent']) {
      server.injectFault('html page')
      const response = await call(`${model}:${verb}`, { contents })
      expect(response).toMatchObject({ status: 502, headers: { 'x-error-reason': 'connection' } })
    }
  })

  test('returns something else, or what is nested too deeply', async () => {
    const nested = `${'{"message":'.repeat(20_000)}1${'}'.repeat(20_000)}`
    const message = { tool_calls: [{ id: 'a', function: { name: 'f', arguments: nested } }] }
    for (const body of ['null', '[]', JSON.stringify({ choices: [{ message }] }), `{"error":${nested}}`]) {
      const upstream = await openUpstream((_, outgoing) => {
        outgoing.writeHead(200, { 'content-type': 'application/json' }).end(body)
      })
      const opened = await open('ollama', { settings: { baseUrl: upstream.url, defaults: { text: 'a' } } })
      closers.push(upstream.close)
      for (const verb of ['generateContent', 'streamGenerateContent?alt=sse']) {
        const response = await opened.call(`${model}:${verb}`, { contents })
        expect(response.status).toBe(502)
        expect(errorOf(response)).toMatchObject({ code: 502, status: 'UNAVAILABLE' })
      }
    }
  })

  test('stops responding', async () => {
    const { call, server } = await open('ollama', { limits: { headersTimeout: 1000 } })
    server.injectFault('silence')
    const response = await call(`${model}:generateContent`, { contents })
    expect(response.status).toBe(504)
  })

  test('stops in mid-stream', async () => {
    const { call, server } = await open('ollama', { limits: { bodyTimeout: 1000 } })
    server.injectFault('silence in mid-stream')
    const response = await call(`${model}:streamGenerateContent?alt=sse`, { contents })
    expect((await eventsOf(response)).at(-1)).toMatchObject({ error: { status: 'DEADLINE_EXCEEDED' } })
    expect(response.truncated).toBe(true)
  })

  test('is not running', async () => {
    const { call, server } = await open('ollama', { settings: { defaults: { text: 'a' } } })
    await server.close()
    const response = await call(`${model}:generateContent`, { contents })
    expect(response).toMatchObject({ status: 502, headers: { 'x-error-reason': 'connection' } })
    expect(response.text).not.toContain(new URL(server.origin).port)
  })

  test.each(['silence', 'silence in mid-stream'] as const)('is left by its client: %s', async (fault) => {
    const { gateway, server } = await open('ollama', { settings: { defaults: { text: 'llama3.3:70b' } } })
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

describe('the test of the upstream', () => {
  async function check(baseUrl: string) {
    const outbound = openOutbound()
    closers.push(outbound.close)
    const settings = { id: 'openai', baseUrl, key: null, defaults: {}, aliases: [], kinds: {} }
    const { parts } = await checkUpstream(createOpenAiUpstream(settings, outbound), [])
    return parts
  }

  test('requests the list of models', async () => {
    const { server } = await open('ollama')
    expect(await check(server.baseUrl)).toMatchObject([{ part: 'models', verdict: 'working' }])
    expect(await check(`${server.origin}/wrong`)).toMatchObject([{ part: 'models', verdict: 'not-the-api' }])
    await server.close()
    expect(await check(server.baseUrl)).toMatchObject([{ part: 'models', verdict: 'connection-refused' }])
  })
})

// Sends the essential requests to a real OpenAI-compatible server, which an environment variable names; skipped without it.
// Any model that can call functions will do: no test depends on what it says.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { guessServer, servers } from '#shared/models/openai-servers'
import { candidateOf, eventsOf, partsOf, textOf } from '../gemini-to-openai/responses.fixture'
import { openOutbound, openTestGateway } from '../testing/test-gateway.fixture'
import { createOpenAiUpstream } from './openai'

const {
  GEN_PLAYGROUND_OPENAI_SERVER: url = '',
  GEN_PLAYGROUND_OPENAI_KEY: key = '',
  GEN_PLAYGROUND_OPENAI_MODEL: requestedModel,
  GEN_PLAYGROUND_OPENAI_EMBEDDING_SERVER: embeddingUrl = url,
  GEN_PLAYGROUND_OPENAI_EMBEDDING_MODEL: embeddingModel,
} = process.env

const { hasToolChoice } = servers[url === '' ? 'other' : guessServer(url)]

/** Milliseconds; a server may have to load the model first. */
const timeout = 120_000

async function open(baseUrl: string) {
  const outbound = openOutbound()
  const settings = { id: 'openai', baseUrl, key: key || null, defaults: {}, aliases: [], kinds: {} }
  const gateway = await openTestGateway({ upstream: createOpenAiUpstream(settings, outbound) })
  return {
    list: () => gateway.send('/v1beta/models'),
    call: (path: string, body: object, signal?: AbortSignal) =>
      gateway.send(`/v1beta/models/${path}`, {
        body: JSON.stringify(body),
        ...(signal && { signal }),
      }),
    close: async () => {
      await gateway.close()
      await outbound.close()
    },
  }
}

const contents = [{ role: 'user', parts: [{ text: 'Say hello to the world in one sentence.' }] }]
const isEnd = expect.stringMatching(/^(?:STOP|MAX_TOKENS)$/)

describe.skipIf(url === '')('a real server', { timeout }, () => {
  let real: Awaited<ReturnType<typeof open>>
  let model = ''

  beforeAll(async () => {
    real = await open(url)
    const { models } = (await real.list()).json as { models: { name: string; description: string }[] }
    const own = models.filter(({ description }) => !description.startsWith('Sent to your provider'))
    model = requestedModel ?? own[0]?.name.replace('models/', '') ?? ''
    expect(own.map(({ name }) => name)).toContain(`models/${model}`)
  })
  afterAll(() => real?.close())

  const call = (verb: string, body: object, signal?: AbortSignal) =>
    real.call(`${encodeURIComponent(model)}:${verb}`, { contents, ...body }, signal)
  const generate = (generationConfig: object, body: object = {}) =>
    call('generateContent', { generationConfig, ...body })

  test('a response, whole and streamed', async () => {
    const sampling = { maxOutputTokens: 40, temperature: 0.5, topP: 0.9, seed: 7, presencePenalty: 0.1 }
    const whole = await generate(sampling, { systemInstruction: { parts: [{ text: 'Be brief.' }] } })
    expect(candidateOf(whole.json).finishReason).toEqual(isEnd)
    expect(whole.json).toMatchObject({ usageMetadata: { promptTokenCount: expect.any(Number) } })
    const streamed = await call('streamGenerateContent?alt=sse', { generationConfig: sampling })
    const events = await eventsOf(streamed)
    expect(events.map((event) => candidateOf(event).finishReason).filter(Boolean)).toEqual([isEnd])
    expect(events.at(-1)).toHaveProperty('usageMetadata')
    expect(streamed.text).not.toContain('[DONE]')
  })

  test('a stop sequence', async () => {
    const generationConfig = { maxOutputTokens: 200, temperature: 0 }
    const text = textOf((await generate(generationConfig)).json)
    const stop = text.slice(2, 4)
    const stopped = await generate({ ...generationConfig, stopSequences: [stop] })
    expect([text.includes(stop), textOf(stopped.json).includes(stop)]).toEqual([true, false])
  })

  test('structured output', async () => {
    const answer = { type: 'STRING', enum: ['yes', 'no'] }
    const responseSchema = {
      type: 'OBJECT',
      properties: { answer, certain: { type: 'BOOLEAN' } },
      required: ['certain', 'answer'],
      propertyOrdering: ['certain', 'answer'],
    }
    const generationConfig = { responseMimeType: 'application/json', responseSchema, maxOutputTokens: 2000 }
    expect(JSON.parse(textOf((await generate(generationConfig)).json))).toEqual({
      certain: expect.any(Boolean),
      answer: expect.stringMatching(/^(?:yes|no)$/),
    })
  })

  test.runIf(hasToolChoice).each(['generateContent', 'streamGenerateContent'])(
    'function calls and their results: %s',
    async (verb) => {
      const question = { role: 'user', parts: [{ text: 'What will the weather be like in Oslo?' }] }
      const city = { type: 'STRING', enum: ['Lisbon', 'Oslo'] }
      const parameters = { type: 'OBJECT', properties: { city }, required: ['city'] }
      const tools = [{ functionDeclarations: [{ name: 'get_weather', parameters }] }]
      const called = await call(verb, {
        contents: [question],
        tools,
        toolConfig: { functionCallingConfig: { mode: 'ANY' } },
        generationConfig: { maxOutputTokens: 2000, seed: 7 },
      })
      const parts = partsOf(called.json)
      const calls = parts.flatMap(({ functionCall }) => functionCall ?? [])
      expect(calls.length).toBeGreaterThan(0)
      for (const one of calls)
        expect(one).toMatchObject({
          name: 'get_weather',
          args: { city: expect.stringMatching(/Lisbon|Oslo/) },
        })
      const results = calls.map(({ id, name }) => ({
        functionResponse: { ...(id && { id }), name, response: { output: 'Sun' } },
      }))
      const history = [question, { role: 'model', parts }, { role: 'user', parts: results }]
      const replied = await generate({ maxOutputTokens: 40 }, { contents: history, tools })
      expect(candidateOf(replied.json).finishReason).toEqual(isEnd)
    },
  )

  test('a client that leaves during the stream', async () => {
    const abort = new AbortController()
    const generationConfig = { maxOutputTokens: 2000 }
    const left = call('streamGenerateContent?alt=sse', { generationConfig }, abort.signal)
    abort.abort()
    await left.catch(() => undefined)
    expect(candidateOf((await generate({ maxOutputTokens: 5 })).json).finishReason).toEqual(isEnd)
  })
})

test.skipIf(embeddingModel === undefined)(
  'a real server of embeddings',
  { timeout },
  async ({ onTestFinished }) => {
    const real = await open(embeddingUrl)
    onTestFinished(real.close)
    const one = (text: string) => ({ content: { parts: [{ text }] }, taskType: 'SEMANTIC_SIMILARITY' })
    const send = (verb: string, body: object) =>
      real.call(`${encodeURIComponent(embeddingModel ?? '')}:${verb}`, body)
    const batch = await send('batchEmbedContents', { requests: ['a cat', 'a car'].map(one) })
    expect(batch.headers['x-ignored-fields']).toBe('requests[].taskType')
    const { embeddings } = batch.json as { embeddings: { values: number[] }[] }
    const single = await send('embedContent', one('a car'))
    const { values } = (single.json as { embedding: { values: number[] } }).embedding
    expect([embeddings.length, values.length]).toEqual([2, embeddings[0]!.values.length])
    for (const [index, value] of values.entries()) expect(value).toBeCloseTo(embeddings[1]!.values[index]!, 2)
  },
)

// Sends the essential requests to a real OpenAI-compatible server, which an environment variable names; skipped without it.
// Any model that can call functions will do: no test depends on what it says.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { servers } from '#shared/models/server-features'
import { guessServer } from '#shared/models/server-presets'
import { readEvents } from '#shared/wire/read-events'
import {
  openOutbound,
  openTestGateway,
  type TestGateway,
  type TestResponse,
} from '../../testing/test-gateway.fixture'
import type { JsonObject } from '../../translation/json-objects'
import { createOpenAiUpstream } from './openai'

const {
  GEN_PLAYGROUND_OPENAI_SERVER: url = '',
  GEN_PLAYGROUND_OPENAI_KEY: key = '',
  GEN_PLAYGROUND_OPENAI_MODEL: requestedModel,
  GEN_PLAYGROUND_OPENAI_EMBEDDING_SERVER: embeddingUrl = url,
  GEN_PLAYGROUND_OPENAI_EMBEDDING_MODEL: embeddingModel,
} = process.env

const { hasToolChoice, hasLogprobs } = servers[url === '' ? 'other' : guessServer(url)]

/** Milliseconds; a server may have to load the model first. */
const timeout = 120_000

interface RealServer {
  readonly gateway: TestGateway
  readonly close: () => Promise<void>
}

async function open(baseUrl: string): Promise<RealServer> {
  const outbound = openOutbound()
  const settings = { id: 'openai', baseUrl, key: key || null, defaults: {}, aliases: [], kinds: {} }
  const gateway = await openTestGateway({ upstream: createOpenAiUpstream(settings, outbound) })
  return {
    gateway,
    close: async () => {
      await gateway.close()
      await outbound.close()
    },
  }
}

interface Candidate {
  readonly content: { readonly role: string; readonly parts: readonly Part[] }
  readonly finishReason?: string
  readonly logprobsResult?: { readonly chosenCandidates: readonly object[] }
}

interface Part {
  readonly text?: string
  readonly functionCall?: { readonly id?: string; readonly name: string; readonly args: JsonObject }
}

interface Content {
  readonly candidates?: readonly Candidate[]
  readonly usageMetadata?: Readonly<Record<string, number>>
}

function candidateOf(response: TestResponse): Candidate {
  expect(response.text).not.toContain('"error"')
  return (response.json as { candidates: Candidate[] }).candidates[0]!
}

function textOf(candidates: readonly Candidate[]): string {
  return candidates.flatMap(({ content }) => content.parts.map(({ text = '' }) => text)).join('')
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

async function eventsOf({ text }: TestResponse): Promise<readonly Content[]> {
  const events: Content[] = []
  for await (const event of readEvents(bytesOf(text))) events.push(JSON.parse(event))
  return events
}

const contents = [{ role: 'user', parts: [{ text: 'Say hello to the world in one sentence.' }] }]

const declaration = {
  name: 'get_weather',
  description: 'Returns the weather in a city.',
  parameters: {
    type: 'OBJECT',
    properties: {
      city: { type: 'STRING', enum: ['Lisbon', 'Oslo'] },
      days: { type: 'INTEGER', minimum: 1, maximum: 9 },
    },
    required: ['city', 'days'],
  },
}
const weather = { city: expect.stringMatching(/^(?:Lisbon|Oslo)$/), days: expect.any(Number) }

describe.skipIf(url === '')('a real server', { timeout }, () => {
  let real: RealServer
  let model = ''

  beforeAll(async () => {
    real = await open(url)
    const { json } = await real.gateway.send('/v1beta/models')
    const { models } = json as { models: { name: string; description: string }[] }
    const own = models.filter(({ description }) => !description.startsWith('Sent to your provider'))
    model = requestedModel ?? own[0]?.name.replace('models/', '') ?? ''
    expect(own.map(({ name }) => name)).toContain(`models/${model}`)
  })
  afterAll(() => real?.close())

  const call = (verb: string, body: object, signal?: AbortSignal) =>
    real.gateway.send(`/v1beta/models/${encodeURIComponent(model)}:${verb}`, {
      body: JSON.stringify({ contents, ...body }),
      ...(signal && { signal }),
    })

  const isEnd = expect.stringMatching(/^(?:STOP|MAX_TOKENS)$/)
  const sampling = { maxOutputTokens: 40, temperature: 0.5, topP: 0.9, seed: 7 }

  test('a whole response', async () => {
    const response = await call('generateContent', {
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      generationConfig: { ...sampling, presencePenalty: 0.1, frequencyPenalty: 0.1 },
    })
    expect(candidateOf(response).finishReason).toEqual(isEnd)
    expect(response.json).toMatchObject({ usageMetadata: { promptTokenCount: expect.any(Number) } })
  })

  test('a stream', async () => {
    const response = await call('streamGenerateContent?alt=sse', { generationConfig: sampling })
    const events = await eventsOf(response)
    expect(events.at(-1)?.candidates).toMatchObject([{ finishReason: isEnd }])
    expect(events.filter(({ candidates }) => candidates?.[0]?.finishReason)).toHaveLength(1)
    expect(events.filter(({ usageMetadata }) => usageMetadata)).toHaveLength(1)
    expect(response.text).not.toContain('[DONE]')
  })

  test('a stop sequence', async () => {
    const generationConfig = { maxOutputTokens: 200, temperature: 0 }
    const text = textOf([candidateOf(await call('generateContent', { generationConfig }))])
    const stop = text.slice(2, 4)
    const stopped = await call('generateContent', {
      generationConfig: { ...generationConfig, stopSequences: [stop] },
    })
    expect(text).toContain(stop)
    expect(textOf([candidateOf(stopped)])).not.toContain(stop)
  })

  test('structured output', async () => {
    const responseSchema = {
      type: 'OBJECT',
      properties: { answer: { type: 'STRING', enum: ['yes', 'no'] }, certain: { type: 'BOOLEAN' } },
      required: ['certain', 'answer'],
      propertyOrdering: ['certain', 'answer'],
    }
    const generationConfig = { responseMimeType: 'application/json', responseSchema, maxOutputTokens: 2000 }
    const json: unknown = JSON.parse(
      textOf([candidateOf(await call('generateContent', { generationConfig }))]),
    )
    expect(json).toEqual({
      certain: expect.any(Boolean),
      answer: expect.stringMatching(/^(?:yes|no)$/),
    })
  })

  test.runIf(hasToolChoice).each(['generateContent', 'streamGenerateContent'])(
    'function calls and their results: %s',
    async (verb) => {
      const question = {
        role: 'user',
        parts: [{ text: 'What will the weather be like in Oslo for 3 days?' }],
      }
      const tools = [{ functionDeclarations: [declaration] }]
      const called = await call(verb, {
        contents: [question],
        tools,
        toolConfig: { functionCallingConfig: { mode: 'ANY' } },
        generationConfig: { maxOutputTokens: 2000, seed: 7 },
      })
      expect(called.text).not.toContain('"error"')
      const documents = [called.json].flat() as Content[]
      const parts = documents.flatMap(({ candidates = [] }) =>
        candidates.flatMap(({ content }) => content.parts),
      )
      const calls = parts.flatMap(({ functionCall }) => functionCall ?? [])
      expect(calls.length).toBeGreaterThan(0)
      for (const one of calls) expect(one).toMatchObject({ name: 'get_weather', args: weather })
      const results = calls.map(({ id, name }) => ({
        functionResponse: { ...(id && { id }), name, response: { output: 'Sun' } },
      }))
      const history = [question, { role: 'model', parts }, { role: 'user', parts: results }]
      const generationConfig = { maxOutputTokens: 40 }
      const replied = await call('generateContent', { contents: history, tools, generationConfig })
      expect(candidateOf(replied).finishReason).toEqual(isEnd)
    },
  )

  test.runIf(hasLogprobs)('log probabilities', async () => {
    const generationConfig = { maxOutputTokens: 5, responseLogprobs: true, logprobs: 2 }
    const { logprobsResult } = candidateOf(await call('generateContent', { generationConfig }))
    expect(logprobsResult?.chosenCandidates[0]).toMatchObject({
      token: expect.any(String),
      logProbability: expect.any(Number),
    })
  })

  test('an error', async () => {
    const response = await call('generateContent', { generationConfig: { temperature: 'hot' } })
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.json).toEqual({
      error: { code: response.status, message: expect.any(String), status: expect.any(String) },
    })
  })

  test('a client that leaves during the stream', async () => {
    const abort = new AbortController()
    const generationConfig = { maxOutputTokens: 2000 }
    const left = call('streamGenerateContent?alt=sse', { generationConfig }, abort.signal)
    abort.abort()
    await left.catch(() => undefined)
    const next = await call('generateContent', { generationConfig: { maxOutputTokens: 5 } })
    expect(candidateOf(next).finishReason).toEqual(isEnd)
  })
})

describe.skipIf(embeddingModel === undefined)('a real server of embeddings', { timeout }, () => {
  let real: RealServer
  beforeAll(async () => {
    real = await open(embeddingUrl)
  })
  afterAll(() => real?.close())

  test('single and in a batch', async () => {
    const one = (text: string) => ({ content: { parts: [{ text }] }, taskType: 'SEMANTIC_SIMILARITY' })
    const path = `/v1beta/models/${encodeURIComponent(embeddingModel ?? '')}`
    const send = (verb: string, body: object) =>
      real.gateway.send(`${path}:${verb}`, { body: JSON.stringify(body) })
    const batch = await send('batchEmbedContents', { requests: ['a cat', 'a car'].map(one) })
    const { embeddings } = batch.json as { embeddings: { values: number[] }[] }
    expect(embeddings).toHaveLength(2)
    expect(batch.headers['x-ignored-fields']).toBe('requests[].taskType')
    const single = await send('embedContent', one('a car'))
    const { values } = (single.json as { embedding: { values: number[] } }).embedding
    expect(values).toHaveLength(embeddings[0]!.values.length)
    for (const [index, value] of values.entries()) expect(value).toBeCloseTo(embeddings[1]!.values[index]!, 2)
  })
})

// Unmodified @ai-sdk/google and ai against a listening gateway. Retries are off where they would only take time.
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import {
  APICallError,
  embed,
  embedMany,
  generateImage,
  generateText,
  experimental_generateVideo as generateVideo,
  type ModelMessage,
  Output,
  stepCountIs,
  streamText,
  type ToolSet,
  tool,
} from 'ai'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { type ClientEnvironment, openClientEnvironment, readTurns } from './client-environment.fixture'
import { type ClientAdapter, describeClient, type Question } from './client-suite.fixture'
import { hasSignatures } from './coverage.fixture'
import {
  bookQuestion,
  expectBook,
  expectPicture,
  twoCitiesQuestion,
  weather,
  weatherQuestion,
} from './test-data.fixture'

const name = 'gen-2.5-flash'
const maxRetries = 0

const client: ClientAdapter = {
  ask: async (environment, question) => {
    const answer = await generateText(toRequest(environment, question))
    const { groundingMetadata, urlContextMetadata } = answer.providerMetadata?.google ?? {}
    // The client omits its own tools unless the model has one of the vendor's names.
    expect(answer.warnings ?? []).toEqual([])
    return {
      text: answer.text,
      thoughts: answer.reasoningText ?? '',
      tokens: answer.usage.totalTokens,
      finishReason: answer.finishReason,
      sources: groundingMetadata ?? urlContextMetadata,
    }
  },
  stream: async (environment, question, onText) => {
    const answer = streamText({ ...toRequest(environment, question), onError: () => undefined })
    for await (const part of answer.fullStream) {
      if (part.type === 'text-delta') onText(part.text)
      if (part.type === 'error') throw part.error
      if (part.type === 'abort') throw new Error('aborted')
    }
    const [text, thoughts, finishReason] = [answer.text, answer.reasoningText, answer.finishReason]
    return { text: await text, thoughts: (await thoughts) ?? '', finishReason: await finishReason }
  },
  embed: async (environment, values) => {
    const model = open(environment).embedding('gen-embedding-001')
    if (values.length === 1) return [(await embed({ model, value: values[0] ?? '' })).embedding]
    return (await embedMany({ model, values: [...values] })).embeddings
  },
  readFailure: (error) => {
    if (!APICallError.isInstance(error)) return undefined
    expect(error.isRetryable).toBe(error.statusCode === 429)
    const { statusCode: status, message, responseHeaders } = error
    return { status, message, ...(status === 429 ? { retryAfter: responseHeaders?.['retry-after'] } : {}) }
  },
  streamError: { statusCode: 503 },
}

function toRequest(environment: ClientEnvironment, question: Question) {
  const { model, prompt, system, thoughts, tool, picture, signal } = question
  const google = open(environment)
  const tools = {
    googleSearch: { google_search: google.tools.googleSearch({}) },
    urlContext: { url_context: google.tools.urlContext({}) },
  }
  const image = { type: 'image', image: picture ?? '', mediaType: 'image/png' } as const
  const content = [{ type: 'text', text: prompt } as const, ...(picture ? [image] : [])]
  return {
    model: google(model),
    messages: [{ role: 'user' as const, content }],
    maxRetries,
    ...(system ? { system } : {}),
    ...(thoughts ? { providerOptions: { google: { thinkingConfig: { includeThoughts: true } } } } : {}),
    // The packages' types differ only in optional properties that may be undefined.
    ...(tool ? { tools: tools[tool] as ToolSet } : {}),
    ...(signal ? { abortSignal: signal } : {}),
  }
}

describeClient('ai-sdk', [client], {
  chat: async (environment) => {
    const model = open(environment)(name)
    const messages: ModelMessage[] = [{ role: 'user', content: 'My name is Ada.' }]
    const first = await generateText({ model, messages })
    messages.push(...first.response.messages, { role: 'user', content: 'What is my name?' })
    const sent = environment.nextUpstreamRequest()
    const second = await generateText({ model, messages })
    expect(second.text).not.toBe('')
    expect(await readTurns(sent)).toMatchObject([
      { role: 'user', parts: [{ text: 'My name is Ada.' }] },
      { role: 'model', parts: [{ text: first.text }] },
      { role: 'user', parts: [{ text: 'What is my name?' }] },
    ])
  },

  functions: async (environment) => {
    const received: unknown[] = []
    const answer = await generateText({
      model: open(environment)(name),
      prompt: weatherQuestion,
      tools: weatherTools(received),
      stopWhen: stepCountIs(3),
    })
    expect(received).toEqual([{ city: expect.any(String) }])
    expect(answer.steps).toHaveLength(2)
    expect(answer.text).not.toBe('')
  },

  parallel: async (environment) => {
    const received: unknown[] = []
    const answer = await generateText({
      model: open(environment)('gemini-3.1-pro-preview'),
      prompt: twoCitiesQuestion,
      tools: weatherTools(received),
      stopWhen: stepCountIs(3),
    })
    // The upstream rejects the second step without the signature of the first step's calls.
    expect(received).toHaveLength(2)
    expect(answer.steps).toHaveLength(2)
    if (hasSignatures(environment.upstream))
      expect(answer.steps[0]?.toolCalls[0]?.providerMetadata?.google?.thoughtSignature).toEqual(
        expect.any(String),
      )
    expect(answer.text).not.toBe('')
  },

  json: async (environment) => {
    const answer = await generateText({
      model: open(environment)(name),
      prompt: bookQuestion,
      output: Output.object({ schema: z.object({ title: z.string(), pages: z.number() }) }),
    })
    expectBook(answer.output)
  },

  draw: async (environment) => {
    // For the vendor's model names the client uses generateContent; for any other it requests `:predict`.
    const model = open(environment).image('gemini-2.5-flash-image')
    const { image } = await generateImage({ model, prompt: 'A red boat', aspectRatio: '16:9', maxRetries })
    expectPicture(image.uint8Array)
  },

  edit: async (environment) => {
    const model = open(environment)('gen-2.5-flash-image')
    const messages: ModelMessage[] = [{ role: 'user', content: 'A red boat' }]
    const drawn = await generateText({ model, messages })
    expectPicture(drawn.files[0]?.uint8Array)
    messages.push(...drawn.response.messages, { role: 'user', content: 'Make it black and white' })
    const sent = environment.nextUpstreamRequest()
    const edited = await generateText({ model, messages })
    expectPicture(edited.files[0]?.uint8Array)
    expect(edited.files[0]?.base64).not.toBe(drawn.files[0]?.base64)
    expect(JSON.stringify((await readTurns(sent))[1])).toContain(drawn.files[0]?.base64)
  },
})

test('the client refuses to download a video over loopback, unless it has a custom download function', async () => {
  const environment = await openClientEnvironment('vendor')
  onTestFinished(environment.close)
  const request = {
    model: open(environment).video('gen-video-3.1-fast-generate-preview'),
    prompt: 'A paper boat',
    providerOptions: { google: { pollIntervalMs: 5 } },
    maxRetries,
  }
  await expect(generateVideo(request)).rejects.toThrow(/127\.0\.0\.1/)
  const { video } = await generateVideo({ ...request, download: fetchBytes })
  expect(Buffer.from(video.uint8Array).subarray(4, 8).toString('latin1')).toBe('ftyp')
})

test('an image request with a neutral model name gets an error, because the client uses another API', async () => {
  const environment = await openClientEnvironment('demo')
  onTestFinished(environment.close)
  const model = open(environment).image('gen-2.5-flash-image')
  const call = generateImage({ model, prompt: 'A red boat', maxRetries })
  await expect(call).rejects.toMatchObject({ statusCode: 404 })
})

function open({ url, key }: Pick<ClientEnvironment, 'url' | 'key'>) {
  return createGoogleGenerativeAI({ apiKey: key, baseURL: `${url}/v1beta` })
}

function weatherTools(received: unknown[]) {
  return {
    [weather.name]: tool({
      description: weather.description,
      inputSchema: z.object({ city: z.string() }),
      execute: async (input) => {
        received.push(input)
        return 'sunny'
      },
    }),
  }
}

async function fetchBytes({ url }: { readonly url: URL }) {
  const response = await fetch(url)
  return {
    data: new Uint8Array(await response.arrayBuffer()),
    mediaType: response.headers.get('content-type') ?? undefined,
  }
}

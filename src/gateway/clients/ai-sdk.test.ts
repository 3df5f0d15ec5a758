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
import {
  type ClientEnvironment,
  openClientEnvironment,
  readJson,
  readTurns,
} from './client-environment.fixture'
import { describeClient } from './client-suite.fixture'
import { hasSignatures } from './coverage.fixture'
import {
  bookQuestion,
  expectBook,
  expectPicture,
  expectVectors,
  redPicture,
  someTexts,
  twoCitiesQuestion,
  weather,
  weatherQuestion,
  whenAborted,
} from './test-data.fixture'

const name = 'gen-2.5-flash'
const maxRetries = 0

describeClient('ai-sdk', {
  generate: async (environment) => {
    const answer = await generateText({ model: open(environment)(name), prompt: 'What is 6 times 7?' })
    expect(answer.text).not.toBe('')
    expect(answer.finishReason).toBe('stop')
    expect(answer.usage.totalTokens).toBeGreaterThan(0)
  },

  stream: async (environment) => {
    const answer = streamText({ model: open(environment)(name), prompt: 'Name three rivers.' })
    const texts: string[] = []
    for await (const text of answer.textStream) texts.push(text)
    expect(texts.length).toBeGreaterThan(1)
    expect(await answer.text).toBe(texts.join(''))
    expect(await answer.finishReason).toBe('stop')
  },

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

  system: async (environment) => {
    const sent = environment.nextUpstreamRequest()
    const request = { model: open(environment)(name), system: 'Answer in one word.', prompt: 'Hello' }
    expect((await generateText(request)).text).not.toBe('')
    expect(await readJson(sent)).toMatchObject({
      systemInstruction: { parts: [{ text: 'Answer in one word.' }] },
    })
  },

  thinking: async (environment) => {
    const request = {
      model: open(environment)('gen-2.5-pro'),
      prompt: 'Name three rivers.',
      providerOptions: { google: { thinkingConfig: { includeThoughts: true } } },
    }
    const whole = await generateText(request)
    const streamed = streamText(request)
    await streamed.consumeStream()
    for (const { reasoning, text } of [
      { reasoning: whole.reasoningText ?? '', text: whole.text },
      { reasoning: (await streamed.reasoningText) ?? '', text: await streamed.text },
    ]) {
      expect(reasoning).not.toBe('')
      expect(text).not.toBe('')
      expect(text).not.toContain(reasoning)
    }
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

  search: async (environment) => {
    const google = open(environment)
    // The client omits its own tools unless the model has one of the vendor's names.
    const answer = await generateText({
      model: google('gemini-2.5-flash'),
      prompt: 'News about rivers',
      tools: toToolSet({ google_search: google.tools.googleSearch({}) }),
    })
    expect(answer.sources.length).toBeGreaterThan(0)
    expect(answer.warnings ?? []).toEqual([])
  },

  urlContext: async (environment) => {
    const google = open(environment)
    const answer = await generateText({
      model: google('gemini-2.5-pro'),
      prompt: 'What does https://example.com/rivers say?',
      tools: toToolSet({ url_context: google.tools.urlContext({}) }),
    })
    expect(JSON.stringify(answer.providerMetadata?.google?.urlContextMetadata)).toContain('example.com')
  },

  picture: async (environment) => {
    const picture = { type: 'image', image: redPicture, mediaType: 'image/png' } as const
    const content = [{ type: 'text', text: 'What is this?' } as const, picture]
    const answer = await generateText({
      model: open(environment)(name),
      messages: [{ role: 'user', content }],
    })
    expect(answer.text).not.toBe('')
  },

  embedOne: async (environment) => {
    const model = open(environment).embedding('gen-embedding-001')
    expectVectors([(await embed({ model, value: someTexts[0] })).embedding], 1)
  },

  embedMany: async (environment) => {
    const model = open(environment).embedding('gen-embedding-001')
    expectVectors((await embedMany({ model, values: [...someTexts] })).embeddings, someTexts.length)
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

  nestedPrefix: async (environment) => {
    const nested = open({ ...environment, url: `${environment.url}/v1` })
    expect((await generateText({ model: nested(`models/${name}`), prompt: 'Hello' })).text).not.toBe('')
  },

  abortWhole: async (environment) => {
    const abortController = new AbortController()
    const sent = environment.nextUpstreamRequest()
    environment.injectFault('silence')
    const whole = send(environment, { abortSignal: abortController.signal })
    const rejected = expect(whole).rejects.toMatchObject({ name: 'AbortError' })
    const { signal } = await sent
    abortController.abort()
    await rejected
    await whenAborted(signal)
  },

  abortStream: abortStream,

  unknownModel: async (environment) => {
    expect(await errorOf(send(environment, { name: 'gen-9' }))).toMatchObject({
      statusCode: 404,
      message: expect.stringContaining('gen-9'),
    })
  },

  badRequest: async (environment) => {
    environment.injectFault('bad request')
    expect(await errorOf(send(environment))).toMatchObject({ statusCode: 400, isRetryable: false })
  },

  wrongKey: async (environment) => {
    expect(await errorOf(send({ ...environment, key: 'wrong' }))).toMatchObject({ statusCode: 401 })
  },

  quota: async (environment) => {
    environment.injectFault('quota')
    expect(await errorOf(send(environment))).toMatchObject({
      statusCode: 429,
      isRetryable: true,
      responseHeaders: { 'retry-after': expect.stringMatching(/^\d+$/) },
    })
  },

  brokenStream: async (environment) => {
    environment.injectFault('failure in mid-stream')
    const errors: unknown[] = []
    const model = open(environment)(name)
    const answer = streamText({
      model,
      prompt: 'Name three rivers.',
      maxRetries,
      onError: ({ error }) => void errors.push(error),
    })
    const pieces: string[] = []
    const reading = (async () => {
      for await (const piece of answer.textStream) pieces.push(piece)
    })()
    await expect(reading).rejects.toBeInstanceOf(Error)
    expect(pieces.length).toBeGreaterThan(0)
    expect(errors[0]).toMatchObject({ statusCode: 503 })
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
  expect(await errorOf(call)).toMatchObject({ statusCode: 404 })
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

/** The packages' types differ only in optional properties that may be undefined. */
function toToolSet(tools: object): ToolSet {
  // See above: the types of the client's own tools and calls match.
  return tools as ToolSet
}

interface SendOptions {
  readonly name?: string
  readonly abortSignal?: AbortSignal
}

function send(environment: ClientEnvironment, { name: expected = name, ...rest }: SendOptions = {}) {
  return generateText({ model: open(environment)(expected), prompt: 'Hello', maxRetries, ...rest })
}

async function errorOf(call: Promise<unknown>): Promise<unknown> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(APICallError.isInstance(error)).toBe(true)
  return error
}

async function fetchBytes({ url }: { readonly url: URL }) {
  const response = await fetch(url)
  return {
    data: new Uint8Array(await response.arrayBuffer()),
    mediaType: response.headers.get('content-type') ?? undefined,
  }
}

/** Waits for the first chunk, then aborts. */
async function abortStream(environment: ClientEnvironment): Promise<void> {
  const abortController = new AbortController()
  const sent = environment.nextUpstreamRequest()
  environment.injectFault('silence in mid-stream')
  const { fullStream } = streamText({
    model: open(environment)(name),
    prompt: 'Name three rivers.',
    abortSignal: abortController.signal,
  })
  const kinds: string[] = []
  for await (const { type } of fullStream) {
    kinds.push(type)
    if (type === 'text-delta') abortController.abort()
  }
  expect(kinds.at(-1)).toBe('abort')
  await whenAborted((await sent).signal)
}

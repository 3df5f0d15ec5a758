// Unmodified @google/generative-ai, the older Google client, against a listening gateway.
import {
  type EnhancedGenerateContentResponse,
  type GenerationConfig,
  GoogleGenerativeAI,
  GoogleGenerativeAIAbortError,
  GoogleGenerativeAIFetchError,
  type ModelParams,
  type Part,
  SchemaType,
  type Tool,
} from '@google/generative-ai'
import { FileState, GoogleAIFileManager } from '@google/generative-ai/server'
import { expect, onTestFinished, test } from 'vitest'
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

const model = 'gen-2.5-flash'

const declaration = {
  name: weather.name,
  description: weather.description,
  parameters: {
    type: SchemaType.OBJECT,
    properties: { city: { type: SchemaType.STRING as const } },
    required: ['city'],
  },
}
const tools = [{ functionDeclarations: [declaration] }]

describeClient('generative-ai', {
  generate: async (environment) => {
    const { response } = await open(environment).generateContent('What is 6 times 7?')
    expect(response.text()).not.toBe('')
    expect(response.usageMetadata?.totalTokenCount).toBeGreaterThan(0)
  },

  stream: async (environment) => {
    const { stream, response } = await open(environment).generateContentStream('Name three rivers.')
    const texts = await collectTexts(stream)
    expect(texts.length).toBeGreaterThan(1)
    expect((await response).text()).toBe(texts.join(''))
    expect(texts.join('')).not.toBe('')
  },

  chat: async (environment) => {
    const chat = open(environment).startChat()
    const first = await chat.sendMessage('My name is Ada.')
    const sent = environment.nextUpstreamRequest()
    const second = await chat.sendMessageStream('What is my name?')
    expect((await collectTexts(second.stream)).join('')).not.toBe('')
    expect(await readTurns(sent)).toEqual([
      { role: 'user', parts: [{ text: 'My name is Ada.' }] },
      first.response.candidates?.[0]?.content,
      { role: 'user', parts: [{ text: 'What is my name?' }] },
    ])
  },

  system: async (environment) => {
    const sent = environment.nextUpstreamRequest()
    const { response } = await open(environment, {
      systemInstruction: 'Answer in one word.',
    }).generateContent('Hello')
    expect(response.text()).not.toBe('')
    expect(await readJson(sent)).toMatchObject({
      systemInstruction: { role: 'system', parts: [{ text: 'Answer in one word.' }] },
    })
  },

  functions: async (environment) => {
    const chat = open(environment, { tools }).startChat()
    const received = await chat.sendMessage(weatherQuestion)
    expect(received.response.functionCalls()).toMatchObject([
      { name: weather.name, args: { city: expect.any(String) } },
    ])
    const reply = await chat.sendMessage([
      { functionResponse: { name: weather.name, response: { output: 'sunny' } } },
    ])
    expect(reply.response.text()).not.toBe('')
  },

  parallel: async (environment) => {
    // Requires its signatures in the next turn.
    const chat = open(environment, { model: 'gemini-3.1-pro-preview', tools }).startChat()
    const { response } = await chat.sendMessage(twoCitiesQuestion)
    const calls = response.functionCalls() ?? []
    expect(calls).toHaveLength(2)
    if (hasSignatures(environment.upstream)) expect(partsOf(response)[0]).toHaveProperty('thoughtSignature')
    const sent = environment.nextUpstreamRequest()
    const results = calls.map(({ name }) => ({ functionResponse: { name, response: { output: 'sunny' } } }))
    const reply = await chat.sendMessage(results)
    expect(reply.response.text()).not.toBe('')
    expect((await readTurns(sent))[1]).toEqual(response.candidates?.[0]?.content)
  },

  json: async (environment) => {
    const responseSchema = {
      type: SchemaType.OBJECT as const,
      properties: {
        title: { type: SchemaType.STRING as const },
        pages: { type: SchemaType.INTEGER as const },
      },
      required: ['title', 'pages'],
    }
    const generationConfig = { responseMimeType: 'application/json', responseSchema }
    const { response } = await open(environment, { generationConfig }).generateContent(bookQuestion)
    expectBook(JSON.parse(response.text()))
  },

  search: async (environment) => {
    const searching = open(environment, { tools: [newerTool({ googleSearch: {} })] })
    const { response } = await searching.generateContent('News about rivers')
    expect(response.candidates?.[0]?.groundingMetadata?.webSearchQueries.length).toBeGreaterThan(0)
  },

  urlContext: async (environment) => {
    const reading = open(environment, { tools: [newerTool({ urlContext: {} })] })
    const { response } = await reading.generateContent('What does https://example.com/rivers say?')
    expect(response.candidates?.[0]).toMatchObject({
      urlContextMetadata: { urlMetadata: [{ retrievedUrl: expect.stringContaining('example.com') }] },
    })
  },

  picture: async (environment) => {
    const picture = { inlineData: { mimeType: 'image/png', data: redPicture } }
    const { response } = await open(environment).generateContent(['What is this?', picture])
    expect(response.text()).not.toBe('')
  },

  embedOne: async (environment) => {
    const { embedding } = await open(environment, { model: 'gen-embedding-001' }).embedContent(someTexts[0])
    expectVectors([embedding.values], 1)
  },

  embedMany: async (environment) => {
    const embeddingModel = open(environment, { model: 'gen-embedding-001' })
    const requests = someTexts.map((text) => ({ content: { role: 'user', parts: [{ text }] } }))
    const { embeddings } = await embeddingModel.batchEmbedContents({ requests })
    expectVectors(
      embeddings.map(({ values }) => values),
      someTexts.length,
    )
  },

  draw: async (environment) => {
    const { response } = await open(environment, { model: 'gen-2.5-flash-image' }).generateContent(
      'A red boat',
    )
    expectPicture(pictureOf(response))
  },

  edit: async (environment) => {
    const chat = open(environment, { model: 'gen-2.5-flash-image' }).startChat()
    const drawn = await chat.sendMessage('A red boat')
    const sent = environment.nextUpstreamRequest()
    const edited = await chat.sendMessage('Make it black and white')
    expectPicture(pictureOf(edited.response))
    expect(pictureOf(edited.response)).not.toBe(pictureOf(drawn.response))
    expect((await readTurns(sent))[1]).toEqual(drawn.response.candidates?.[0]?.content)
  },

  countTokens: async (environment) => {
    const { totalTokens } = await open(environment).countTokens('Name three rivers.')
    expect(totalTokens).toBeGreaterThan(0)
  },

  files: async ({ url, key, ...environment }) => {
    const manager = new GoogleAIFileManager(key, { baseUrl: url })
    const metadata = { mimeType: 'text/plain', displayName: 'rivers.txt' }
    let { file } = await manager.uploadFile(Buffer.from('Seine, Po, Ebro'), metadata)
    while (file.state === FileState.PROCESSING) file = await manager.getFile(file.name)
    expect(file).toMatchObject({ state: FileState.ACTIVE, mimeType: 'text/plain', sizeBytes: '15' })
    const fileData = { fileUri: file.uri, mimeType: 'text/plain' }
    const { response } = await open({ ...environment, url, key }).generateContent([
      'Which rivers?',
      { fileData },
    ])
    expect(response.text()).not.toBe('')
    const { files } = await manager.listFiles()
    expect(files.map(({ name }) => name)).toContain(file.name)
    await manager.deleteFile(file.name)
    await expect(manager.getFile(file.name)).rejects.toMatchObject({ status: expect.any(Number) })
  },

  nestedPrefix: async (environment) => {
    const nested = open({ ...environment, url: `${environment.url}/v1` }, { model: `models/${model}` })
    const { response } = await nested.generateContent('Hello')
    expect(response.text()).not.toBe('')
  },

  abortWhole: async (environment) => {
    const abortController = new AbortController()
    const sent = environment.nextUpstreamRequest()
    environment.injectFault('silence')
    const whole = open(environment).generateContent('Hello', { signal: abortController.signal })
    const rejected = expect(whole).rejects.toBeInstanceOf(GoogleGenerativeAIAbortError)
    const { signal } = await sent
    abortController.abort()
    await rejected
    await whenAborted(signal)
  },

  abortStream: abortStream,

  unknownModel: async (environment) => {
    const call = open(environment, { model: 'gen-9' }).generateContent('Hello')
    expect(await errorOf(call)).toMatchObject({ status: 404, message: expect.stringContaining('gen-9') })
  },

  badRequest: async (environment) => {
    const contents = [{ role: 'robot', parts: [{ text: 'Hello' }] }]
    const own = open(environment).generateContent({ contents })
    expect(await errorOf(own)).toMatchObject({ status: 400, message: expect.stringContaining('role') })
    environment.injectFault('bad request')
    expect(await errorOf(open(environment).generateContent('Hello'))).toMatchObject({ status: 400 })
  },

  wrongKey: async (environment) => {
    const call = open({ ...environment, key: 'wrong' }).generateContent('Hello')
    expect(await errorOf(call)).toMatchObject({ status: 401 })
  },

  quota: async (environment) => {
    environment.injectFault('quota')
    expect(await errorOf(open(environment).generateContent('Hello'))).toMatchObject({ status: 429 })
  },

  brokenStream: async (environment) => {
    environment.injectFault('failure in mid-stream')
    const { stream, response } = await open(environment).generateContentStream('Name three rivers.')
    const rejected = expect(response).rejects.toBeInstanceOf(Error)
    await expect(collectTexts(stream)).rejects.toBeInstanceOf(Error)
    await rejected
  },
})

test('the client, which predates thoughts, includes them in the answer', async () => {
  const environment = await openClientEnvironment('demo')
  onTestFinished(environment.close)
  // Not in the client's types, like the thoughts themselves.
  const generationConfig = { thinkingConfig: { includeThoughts: true } } as GenerationConfig
  const thinkingModel = open(environment, { model: 'gen-2.5-pro', generationConfig })
  const { response } = await thinkingModel.generateContent('Name three rivers.')
  const [thought] = partsOf(response)
  expect(thought).toMatchObject({ thought: true, text: expect.stringMatching(/./) })
  expect(response.text()).toContain(thought?.text)
})

function open({ url, key }: ClientEnvironment, parameters: Partial<ModelParams> = {}) {
  return new GoogleGenerativeAI(key).getGenerativeModel({ model, ...parameters }, { baseUrl: url })
}

function newerTool(tool: object): Tool {
  // The client's types have only the tools of its time, but it sends any tool unchanged.
  return tool as Tool
}

async function collectTexts(stream: AsyncIterable<EnhancedGenerateContentResponse>): Promise<string[]> {
  const texts: string[] = []
  for await (const chunk of stream) texts.push(chunk.text())
  return texts
}

function partsOf({ candidates }: EnhancedGenerateContentResponse): readonly Part[] {
  return candidates?.[0]?.content.parts ?? []
}

function pictureOf(response: EnhancedGenerateContentResponse): string | undefined {
  return partsOf(response).find(({ inlineData }) => inlineData)?.inlineData?.data
}

async function errorOf(call: Promise<unknown>): Promise<unknown> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(GoogleGenerativeAIFetchError)
  return error
}

/** Waits for the first chunk, then aborts. */
async function abortStream(environment: ClientEnvironment): Promise<void> {
  const abortController = new AbortController()
  const sent = environment.nextUpstreamRequest()
  environment.injectFault('silence in mid-stream')
  const { stream, response } = await open(environment).generateContentStream('Name three rivers.', {
    signal: abortController.signal,
  })
  const rejected = expect(response).rejects.toBeInstanceOf(Error)
  const reading = (async () => {
    for await (const _ of stream) abortController.abort()
  })()
  await expect(reading).rejects.toBeInstanceOf(Error)
  await rejected
  await whenAborted((await sent).signal)
}

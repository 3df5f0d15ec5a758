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
  type SingleRequestOptions,
  type Tool,
} from '@google/generative-ai'
import { FileState, GoogleAIFileManager } from '@google/generative-ai/server'
import { expect, onTestFinished, test } from 'vitest'
import { type ClientEnvironment, openClientEnvironment, readTurns } from './client-environment.fixture'
import { type Answer, type ClientAdapter, describeClient, type Question } from './client-suite.fixture'
import { hasSignatures } from './coverage.fixture'
import {
  bookQuestion,
  expectBook,
  expectPicture,
  twoCitiesQuestion,
  weather,
  weatherQuestion,
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

const client: ClientAdapter = {
  ask: async (environment, question) => {
    const { response } = await openFor(environment, question).generateContent(...toRequest(question))
    return toAnswer(response)
  },
  stream: async (environment, question, onText) => {
    const opened = openFor(environment, question)
    const { stream, response } = await opened.generateContentStream(...toRequest(question))
    // It rejects, too, if the stream fails.
    response.catch(() => undefined)
    for await (const chunk of stream) onText(chunk.text())
    return toAnswer(await response)
  },
  embed: async (environment, texts) => {
    const embeddingModel = open(environment, { model: 'gen-embedding-001' })
    if (texts.length === 1) return [(await embeddingModel.embedContent(texts[0] ?? '')).embedding.values]
    const requests = texts.map((text) => ({ content: { role: 'user', parts: [{ text }] } }))
    const { embeddings } = await embeddingModel.batchEmbedContents({ requests })
    return embeddings.map(({ values }) => values)
  },
  readFailure: (error) =>
    error instanceof GoogleGenerativeAIFetchError || error instanceof GoogleGenerativeAIAbortError
      ? { status: undefined, ...error, message: error.message }
      : undefined,
  streamError: {},
}

function openFor(environment: ClientEnvironment, { model, system, tool }: Question) {
  return open(environment, {
    model,
    ...(system ? { systemInstruction: system } : {}),
    // The client's types have only the tools of its time, but it sends any tool unchanged.
    ...(tool ? { tools: [{ [tool]: {} } as Tool] } : {}),
  })
}

function toRequest({ prompt, picture, signal }: Question): [(string | Part)[], SingleRequestOptions] {
  const image = { inlineData: { mimeType: 'image/png', data: picture ?? '' } }
  return [[prompt, ...(picture ? [image] : [])], signal ? { signal } : {}]
}

function toAnswer(response: EnhancedGenerateContentResponse): Answer {
  // Not in the client's types: `urlContextMetadata`.
  const candidate = response.candidates?.[0] as
    | { finishReason?: string; groundingMetadata?: object; urlContextMetadata?: object }
    | undefined
  return {
    text: response.text(),
    tokens: response.usageMetadata?.totalTokenCount,
    finishReason: candidate?.finishReason,
    sources: candidate?.groundingMetadata ?? candidate?.urlContextMetadata,
  }
}

describeClient('generative-ai', [client], {
  chat: async (environment) => {
    const chat = open(environment).startChat()
    const first = await chat.sendMessage('My name is Ada.')
    const sent = environment.nextUpstreamRequest()
    const second = await chat.sendMessageStream('What is my name?')
    expect((await second.response).text()).toMatch(/\S/)
    expect(await readTurns(sent)).toEqual([
      { role: 'user', parts: [{ text: 'My name is Ada.' }] },
      first.response.candidates?.[0]?.content,
      { role: 'user', parts: [{ text: 'What is my name?' }] },
    ])
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

function partsOf({ candidates }: EnhancedGenerateContentResponse): readonly Part[] {
  return candidates?.[0]?.content.parts ?? []
}

function pictureOf(response: EnhancedGenerateContentResponse): string | undefined {
  return partsOf(response).find(({ inlineData }) => inlineData)?.inlineData?.data
}

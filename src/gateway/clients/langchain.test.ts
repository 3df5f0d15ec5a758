// Unmodified @langchain/google-genai against a listening gateway. Retries are off where they would only take time.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { GoogleGenerativeAIFetchError } from '@google/generative-ai'
import {
  type AIMessage,
  type AIMessageChunk,
  type BaseMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
} from '@langchain/core/messages'
import {
  ChatGoogleGenerativeAI,
  type GoogleGenerativeAIChatInput,
  GoogleGenerativeAIEmbeddings,
} from '@langchain/google-genai'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import {
  type ClientEnvironment,
  openClientEnvironment,
  readJson,
  readTurns,
} from './client-environment.fixture'
import { describeClient } from './client-suite.fixture'
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
} from './test-data.fixture'

const model = 'gen-2.5-flash'
const functions = [{ functionDeclarations: [weather] }]

describeClient('langchain', {
  generate: async (environment) => {
    const answer = await open(environment).invoke('What is 6 times 7?')
    expect(answer.text).not.toBe('')
    expect(answer.usage_metadata).toMatchObject({ total_tokens: expect.any(Number) })
  },

  stream: async (environment) => {
    const chunks = await collect(await open(environment).stream('Name three rivers.'))
    expect(chunks.length).toBeGreaterThan(1)
    expect(chunks.map(({ text }) => text).join('')).not.toBe('')
  },

  chat: async (environment) => {
    const chat = open(environment)
    const messages: BaseMessage[] = [new HumanMessage('My name is Ada.')]
    const first = await chat.invoke(messages)
    const sent = environment.nextUpstreamRequest()
    const second = await chat.invoke([...messages, first, new HumanMessage('What is my name?')])
    expect(second.text).not.toBe('')
    expect(await readTurns(sent)).toEqual([
      { role: 'user', parts: [{ text: 'My name is Ada.' }] },
      { role: 'model', parts: [{ text: first.text }] },
      { role: 'user', parts: [{ text: 'What is my name?' }] },
    ])
  },

  system: async (environment) => {
    const sent = environment.nextUpstreamRequest()
    const messages = [new SystemMessage('Answer in one word.'), new HumanMessage('Hello')]
    expect((await open(environment).invoke(messages)).text).not.toBe('')
    expect(await readJson(sent)).toMatchObject({
      systemInstruction: { parts: [{ text: 'Answer in one word.' }] },
    })
  },

  thinking: async (environment) => {
    const thinkingModel = open(environment, {
      model: 'gen-2.5-pro',
      thinkingConfig: { includeThoughts: true },
    })
    const whole = await thinkingModel.invoke('Name three rivers.')
    const chunks = await collect(await thinkingModel.stream('Name three rivers.'))
    for (const messages of [[whole], chunks]) {
      const thoughts = messages.flatMap(blocksOf).filter(({ type }) => type === 'thinking')
      expect(thoughts.length).toBeGreaterThan(0)
      const text = messages.map((message) => message.text).join('')
      expect(text).not.toBe('')
      for (const { thinking } of thoughts) expect(text).not.toContain(thinking)
    }
  },

  functions: async (environment) => {
    const chat = open(environment).bindTools(functions)
    const question = new HumanMessage(weatherQuestion)
    const received = await chat.invoke([question])
    expect(received.tool_calls).toMatchObject([{ name: weather.name, args: { city: expect.any(String) } }])
    const reply = await chat.invoke([question, received, ...answersTo(received)])
    expect(reply.text).not.toBe('')
  },

  json: async (environment) => {
    const schema = z.object({ title: z.string(), pages: z.number() })
    const chat = open(environment).withStructuredOutput(schema, { method: 'jsonSchema' })
    expectBook(await chat.invoke(bookQuestion))
  },

  search: async (environment) => {
    const chat = open(environment).bindTools([{ googleSearch: {} }])
    const { response_metadata } = await chat.invoke('News about rivers')
    expect(response_metadata).toMatchObject({
      groundingMetadata: { webSearchQueries: expect.arrayContaining([expect.any(String)]) },
    })
  },

  urlContext: async (environment) => {
    const chat = open(environment).bindTools([{ urlContext: {} }])
    const { response_metadata } = await chat.invoke('What does https://example.com/rivers say?')
    expect(response_metadata).toMatchObject({
      urlContextMetadata: { urlMetadata: [{ retrievedUrl: expect.stringContaining('example.com') }] },
    })
  },

  picture: async (environment) => {
    // The client sends images only to models with one of the vendor's names.
    const chat = open(environment, { model: 'gemini-2.5-pro' })
    const content = [{ type: 'text', text: 'What is this?' }, picturePart(redPicture)]
    expect((await chat.invoke([new HumanMessage({ content })])).text).not.toBe('')
  },

  embedOne: async (environment) => {
    expectVectors([await openEmbeddings(environment).embedQuery(someTexts[0])], 1)
  },

  embedMany: async (environment) => {
    expectVectors(await openEmbeddings(environment).embedDocuments([...someTexts]), someTexts.length)
  },

  draw: async (environment) => {
    const answer = await open(environment, { model: 'gemini-2.5-flash-image' }).invoke('A red boat')
    expectPicture(pictureOf(answer))
  },

  edit: async (environment) => {
    const chat = open(environment, { model: 'gemini-2.5-flash-image' })
    const drawn = pictureOf(await chat.invoke('A red boat')) ?? ''
    // The client cannot send the image of an answer back as such, so it is sent as an image of the user.
    const content = [{ type: 'text', text: 'Make it black and white' }, picturePart(drawn)]
    const edited = pictureOf(await chat.invoke([new HumanMessage({ content })]))
    expectPicture(edited)
    expect(edited).not.toBe(drawn)
  },

  nestedPrefix: async (environment) => {
    const nested = open({ ...environment, url: `${environment.url}/v1` })
    expect((await nested.invoke('Hello')).text).not.toBe('')
  },

  unknownModel: async (environment) => {
    const call = open(environment, { model: 'gen-9' }).invoke('Hello')
    expect(await errorOf(call)).toMatchObject({ status: 404, message: expect.stringContaining('gen-9') })
  },

  badRequest: async (environment) => {
    environment.injectFault('bad request')
    expect(await errorOf(open(environment).invoke('Hello'))).toMatchObject({ status: 400 })
  },

  wrongKey: async (environment) => {
    expect(await errorOf(open({ ...environment, key: 'wrong' }).invoke('Hello'))).toMatchObject({
      status: 401,
    })
  },

  quota: async (environment) => {
    environment.injectFault('quota')
    expect(await errorOf(open(environment).invoke('Hello'))).toMatchObject({ status: 429 })
  },
})

test('the results of two parallel calls are rejected, because the client sends each in a separate turn', async () => {
  const environment = await openClientEnvironment('demo')
  onTestFinished(environment.close)
  const chat = open(environment).bindTools(functions)
  const question = new HumanMessage(twoCitiesQuestion)
  const received = await chat.invoke([question])
  expect(received.tool_calls).toHaveLength(2)
  const sent = environment.nextUpstreamRequest()
  const reply = chat.invoke([question, received, ...answersTo(received)])
  expect(await errorOf(reply)).toMatchObject({ status: 400 })
  expect((await readTurns(sent)).slice(2)).toEqual([
    { role: 'user', parts: [{ functionResponse: expect.anything() }] },
    { role: 'user', parts: [{ functionResponse: expect.anything() }] },
  ])
})

test('the signal of `invoke` has no effect, because the client does not pass it on', async () => {
  const environment = await openClientEnvironment('demo')
  onTestFinished(environment.close)
  const abortController = new AbortController()
  const sent = environment.nextUpstreamRequest()
  const answer = open(environment).invoke('Hello', { signal: abortController.signal })
  const { signal } = await sent
  abortController.abort()
  await answer
  expect(signal.aborted).toBe(false)
})

test('a rejected batch of embeddings returns empty vectors, because the client ignores the error', async () => {
  const environment = await openClientEnvironment('demo')
  onTestFinished(environment.close)
  environment.injectFault('quota')
  expect(await openEmbeddings(environment).embedDocuments(['one', 'two'])).toEqual([[], []])
})

test('an error during a stream is thrown, and a second, unhandled rejection ends the program', async () => {
  const environment = await openClientEnvironment('demo')
  onTestFinished(environment.close)
  environment.injectFault('failure in mid-stream')
  const program = `
    import { ChatGoogleGenerativeAI } from '@langchain/google-genai'
    const chat = new ChatGoogleGenerativeAI({ model: '${model}', apiKey: '${environment.key}', baseUrl: '${environment.url}' })
    try {
      for await (const chunk of await chat.stream('Name three rivers.')) console.log('a piece')
    } catch {
      console.log('thrown')
    }
    await new Promise((resolve) => setImmediate(resolve))
    console.log('went on')`
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
  await expect(run).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^(?:a piece\n)+thrown\n$/),
    stderr: expect.stringContaining('Error reading from the stream'),
  })
}, 30_000)

function open({ url, key }: ClientEnvironment, rest: Partial<GoogleGenerativeAIChatInput> = {}) {
  return new ChatGoogleGenerativeAI({ model, apiKey: key, baseUrl: url, maxRetries: 0, ...rest })
}

function openEmbeddings({ url, key }: ClientEnvironment) {
  return new GoogleGenerativeAIEmbeddings({ model: 'gen-embedding-001', apiKey: key, baseUrl: url })
}

async function collect(stream: AsyncIterable<AIMessageChunk>): Promise<AIMessageChunk[]> {
  const chunks: AIMessageChunk[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return chunks
}

interface Block {
  readonly type: string
  readonly thinking?: string
  readonly inlineData?: { readonly data: string }
}

function blocksOf({ content }: BaseMessage): readonly Block[] {
  // The client's own blocks (`thinking`, `inlineData`) are not in its types.
  return typeof content === 'string' ? [] : (content as readonly Block[])
}

function pictureOf(answer: BaseMessage): string | undefined {
  return blocksOf(answer).find(({ inlineData }) => inlineData)?.inlineData?.data
}

function picturePart(base64: string) {
  return { type: 'image_url', image_url: `data:image/png;base64,${base64}` }
}

function answersTo({ tool_calls = [] }: AIMessage): ToolMessage[] {
  return tool_calls.map(({ id = '', name }) => new ToolMessage({ tool_call_id: id, name, content: 'sunny' }))
}

/** An error of @google/generative-ai, on which the client is built. */
async function errorOf(call: Promise<unknown>): Promise<unknown> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(GoogleGenerativeAIFetchError)
  return error
}

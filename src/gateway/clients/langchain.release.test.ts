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
  type UsageMetadata,
} from '@langchain/core/messages'
import {
  ChatGoogleGenerativeAI,
  type GoogleGenerativeAIChatInput,
  GoogleGenerativeAIEmbeddings,
} from '@langchain/google-genai'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { type ClientEnvironment, openClientEnvironment, readTurns } from './client-environment.fixture'
import { type Answer, type ClientAdapter, describeClient, type Question } from './client-suite.fixture'
import {
  bookQuestion,
  expectBook,
  expectPicture,
  twoCitiesQuestion,
  weather,
  weatherQuestion,
} from './test-data.fixture'

const model = 'gen-2.5-flash'
const functions = [{ functionDeclarations: [weather] }]

const client: ClientAdapter = {
  ask: async (environment, question) => {
    const answer = await openFor(environment, question).invoke(toMessages(question))
    return toAnswer([answer])
  },
  stream: async (environment, question, onText) => {
    const chunks: AIMessageChunk[] = []
    for await (const chunk of await openFor(environment, question).stream(toMessages(question))) {
      chunks.push(chunk)
      if (chunk.text) onText(chunk.text)
    }
    return toAnswer(chunks)
  },
  embed: async (environment, texts) => {
    const embeddings = openEmbeddings(environment)
    if (texts.length === 1) return [await embeddings.embedQuery(texts[0] ?? '')]
    return await embeddings.embedDocuments([...texts])
  },
  // An error of @google/generative-ai, on which the client is built.
  readFailure: (error) =>
    error instanceof GoogleGenerativeAIFetchError
      ? { status: error.status, message: error.message }
      : undefined,
  streamError: {},
}

function openFor(environment: ClientEnvironment, { model, thoughts, tool }: Question) {
  const chat = open(environment, {
    model,
    ...(thoughts ? { thinkingConfig: { includeThoughts: true } } : {}),
  })
  return tool ? chat.bindTools([{ [tool]: {} }]) : chat
}

function toMessages({ prompt, system, picture }: Question): BaseMessage[] {
  const content = [{ type: 'text', text: prompt }, ...(picture ? [picturePart(picture)] : [])]
  return [...(system ? [new SystemMessage(system)] : []), new HumanMessage({ content })]
}

function toAnswer(messages: readonly AIMessageChunk[]): Answer {
  const last = messages.at(-1)
  // In the client's types, messages of no particular kind have none.
  const usage = last?.usage_metadata as UsageMetadata | undefined
  const thoughts = messages.flatMap(blocksOf).flatMap(({ thinking }) => thinking ?? [])
  return {
    text: messages.map(({ text }) => text).join(''),
    thoughts: thoughts.join(''),
    tokens: usage?.total_tokens,
    sources: last?.response_metadata.groundingMetadata ?? last?.response_metadata.urlContextMetadata,
  }
}

describeClient('langchain', [client], {
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
  await expect(reply).rejects.toMatchObject({ status: 400 })
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

// Unmodified openai against a listening gateway. Retries are off where they would only take time.
import OpenAI, {
  APIError,
  APIUserAbortError,
  AuthenticationError,
  BadRequestError,
  NotFoundError,
  RateLimitError,
  toFile,
} from 'openai'
import { zodResponseFormat } from 'openai/helpers/zod'
import type { RunnableToolFunction } from 'openai/lib/RunnableFunction'
import type { ChatCompletionChunk, ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import { expect } from 'vitest'
import { z } from 'zod'
import { toneWav } from '../testing/tone.fixture'
import { type ClientEnvironment, readJson } from './client-environment.fixture'
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
const thinkingModel = 'gen-2.5-pro'
/** Requires that its signatures are sent back. */
const signingModel = 'gen-3.1-pro-preview'
const embeddingModel = 'gen-embedding-001'
const painter = 'gen-2.5-flash-image'
const transcriber = 'gen-4o-transcribe'

const user = (content: string): ChatCompletionMessageParam => ({ role: 'user', content })
const weatherTool = { type: 'function', function: weather } as const

describeClient('openai', {
  generate: async (environment) => {
    const messages = [user('What is 6 times 7?')]
    const { choices, usage } = await open(environment).chat.completions.create({ model, messages })
    expect(choices).toMatchObject([
      {
        index: 0,
        finish_reason: 'stop',
        message: { role: 'assistant', content: expect.stringMatching(/\S/) },
      },
    ])
    expect(usage?.total_tokens).toBeGreaterThan(0)
  },

  stream: async (environment) => {
    const stream = open(environment).chat.completions.stream({
      model,
      messages: [user('Name three rivers.')],
      stream_options: { include_usage: true },
    })
    const chunks: ChatCompletionChunk[] = []
    for await (const chunk of stream) chunks.push(chunk)
    // The SDK assembles the chunks, and throws if one is missing.
    const { choices, usage } = await stream.finalChatCompletion()
    expect(choices[0]).toMatchObject({
      finish_reason: 'stop',
      message: { content: expect.stringMatching(/\S/) },
    })
    expect(usage?.total_tokens).toBeGreaterThan(0)
    expect(chunks.length).toBeGreaterThan(3)
    expect(chunks[0]?.choices[0]?.delta.role).toBe('assistant')
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: expect.any(Number) } })
  },

  chat: async (environment) => {
    const { completions } = open(environment).chat
    const first = await completions.create({ model, messages: [user('My name is Ada.')] })
    const sent = environment.nextUpstreamRequest()
    const answer = first.choices[0]!.message
    const messages = [user('My name is Ada.'), answer, user('What is my name?')]
    const second = await completions.create({ model, messages })
    expect(second.choices[0]?.message.content).toMatch(/\S/)
    const texts = await readSentTexts(sent)
    expect(texts).toEqual(['My name is Ada.', answer.content, 'What is my name?'])
  },

  system: async (environment) => {
    const sent = environment.nextUpstreamRequest()
    await open(environment).chat.completions.create({
      model,
      messages: [{ role: 'system', content: 'Answer in one word.' }, user('Hello')],
    })
    const body = await readJson(sent)
    expect(body).toMatchObject(
      isTranslated(environment)
        ? { systemInstruction: { parts: [{ text: 'Answer in one word.' }] } }
        : { messages: [{ role: 'system', content: 'Answer in one word.' }, {}] },
    )
  },

  thinking: async (environment) => {
    const { completions } = open(environment).chat
    const messages = [user('Name three rivers.')]
    const request = { model: thinkingModel, messages, reasoning_effort: 'low' as const }
    const whole = await completions.create(request)
    expect(whole.choices[0]?.message).toMatchObject({
      reasoning_content: expect.stringMatching(/\S/),
      content: expect.stringMatching(/\S/),
    })
    let thoughts = ''
    for await (const { choices } of await completions.create({ ...request, stream: true }))
      thoughts += (choices[0]?.delta as { reasoning_content?: string } | undefined)?.reasoning_content ?? ''
    expect(thoughts).toMatch(/\S/)
  },

  functions: async (environment) => {
    const received: unknown[] = []
    const tool: RunnableToolFunction<object> = {
      type: 'function',
      function: {
        name: weather.name,
        description: weather.description,
        parameters: { ...weather.parameters, required: ['city'] },
        parse: (text: string): object => JSON.parse(text),
        function: (parameters: object) => {
          received.push(parameters)
          return '21 degrees'
        },
      },
    }
    const request = { model: signingModel, messages: [user(weatherQuestion)], tools: [tool] }
    const { completions } = open(environment).chat
    // The SDK runs the loop of call, result and answer.
    expect(await completions.runTools(request).finalContent()).toMatch(/\S/)
    expect(await completions.runTools({ ...request, stream: true }).finalContent()).toMatch(/\S/)
    expect(received).toEqual([{ city: expect.any(String) }, { city: expect.any(String) }])
  },

  parallel: async (environment) => {
    const { completions } = open(environment).chat
    const request = { model: signingModel, tools: [weatherTool] }
    const stream = completions.stream({ ...request, messages: [user(twoCitiesQuestion)] })
    const { message, finish_reason: reason } = (await stream.finalChatCompletion()).choices[0]!
    const calls = message.tool_calls ?? []
    expect([calls.length, reason]).toEqual([2, 'tool_calls'])
    const sent = environment.nextUpstreamRequest()
    // Many clients store only what OpenAI documents of a call; the results come in any order.
    const stored = calls.map(({ id, type, function: { name, arguments: text } }) => ({
      id,
      type,
      function: { name, arguments: text },
    }))
    const results = calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'sunny' }) as const)
    const reply = await completions.create({
      ...request,
      messages: [
        user(twoCitiesQuestion),
        { role: 'assistant', content: null, tool_calls: stored },
        ...results.reverse(),
      ],
    })
    expect(reply.choices[0]?.message.content).toMatch(/\S/)
    if (!hasSignatures(environment.upstream)) return
    const { contents } = (await readJson(sent)) as { contents: { parts: { thoughtSignature?: string }[] }[] }
    const signature = contents[1]?.parts[0]?.thoughtSignature
    expect(signature).toMatch(/\S/)
    expect(signature).not.toBe('skip_thought_signature_validator')
  },

  json: async (environment) => {
    const book = z.object({ title: z.string(), pages: z.number().int() })
    const parsed = await open(environment).chat.completions.parse({
      model,
      messages: [user(bookQuestion)],
      response_format: zodResponseFormat(book, 'book'),
    })
    expectBook(parsed.choices[0]?.message.parsed)
  },

  picture: async (environment) => {
    const url = `data:image/png;base64,${redPicture}`
    const content = [
      { type: 'text', text: 'What is this?' },
      { type: 'image_url', image_url: { url } },
    ] as const
    const { choices } = await open(environment).chat.completions.create({
      model: thinkingModel,
      messages: [{ role: 'user', content: [...content] }],
    })
    expect(choices[0]?.message.content).toMatch(/\S/)
  },

  embedOne: async (environment) => {
    const input = someTexts[0]
    const { data } = await open(environment).embeddings.create({ model: embeddingModel, input })
    expectVectors(
      data.map(({ embedding }) => embedding),
      1,
    )
  },

  embedMany: async (environment) => {
    const { embeddings } = open(environment)
    const input = [...someTexts]
    const list = await embeddings.create({ model: embeddingModel, input })
    const data = [...list.data].sort((one, other) => one.index - other.index)
    expectVectors(
      data.map(({ embedding }) => embedding),
      someTexts.length,
    )
    // The SDK asks for Base64, which has fewer digits than a list of numbers.
    const numbers = await embeddings.create({
      model: embeddingModel,
      input: someTexts[2],
      encoding_format: 'float',
    })
    const [one] = numbers.data
    expect(one?.embedding.map(Math.fround)).toEqual(data[2]?.embedding)
  },

  draw: async (environment) => {
    const { data = [] } = await open(environment).images.generate({
      model: painter,
      prompt: 'A red boat on a lake',
      size: '1536x1024',
      n: 2,
    })
    expect(data).toHaveLength(2)
    for (const image of data) expectPicture(image.b64_json)
  },

  listModels: async (environment) => {
    const ids: string[] = []
    for await (const { id, object } of open(environment).models.list()) ids.push(`${object} ${id}`)
    expect(ids).toContain('model gen-2.5-pro')
  },

  getModel: async (environment) => {
    const found = await open(environment).models.retrieve('gen-2.5-pro')
    expect(found).toMatchObject({ id: 'gen-2.5-pro', object: 'model', owned_by: environment.upstream })
  },

  transcribe: async (environment) => {
    const { text, usage } = await open(environment).audio.transcriptions.create({
      model: transcriber,
      file: await speak(),
    })
    expect(text).not.toBe('')
    expect(usage).toBeDefined()
  },

  transcribeStream: async (environment) => {
    const stream = await open(environment).audio.transcriptions.create({
      // The vendor's name means the same model.
      model: 'gpt-4o-transcribe',
      file: await speak(),
      stream: true,
    })
    let response = ''
    let done = ''
    for await (const event of stream) {
      if (event.type === 'transcript.text.delta') response += event.delta
      if (event.type === 'transcript.text.done') done = event.text
    }
    expect(response).not.toBe('')
    expect(done).toBe(response)
  },

  abortWhole: async (environment) => {
    const { audio, chat } = open(environment)
    const file = await speak()
    const calls = [
      (signal: AbortSignal) => audio.transcriptions.create({ model: transcriber, file }, { signal }),
      (signal: AbortSignal) => chat.completions.create({ model, messages: [user('Hello')] }, { signal }),
    ]
    for (const call of calls) {
      const abortController = new AbortController()
      const sent = environment.nextUpstreamRequest()
      environment.injectFault('silence')
      const rejected = expect(call(abortController.signal)).rejects.toBeInstanceOf(APIUserAbortError)
      const { signal } = await sent
      abortController.abort()
      await rejected
      await whenAborted(signal)
    }
  },

  abortStream: async (environment) => {
    // In this client, leaving the loop closes the connection.
    for (const openAny of [openStream, openChatStream]) {
      const sent = environment.nextUpstreamRequest()
      environment.injectFault('silence in mid-stream')
      for await (const _ of await openAny(environment)) break
      await whenAborted((await sent).signal)
    }
  },

  unknownModel: async (environment) => {
    const { chat, embeddings, models } = open(environment)
    const calls = [
      () => transcribe(environment, 'gen-9-transcribe'),
      () => chat.completions.create({ model: 'gen-9', messages: [user('Hello')] }),
      () => embeddings.create({ model: 'gen-9', input: 'Hello' }),
      () => models.retrieve('gen-9'),
    ]
    for (const call of calls) {
      const error = await errorOf(call())
      expect(error).toBeInstanceOf(NotFoundError)
      expect(error.message).toContain('gen-9')
    }
  },

  badRequest: async (environment) => {
    for (const send of [transcribe, complete]) {
      environment.injectFault('bad request')
      expect(await errorOf(send(environment))).toBeInstanceOf(BadRequestError)
    }
    const robot = [{ role: 'robot', content: 'Hello' }] as unknown as ChatCompletionMessageParam[]
    const own = await errorOf(open(environment).chat.completions.create({ model, messages: robot }))
    // A server that gets the request as it is has its own form of the error.
    expect(own).toMatchObject({
      status: 400,
      ...(isTranslated(environment) ? { param: 'messages[0].role' } : {}),
    })
  },

  wrongKey: async (environment) => {
    for (const send of [transcribe, complete]) {
      const error = await errorOf(send({ ...environment, key: 'wrong' }))
      expect(error).toBeInstanceOf(AuthenticationError)
      expect(error).toMatchObject({ code: 'invalid_api_key' })
    }
  },

  quota: async (environment) => {
    for (const send of [transcribe, complete]) {
      environment.injectFault('quota')
      const error = await errorOf(send(environment))
      expect(error).toBeInstanceOf(RateLimitError)
      expect(error.headers?.get('retry-after')).toMatch(/^\d+$/)
    }
  },

  brokenStream: async (environment) => {
    environment.injectFault('failure in mid-stream')
    const stream = await openStream(environment)
    const kinds: string[] = []
    const reading = (async () => {
      for await (const { type } of stream) kinds.push(type)
    })()
    await expect(reading).rejects.toBeInstanceOf(APIError)
    expect(kinds).toContain('transcript.text.delta')
    expect(kinds).not.toContain('transcript.text.done')

    environment.injectFault('failure in mid-stream')
    const chunks: ChatCompletionChunk[] = []
    const chatReading = (async () => {
      for await (const chunk of await openChatStream(environment)) chunks.push(chunk)
    })()
    await expect(chatReading).rejects.toBeInstanceOf(APIError)
    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toMatch(/\S/)
    expect(chunks.some(({ choices }) => choices[0]?.finish_reason)).toBe(false)
  },
})

function open({ url, key }: ClientEnvironment): OpenAI {
  return new OpenAI({ apiKey: key, baseURL: `${url}/v1`, maxRetries: 0 })
}

function speak() {
  return toFile(toneWav(2), 'tone.wav', { type: 'audio/wav' })
}

async function transcribe(environment: ClientEnvironment, expected = transcriber) {
  return open(environment).audio.transcriptions.create({ model: expected, file: await speak() })
}

function complete(environment: ClientEnvironment) {
  return open(environment).chat.completions.create({ model, messages: [user('Hello')] })
}

/** Not as the client sent them, but in Google's dialect. */
function isTranslated({ upstream }: ClientEnvironment): boolean {
  return upstream !== 'openai'
}

/** The texts of all turns, in either dialect. */
async function readSentTexts(sent: ReturnType<ClientEnvironment['nextUpstreamRequest']>): Promise<unknown[]> {
  const { contents = [], messages = [] } = (await readJson(sent)) as {
    contents?: { parts: { text: string }[] }[]
    messages?: { content: string }[]
  }
  return [
    ...contents.map(({ parts }) => parts.map(({ text }) => text).join('')),
    ...messages.map(({ content }) => content),
  ]
}

async function openStream(environment: ClientEnvironment) {
  return open(environment).audio.transcriptions.create({
    model: transcriber,
    file: await speak(),
    stream: true,
  })
}

function openChatStream(environment: ClientEnvironment) {
  const messages = [user('Name three rivers.')]
  return open(environment).chat.completions.create({ model, messages, stream: true })
}

async function errorOf(call: Promise<unknown>): Promise<APIError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof APIError) return error
  throw new Error('The client did not throw its own error.', { cause: error })
}

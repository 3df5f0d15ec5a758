// Unmodified openai against a listening gateway. Retries are off where they would only take time.
import OpenAI, {
  APIError,
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
/** Requires that its signatures are sent back. */
const signingModel = 'gen-3.1-pro-preview'
const painter = 'gen-2.5-flash-image'
const transcriber = 'gen-4o-transcribe'

const user = (content: string): ChatCompletionMessageParam => ({ role: 'user', content })
const weatherTool = { type: 'function', function: weather } as const

const chatClient: ClientAdapter = {
  ask: async (environment, question) => {
    const { completions } = open(environment).chat
    const { choices, usage } = await completions.create(...toRequest(question))
    const [{ message, finish_reason: finishReason } = {}] = choices
    return { ...toAnswer(message), tokens: usage?.total_tokens, finishReason }
  },
  stream: async (environment, question, onText) => {
    const [request, options] = toRequest(question)
    const streamed = { ...request, stream_options: { include_usage: true } }
    const stream = open(environment).chat.completions.stream(streamed, options)
    let thoughts = ''
    let last: ChatCompletionChunk | undefined
    for await (const chunk of stream) {
      last = chunk
      const delta = toAnswer(chunk.choices[0]?.delta)
      thoughts += delta.thoughts
      if (delta.text) onText(delta.text)
    }
    // The SDK assembles the chunks, and throws if one is missing.
    const { choices, usage } = await stream.finalChatCompletion()
    expect(last).toMatchObject({ choices: [], usage: { prompt_tokens: expect.any(Number) } })
    const [{ message, finish_reason: finishReason } = {}] = choices
    return { text: message?.content ?? '', thoughts, tokens: usage?.total_tokens, finishReason }
  },
  embed: async (environment, texts) => {
    const input = [...texts]
    // The SDK asks for Base64, which has fewer digits than a list of numbers.
    const { data } = await open(environment).embeddings.create({ model: 'gen-embedding-001', input })
    return data.sort((one, other) => one.index - other.index).map(({ embedding }) => embedding)
  },
  readFailure: (error) => {
    if (!(error instanceof APIError)) return undefined
    const { status, message, headers } = error
    expect(error.constructor).toBe(errorClasses[status])
    return { status, message, ...(status === 429 ? { retryAfter: headers?.get('retry-after') } : {}) }
  },
  streamError: { constructor: APIError },
}

const errorClasses: Readonly<Record<number, object>> = {
  400: BadRequestError,
  401: AuthenticationError,
  404: NotFoundError,
  429: RateLimitError,
}

function toRequest({ model, prompt, system, thoughts, picture, signal }: Question) {
  const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${picture}` } } as const
  const messages: ChatCompletionMessageParam[] = [
    ...(system ? [{ role: 'system', content: system } as const] : []),
    { role: 'user', content: [{ type: 'text', text: prompt }, ...(picture ? [image] : [])] },
  ]
  const request = { model, messages, ...(thoughts ? { reasoning_effort: 'low' as const } : {}) }
  return [request, signal ? { signal } : {}] as const
}

/** Thoughts are not in the client's types. */
function toAnswer(message: { content?: string | null } | undefined): Answer & { readonly thoughts: string } {
  const { content, reasoning_content: thoughts } = { reasoning_content: '', ...message }
  return { text: content ?? '', thoughts }
}

const transcriptionClient: ClientAdapter = {
  ...chatClient,
  ask: async (environment, { model, signal }) =>
    await open(environment).audio.transcriptions.create(
      { model: model === 'gen-2.5-flash' ? transcriber : model, file: await speak() },
      signal ? { signal } : {},
    ),
  stream: async (environment, { signal }, onText) => {
    const stream = await open(environment).audio.transcriptions.create({
      // The vendor's name means the same model.
      model: 'gpt-4o-transcribe',
      file: await speak(),
      stream: true,
    })
    let text = ''
    for await (const event of stream) {
      if (event.type === 'transcript.text.delta') onText(event.delta)
      if (event.type === 'transcript.text.done') text = event.text
      // In this client, leaving the loop closes the connection.
      if (signal?.aborted) throw new Error('aborted')
    }
    return { text }
  },
}

describeClient('openai', [chatClient, transcriptionClient], {
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
    const file = await speak()
    const { text, usage } = await open(environment).audio.transcriptions.create({ model: transcriber, file })
    expect([text, usage]).toEqual([expect.stringMatching(/\S/), expect.any(Object)])
  },

  transcribeStream: async (environment) => {
    const texts: string[] = []
    const question = { model: '', prompt: '' }
    const { text } = await transcriptionClient.stream(environment, question, (piece) => texts.push(piece))
    expect(text).toMatch(/\S/)
    expect(texts.join('')).toBe(text)
  },
})

function open({ url, key }: ClientEnvironment): OpenAI {
  return new OpenAI({ apiKey: key, baseURL: `${url}/v1`, maxRetries: 0 })
}

function speak() {
  return toFile(toneWav(2), 'tone.wav', { type: 'audio/wav' })
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

// Unmodified @google/genai against a listening gateway: only the URL and the key are set.
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  ApiError,
  FileState,
  FunctionCallingConfigMode,
  type GenerateContentResponse,
  GoogleGenAI,
  type Part,
  Type,
} from '@google/genai'
import { expect } from 'vitest'
import { toneWav } from '../testing/tone.fixture'
import { type ClientEnvironment, readJson, readTurns } from './client-environment.fixture'
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

describeClient('genai', {
  generate: async (environment) => {
    const answer = await open(environment).models.generateContent({ model, contents: 'What is 6 times 7?' })
    expect(answer.text).not.toBe('')
    expect(answer.candidates?.[0]?.finishReason).toBe('STOP')
    expect(answer.usageMetadata?.totalTokenCount).toBeGreaterThan(0)
  },

  stream: async (environment) => {
    const request = { model, contents: 'Name three rivers.' }
    const chunks = await collect(await open(environment).models.generateContentStream(request))
    expect(chunks.length).toBeGreaterThan(1)
    expect(chunks.map(({ text = '' }) => text).join('')).not.toBe('')
    expect(chunks.at(-1)?.candidates?.[0]?.finishReason).toBe('STOP')
  },

  chat: async (environment) => {
    const chat = open(environment).chats.create({ model })
    const first = await chat.sendMessage({ message: 'My name is Ada.' })
    const sent = environment.nextUpstreamRequest()
    const second = await collect(await chat.sendMessageStream({ message: 'What is my name?' }))
    expect(second.map(({ text = '' }) => text).join('')).not.toBe('')
    expect(await readTurns(sent)).toEqual([
      { role: 'user', parts: [{ text: 'My name is Ada.' }] },
      first.candidates?.[0]?.content,
      { role: 'user', parts: [{ text: 'What is my name?' }] },
    ])
  },

  system: async (environment) => {
    const sent = environment.nextUpstreamRequest()
    const config = { systemInstruction: 'Answer in one word.' }
    const answer = await open(environment).models.generateContent({ model, contents: 'Hello', config })
    expect(answer.text).not.toBe('')
    expect(await readJson(sent)).toMatchObject({
      systemInstruction: { parts: [{ text: 'Answer in one word.' }] },
    })
  },

  thinking: async (environment) => {
    const config = { thinkingConfig: { includeThoughts: true } }
    const request = { model: thinkingModel, contents: 'Name three rivers.', config }
    const whole = await open(environment).models.generateContent(request)
    const chunks = await collect(await open(environment).models.generateContentStream(request))
    for (const parts of [partsOf(whole), chunks.flatMap(partsOf)]) {
      const thoughts = parts.filter(({ thought }) => thought).map(({ text }) => text)
      expect(thoughts.join('')).not.toBe('')
      expect(parts.some(({ text = '', thought }) => text !== '' && !thought)).toBe(true)
    }
    // The SDK's `text` leaves the thoughts out.
    expect(whole.text).not.toContain(partsOf(whole).find(({ thought }) => thought)?.text)
  },

  functions: async (environment) => {
    const received: unknown[] = []
    const tool = {
      tool: async () => ({ functionDeclarations: [declaration] }),
      callTool: async (calls: { name?: string; args?: object }[]): Promise<Part[]> =>
        calls.map(({ name = '', args }) => {
          received.push([name, args])
          return { functionResponse: { name, response: { output: '21 degrees' } } }
        }),
    }
    // The SDK runs the loop of call, result and answer.
    const config = { tools: [tool] }
    const reply = await open(environment).models.generateContent({ model, contents: weatherQuestion, config })
    expect(received).toEqual([['get_weather', { city: expect.any(String) }]])
    expect(reply.text).not.toBe('')
  },

  parallel: async (environment) => {
    const chat = open(environment).chats.create({
      model: signingModel,
      config: {
        tools: [{ functionDeclarations: [declaration] }],
        toolConfig: { functionCallingConfig: { mode: FunctionCallingConfigMode.AUTO } },
      },
    })
    const received = await chat.sendMessage({ message: twoCitiesQuestion })
    expect(received.functionCalls).toHaveLength(2)
    if (hasSignatures(environment.upstream))
      expect(partsOf(received)[0]?.thoughtSignature).toEqual(expect.any(String))
    const sent = environment.nextUpstreamRequest()
    const message = (received.functionCalls ?? []).map(({ id, name }) => ({
      functionResponse: { ...(id ? { id } : {}), name: name ?? '', response: { output: 'sunny' } },
    }))
    const reply = await chat.sendMessage({ message })
    expect(reply.text).not.toBe('')
    expect((await readTurns(sent))[1]).toEqual(received.candidates?.[0]?.content)
  },

  json: async (environment) => {
    const responseSchema = {
      type: Type.OBJECT,
      properties: { title: { type: Type.STRING }, pages: { type: Type.INTEGER } },
      required: ['title', 'pages'],
    }
    const config = { responseMimeType: 'application/json', responseSchema }
    const answer = await open(environment).models.generateContent({ model, contents: bookQuestion, config })
    expectBook(JSON.parse(answer.text ?? ''))
  },

  search: async (environment) => {
    const config = { tools: [{ googleSearch: {} }] }
    const answer = await open(environment).models.generateContent({
      model,
      contents: 'News about rivers',
      config,
    })
    expect(answer.candidates?.[0]?.groundingMetadata?.webSearchQueries?.length).toBeGreaterThan(0)
  },

  urlContext: async (environment) => {
    const contents = 'What does https://example.com/rivers say?'
    const config = { tools: [{ urlContext: {} }] }
    const answer = await open(environment).models.generateContent({ model: thinkingModel, contents, config })
    expect(answer.candidates?.[0]?.urlContextMetadata?.urlMetadata?.[0]?.retrievedUrl).toContain(
      'example.com',
    )
  },

  picture: async (environment) => {
    const picture = { inlineData: { mimeType: 'image/png', data: redPicture } }
    const contents = [{ role: 'user', parts: [{ text: 'What is this?' }, picture] }]
    const answer = await open(environment).models.generateContent({ model: thinkingModel, contents })
    expect(answer.text).not.toBe('')
  },

  embedOne: async (environment) => {
    const { embeddings = [] } = await open(environment).models.embedContent({
      model: embeddingModel,
      contents: someTexts[0],
    })
    expectVectors(
      embeddings.map(({ values }) => values),
      1,
    )
  },

  embedMany: async (environment) => {
    const google = open(environment)
    const { embeddings = [] } = await google.models.embedContent({
      model: embeddingModel,
      contents: [...someTexts],
    })
    expectVectors(
      embeddings.map(({ values }) => values),
      someTexts.length,
    )
    const last = await google.models.embedContent({ model: embeddingModel, contents: someTexts[2] })
    expect(last.embeddings?.[0]?.values).toEqual(embeddings[2]?.values)
  },

  draw: async (environment) => {
    const config = { responseModalities: ['IMAGE'], imageConfig: { aspectRatio: '16:9' } }
    const contents = 'A red boat on a lake'
    const answer = await open(environment).models.generateContent({ model: painter, contents, config })
    expectPicture(pictureOf(answer))
  },

  edit: async (environment) => {
    const chat = open(environment).chats.create({ model: painter })
    const drawn = await chat.sendMessage({ message: 'A red boat on a lake' })
    const sent = environment.nextUpstreamRequest()
    const edited = await chat.sendMessage({ message: 'Make it black and white' })
    expectPicture(pictureOf(edited))
    expect(pictureOf(edited)).not.toBe(pictureOf(drawn))
    // The image was sent back unchanged, with its signature.
    expect((await readTurns(sent))[1]).toEqual(drawn.candidates?.[0]?.content)
  },

  countTokens: async (environment) => {
    const { totalTokens } = await open(environment).models.countTokens({
      model,
      contents: 'Name three rivers.',
    })
    expect(totalTokens).toBeGreaterThan(0)
  },

  listModels: async (environment) => {
    const names: (string | undefined)[] = []
    for await (const { name } of await open(environment).models.list()) names.push(name)
    expect(names).toContain('models/gen-2.5-pro')
  },

  getModel: async (environment) => {
    const found = await open(environment).models.get({ model: 'gen-2.5-pro' })
    expect(found).toMatchObject({ name: 'models/gen-2.5-pro', displayName: 'Gen 2.5 Pro' })
  },

  video: async (environment) => {
    const operation = await makeVideo(environment)
    expect(operation.name).toMatch(/^operations\/[a-z0-9]+$/)
    expect(operation.response?.generatedVideos?.[0]?.video?.uri).toMatch(
      new RegExp(`^${environment.url}/v1beta/files/[a-z0-9]+:download\\?alt=media$`),
    )
  },

  download: async (environment) => {
    const { response } = await makeVideo(environment)
    const made = response?.generatedVideos?.[0]
    const uri = made?.video?.uri ?? ''
    const name = `files/${/files\/([a-z0-9]+)/.exec(uri)?.[1]}`
    const folder = await mkdtemp(join(tmpdir(), 'video-'))
    const google = open(environment)
    const files = [made ?? '', made?.video ?? '', uri, name]
    await Promise.all(
      files.map(async (file, index) => {
        const downloadPath = join(folder, `${index}.mp4`)
        await google.files.download({ file, downloadPath })
        const bytes = await readOnceWritten(downloadPath)
        expect(bytes.subarray(4, 8).toString('latin1')).toBe('ftyp')
      }),
    )
  },

  files: async (environment) => {
    const google = open(environment)
    const wav = toneWav(1)
    const config = { mimeType: 'audio/wav', displayName: 'tone.wav' }
    const uploaded = await google.files.upload({ file: new Blob([new Uint8Array(wav)]), config })
    let file = uploaded
    while (file.state === FileState.PROCESSING) file = await google.files.get({ name: uploaded.name ?? '' })
    expect(file).toMatchObject({ ...config, state: FileState.ACTIVE, sizeBytes: String(wav.length) })
    const fileData = { fileUri: file.uri ?? '', mimeType: 'audio/wav' }
    const contents = [{ role: 'user', parts: [{ text: 'What do you hear?' }, { fileData }] }]
    const sent = environment.nextUpstreamRequest()
    expect((await google.models.generateContent({ model, contents })).text).not.toBe('')
    // The gateway uses the upstream's own name of the file.
    expect(JSON.stringify(await readTurns(sent))).not.toContain(file.uri)
    const names: (string | undefined)[] = []
    for await (const { name } of await google.files.list()) names.push(name)
    expect(names).toContain(file.name)
    await google.files.delete({ name: file.name ?? '' })
    await expect(google.files.get({ name: file.name ?? '' })).rejects.toBeInstanceOf(ApiError)
  },

  nestedPrefix: async (environment) => {
    const nested = new GoogleGenAI({
      apiKey: environment.key,
      httpOptions: { baseUrl: `${environment.url}/v1` },
    })
    const answer = await nested.models.generateContent({ model: `models/${model}`, contents: 'Hello' })
    expect(answer.text).not.toBe('')
  },

  abortWhole: async (environment) => {
    const abortController = new AbortController()
    const sent = environment.nextUpstreamRequest()
    environment.injectFault('silence')
    const config = { abortSignal: abortController.signal }
    const whole = open(environment).models.generateContent({ model, contents: 'Hello', config })
    const rejected = expect(whole).rejects.toThrow(/abort/i)
    const { signal } = await sent
    abortController.abort()
    await rejected
    await whenAborted(signal)
  },

  abortStream: abortStream,

  unknownModel: async (environment) => {
    const call = open(environment).models.generateContent({ model: 'gen-9', contents: 'Hello' })
    expect(await errorOf(call)).toMatchObject({ status: 404, message: expect.stringContaining('gen-9') })
  },

  badRequest: async (environment) => {
    const contents = [{ role: 'robot', parts: [{ text: 'Hello' }] }]
    const own = open(environment).models.generateContent({ model, contents })
    expect(await errorOf(own)).toMatchObject({ status: 400, message: expect.stringContaining('role') })
    environment.injectFault('bad request')
    expect(await errorOf(send(environment))).toMatchObject({ status: 400 })
  },

  wrongKey: async (environment) => {
    expect(await errorOf(send({ ...environment, key: 'wrong' }))).toMatchObject({
      status: 401,
      message: expect.stringContaining('UNAUTHENTICATED'),
    })
  },

  quota: async (environment) => {
    environment.injectFault('quota')
    expect(await errorOf(send(environment))).toMatchObject({
      status: 429,
      message: expect.stringContaining('RESOURCE_EXHAUSTED'),
    })
  },

  brokenStream: async (environment) => {
    environment.injectFault('failure in mid-stream')
    const stream = await open(environment).models.generateContentStream({
      model,
      contents: 'Name three rivers.',
    })
    const collected: GenerateContentResponse[] = []
    const reading = (async () => {
      for await (const chunk of stream) collected.push(chunk)
    })()
    expect(await errorOf(reading)).toMatchObject({ status: 503 })
    expect(collected.length).toBeGreaterThan(0)
  },
})

const model = 'gen-2.5-flash'
const thinkingModel = 'gen-2.5-pro'
/** Requires its signatures in the next turn. */
const signingModel = 'gemini-3.1-pro-preview'
const painter = 'gen-3-pro-image-preview'
const embeddingModel = 'gen-embedding-001'

const declaration = {
  name: weather.name,
  description: weather.description,
  parametersJsonSchema: weather.parameters,
}

function open({ url, key }: ClientEnvironment): GoogleGenAI {
  return new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: url } })
}

function send(environment: ClientEnvironment): Promise<GenerateContentResponse> {
  return open(environment).models.generateContent({ model, contents: 'Hello' })
}

async function collect(stream: AsyncIterable<GenerateContentResponse>): Promise<GenerateContentResponse[]> {
  const chunks: GenerateContentResponse[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return chunks
}

function partsOf({ candidates }: GenerateContentResponse): readonly Part[] {
  return candidates?.[0]?.content?.parts ?? []
}

function pictureOf(answer: GenerateContentResponse): string | undefined {
  return partsOf(answer).find(({ inlineData, thought }) => inlineData && !thought)?.inlineData?.data
}

async function errorOf(call: Promise<unknown>): Promise<unknown> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ApiError)
  return error
}

/** Short, because the demo service draws every frame. */
async function makeVideo(environment: ClientEnvironment) {
  const google = open(environment)
  let operation = await google.models.generateVideos({
    model: 'gen-video-3.1-fast-generate-preview',
    source: { prompt: 'A paper boat on a stream' },
    config: { durationSeconds: 4 },
  })
  const poll = async () => {
    operation = await google.operations.getVideosOperation({ operation })
    return operation.done
  }
  await expect.poll(poll, { timeout: 60_000 }).toBe(true)
  return operation
}

/** Waits for the first chunk, then aborts. */
async function abortStream(environment: ClientEnvironment): Promise<void> {
  const abortController = new AbortController()
  const sent = environment.nextUpstreamRequest()
  environment.injectFault('silence in mid-stream')
  const stream = await open(environment).models.generateContentStream({
    model,
    contents: 'Name three rivers.',
    config: { abortSignal: abortController.signal },
  })
  const reading = (async () => {
    for await (const _ of stream) abortController.abort()
  })()
  await expect(reading).rejects.toThrow(/abort/i)
  await whenAborted((await sent).signal)
}

/** The SDK resolves before it has closed the file. */
async function readOnceWritten(path: string): Promise<Buffer> {
  for (;;) {
    const bytes = await readFile(path).catch(() => Buffer.alloc(0))
    if (bytes.length > 8) return bytes
    await new Promise((resolve) => setImmediate(resolve))
  }
}

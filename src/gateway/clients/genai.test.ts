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
import { type ClientEnvironment, readTurns } from './client-environment.fixture'
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

const client: ClientAdapter = {
  ask: async (environment, question) =>
    toAnswer(await open(environment).models.generateContent(toRequest(question))),
  stream: async (environment, question, onText) => {
    const chunks: GenerateContentResponse[] = []
    for await (const chunk of await open(environment).models.generateContentStream(toRequest(question))) {
      chunks.push(chunk)
      if (chunk.text) onText(chunk.text)
    }
    const answers = chunks.map(toAnswer)
    const text = answers.map((answer) => answer.text).join('')
    return { ...answers.at(-1), text, thoughts: answers.map(({ thoughts }) => thoughts).join('') }
  },
  embed: async (environment, contents) => {
    const request = { model: 'gen-embedding-001', contents: [...contents] }
    const { embeddings = [] } = await open(environment).models.embedContent(request)
    return embeddings.map(({ values }) => values)
  },
  readFailure: (error) => (error instanceof ApiError ? error : undefined),
  streamError: { name: 'ApiError', status: 503 },
}

function toRequest({ model, prompt, system, thoughts, tool, picture, signal }: Question) {
  const image = { inlineData: { mimeType: 'image/png', data: picture ?? '' } }
  return {
    model,
    contents: [{ role: 'user', parts: [{ text: prompt }, ...(picture ? [image] : [])] }],
    config: {
      ...(system ? { systemInstruction: system } : {}),
      ...(thoughts ? { thinkingConfig: { includeThoughts: true } } : {}),
      ...(tool ? { tools: [{ [tool]: {} }] } : {}),
      ...(signal ? { abortSignal: signal } : {}),
    },
  }
}

/** The SDK's `text` leaves the thoughts out. */
function toAnswer(response: GenerateContentResponse): Answer & { readonly thoughts: string } {
  const [candidate] = response.candidates ?? []
  const thoughts = partsOf(response).filter(({ thought }) => thought)
  return {
    text: response.text ?? '',
    thoughts: thoughts.map(({ text = '' }) => text).join(''),
    tokens: response.usageMetadata?.totalTokenCount,
    finishReason: candidate?.finishReason,
    sources: candidate?.groundingMetadata ?? candidate?.urlContextMetadata,
  }
}

describeClient('genai', [client], {
  chat: async (environment) => {
    const chat = open(environment).chats.create({ model })
    const first = await chat.sendMessage({ message: 'My name is Ada.' })
    const sent = environment.nextUpstreamRequest()
    let text = ''
    for await (const chunk of await chat.sendMessageStream({ message: 'What is my name?' }))
      text += chunk.text
    expect(text).toMatch(/\S/)
    expect(await readTurns(sent)).toEqual([
      { role: 'user', parts: [{ text: 'My name is Ada.' }] },
      first.candidates?.[0]?.content,
      { role: 'user', parts: [{ text: 'What is my name?' }] },
    ])
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
})

const model = 'gen-2.5-flash'
/** Requires its signatures in the next turn. */
const signingModel = 'gemini-3.1-pro-preview'
const painter = 'gen-3-pro-image-preview'

const declaration = {
  name: weather.name,
  description: weather.description,
  parametersJsonSchema: weather.parameters,
}

function open({ url, key }: ClientEnvironment): GoogleGenAI {
  return new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: url } })
}

function partsOf({ candidates }: GenerateContentResponse): readonly Part[] {
  return candidates?.[0]?.content?.parts ?? []
}

function pictureOf(answer: GenerateContentResponse): string | undefined {
  return partsOf(answer).find(({ inlineData, thought }) => inlineData && !thought)?.inlineData?.data
}

/** Short, because the demo service draws every frame. */
async function makeVideo(environment: ClientEnvironment) {
  const google = open(environment)
  let operation = await google.models.generateVideos({
    model: 'gen-video-3.1-fast-generate-preview',
    source: { prompt: 'abstract' },
    config: { durationSeconds: 4 },
  })
  const poll = async () => {
    operation = await google.operations.getVideosOperation({ operation })
    return operation.done
  }
  await expect.poll(poll, { timeout: 60_000 }).toBe(true)
  return operation
}

/** The SDK resolves before it has closed the file. */
async function readOnceWritten(path: string): Promise<Buffer> {
  for (;;) {
    const bytes = await readFile(path).catch(() => Buffer.alloc(0))
    if (bytes.length > 8) return bytes
    await new Promise((resolve) => setImmediate(resolve))
  }
}

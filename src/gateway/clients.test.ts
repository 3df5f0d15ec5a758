// Unmodified SDKs against a listening gateway with the demo service behind it: only the address and the key are set.
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GoogleGenAI } from '@google/genai'
import OpenAI, { toFile } from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GatewayHandle } from '../main/gateway-settings'
import { openDemoGateway } from './demo-gateway.fixture'
import { toneWav } from './tone.fixture'

const key = 'local-key-of-this-test'
let gateway: GatewayHandle
let url = ''
let google: GoogleGenAI

beforeAll(async () => {
  gateway = await openDemoGateway(key)
  url = (await gateway.address()).url
  google = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: url } })
})

afterAll(() => gateway.close(0))

test('@google/genai generates a text and counts its tokens', async () => {
  const answer = await google.models.generateContent({
    model: 'gen-2.5-flash',
    contents: 'What is 6 times 7?',
  })
  expect(answer.text).toContain('42')
  expect(answer.usageMetadata?.totalTokenCount).toBeGreaterThan(0)
  const count = await google.models.countTokens({ model: 'gen-2.5-flash', contents: 'What is 6 times 7?' })
  expect(count.totalTokens).toBeGreaterThan(0)
})

test('@google/genai streams the same text that it generates, thoughts apart', async () => {
  const request = {
    model: 'gemini-2.5-pro',
    contents: 'Name three rivers.',
    config: { thinkingConfig: { includeThoughts: true } },
  }
  const stream = await google.models.generateContentStream(request)
  let text = ''
  let thoughts = ''
  for await (const chunk of stream) {
    for (const part of chunk.candidates?.[0]?.content?.parts ?? []) {
      if (part.thought) thoughts += part.text ?? ''
      else text += part.text ?? ''
    }
  }
  expect(text).toBe((await google.models.generateContent(request)).text)
  expect(thoughts.length).toBeGreaterThan(0)
})

test('@google/genai through the nested prefix, with models/ before the name', async () => {
  const nested = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: `${url}/v1` } })
  const answer = await nested.models.generateContent({ model: 'models/gen-2.5-pro', contents: 'Hello' })
  expect(answer.text?.length).toBeGreaterThan(0)
})

test('@google/genai embeds one text and several, in their order', async () => {
  const texts = ['a cat on a mat', 'stock markets fell', 'the cat sat on the mat']
  const { embeddings = [] } = await google.models.embedContent({
    model: 'gen-embedding-001',
    contents: texts,
  })
  const [cat, stocks, mat] = embeddings.map(({ values = [] }) => values)
  expect(embeddings.map(({ values }) => values?.length)).toEqual([3072, 3072, 3072])
  const likeness = (a: number[] = [], b: number[] = []) =>
    a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
  expect(likeness(cat, mat)).toBeGreaterThan(likeness(cat, stocks))
  const one = await google.models.embedContent({ model: 'gen-embedding-001', contents: texts[0] ?? '' })
  expect(one.embeddings?.[0]?.values).toEqual(cat)
})

test('@google/genai lists the models and describes one', async () => {
  const names: string[] = []
  for await (const model of await google.models.list()) names.push(model.name ?? '')
  expect(names).toContain('models/gen-2.5-pro')
  const model = await google.models.get({ model: 'gen-2.5-pro' })
  expect(model).toMatchObject({ name: 'models/gen-2.5-pro', displayName: 'Gen 2.5 Pro' })
})

test('@google/genai makes a video, follows it and downloads the file', async () => {
  let operation = await google.models.generateVideos({
    model: 'gen-video-3.1-fast-generate-preview',
    source: { prompt: 'A paper boat on a stream' },
  })
  expect(operation.name).toMatch(/^operations\/[a-z0-9]+$/)
  while (!operation.done) {
    operation = await google.operations.getVideosOperation({ operation })
  }
  const video = operation.response?.generatedVideos?.[0]
  expect(video?.video?.uri).toMatch(
    /^http:\/\/127\.0\.0\.1:\d+\/v1beta\/files\/[a-z0-9]+:download\?alt=media$/,
  )
  const file = join(await mkdtemp(join(tmpdir(), 'video-')), 'boat.mp4')
  await google.files.download({ file: video ?? '', downloadPath: file })
  const bytes = await fileOnceWritten(file)
  expect(bytes.subarray(4, 8).toString('latin1')).toBe('ftyp')
}, 60_000)

test('@google/genai reads a refusal as its own error class with the status', async () => {
  const wrong = new GoogleGenAI({ apiKey: 'wrong', httpOptions: { baseUrl: url } })
  const call = wrong.models.generateContent({ model: 'gen-2.5-flash', contents: 'Hello' })
  await expect(call).rejects.toMatchObject({ name: 'ApiError', status: 401 })
})

test('openai transcribes a file, plain and streamed', async () => {
  const openai = new OpenAI({ apiKey: key, baseURL: `${url}/v1` })
  const speech = () => toFile(toneWav(2), 'tone.wav', { type: 'audio/wav' })
  const whole = await openai.audio.transcriptions.create({ model: 'gen-4o-transcribe', file: await speech() })
  expect(whole.text).toContain('tone.wav')
  const stream = await openai.audio.transcriptions.create({
    model: 'gpt-4o-transcribe',
    file: await speech(),
    stream: true,
  })
  let text = ''
  for await (const event of stream) if (event.type === 'transcript.text.delta') text += event.delta
  expect(text).toBe(whole.text)
})

test('openai reads a refusal as its authentication error', async () => {
  const openai = new OpenAI({ apiKey: 'wrong', baseURL: `${url}/v1` })
  const call = openai.audio.transcriptions.create({
    model: 'gen-4o-transcribe',
    file: await toFile(toneWav(1), 'a.wav'),
  })
  await expect(call).rejects.toMatchObject({ status: 401, code: 'invalid_api_key' })
})

/** The SDK resolves before its file is closed: waits for the length that the gateway announces. */
async function fileOnceWritten(path: string): Promise<Buffer> {
  for (;;) {
    const bytes = await readFile(path).catch(() => Buffer.alloc(0))
    if (bytes.length > 8) return bytes
    await new Promise((resolve) => setImmediate(resolve))
  }
}

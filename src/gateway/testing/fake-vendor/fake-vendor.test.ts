// Tests what the fake rejects: other tests would pass without it if the gateway sent something wrong.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findRetirement, retirements } from '#shared/models/aliases'
import type { Part } from './contents.fixture'
import { type FakeVendor, openFakeVendor } from './fake-vendor.fixture'

let vendor: FakeVendor
beforeAll(async () => {
  vendor = await openFakeVendor({ geminiKey: 'right/key+1' })
})
afterAll(() => vendor.close())

interface SendOptions {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Null sends none. */
  readonly key?: string | null
}

/** `path` may be a URL. */
async function send(path: string, { body, headers, key = vendor.geminiKey }: SendOptions = {}) {
  const response = await fetch(new URL(path, vendor.geminiUrl), {
    method: body === undefined ? 'GET' : 'POST',
    redirect: 'manual',
    headers: { ...(key === null ? {} : { 'x-goog-api-key': key }), ...headers },
    ...(body === undefined ? {} : { body: toBody(body) }),
  })
  const text = await response.text()
  const json = /^[[{]/.test(text) ? JSON.parse(text) : undefined
  return { status: response.status, headers: response.headers, text, json }
}

function toBody(body: unknown): string | FormData | Uint8Array<ArrayBuffer> {
  if (typeof body === 'string' || body instanceof FormData) return body
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body)
}

const toPrompt = (text: string) => ({ contents: [{ role: 'user', parts: [{ text }] }] })
const flash = '/v1beta/models/gemini-2.5-flash:generateContent'
const pro = '/v1beta/models/gemini-3.1-pro-preview:generateContent'
const hello = { body: toPrompt('hi') }

test.each([
  ['/models/gemini-2.5-flash:generateContent', ''],
  ['/v1/models/gemini-2.5-flash:generateContent', ''],
  ['/v1/v1beta/models/gemini-2.5-flash:generateContent', '<!DOCTYPE html>'],
  ['/v1beta/operations/abc:generateContent', '<!DOCTYPE html>'],
])('%s is a 404 that is not JSON', async (path, start) => {
  const response = await send(path, hello)
  expect([response.status, response.text.slice(0, 15)]).toEqual([404, start])
})

describe('a key', () => {
  const bearer = () => ({ authorization: `Bearer ${vendor.geminiKey}` })
  test.each<[string, number, string, () => Promise<{ json: unknown }>]>([
    ['that is absent', 403, 'PERMISSION_DENIED', () => send(flash, { ...hello, key: null })],
    [
      'in the query',
      403,
      'PERMISSION_DENIED',
      () => send(`${flash}?key=right/key%2B1`, { ...hello, key: null }),
    ],
    ['as a token', 401, 'UNAUTHENTICATED', () => send(flash, { ...hello, key: null, headers: bearer() })],
    ['in two headers', 400, 'INVALID_ARGUMENT', () => send(flash, { ...hello, headers: bearer() })],
    ['that is wrong', 400, 'INVALID_ARGUMENT', () => send(flash, { ...hello, key: 'wrong/key' })],
  ])('%s is rejected with %i', async (...[, code, status, response]) => {
    expect((await response()).json).toMatchObject({ error: { code, status } })
  })

  test('is a token at the OpenAI API, which shows the ends of a wrong one', async () => {
    const read = async (headers = {}) =>
      (await send(`${vendor.openAiUrl}/v1/models`, { key: null, headers })).json
    expect(await read()).toMatchObject({ error: { code: null } })
    expect(await read({ authorization: 'Bearer sk-wrong-key-9876543210' })).toMatchObject({
      error: { message: expect.stringMatching(/^Incorrect API key provided: sk-wrong\*+3210\./) },
    })
    const { data } = await read({ authorization: `Bearer ${vendor.openAiKey}` })
    expect(data).toContainEqual(expect.objectContaining({ id: 'gpt-4o-transcribe' }))
  })
})

test.each(retirements.filter(({ replacement }) => replacement))(
  '$id is retired, its replacement is not',
  async ({ id }) => {
    const retired = `/v1beta/models/${id.replace('gen-', 'gemini-')}:generateContent`
    expect((await send(retired, hello)).json).toMatchObject({ error: { code: 404, status: 'NOT_FOUND' } })
    expect((await send(`/v1beta/models/${findRetirement(id)?.replacement}`)).status).toBe(200)
  },
)

describe('a request', () => {
  const call = { functionCall: { name: 'f', args: {} } }
  const toConfig = (generationConfig: object) => ({ ...toPrompt('a'), generationConfig })
  const toParts = (...parts: object[]) => ({ contents: [{ parts }] })
  const afterCall = (...results: object[]) => ({
    contents: [{ parts: [{ text: 'a' }] }, { role: 'model', parts: [call, call] }, { parts: results }],
  })
  const toResult = (response: unknown) => ({ functionResponse: { name: 'f', response } })

  test.each<[string, unknown, string]>([
    ['that is not JSON', '{"contents": [', 'Invalid JSON payload received. Unexpected token.'],
    [
      'with an unknown field',
      { ...toPrompt('a'), generation_config: { top_p: 1, topQ: 1 } },
      `Unknown name "topQ" at 'generation_config': Cannot find field.`,
    ],
    ['without contents', {}, 'contents'],
    ['with an empty part', toParts({ text: 'a' }, {}), "parts[1].data: required oneof field 'data'"],
    ['with a part of two kinds', toParts({ text: 'a', fileData: {} }), 'already set'],
    ['with an unknown role', { contents: [{ role: 'system', parts: [{ text: 'a' }] }] }, 'valid role'],
    ['with image/jpg', toParts({ inlineData: { mimeType: 'image/jpg', data: 'AAAA' } }), 'Unsupported MIME'],
    ['with bytes that are not Base64', toParts({ inlineData: { data: '?' } }), 'Base64 decoding failed'],
    [
      'for an image of a text model',
      toConfig({ responseModalities: ['IMAGE'] }),
      'response modalities: image',
    ],
    ['with a lower-case size', toConfig({ imageConfig: { imageSize: '2k' } }), 'unsupported 1:1, 2k'],
    [
      'with both thinking budget and level',
      toConfig({ thinkingConfig: { thinkingBudget: 1, thinkingLevel: 'LOW' } }),
      'only one of thinking budget and thinking level',
    ],
    ['with fewer results than calls', afterCall(toResult({})), 'number of function response parts is equal'],
    ['with a result that is a text', afterCall(toResult({}), toResult('x')), 'must be a Struct'],
    ['with an unknown file', toParts({ fileData: { fileUri: 'files/abc' } }), 'abc'],
  ])('%s is rejected', async (_, body, message) => {
    const { status, json } = await send(flash, { body })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(json.error.message).toContain(message)
  })

  test('is accepted as clients send it: a role of the instruction, empty settings, snake case', async () => {
    const body = {
      ...toParts({ inline_data: { mime_type: 'text/plain', data: 'AAAA' } }, { text: 'hi' }),
      system_instruction: { role: 'system', parts: [{ text: 'be brief' }] },
      generationConfig: {},
      safetySettings: [],
      tools: [{ google_search: {} }],
    }
    expect((await send(flash, { body })).status).toBe(200)
  })

  test.each([
    ['embedContent', { content: toPrompt('a').contents[0], taskType: 'GUESS' }],
    ['batchEmbedContents', { requests: [{ model: 'models/other', content: toPrompt('a').contents[0] }] }],
    ['countTokens', { generateContentRequest: { model: 'models/other', ...toPrompt('a') } }],
  ])('to %s with a wrong value is rejected', async (verb, body) => {
    expect((await send(`/v1beta/models/gemini-embedding-001:${verb}`, { body })).status).toBe(400)
  })

  test.each([
    {},
    { instances: [{ prompt: 'a' }], parameters: { aspectRatio: '1:1' } },
    { instances: [{ prompt: 'a' }], parameters: { resolution: '1080p', durationSeconds: '4' } },
    { instances: [{ prompt: 'a', image: { mimeType: 'image/png' } }] },
  ])('for the video %j is rejected', async (body) => {
    const path = '/v1beta/models/veo-3.1-fast-generate-preview:predictLongRunning'
    expect((await send(path, { body })).json).toMatchObject({ error: { code: 400 } })
  })

  test.each([
    [404, { model: 'gen-4o-transcribe' }],
    [400, { response_format: 'verbose_json' }],
    [400, { 'timestamp_granularities[]': 'word' }],
  ])('for a transcription is rejected with %i for %j', async (status, fields) => {
    const body = new FormData()
    for (const [name, value] of Object.entries({ model: 'gpt-4o-transcribe', ...fields }))
      body.set(name, value)
    body.set('file', new Blob(['RIFF']), 'a.wav')
    const headers = { authorization: `Bearer ${vendor.openAiKey}` }
    const url = `${vendor.openAiUrl}/v1/audio/transcriptions`
    expect((await send(url, { body, key: null, headers })).status).toBe(status)
  })
})

test('a function call must come back with its own signature', async () => {
  const functionDeclarations = [{ name: 'get_time' }]
  const question = toPrompt('What time is it?').contents
  const ask = (contents: unknown, path = pro) =>
    send(path, { body: { contents, tools: [{ functionDeclarations }] } })
  const { parts } = (await ask(question)).json.candidates[0].content
  expect(parts).toEqual([{ functionCall: { name: 'get_time' }, thoughtSignature: expect.any(String) }])
  const result = { role: 'user', parts: [{ functionResponse: { name: 'get_time', response: {} } }] }
  const answer = (change: (signature: string) => Partial<Part>, path?: string) => {
    const [{ thoughtSignature, ...part }] = parts
    return ask(
      [...question, { role: 'model', parts: [{ ...part, ...change(thoughtSignature) }] }, result],
      path,
    )
  }
  const keep = (thoughtSignature: string) => ({ thoughtSignature })
  expect((await answer(keep)).status).toBe(200)
  expect((await answer(() => ({ thoughtSignature: 'skip_thought_signature_validator' }))).status).toBe(200)
  expect((await answer((signature) => keep(signature.replace(/^./, '-')))).status).toBe(400)
  expect((await answer(keep, flash)).status).toBe(400)
  expect((await answer(() => ({}))).text).toContain('Function call is missing a thought_signature')
})

test('a file and an operation belong to a key, and a chunk of an upload has a fixed size', async () => {
  const start = async (size: number) => {
    const { headers } = await send('/upload/v1beta/files', {
      body: { file: { display_name: 'mine' } },
      headers: {
        'x-goog-upload-protocol': 'resumable',
        'x-goog-upload-command': 'start',
        'x-goog-upload-header-content-length': String(size),
        'x-goog-upload-header-content-type': 'text/plain',
      },
    })
    return headers.get('x-goog-upload-url') ?? ''
  }
  const upload = (url: string, command: string) =>
    send(url, {
      body: Buffer.alloc(5),
      key: null,
      headers: { 'x-goog-upload-command': command, 'x-goog-upload-offset': '0' },
    })
  expect((await upload(await start(10), 'upload')).status).toBe(400)
  const { file } = (await upload(await start(5), 'upload, finalize')).json
  const body = { contents: [{ parts: [{ fileData: { fileUri: file.uri } }] }] }
  const video = '/v1beta/models/veo-3.1-fast-generate-preview:predictLongRunning'
  const operation = (await send(video, { body: { instances: [{ prompt: 'a boat' }] } })).json.name
  const readStatuses = async (key: string) => [
    (await send(`/v1beta/${file.name}`, { key })).status,
    (await send(flash, { key, body })).status,
    (await send(`/v1beta/${operation}`, { key })).status,
  ]
  expect(await readStatuses(vendor.geminiKey)).toEqual([200, 200, 200])
  expect(await readStatuses(vendor.otherGeminiKey)).toEqual([403, 403, 403])
})

test('a video is on another host, which rejects the key', async () => {
  const start = { instances: [{ prompt: 'a boat' }] }
  const { name } = (await send('/v1beta/models/veo-3.1-generate-preview:predictLongRunning', { body: start }))
    .json
  const states: unknown[] = []
  let uri = ''
  while (uri === '') {
    const { json } = await send(`/v1beta/${name}`)
    states.push(json.done)
    uri = json.response?.generateVideoResponse.generatedSamples[0].video.uri ?? ''
  }
  expect(states).toEqual([undefined, undefined, true])
  expect((await send(uri, { key: vendor.otherGeminiKey })).status).toBe(403)
  const location = (await send(uri)).headers.get('location') ?? ''
  expect(new URL(location).origin).toBe(vendor.storageUrl)
  expect([(await send(location)).status, (await send(location, { key: null })).status]).toEqual([400, 200])
  vendor.injectFault('download-on-own-host')
  const own = (await send(uri)).headers.get('location') ?? ''
  expect([(await send(own)).status, (await send(own, { key: null })).status]).toEqual([200, 403])
})

test('an early error of a stream is bare with the type of a stream, or within an array', async () => {
  const stream = flash.replace('generate', 'streamGenerate')
  const events = await send(`${stream}?alt=sse`, { body: {} })
  expect([events.status, events.headers.get('content-type')]).toEqual([400, 'text/event-stream'])
  expect(events.json).toMatchObject({ error: { code: 400 } })
  expect((await send(stream, { body: {} })).json).toMatchObject([{ error: { code: 400 } }])
})

test('faults apply in order, to matching requests, the given number of times', async () => {
  vendor.injectFault('503', 2)
  vendor.injectFault('no-usage')
  const statuses = [(await send(flash, hello)).status, (await send(flash, hello)).status]
  expect([...statuses, (await send('/v1beta/models')).status]).toEqual([503, 503, 200])
  expect((await send(flash, hello)).json).not.toHaveProperty('usageMetadata')
  expect((await send(flash, hello)).json).toHaveProperty('usageMetadata')
})

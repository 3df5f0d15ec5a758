// Tests the gateway with both vendors: every endpoint and route, with either family of model names.
import { PNG } from 'pngjs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Endpoint, type EndpointId, endpointList } from '#shared/endpoints/endpoints'
import { type Route, routes, toPath } from '#shared/endpoints/routes'
import { resolveModel, toVendorId } from '#shared/models/aliases'
import {
  formType,
  localKey,
  type TestRequest,
  type TestResponse,
  toForm,
} from './testing/test-gateway.fixture'
import { toneWav } from './testing/tone.fixture'
import { openVendorGateway, type VendorGateway } from './testing/vendor-gateway.fixture'

let setup: VendorGateway
beforeAll(async () => {
  setup = await openVendorGateway()
})
afterAll(() => setup.close())
beforeEach(() => void setup.vendor.requests.splice(0))

interface Part {
  readonly text?: string
  readonly thought?: boolean
  readonly thoughtSignature?: string
  readonly inlineData?: { readonly mimeType: string; readonly data: string }
  readonly functionCall?: { readonly name: string; readonly args?: object }
}

interface Candidate {
  readonly content: { readonly role?: string; readonly parts: readonly Part[] }
  readonly urlContextMetadata?: object
}

/** Returns the chunks of a stream in any framing, or the only response. */
function readAnswers(response: TestResponse): readonly { candidates: readonly Candidate[] }[] {
  const events = response.text.startsWith('data: ')
    ? response.text
        .split('\n\n')
        .filter(Boolean)
        .map((event) => JSON.parse(event.slice(6)) as unknown)
    : [response.json].flat()
  return events as { candidates: readonly Candidate[] }[]
}

const readParts = (response: TestResponse): readonly Part[] =>
  readAnswers(response).flatMap(({ candidates }) => candidates[0]?.content.parts ?? [])
const readTexts = (response: TestResponse): string =>
  readParts(response)
    .filter(({ thought }) => !thought)
    .map(({ text = '' }) => text)
    .join('')
const isPicture = ({ inlineData }: Part): boolean =>
  inlineData !== undefined && PNG.sync.read(Buffer.from(inlineData.data, 'base64')).width > 0

/** Checks the purpose of each endpoint in its response. */
const checks: Record<EndpointId, (response: TestResponse) => void> = {
  E1: (response) =>
    expect(response.json).toMatchObject({ text: expect.stringMatching(/^“a\.wav” is 1\.00 s/) }),
  E2: (response) => expect(readTexts(response)).toContain('how a rainbow forms'),
  E3: (response) => expect(readParts(response).some(isPicture)).toBe(true),
  E4: (response) => expect(readTexts(response)).toContain('following up on “Name a river in Europe.”'),
  E5: (response) => expect(readParts(response)[0]).toMatchObject({ thought: true }),
  E6: (response) => expect(readTexts(response)).toContain('clock that runs backwards'),
  E7: (response) => expect(readParts(response).some(isPicture)).toBe(true),
  E8: (response) =>
    expect(readParts(response)).toMatchObject([
      {
        functionCall: { name: 'get_weather', args: { city: 'Lisbon' } },
        thoughtSignature: expect.any(String),
      },
    ]),
  E9: (response) =>
    expect(JSON.parse(readTexts(response))).toContainEqual({
      name: expect.any(String),
      minutes: expect.any(Number),
    }),
  E10: (response) =>
    expect(response.json).toEqual({ name: expect.stringMatching(/^operations\/[a-z0-9]+$/) }),
  E11: (response) =>
    expect(readTexts(response)).toContain('type **video/mp4**: `https://example.com/clip.mp4`'),
  E12: (response) => expect(readParts(response).some(isPicture)).toBe(true),
  E13: (response) =>
    expect(readAnswers(response)[0]?.candidates[0]).toMatchObject({
      urlContextMetadata: { urlMetadata: [{ retrievedUrl: 'https://example.com/' }] },
    }),
  E14: (response) =>
    expect((response.json as { embedding: { values: number[] } }).embedding.values).toHaveLength(3072),
  E15: (response) => expect(readTexts(response)).toContain('75 bytes'),
  E16: (response) => expect(readParts(response).some(isPicture)).toBe(true),
  E17: (response) => expect(readTexts(response)).toContain('aurora borealis'),
}

const prefixes = ['/v1beta', '/v1/v1beta']

/** Sends the endpoint's example for a model of either family, with the local key in the documented place. */
function toRequest(endpoint: Endpoint, model: string, prefix: string): [path: string, request: TestRequest] {
  const route: Route = routes[endpoint.route]
  const inQuery = route.credential === 'query-or-header'
  const query = new URLSearchParams({ ...endpoint.query, ...(inQuery ? { key: localKey } : {}) }).toString()
  const path = `${toPath(route, prefix, { model })}${query ? `?${query}` : ''}`
  const headers = inQuery ? {} : { authorization: `Bearer ${localKey}` }
  if (endpoint.example) return [path, { key: null, headers, body: JSON.stringify(endpoint.example) }]
  const body = toForm([
    { name: 'file', value: toneWav(1), filename: 'a.wav' },
    { name: 'model', value: model },
  ])
  return [path, { key: null, headers: { ...formType, ...headers }, body }]
}

describe.each(endpointList as [EndpointId, Endpoint][])('%s', (id, endpoint) => {
  const { model, route } = endpoint
  const isForm = endpoint.example === null

  test.each([model, toVendorId(model)])(
    'responds to its example with %s, under both prefixes',
    async (name) => {
      for (const prefix of isForm ? [''] : prefixes) {
        const response = await setup.gateway.send(...toRequest(endpoint, name, prefix))
        const { 'x-upstream': upstream, 'x-upstream-model': sentTo } = response.headers
        // The operation of a video is written anew.
        const named = route === 'predictLongRunning' ? undefined : resolveModel(model, []).id
        expect([response.status, upstream, sentTo]).toEqual([200, 'vendor', named])
        checks[id](response)
      }
      const { geminiKey, openAiKey, requests } = setup.vendor
      const sent = resolveModel(model, []).id
      const query = route === 'streamGenerateContent' ? '?alt=sse' : ''
      const gemini = ['gemini', `/v1beta/models/${sent}:${route}${query}`, geminiKey, undefined]
      const openAi = ['openai', '/v1/audio/transcriptions', undefined, `Bearer ${openAiKey}`]
      const expected = isForm ? [openAi] : [gemini, gemini]
      expect(
        requests.map(({ host, url, headers }) => [
          host,
          url,
          headers['x-goog-api-key'],
          headers.authorization,
        ]),
      ).toEqual(expected)
      if (isForm) expect(requests[0]?.body.includes(`\r\n\r\n${sent}\r\n`)).toBe(true)
    },
  )
})

const userContents = (text: string) => ({ contents: [{ role: 'user', parts: [{ text }] }] })
const send = (path: string, value?: unknown): Promise<TestResponse> =>
  setup.gateway.send(path, value === undefined ? {} : { body: JSON.stringify(value) })

test.each(prefixes)('%s counts tokens and embeds many texts in one request', async (prefix) => {
  const path = `${prefix}/models/gen-2.5-flash:countTokens`
  expect((await send(path, userContents('four'))).json).toMatchObject({ totalTokens: expect.any(Number) })
  const generateContentRequest = { model: 'models/gen-2.5-flash', ...userContents('four') }
  expect((await send(path, { generateContentRequest })).status).toBe(200)
  const [content] = userContents('a fox').contents
  const requests = ['models/gen-embedding-001', 'models/gemini-embedding-001'].map((model) => ({
    model,
    content,
  }))
  const response = await send(`${prefix}/models/gen-embedding-001:batchEmbedContents`, { requests })
  const { embeddings } = response.json as { embeddings: { values: number[] }[] }
  expect(embeddings.map(({ values }) => values.length)).toEqual([3072, 3072])
  expect(setup.vendor.requests.map(({ url }) => url)).toEqual([
    '/v1beta/models/gemini-2.5-flash:countTokens',
    '/v1beta/models/gemini-2.5-flash:countTokens',
    '/v1beta/models/gemini-embedding-001:batchEmbedContents',
  ])
})

test('a transcription is streamed, and its errors are in its dialect', async () => {
  const post = (fields: Record<string, string>) =>
    setup.gateway.send('/v1/audio/transcriptions', {
      key: null,
      body: toForm([
        { name: 'file', value: toneWav(1), filename: 'a.wav' },
        { name: 'model', value: 'gen-4o-transcribe' },
        ...Object.entries(fields).map(([name, value]) => ({ name, value })),
      ]),
      headers: { ...formType, authorization: `Bearer ${localKey}` },
    })
  const streamed = await post({ stream: 'true' })
  expect(streamed.headers['content-type']).toContain('text/event-stream')
  expect(streamed.text).toMatch(/^data: \{"type":"transcript.text.delta".*"transcript.text.done"/s)
  expect((await post({ response_format: 'text' })).text).toMatch(/^“a\.wav” is .*\n$/)
  expect(await post({ response_format: 'verbose_json' })).toMatchObject({
    status: 400,
    json: { error: { code: 'unsupported_value', param: 'response_format' } },
  })
})

test.each([
  ['', 'generateContent'],
  ['huge-signature', 'streamGenerateContent?alt=sse'],
])('in a function loop %s over %s, the vendor gets its signature back unchanged', async (fault, verb) => {
  const declaration = { name: 'get_weather', parameters: { properties: { city: { type: 'string' } } } }
  const tools = [{ functionDeclarations: [declaration] }]
  const path = '/v1beta/models/gen-3.1-pro-preview'
  if (fault === 'huge-signature') setup.vendor.injectFault(fault)
  const question = userContents('What is the weather in Lisbon?').contents
  const parts = readParts(await send(`${path}:${verb}`, { contents: question, tools }))
  const { thoughtSignature = '' } = parts[0] ?? {}
  expect(thoughtSignature.length > 2_000_000).toBe(fault === 'huge-signature')
  const result = { functionResponse: { name: 'get_weather', response: { output: 'rain' } } }
  const contents = [...question, { role: 'model', parts }, { role: 'user', parts: [result] }]
  const ended = await send(`${path}:generateContent`, { contents, tools })
  // The fake rejects a signature that was changed.
  expect([ended.status, readTexts(ended)]).toEqual([200, expect.stringContaining('rain')])
  const sent = setup.vendor.requests[1]?.body.toString() ?? ''
  expect(sent.includes(`"thoughtSignature":"${thoughtSignature}"`)).toBe(true)
})

interface Operation {
  readonly name: string
  readonly done?: boolean
  readonly error?: object
  readonly response?: {
    readonly generateVideoResponse: {
      readonly generatedSamples?: readonly { readonly video: { readonly uri: string } }[]
      readonly raiMediaFilteredReasons?: readonly string[]
    }
  }
}

describe('videos', () => {
  const start = async (): Promise<Operation> => {
    const path = '/v1beta/models/gen-video-3.1-fast-generate-preview:predictLongRunning'
    // An operation of the gateway, which `checks` has validated.
    return (await send(path, { instances: [{ prompt: 'a boat' }] })).json as Operation
  }
  // As above.
  const poll = async (prefix: string, { name }: Operation): Promise<Operation> =>
    (await send(`${prefix}/${name}`)).json as Operation

  test.each(prefixes)('under %s are started, polled, and downloaded whole and in part', async (prefix) => {
    const { vendor, gateway } = setup
    const started = await start()
    const { name } = started
    expect([await poll(prefix, started), await poll(prefix, started)]).toEqual([{ name }, { name }])
    const done = await poll(prefix, started)
    const uri = done.response?.generateVideoResponse.generatedSamples?.[0]?.video.uri ?? ''
    expect([done.done, uri.startsWith(`${gateway.url}${prefix}/files/`)]).toEqual([true, true])
    const download = (range?: string) =>
      gateway.send(uri.slice(gateway.url.length), range ? { headers: { range } } : {})
    const whole = await download()
    const { 'content-type': type, 'content-length': length, location } = whole.headers
    expect([whole.status, type, whole.text.slice(4, 8), location]).toEqual([
      200,
      'video/mp4',
      'ftyp',
      undefined,
    ])
    const part = await download('bytes=4-7')
    const range = `bytes 4-7/${length}`
    expect([part.status, part.text, part.headers['content-range']]).toEqual([206, 'ftyp', range])
    expect((await download('bytes=99999999-')).status).toBe(416)
    const readStored = () => vendor.requests.filter(({ host }) => host === 'storage')
    expect(JSON.stringify(readStored().map(({ url, headers }) => [url, headers]))).not.toContain(
      vendor.geminiKey,
    )
    // The vendor's own host requires the key.
    vendor.injectFault('download-on-own-host')
    expect((await download('bytes=4-7')).text).toBe('ftyp')
    expect(readStored()).toHaveLength(3)
  })
})

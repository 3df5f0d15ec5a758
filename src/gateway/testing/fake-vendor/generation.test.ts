// Tests that the fake's models respond as documented in the wire facts.
import { Ajv } from 'ajv'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Part } from './contents.fixture'
import { type FakeVendor, openFakeVendor } from './fake-vendor.fixture'
import {
  type Body,
  createVendorClient,
  flash,
  pro3,
  stream,
  userContents,
  type VendorTestResponse,
} from './fake-vendor-client.fixture'

let vendor: FakeVendor
beforeAll(async () => {
  vendor = await openFakeVendor()
})
afterAll(() => vendor.close())

const send = createVendorClient(() => vendor)

const refusal = (code: number, status: string, message: unknown = expect.any(String)) => ({
  error: expect.objectContaining({ code, status, message }),
})

describe('answers', () => {
  test('are pretty-printed, with model, usage and id', async () => {
    const response = await send(flash, { body: userContents('hi') })
    expect(response.headers.get('content-type')).toBe('application/json; charset=UTF-8')
    expect(response.text).toBe(`${JSON.stringify(response.json, null, 2)}\n`)
    expect(response.json).toEqual({
      candidates: [
        {
          content: {
            parts: [{ text: 'This is gemini-2.5-flash, which has read one turn. You wrote: “hi”.' }],
            role: 'model',
          },
          finishReason: 'STOP',
          index: 0,
        },
      ],
      usageMetadata: {
        promptTokenCount: 1,
        candidatesTokenCount: 17,
        totalTokenCount: 18,
        promptTokensDetails: [{ modality: 'TEXT', tokenCount: 1 }],
      },
      modelVersion: 'gemini-2.5-flash',
      responseId: expect.stringMatching(/^[\w-]{22}$/),
    })
  })

  test('a stream of events: CRLF, one line each, usage in every chunk, the finish reason only in the last', async () => {
    const body = { ...userContents('hi'), generationConfig: { thinkingConfig: { includeThoughts: true } } }
    const response = await send('/v1beta/models/gemini-3.1-pro-preview:streamGenerateContent?alt=sse', {
      body,
    })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const lines = response.text.split('\r\n\r\n')
    expect(lines.pop()).toBe('')
    expect(lines.every((line) => /^data: \{[^\r\n]*\}$/.test(line))).toBe(true)
    const chunks = lines.map((line) => JSON.parse(line.slice(6)))
    const totals = chunks.map(({ usageMetadata }) => usageMetadata.totalTokenCount)
    expect(totals).toEqual([...totals].sort((a, b) => a - b))
    expect(chunks.map(({ candidates: [{ finishReason }] }) => finishReason)).toEqual([
      ...chunks.slice(1).map(() => undefined),
      'STOP',
    ])
    expect(chunks[0].candidates[0].content.parts).toEqual([{ text: expect.any(String), thought: true }])
    expect(chunks.at(-1)?.candidates[0].content.parts).toEqual([
      { text: '', thoughtSignature: expect.stringMatching(/^[\w+/]{100,}=*$/) },
    ])
  })

  test('a stream without alt, or with the alt of older clients, is one array', async () => {
    for (const query of ['', '?%24alt=json%3Benum-encoding%3Dint']) {
      const response = await send(stream + query, { body: userContents('hi') })
      expect(response.headers.get('content-type')).toBe('application/json; charset=UTF-8')
      expect(response.text).toMatch(/^\[\{\n[\s\S]*\n\}\n,\r\n\{\n[\s\S]*\n\}\n\]\n$/)
      // Without alt it is a list of bodies.
      const chunks = response.json as unknown as readonly Body[]
      expect(chunks.at(-1)?.candidates[0].finishReason).toBe('STOP')
    }
  })

  test('an early error: bare with the type of a stream, or within an array', async () => {
    const events = await send(`${stream}?alt=sse`, { body: {} })
    expect([events.status, events.headers.get('content-type')]).toEqual([400, 'text/event-stream'])
    expect(events.json).toEqual(refusal(400, 'INVALID_ARGUMENT'))
    expect(events.text).toMatch(/^\{\n {2}"error"/)
    const array = await send(stream, { body: {} })
    expect(array.json).toEqual([refusal(400, 'INVALID_ARGUMENT')])
  })

  test('the token limit cuts the answer', async () => {
    const response = await send(flash, {
      body: { ...userContents('hi'), generationConfig: { maxOutputTokens: 2 } },
    })
    expect(response.json.candidates[0]).toMatchObject({
      content: { parts: [{ text: 'This is ' }] },
      finishReason: 'MAX_TOKENS',
    })
  })

  test('JSON is valid for its schema, in either spelling of types', async () => {
    const schema = (upper: boolean) => {
      const type = (name: string) => (upper ? name.toUpperCase() : name)
      return {
        type: type('object'),
        properties: {
          names: { type: type('array'), items: { type: type('string') }, minItems: 2 },
          size: { type: type('integer'), minimum: 3, maximum: 4 },
          kind: { type: type('string'), enum: ['a', 'b'] },
          maybe: { anyOf: [{ type: type('null') }, { type: type('boolean') }] },
        },
        required: ['names', 'size', 'kind'],
      }
    }
    for (const upper of [true, false]) {
      const generationConfig = { responseMimeType: 'application/json', responseSchema: schema(upper) }
      const response = await send(flash, {
        body: { ...userContents('Name Anna and Bob, 9 times'), generationConfig },
      })
      const value: unknown = JSON.parse(response.json.candidates[0].content.parts[0].text ?? '')
      expect(new Ajv().validate(schema(false), value)).toBe(true)
    }
  })

  test('lists the pages that were read', async () => {
    const response = await send(flash, {
      body: { ...userContents('Read https://example.com/a'), tools: [{ urlContext: {} }] },
    })
    expect(response.json.candidates[0].urlContextMetadata?.urlMetadata).toEqual([
      { retrievedUrl: 'https://example.com/a', urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_SUCCESS' },
    ])
  })
})

describe('functions', () => {
  const tools = [
    {
      functionDeclarations: [
        {
          name: 'get_weather',
          parameters: { type: 'OBJECT', properties: { city: { type: 'STRING' } }, required: ['city'] },
        },
        { name: 'get_time' },
      ],
    },
  ]

  test('are called without ids, starting with the first declared one', async () => {
    const response = await send(flash, { body: { ...userContents('What is the weather in Lisbon?'), tools } })
    expect(response.json.candidates[0]).toMatchObject({
      content: {
        role: 'model',
        parts: [{ functionCall: { name: 'get_weather', args: { city: 'Lisbon' } } }],
      },
      finishReason: 'STOP',
    })
    expect(response.json.candidates[0].content.parts[0].functionCall).not.toHaveProperty('id')
  })

  test('in parallel: only the first call has a signature, and the results are in one turn', async () => {
    const first = userContents('Call get_weather for Oslo and get_time, both.')
    const response = await send(pro3, { body: { ...first, tools } })
    const { content } = response.json.candidates[0]
    expect(
      content.parts.map((part: Part) => [part.functionCall, part.thoughtSignature !== undefined]),
    ).toEqual([
      [{ name: 'get_weather', args: { city: 'Oslo' } }, true],
      [{ name: 'get_time' }, false],
    ])
    const results = content.parts.map(({ functionCall }: Part) => ({
      functionResponse: { name: functionCall?.name, response: { output: 'fine' } },
    }))
    const contents = [...first.contents, content, { role: 'user', parts: results }]
    const end = await send(pro3, { body: { contents, tools } })
    expect(end.json.candidates[0].content.parts[0].text).toContain('get_weather: {"output":"fine"}')
  })

  test('one at a time, each step signed; rejects a missing, changed or foreign signature', async () => {
    const contents: { role: string; parts: readonly Part[] }[] = [
      { role: 'user', parts: [{ text: 'First get_time, then get_weather of Rome.' }] },
    ]
    for (const name of ['get_time', 'get_weather']) {
      const response = await send(pro3, { body: { contents, tools } })
      const { content } = response.json.candidates[0]
      expect(content.parts).toMatchObject([{ functionCall: { name }, thoughtSignature: expect.any(String) }])
      contents.push(content, {
        role: 'user',
        parts: [{ functionResponse: { name, response: { output: 1 } } }],
      })
    }
    const signatureOf = (change: (part: Part) => Part) => {
      const [ask1, model = { role: '', parts: [] }, ...rest] = contents
      return [ask1, { ...model, parts: model.parts.map(change) }, ...rest]
    }
    expect((await send(pro3, { body: { contents, tools } })).status).toBe(200)
    const lost = signatureOf(({ thoughtSignature: _, ...part }) => part)
    expect((await send(pro3, { body: { contents: lost, tools } })).json).toEqual(
      refusal(
        400,
        'INVALID_ARGUMENT',
        expect.stringContaining('Function call is missing a thought_signature'),
      ),
    )
    const changed = signatureOf((part) => ({
      ...part,
      thoughtSignature: part.thoughtSignature?.replace(/^./, '-') ?? '',
    }))
    expect((await send(pro3, { body: { contents: changed, tools } })).status).toBe(400)
    expect((await send(flash, { body: { contents, tools } })).status).toBe(400)
    const dummy = signatureOf((part) => ({ ...part, thoughtSignature: 'skip_thought_signature_validator' }))
    expect((await send(pro3, { body: { contents: dummy, tools } })).status).toBe(200)
  })
})

describe('pictures', () => {
  const draw = '/v1beta/models/gemini-3-pro-image:generateContent'
  const partsOf = (response: VendorTestResponse): readonly Part[] => response.json.candidates[0].content.parts
  const pixels = (part: Part | undefined) =>
    PNG.sync.read(Buffer.from(part?.inlineData?.data ?? '', 'base64'))

  test('are real, in the requested ratio and size tier, with text unless excluded', async () => {
    const imageConfig = { aspectRatio: '16:9', imageSize: '2K' }
    const response = await send(draw, {
      body: { ...userContents('A hill'), generationConfig: { imageConfig } },
    })
    const [text, picture] = partsOf(response)
    expect(text).toEqual({ text: 'Here is the picture.' })
    expect(picture?.inlineData?.mimeType).toBe('image/png')
    expect(pixels(picture)).toMatchObject({ width: 128, height: 72 })
    const alone = await send(draw, {
      body: { ...userContents('A hill'), generationConfig: { responseModalities: ['IMAGE'] } },
    })
    expect(partsOf(alone).map((part) => Object.keys(part))).toEqual([['inlineData', 'thoughtSignature']])
  })

  test('edits an image in the request; the size tier must be upper-case', async () => {
    const [input] = partsOf(
      await send(draw, {
        body: { ...userContents('A hill'), generationConfig: { responseModalities: ['IMAGE'] } },
      }),
    )
    const contents = [{ parts: [{ text: 'invert' }, { inlineData: input?.inlineData }] }]
    const edited = partsOf(await send(draw, { body: { contents } }))
    expect(pixels(edited[1]).data[0]).toBe(255 - (pixels(input).data[0] ?? 0))
    const generationConfig = { imageConfig: { imageSize: '2k' } }
    expect((await send(draw, { body: { ...userContents('A hill'), generationConfig } })).status).toBe(400)
  })
})

describe('other methods', () => {
  test('lists models in pages', async () => {
    const names: string[] = []
    let token = ''
    do {
      const { json } = await send(`/v1beta/models?pageSize=4&pageToken=${token}`)
      names.push(...json.models.map(({ name }: { name: string }) => name))
      token = json.nextPageToken ?? ''
    } while (token !== '')
    expect(names).toHaveLength(new Set(names).size)
    expect(names).toContain('models/veo-3.1-fast-generate-preview')
    expect((await send('/v1beta/models/gemini-2.5-pro')).json).toMatchObject({
      name: 'models/gemini-2.5-pro',
      supportedGenerationMethods: ['generateContent', 'streamGenerateContent', 'countTokens'],
    })
  })

  test('counts tokens', async () => {
    const response = await send('/v1beta/models/gemini-2.5-flash:countTokens', { body: userContents('four') })
    expect(response.json.totalTokens).toBe(1)
  })

  test('vectors: 3072 long and of unit length, shorter ones not; batches of at most 100', async () => {
    const model = '/v1beta/models/gemini-embedding-001'
    const content = { parts: [{ text: 'a fox' }] }
    const length = (values: number[]) => Math.hypot(...values)
    const whole = await send(`${model}:embedContent`, { body: { content, taskType: 'RETRIEVAL_QUERY' } })
    expect(whole.json.embedding.values).toHaveLength(3072)
    expect(length(whole.json.embedding.values)).toBeCloseTo(1)
    const short = await send(`${model}:embedContent`, { body: { content, outputDimensionality: 768 } })
    expect(short.json.embedding.values).toEqual(whole.json.embedding.values.slice(0, 768))
    const one = { model: 'models/gemini-embedding-001', content }
    const batch = (requests: unknown[]) => send(`${model}:batchEmbedContents`, { body: { requests } })
    expect((await batch([one, one])).json.embeddings).toHaveLength(2)
    expect((await batch(Array.from({ length: 101 }, () => one))).json.error.message).toContain('at most 100')
    expect((await batch([{ ...one, model: 'models/gen-embedding-001' }])).status).toBe(400)
    expect((await send(`${model}:embedContent`, { body: { content, taskType: 'GUESS' } })).status).toBe(400)
  })
})

// Tests that the fake rejects paths, keys and requests as the vendors do.
import { once } from 'node:events'
import { get } from 'node:https'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findRetirement, retirements } from '#shared/models/aliases'
import { openAuthority, removeScratch } from '../authority.fixture'
import { type FakeVendor, openFakeVendor } from './fake-vendor.fixture'
import { createVendorClient, flash, userContents } from './fake-vendor-client.fixture'

let vendor: FakeVendor
beforeAll(async () => {
  vendor = await openFakeVendor({ geminiKey: 'right/key+1', openAiKey: 'sk-right-key-0123456789' })
})
afterAll(() => vendor.close())

const send = createVendorClient(() => vendor)

const refusal = (code: number, status: string, message: unknown = expect.any(String)) => ({
  error: expect.objectContaining({ code, status, message }),
})

describe('paths', () => {
  test.each([
    ['/models/gemini-2.5-flash:generateContent', ''],
    ['/v1/models/gemini-2.5-flash:generateContent', ''],
    ['/v1/v1beta/models/gemini-2.5-flash:generateContent', '<!DOCTYPE html>'],
    ['/v1beta/v1beta/models/gemini-2.5-flash:generateContent', '<!DOCTYPE html>'],
    ['/v1beta/operations/abc', '<!DOCTYPE html>'],
  ])('%s is a 404 that is not JSON', async (path, start) => {
    const response = await send(path, path.includes('operations') ? {} : { body: userContents('hi') })
    expect(response).toMatchObject({ status: 404, json: undefined })
    expect(response.text.slice(0, 15)).toBe(start)
  })

  test('a colon may be encoded', async () => {
    expect((await send(flash.replace(':', '%3A'), { body: userContents('hi') })).status).toBe(200)
  })
})

describe('keys', () => {
  test('none, or in the query: 403', async () => {
    const expected = refusal(403, 'PERMISSION_DENIED', expect.stringContaining('unregistered callers'))
    expect((await send(flash, { body: userContents('hi'), key: null })).json).toEqual(expected)
    const query = await send(`${flash}?key=${encodeURIComponent(vendor.geminiKey)}`, {
      body: userContents('hi'),
      key: null,
    })
    expect(query.json).toEqual(expected)
  })

  test('wrong: 400 API_KEY_INVALID, and DebugInfo repeats it', async () => {
    const response = await send(flash, { body: userContents('hi'), key: 'wrong-key/1' })
    expect(response.json).toEqual(
      refusal(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.'),
    )
    expect(response.json.error.details).toEqual([
      expect.objectContaining({ reason: 'API_KEY_INVALID' }),
      expect.objectContaining({ '@type': 'type.googleapis.com/google.rpc.LocalizedMessage' }),
      expect.objectContaining({ detail: expect.stringContaining('wrong-key/1') }),
    ])
  })

  test('as a token: 401; two credentials: 400', async () => {
    const authorization = `Bearer ${vendor.geminiKey}`
    const token = await send(flash, { body: userContents('hi'), key: null, headers: { authorization } })
    expect(token.json).toEqual(refusal(401, 'UNAUTHENTICATED'))
    const both = await send(flash, { body: userContents('hi'), headers: { authorization } })
    expect(both.json).toEqual(
      refusal(400, 'INVALID_ARGUMENT', 'Multiple authentication credentials received. Please pass only one.'),
    )
    expect((await send(`${flash}?key=x`, { body: userContents('hi') })).status).toBe(400)
  })

  test('the OpenAI API requires a token, and masks a wrong one', async () => {
    const url = `${vendor.openAiUrl}/v1/models`
    const none = await send(url, { key: null })
    expect([none.status, none.json.error.code]).toEqual([401, null])
    const wrong = await send(url, { key: null, headers: { authorization: 'Bearer sk-wrong-key-9876543210' } })
    expect(wrong.json.error).toMatchObject({
      code: 'invalid_api_key',
      message: expect.stringMatching(/^Incorrect API key provided: sk-wrong\*+3210\./),
    })
    const right = await send(url, { key: null, headers: { authorization: `Bearer ${vendor.openAiKey}` } })
    expect(right.json.data).toContainEqual(
      expect.objectContaining({ id: 'gpt-4o-transcribe', object: 'model' }),
    )
  })
})

describe('requests', () => {
  test.each(retirements.filter(({ replacement }) => replacement))(
    '$id is retired, its replacement is not',
    async ({ id }) => {
      const retired = `models/${id.replace('gen-', 'gemini-')}`
      const response = await send(`/v1beta/${retired}:generateContent`, { body: userContents('hi') })
      expect(response.json).toEqual(
        refusal(
          404,
          'NOT_FOUND',
          `${retired} is not found for API version v1beta, or is not supported for generateContent. Call ListModels to see the list of available models and their supported methods.`,
        ),
      )
      expect((await send(`/v1beta/models/${findRetirement(id)?.replacement}`)).status).toBe(200)
    },
  )

  test('a method that a model does not have is the same error', async () => {
    const response = await send('/v1beta/models/gemini-2.5-flash:embedContent', { body: userContents('hi') })
    expect(response.json).toEqual(
      refusal(404, 'NOT_FOUND', expect.stringContaining('not supported for embedContent')),
    )
  })

  test('an unknown field is reported with its path, in either spelling', async () => {
    const response = await send(flash, {
      body: {
        contents: [{ parts: [{ text: 'hi', texts: 1 }] }],
        generation_config: { top_p: 1, topQ: 1 },
        zebra: 1,
      },
    })
    const violations = [
      ['contents[0].parts[0]', `Unknown name "texts" at 'contents[0].parts[0]'`],
      ['generation_config', `Unknown name "topQ" at 'generation_config'`],
      ['', 'Unknown name "zebra"'],
    ].map(([field, text]) => ({
      field,
      description: `Invalid JSON payload received. ${text}: Cannot find field.`,
    }))
    expect(response.json.error).toMatchObject({
      code: 400,
      details: [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: violations }],
    })
  })

  const call = { functionCall: { name: 'f', args: {} } }
  const result = { functionResponse: { name: 'f', response: { output: 1 } } }
  test.each<[string, unknown, string]>([
    ['broken JSON', '{"contents": [', 'Invalid JSON payload received. Unexpected token.'],
    ['no contents', {}, 'contents is not specified'],
    ['no parts', { contents: [{ parts: [] }] }, 'contents[0].parts: contents.parts must not be empty.'],
    [
      'an empty part',
      { contents: [{ parts: [{ text: 'a' }, {}] }] },
      "parts[1].data: required oneof field 'data'",
    ],
    [
      'an unknown role',
      { contents: [{ role: 'system', parts: [{ text: 'a' }] }] },
      'Please use a valid role: user, model.',
    ],
    [
      'image/jpg',
      { contents: [{ parts: [{ inlineData: { mimeType: 'image/jpg', data: 'AAAA' } }] }] },
      'Unsupported MIME type: image/jpg',
    ],
    [
      'IMAGE for a text model',
      { ...userContents('a'), generationConfig: { responseModalities: ['TEXT', 'IMAGE'] } },
      'requested response modalities: image,text',
    ],
    [
      'both thinking budget and level',
      {
        ...userContents('a'),
        generationConfig: { thinkingConfig: { thinkingBudget: 1, thinkingLevel: 'LOW' } },
      },
      'only one of thinking budget and thinking level',
    ],
    [
      'fewer results than calls',
      { contents: [{ parts: [{ text: 'a' }] }, { role: 'model', parts: [call, call] }, { parts: [result] }] },
      'number of function response parts is equal',
    ],
    [
      'a result that is not an object',
      {
        contents: [
          { parts: [{ text: 'a' }] },
          { role: 'model', parts: [call] },
          { parts: [{ functionResponse: { name: 'f', response: 'x' } }] },
        ],
      },
      'response must be a Struct',
    ],
    ['an unknown file', { contents: [{ parts: [{ fileData: { fileUri: 'files/abc' } }] }] }, 'abc'],
  ])('rejects %s', async (_, body, message) => {
    const response = await send(flash, { body })
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.json.error.message).toContain(message)
  })

  test('accepts what clients send: the role "system" of an instruction, empty settings, snake case', async () => {
    const response = await send(flash, {
      body: {
        contents: [{ parts: [{ inline_data: { mime_type: 'image/png', data: 'AAAA' } }, { text: 'hi' }] }],
        system_instruction: { role: 'system', parts: [{ text: 'be brief' }] },
        generationConfig: {},
        safetySettings: [],
        tools: [{ google_search: {} }],
      },
    })
    expect(response.json.candidates[0]).toMatchObject({
      content: { parts: [{ text: expect.stringContaining('be brief') }] },
      groundingMetadata: { groundingChunks: [{ web: { title: 'example.com' } }] },
    })
  })
})

test('with a certificate, every host uses https', async () => {
  const authority = await openAuthority()
  const secure = await openFakeVendor({ tls: await authority.sign() })
  const { geminiUrl, openAiUrl, storageUrl, requests } = secure
  for (const url of [geminiUrl, openAiUrl, storageUrl]) {
    // A request that fails throws, which fails the test.
    const [incoming] = await once(
      get(`${url}/v1/models`, { ca: authority.certificate, agent: false }),
      'response',
    )
    incoming.resume()
  }
  expect(requests.map(({ host }) => host)).toEqual(['gemini', 'openai', 'storage'])
  expect([geminiUrl, openAiUrl, storageUrl].map((url) => url.split(':')[0])).toEqual([
    'https',
    'https',
    'https',
  ])
  await secure.close()
  removeScratch()
})

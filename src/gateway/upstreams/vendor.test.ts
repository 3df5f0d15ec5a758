// Tests the vendor upstream over HTTP: the API, model, key and bytes of each request.
import { createHash } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { withCustomModels } from '#shared/models/catalog'
import {
  geminiKey,
  openAiKey,
  openScriptedVendorGateway,
  type ScriptedVendorGateway,
  type VendorScripts,
} from '../testing/scripted-vendor.fixture'
import { chunkOf, formType, localKey, sendEvents, sendJson, toForm } from '../testing/test-gateway.fixture'

let setup: ScriptedVendorGateway

afterEach(() => setup.close())

async function open(scripts: VendorScripts = {}): Promise<ScriptedVendorGateway> {
  setup = await openScriptedVendorGateway(scripts)
  return setup
}

const respond: VendorScripts['gemini'] = (request, outgoing) => {
  if (request.url.includes(':stream')) {
    sendEvents(outgoing, chunkOf('one'))
    outgoing.end()
  } else sendJson(outgoing, { ...chunkOf('one'), totalTokens: 1 })
}

const contents = { contents: [{ parts: [{ text: 'hi' }] }] }
describe('models and keys', () => {
  test('a request goes to the Gemini API with its key, and without those of the client and of the OpenAI API', async () => {
    await open({ gemini: respond })
    const path = 'models%2Fgen-2.5-pro%3AstreamGenerateContent?x=1'
    expect(
      (await setup.gateway.send(`/v1/v1beta/models/${path}`, { body: JSON.stringify(contents) })).status,
    ).toBe(200)
    const [{ method, url, headers, body } = {}] = setup.gemini.requests
    expect([method, url, String(body)]).toEqual([
      'POST',
      '/v1beta/models/gemini-2.5-pro:streamGenerateContent?x=1&alt=sse',
      JSON.stringify(contents),
    ])
    expect([headers?.['x-goog-api-key'], headers?.authorization]).toEqual([geminiKey, undefined])
    expect([setup.openAi.requests, JSON.stringify(headers).includes(openAiKey)]).toEqual([[], false])
    expect(JSON.stringify(headers)).not.toContain(localKey)
  })

  test('applies the user’s aliases, chained and for custom models, too', async () => {
    await open({
      gemini: respond,
      vendor: {
        aliases: [
          { from: 'gemini-2.5-pro', to: 'gen-3.1-pro-preview' },
          { from: 'gen-3.1-pro-preview', to: 'gemini-9' },
          { from: 'house', to: 'gemini-house' },
        ],
      },
      gateway: { models: withCustomModels([{ id: 'house', displayName: '', kind: 'text', thinks: false }]) },
    })
    const body = JSON.stringify(contents)
    for (const model of ['gen-2.5-pro', 'gemini-3.1-pro-preview', 'house'])
      await setup.gateway.send(`/v1beta/models/${model}:generateContent`, { body })
    expect(setup.gemini.requests.map(({ url }) => url)).toEqual([
      '/v1beta/models/gemini-9:generateContent',
      '/v1beta/models/gemini-9:generateContent',
      '/v1beta/models/gemini-house:generateContent',
    ])
  })

  test('accepts base URLs with a path of the API', async () => {
    await open({ gemini: respond, basePath: '/v1/v1beta/models' })
    expect((await generate()).status).toBe(200)
    await transcribe(toForm([model, audio]))
    expect([setup.gemini.requests[0]?.url, setup.openAi.requests[0]?.url]).toEqual([
      '/v1beta/models/gemini-2.5-pro:generateContent',
      '/v1/audio/transcriptions',
    ])
  })
})

describe('bodies', () => {
  test('is unchanged if it names no model', async () => {
    await open({ gemini: respond })
    const body = `{ "contents" : [{"role":"model","parts":[{"text":"\\u00e9 é \u2028","thoughtSignature":"${'x'.repeat(100_000)}"}]},
      {"role":"user","parts":[{"functionResponse":{"name":"f","response":{"model":"gen-2.5-pro"}}}]}], "unheard_of":{"model":"gen-2.5-pro", "n":1.0} }`
    await setup.gateway.send('/v1beta/models/gen-2.5-pro:generateContent', { body })
    expect(hash(setup.gemini.requests[0]?.body)).toBe(hash(Buffer.from(body)))
  })

  test('has the vendor’s name of the model, and is unchanged otherwise', async () => {
    await open({ gemini: respond })
    const before =
      '{"generate_content_request":{"model":"models/gen-embedding-001", "contents":[{"parts":[{}]}]}}'
    await setup.gateway.send('/v1beta/models/gen-embedding-001:countTokens', { body: before })
    expect(String(setup.gemini.requests[0]?.body)).toBe(before.replace('/gen-', '/gemini-'))
  })

  test('a response is unchanged, including the model’s own name', async () => {
    const text = '{"candidates":[],"modelVersion":"gemini-2.5-pro-001" , "n":1.0}'
    await open({ gemini: (_, outgoing) => void outgoing.end(text) })
    expect((await generate()).text).toBe(text)
  })
})

const model = { name: 'model', value: 'gen-4o-transcribe' }
const audio = { name: 'file', value: 'RIFF', filename: 'gen-4o.wav' }

function transcribe(body: Buffer | AsyncIterable<Uint8Array>, headers = {}) {
  const credentials = { ...formType, authorization: `Bearer ${localKey}`, ...headers }
  return setup.gateway.send('/v1/audio/transcriptions', { key: null, headers: credentials, body })
}

const generate = () =>
  setup.gateway.send('/v1beta/models/gen-2.5-pro:generateContent', { body: JSON.stringify(contents) })

const hash = (bytes: Buffer | undefined): string =>
  createHash('sha256')
    .update(bytes ?? '')
    .digest('hex')

describe('transcription', () => {
  test.each(['gen-4o-transcribe', 'gpt-4o-transcribe'])(
    '%s goes only to the OpenAI API, with its key',
    async (name) => {
      await open()
      const response = await transcribe(toForm([{ ...model, value: name }, audio]), { 'openai-project': 'p' })
      expect(response.json).toEqual({ text: 'hello' })
      const after = toForm([{ ...model, value: 'gpt-4o-transcribe' }, audio])
      const [request] = setup.openAi.requests
      const { host: _, connection: __, ...headers } = request?.headers ?? {}
      expect([setup.gemini.requests.length, request?.url, request?.body]).toEqual([
        0,
        '/v1/audio/transcriptions',
        after,
      ])
      expect(headers).toMatchObject({
        authorization: `Bearer ${openAiKey}`,
        'content-type': formType['content-type'],
        'openai-project': 'p',
      })
      expect(headers).not.toHaveProperty('x-goog-api-key')
    },
  )

  test('sends the new content length if the model comes early', async () => {
    await open({ vendor: { aliases: [{ from: 'gen-4o-transcribe', to: 'whisper-1' }] } })
    const before = toForm([{ name: 'prompt', value: 'x'.repeat(20_000) }, model, audio])
    await transcribe(before, { 'content-length': String(before.length) })
    const [request] = setup.openAi.requests
    const after = toForm([
      { name: 'prompt', value: 'x'.repeat(20_000) },
      { ...model, value: 'whisper-1' },
      audio,
    ])
    expect([request?.headers['content-length'], request?.body.equals(after)]).toEqual([
      String(after.length),
      true,
    ])
  })
})

describe('without a key', () => {
  test('the Gemini API gets no request, and transcription works', async () => {
    await open({ vendor: { geminiKey: null } })
    const message = 'No API key for the Gemini API. Enter one in Settings > Provider.'
    expect((await generate()).json).toEqual({ error: { code: 400, status: 'FAILED_PRECONDITION', message } })
    expect((await transcribe(toForm([model, audio]))).status).toBe(200)
    expect(setup.gemini.requests).toEqual([])
  })

  test('the OpenAI API gets no request, and generation works', async () => {
    await open({ gemini: respond, vendor: { openAiKey: null } })
    expect((await generate()).status).toBe(200)
    const message = 'No API key for the OpenAI API. Enter one in Settings > Provider.'
    expect((await transcribe(toForm([model, audio]))).json).toEqual({
      error: { message, type: 'invalid_request_error', param: 'key', code: 'failed_precondition' },
    })
    expect(setup.openAi.requests).toEqual([])
  })

  test('an invalid key is not sent, either', async () => {
    await open({ vendor: { geminiKey: 'AIza\r\nx-evil: 1' } })
    const { text } = await generate()
    expect(text).toContain('the pasted key contains a line break')
    expect([text.includes('x-evil'), setup.gemini.requests.length]).toEqual([false, 0])
  })
})

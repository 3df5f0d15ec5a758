// Tests that the fake OpenAI API responds as documented in the wire facts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toneWav } from '../tone.fixture'
import { type FakeVendor, openFakeVendor } from './fake-vendor.fixture'
import { createVendorClient, toDocuments, type VendorTestResponse } from './fake-vendor-client.fixture'

let vendor: FakeVendor
beforeAll(async () => {
  vendor = await openFakeVendor()
})
afterAll(() => vendor.close())

const sendTo = createVendorClient(() => vendor)

describe('transcription', () => {
  const url = () => `${vendor.openAiUrl}/v1/audio/transcriptions`
  function transcribe(
    fields: Record<string, string>,
    name = 'a.wav',
    bytes: Uint8Array<ArrayBuffer> = new Uint8Array(toneWav(2)),
  ): Promise<VendorTestResponse> {
    const form = new FormData()
    form.set('file', new Blob([bytes], { type: 'audio/wav' }), name)
    for (const [field, value] of Object.entries({ model: 'gpt-4o-transcribe', ...fields }))
      form.append(field, value)
    return sendTo(url(), { body: form, key: null, headers: { authorization: `Bearer ${vendor.openAiKey}` } })
  }
  const text = 'The recording a.wav holds 2 seconds.'

  test('returns JSON with usage, text, log probabilities, or a stream', async () => {
    const whole = await transcribe({ 'include[]': 'logprobs' })
    expect(whole.json).toMatchObject({ text, usage: { type: 'tokens' }, logprobs: expect.any(Array) })
    const plain = await transcribe({ response_format: 'text' })
    expect([plain.headers.get('content-type'), plain.text]).toEqual([
      'text/plain; charset=utf-8',
      `${text}\n`,
    ])
    const streamed = await transcribe({ stream: 'true' })
    const events = toDocuments(streamed.text)
    expect(
      events
        .filter(({ type }) => type === 'transcript.text.delta')
        .map(({ delta }) => delta)
        .join(''),
    ).toBe(text)
    expect(events.at(-1)).toMatchObject({ type: 'transcript.text.done', text })
  })

  test.each<[string, () => Promise<VendorTestResponse>, object]>([
    [
      'verbose_json',
      () => transcribe({ response_format: 'verbose_json' }),
      { status: 400, code: 'unsupported_value', param: 'response_format' },
    ],
    [
      'another file extension',
      () => transcribe({}, 'a.txt'),
      { status: 400, message: expect.stringContaining('Invalid file format. Supported formats: [') },
    ],
    [
      'too many bytes',
      () => transcribe({}, 'a.mp3', new Uint8Array(26_214_401)),
      { status: 413, message: 'Maximum content size limit (26214400) exceeded (26214401 bytes read)' },
    ],
    [
      'an unknown model',
      () => transcribe({ model: 'gen-4o-transcribe' }),
      { status: 404, code: 'model_not_found' },
    ],
    [
      'no audio',
      () => transcribe({}, 'a.wav', new Uint8Array()),
      { status: 400, code: 'invalid_value', param: 'file' },
    ],
    [
      'timestamps',
      () => transcribe({ 'timestamp_granularities[]': 'word' }),
      { status: 400, param: 'timestamp_granularities' },
    ],
  ])('rejects %s', async (_, send, error) => {
    const { status, json } = await send()
    expect({ status, ...json.error }).toMatchObject({ type: 'invalid_request_error', ...error })
  })
})

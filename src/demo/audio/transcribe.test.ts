// Transcription: responses and errors in the format of its API, for generated files.
import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import { readText } from '#shared/wire/read-body'
import { readEvents } from '#shared/wire/read-events'
import { bytesOf, instant, makeRequest, makeWav } from '../service.fixture'
import { describeDuration } from './measure-audio'

interface File {
  readonly name: string
  readonly bytes: Uint8Array
}

const tone: File = { name: 'tone.wav', bytes: makeWav({ seconds: 2.5, rate: 8000 }) }

/** Sends the parts in the given order, in chunks of `split` bytes. `cut` bytes are missing at the end. */
function post(parts: Readonly<Record<string, string | File>>, { query = '', split = 1000, cut = 0 } = {}) {
  const pieces = Object.entries(parts).flatMap(([name, value]) => {
    const text = typeof value === 'string'
    const disposition = `form-data; name="${name}"${text ? '' : `; filename="${value.name}"\r\nContent-Type: audio/wav`}`
    return [
      Buffer.from(`--edge\r\nContent-Disposition: ${disposition}\r\n\r\n`),
      text ? Buffer.from(value) : value.bytes,
      Buffer.from('\r\n'),
    ]
  })
  const whole = Buffer.concat([...pieces, Buffer.from('--edge--\r\n')])
  const body = cut > 0 ? whole.subarray(0, whole.length - cut) : whole
  async function* chunks() {
    for (let start = 0; start < body.length; start += split) yield body.subarray(start, start + split)
  }
  return instant(
    makeRequest(
      `/v1/audio/transcriptions${query}`,
      {},
      { headers: { 'content-type': 'multipart/form-data; boundary=edge' }, body: chunks() },
    ),
  )
}

async function readJson(responsePromise: ReturnType<typeof post>) {
  const response = await responsePromise
  return { status: response.status, body: JSON.parse(await readText(response.body)) }
}

test('the transcript states the real duration, format and name, whatever the order of parts and chunks', async () => {
  const orders = [
    { model: 'gen-4o-transcribe', file: tone },
    { file: tone, model: 'gen-4o-transcribe' },
  ]
  for (const parts of orders) {
    for (const split of [7, 100_000]) {
      const { status, body } = await readJson(post(parts, { split }))
      expect(status).toBe(200)
      expect(body.text).toContain(
        '“tone.wav” is 2.50 seconds of WAVE (PCM) audio, 8,000 Hz, mono, 40,044 bytes.',
      )
      expect(body.usage).toMatchObject({
        type: 'tokens',
        input_tokens: 25,
        input_token_details: { text_tokens: 0, audio_tokens: 25 },
      })
    }
  }
})

test('a response is plain text on request, and a stream consists of deltas that add up to its last text', async () => {
  const plain = await post({ model: 'gen-4o-transcribe', response_format: 'text', file: tone })
  expect(plain.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(await readText(plain.body)).toMatch(/^“.*The built-in demo.*\n$/)
  const response = await post({ model: 'gen-4o-transcribe', stream: 'true', file: tone })
  const events: { type: string; delta?: string; text?: string; usage?: object }[] = []
  for await (const event of readEvents(bytesOf(response))) events.push(JSON.parse(event))
  expect(new Set(events.slice(0, -1).map(({ type }) => type))).toEqual(new Set(['transcript.text.delta']))
  expect(events.at(-1)).toEqual({
    type: 'transcript.text.done',
    text: events.map(({ delta }) => delta ?? '').join(''),
    usage: expect.any(Object),
  })
})

const errorWith = (message: string, param: string | null) => ({
  error: {
    message: expect.stringContaining(message),
    type: 'invalid_request_error',
    param,
    code: 'invalid_argument',
  },
})

test.each([
  ['no file', { model: 'm' }, errorWith('you must provide a file parameter', 'file')],
  ['no model', { file: tone }, errorWith('you must provide a model parameter', 'model')],
  [
    'an empty file',
    { model: 'm', file: { name: 'a.wav', bytes: new Uint8Array() } },
    errorWith('The audio file "a.wav" is empty.', 'file'),
  ],
  [
    'a file that is not audio',
    { model: 'm', file: { name: 'a.mp3', bytes: Buffer.from('<html>'.repeat(50)) } },
    errorWith('might be corrupted or unsupported', 'file'),
  ],
  [
    'an unknown extension',
    { model: 'm', file: { ...tone, name: 'a.txt' } },
    errorWith("Invalid file format. Supported formats: ['flac'", 'file'),
  ],
  [
    'verbose_json',
    { model: 'gpt-4o-transcribe', response_format: 'verbose_json', file: tone },
    errorWith(
      "response_format 'verbose_json' is not compatible with model 'gpt-4o-transcribe'. Use 'json' or 'text' instead.",
      'response_format',
    ),
  ],
  [
    'a file that is too long',
    { model: 'm', file: { name: 'a.wav', bytes: makeWav({ seconds: 1401, rate: 100 }) } },
    errorWith('is longer than 1400 seconds', 'file'),
  ],
])('%s is rejected in OpenAI’s format', async (_, parts, expected) => {
  expect(await readJson(post(parts))).toEqual({ status: 400, body: expected })
})

test('an incomplete form, and a requested failure, have OpenAI’s format', async () => {
  const incomplete = await readJson(post({ model: 'm', file: tone }, { cut: 500 }))
  expect([incomplete.status, incomplete.body.error.message]).toEqual([
    400,
    'The multipart form is damaged or ends too early.',
  ])
  const error = { message: 'Simulated error: 500.', type: 'server_error', param: null, code: 'internal' }
  const failed = await readJson(post({ model: 'm', file: tone }, { query: '?demo=fail=500' }))
  expect(failed).toEqual({ status: 500, body: { error } })
})

test.each([
  [2.5, '2.50 seconds'],
  [61, '1 minute 1 second'],
  [60, '1 minute'],
  [192, '3 minutes 12 seconds'],
])('%d seconds are “%s”', (seconds, text) => {
  expect(describeDuration(seconds)).toBe(text)
})

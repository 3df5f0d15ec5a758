// The form of a transcription request, and reading complete, streamed, rejected and truncated responses.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readForm } from '#gateway/handlers/form-reader'
import { readBody } from '#shared/wire/read-body'
import { makeFolder } from '../workspace.fixture'
import { type Form, readTranscription, writeForm } from './request-transcription'

function makeForm(content: Buffer, form: Partial<Form['file']> = {}): Form {
  const path = join(makeFolder(), 'sound')
  writeFileSync(path, content)
  const file = { path, name: 'a.wav', mimeType: 'audio/wav', bytes: content.length, ...form }
  return {
    fields: [
      ['model', 'gen-4o-transcribe'],
      ['prompt', 'Ünï\r\n--x'],
    ],
    file,
  }
}

test('writes the fields in order, the file last, with the exact length', async () => {
  const { headers, body } = writeForm(makeForm(Buffer.from('RIFF\r\n--form')))
  const bytes = Buffer.from(await readBody(body))
  const boundary = /boundary=(.+)$/.exec(headers['content-type'] ?? '')?.[1]
  expect(bytes.toString()).toBe(
    [
      `--${boundary}`,
      'Content-Disposition: form-data; name="model"',
      '',
      'gen-4o-transcribe',
      `--${boundary}`,
      'Content-Disposition: form-data; name="prompt"',
      '',
      'Ünï\r\n--x',
      `--${boundary}`,
      'Content-Disposition: form-data; name="file"; filename="a.wav"',
      'Content-Type: audio/wav',
      '',
      'RIFF\r\n--form',
      `--${boundary}--`,
      '',
    ].join('\r\n'),
  )
  expect(headers['content-length']).toBe(String(bytes.length))
})

test('the gateway parses a file name with quotes, line breaks and any characters', async () => {
  const { headers, body } = writeForm(makeForm(Buffer.from('sound'), { name: 'a "b"\r\nüber 東京.mp3' }))
  const form = readForm(headers['content-type'] ?? '', { checkModel: () => {}, checkSize: () => {} })
  for await (const chunk of body) await form.read(chunk)
  await form.end()
  expect(form.describe()).toContain('file: a %22b%22%0D%0Aüber 東京.mp3 (audio/wav, 5 bytes)')
})

test('sends the file in chunks, and reports each', async () => {
  const content = Buffer.alloc(200_000, 7)
  const sentBytes: number[] = []
  const form = makeForm(content)
  const { headers, body } = writeForm({ ...form, onSent: (bytes) => sentBytes.push(bytes) })
  const bytes = await readBody(body)
  expect(bytes.length).toBe(Number(headers['content-length']))
  expect(sentBytes).toEqual([65_536, 131_072, 196_608, 200_000])
  expect(readFileSync(form.file.path).length).toBe(200_000)
})

test.each([
  ['shorter', 9],
  ['longer', 3],
])('throws if the file is %s than it was', async (_, bytes) => {
  const { body } = writeForm(makeForm(Buffer.from('sound'), { bytes }))
  await expect(readBody(body)).rejects.toMatchObject({
    code: 'FAILED_PRECONDITION',
    message: '“a.wav” changed while it was being sent.',
  })
})

const bytes = (text: string) => Buffer.from(text)
const answer = (type: string, text: string, status = 200) => ({
  status,
  headers: { 'content-type': type },
  body: bytes(text),
})
const event = (content: unknown) => `data: ${JSON.stringify(content)}\n\n`
const stream = (...events: unknown[]) => answer('text/event-stream', events.map(event).join(''))
const delta = (text: string) => ({ type: 'transcript.text.delta', delta: text })

async function read(response: Parameters<typeof readTranscription>[0]) {
  const deltas: string[] = []
  const result = await readTranscription(response, (text) => deltas.push(text))
  return { result, deltas }
}

test.each([
  ['JSON', answer('application/json', '{"text":"Hi.","usage":{}}')],
  ['plain text', answer('text/plain; charset=utf-8', 'Hi.')],
  ['no content type', { status: 200, headers: {}, body: bytes('{"text":"Hi."}') }],
])('reads a complete response: %s', async (_, response) => {
  expect(await read(response)).toEqual({ result: { kind: 'text', text: 'Hi.' }, deltas: [] })
})

test('the final text of a stream replaces its deltas', async () => {
  const sentBytes = stream(delta('Hel'), { type: 'else' }, delta('lo'), {
    type: 'transcript.text.done',
    text: 'Hello!',
  })
  expect(await read(sentBytes)).toEqual({ result: { kind: 'text', text: 'Hello!' }, deltas: ['Hel', 'lo'] })
})

test('a stream without an end throws', async () => {
  await expect(read(stream(delta('Hel')))).rejects.toMatchObject({ code: 'ABORTED' })
})

test.each([
  ['an event', stream(delta('Hel'), { error: { message: 'No more.', code: 'x' } }), 'No more.'],
  [
    'an object outside of an event',
    answer('text/event-stream', '{"error":{"message":"No more."}}\n'),
    'No more.',
  ],
  ['a response with status 200', answer('application/json', '{"error":{"message":"No."}}'), 'No.'],
])('an error in %s rejects the piece', async (_, response, message) => {
  expect((await read(response)).result).toMatchObject({ kind: 'rejected', error: { message } })
})

test('a rejection has the retry delay', async () => {
  const response = answer('application/json', '{"error":{"message":"Slow down."}}', 429)
  const { result } = await read({ ...response, headers: { ...response.headers, 'retry-after': '7' } })
  expect(result).toMatchObject({
    kind: 'rejected',
    error: { code: 'RESOURCE_EXHAUSTED', message: 'Slow down.', retryAfter: 7 },
  })
})

test.each([
  ['JSON without text', answer('application/json', '{}')],
  ['a page', answer('text/html', '<!doctype html>')],
  ['nothing', answer('application/json', '')],
])('a successful response with %s may have been billed, and throws', async (_, response) => {
  await expect(read(response)).rejects.toThrow('The provider returned an invalid transcript.')
})

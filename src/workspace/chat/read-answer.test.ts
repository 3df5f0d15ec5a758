// Answers as services send them: streamed, whole, and what is none.
import { expect, test } from 'vitest'
import type { Answer } from '#shared/wire/call'
import { readAnswer } from './read-answer'

const chunk = (text: string) => ({ candidates: [{ content: { parts: [{ text }] } }], novel: text })
const answerOf = (contentType: string, body: string, status = 200): Answer => ({
  status,
  headers: contentType ? { 'content-type': contentType } : {},
  body: Buffer.from(body),
})

async function read(answer: Answer): Promise<unknown[]> {
  const chunks = []
  for await (const one of readAnswer(answer)) chunks.push(one)
  return chunks
}

test.each(['application/json', 'Application/JSON; charset=UTF-8'])('%s at 200 is one chunk', async (type) => {
  expect(await read(answerOf(type, JSON.stringify(chunk('whole'), null, 2)))).toEqual([chunk('whole')])
})

test('a whole answer may come in pieces that split a letter', async () => {
  const bytes = Buffer.from(JSON.stringify(chunk('Grüße')))
  async function* flow() {
    for (const byte of bytes) yield Uint8Array.of(byte)
  }
  expect(await read({ ...answerOf('application/json', ''), body: flow() })).toEqual([chunk('Grüße')])
})

test('a stream that comes as one array is read as its chunks', async () => {
  const body = `[${JSON.stringify(chunk('a'))}\n,\r\n${JSON.stringify(chunk('b'))}\n]\n`
  expect(await read(answerOf('application/json', body))).toEqual([chunk('a'), chunk('b')])
})

test.each(['text/event-stream', ''])('a stream of type "%s" is read event by event', async (type) => {
  const body = ['a', 'b'].map((text) => `data: ${JSON.stringify(chunk(text))}\n\n`).join('')
  expect(await read(answerOf(type, body))).toEqual([chunk('a'), chunk('b')])
})

const refusal = { error: { code: 503, message: 'Too busy.', status: 'UNAVAILABLE' } }

test.each([
  ['an error in the place of an answer', answerOf('application/json', JSON.stringify(refusal)), 'Too busy.'],
  ['an error in an array', answerOf('application/json', JSON.stringify([refusal])), 'Too busy.'],
  ['a refusal', answerOf('application/json', JSON.stringify(refusal), 503), 'Too busy.'],
  ['a page', answerOf('text/html', '<p>Hello</p>'), 'it is no stream of events'],
  ['half an answer', answerOf('application/json', '{"candidates":['), 'it is not JSON'],
  ['nothing at all', answerOf('application/json', ''), 'it is not JSON'],
  ['another thing', answerOf('application/json', '{"candidates":1}'), 'candidates'],
])('%s is told as an error', async (_name, answer, message) => {
  await expect(read(answer)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining(message),
  })
})

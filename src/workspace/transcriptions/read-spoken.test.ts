// Answers of services, as they come: whole, streamed, refused, cut off.
import { expect, test } from 'vitest'
import { readSpoken } from './read-spoken'

const bytes = (text: string) => Buffer.from(text)
const answer = (type: string, text: string, status = 200) => ({
  status,
  headers: { 'content-type': type },
  body: bytes(text),
})
const event = (content: unknown) => `data: ${JSON.stringify(content)}\n\n`
const stream = (...events: unknown[]) => answer('text/event-stream', events.map(event).join(''))
const delta = (text: string) => ({ type: 'transcript.text.delta', delta: text })

async function read(given: Parameters<typeof readSpoken>[0]) {
  const deltas: string[] = []
  const spoken = await readSpoken(given, (text) => deltas.push(text))
  return { spoken, deltas }
}

test.each([
  ['JSON', answer('application/json', '{"text":"Hi.","usage":{}}')],
  ['plain text', answer('text/plain; charset=utf-8', 'Hi.')],
  ['a type that is missing', { status: 200, headers: {}, body: bytes('{"text":"Hi."}') }],
])('an answer in one piece: %s', async (_, given) => {
  expect(await read(given)).toEqual({ spoken: { kind: 'text', text: 'Hi.' }, deltas: [] })
})

test('the text that ends a stream counts, not what its deltas said', async () => {
  const told = stream(delta('Hel'), { type: 'else' }, delta('lo'), {
    type: 'transcript.text.done',
    text: 'Hello!',
  })
  expect(await read(told)).toEqual({ spoken: { kind: 'text', text: 'Hello!' }, deltas: ['Hel', 'lo'] })
})

test('a stream without its end is cut off', async () => {
  await expect(read(stream(delta('Hel')))).rejects.toMatchObject({ code: 'ABORTED' })
})

test.each([
  ['an event', stream(delta('Hel'), { error: { message: 'No more.', code: 'x' } }), 'No more.'],
  ['a bare object', answer('text/event-stream', '{"error":{"message":"No more."}}\n'), 'No more.'],
  ['an answer that counts as a success', answer('application/json', '{"error":{"message":"No."}}'), 'No.'],
])('an error in %s is a refusal', async (_, given, message) => {
  expect((await read(given)).spoken).toMatchObject({ kind: 'refused', error: { message } })
})

test('a refusal tells when to try again', async () => {
  const given = answer('application/json', '{"error":{"message":"Slow down."}}', 429)
  const { spoken } = await read({ ...given, headers: { ...given.headers, 'retry-after': '7' } })
  expect(spoken).toMatchObject({
    kind: 'refused',
    error: { code: 'RESOURCE_EXHAUSTED', message: 'Slow down.', retryAfter: 7 },
  })
})

test.each([
  ['JSON without text', answer('application/json', '{}')],
  ['a page', answer('text/html', '<!doctype html>')],
  ['nothing', answer('application/json', '')],
])('a success that holds %s may have been billed, and is no refusal', async (_, given) => {
  await expect(read(given)).rejects.toThrow('The service sent something that is not a transcript.')
})

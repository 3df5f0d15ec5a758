// Tests that known keys are removed from what is stored, in every usual spelling and across chunks.
import { expect, test } from 'vitest'
import { readText } from '#shared/wire/read-body'
import { createSecretRedactor } from './stream'

const key = 'AQ.Ab8RN6/Kz+canary="Tail\\Z&<9>'
const { redact, redactBody, redactEvents } = createSecretRedactor([
  key,
  'sk-another-1234567890',
  'ada:pass-word-123',
  'zoë:gehëim-123',
])

async function* toChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

const escapeAll = (text: string) =>
  text.replace(/[=&<>'+]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)

const spellings = [
  key,
  encodeURIComponent(key),
  encodeURIComponent(key).replace(/%../g, (code) => code.toLowerCase()),
  JSON.stringify(key).slice(1, -1),
  JSON.stringify(key).slice(1, -1).replaceAll('/', '\\/'),
  escapeAll(JSON.stringify(key).slice(1, -1)),
  Buffer.from(key).toString('base64'),
  Buffer.from(key).toString('base64url'),
  'sk-another-1234567890',
  'ada:pass-word-123',
  Buffer.from('ada:pass-word-123').toString('base64'),
  'zoë:gehëim-123',
]

test.each(spellings)('redacts %s in a text and in a body with any chunks', async (spelled) => {
  const text = `{"text":"before ${spelled} after"}`
  expect(redact(text)).toMatch(/^\{"text":"before \[redacted\]=* after"\}$/)
  for (const size of [1, 2, 7, 1000])
    expect(await readText(redactBody(toChunks(Buffer.from(text), size)))).toBe(redact(text))
  expect(await readText(redactBody(Buffer.from(text)))).toBe(redact(text))
})

test('redacts a truncated key at the end of a text', () => {
  expect(redact(`the key ${key.slice(0, 12)}`)).toBe('the key [redacted]')
  expect(redact(`the key ${key.slice(0, 4)}`)).toBe(`the key ${key.slice(0, 4)}`)
})

test('passes a body without a key in the same chunks, without delay', async () => {
  const redactor = createSecretRedactor([key])
  const chunks = ['data: {"a":1}\n\n', 'data: {"b":2}\n\n'].map((text) => Buffer.from(text))
  const received: Uint8Array[] = []
  for await (const chunk of redactor.redactBody(toAsync(chunks)) as AsyncIterable<Uint8Array>)
    received.push(chunk)
  expect(received.map((chunk, index) => chunk === chunks[index])).toEqual([true, true])
})

test.each(['', 'ollama', 'lm-studio', 'not-needed', 'sk-no-key-required', 'none'])(
  'does not redact the placeholder %j',
  async (placeholder) => {
    const redactor = createSecretRedactor([placeholder])
    expect(redactor.redact(`I use ${placeholder} here`)).toBe(`I use ${placeholder} here`)
    expect(await readText(redactor.redactBody(Buffer.from(`I use ${placeholder} here`)))).toBe(
      `I use ${placeholder} here`,
    )
  },
)

async function* toAsync(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}

test.each([1, 3, 11])('redacts a key split over events of %i characters each', (size) => {
  const plain = 'sk-another-1234567890'
  const pieces = `before ${plain} after`.match(new RegExp(`.{1,${size}}`, 'g')) ?? []
  const toEvents = (texts: readonly string[]) =>
    texts.map((text) => JSON.stringify({ role: 'model', parts: [{ text }] })).join('\n')
  const clean = redactEvents(toEvents(pieces))
  const texts = clean.split('\n').map((line) => JSON.parse(line).parts[0].text as string)
  expect(texts.join('')).toBe('before [redacted] after')
  expect(texts).toHaveLength(pieces.length)
  expect(redactEvents(toEvents(['nothing', ' to', ' redact']))).toBe(toEvents(['nothing', ' to', ' redact']))
})

test('redacts the start of a key at the end of a stream that was cut off', () => {
  const events = '{"text":"it is sk-an"}\n{"text":"other-123"}'
  expect(redactEvents(events)).toBe('{"text":"it is [redacted]"}\n{"text":""}')
})

test.each([1, 3, 11])('redacts a key split over events of a stream, %i characters each', async (size) => {
  const plain = 'sk-another-1234567890'
  const pieces = `before ${plain} and sk-anything after`.match(new RegExp(`.{1,${size}}`, 'g')) ?? []
  const events = pieces.map((text) => `data: ${JSON.stringify({ role: 'model', parts: [{ text }] })}\r\n\r\n`)
  for (const chunk of [1, 7, 64, 10_000]) {
    const body = redactBody(toChunks(Buffer.from(events.join('')), chunk), true)
    const lines = (await readText(body)).trim().split('\r\n\r\n')
    const text = lines.map((line) => JSON.parse(line.slice(6)).parts[0].text as string).join('')
    // The first three characters may be part of any text, and are sent at once.
    expect(text).toMatch(/^before (?:sk-|sk|s)?\[redacted\] and sk-anything after$/)
    expect(lines).toHaveLength(pieces.length)
  }
})

test('passes events at once, unless they may end with the start of a key', async () => {
  const toEvent = (text: string) => Buffer.from(`data: {"text":"${text}"}\n\n`)
  let step = 0
  async function* send() {
    for (const text of ['one', 'two sk-a', 'two', '!']) {
      step += 1
      yield toEvent(text)
    }
  }
  const seen: [number, string][] = []
  // A stream in, a stream out.
  for await (const bytes of redactBody(send(), true) as AsyncIterable<Uint8Array>)
    seen.push([step, Buffer.from(bytes).toString()])
  expect(seen).toEqual([
    [1, toEvent('one').toString()],
    [3, toEvent('two sk-a').toString() + toEvent('two').toString()],
    [4, toEvent('!').toString()],
  ])
})

test('a stream that fails loses no event that was held back', async () => {
  async function* fail() {
    yield Buffer.from('data: {"text":"ends with sk-an"}\n\ndata: {"te')
    throw new Error('cut off')
  }
  let text = ''
  const read = async () => {
    for await (const bytes of redactBody(fail(), true) as AsyncIterable<Uint8Array>)
      text += Buffer.from(bytes)
  }
  await expect(read()).rejects.toThrow('cut off')
  expect(text).toBe('data: {"text":"ends with sk-an"}\n\ndata: {"te')
})

test('redacts keys of the gateway that it knows only as hashes, and nothing within media', () => {
  const issued = 'gp-Az_-0123456789abcdefghijklmnopqr'
  const none = createSecretRedactor([])
  for (const text of [issued, btoa(issued)])
    for (const redactText of [redact, none.redact])
      expect(redactText(`{"a":"My key is ${text}"}`)).toMatch(/^\{"a":"My key is \[redacted\]=?"\}$/)
  expect(none.redactEvents(`{"text":"${issued.slice(0, 9)}"}\n{"text":"${issued.slice(9)}"}`)).toBe(
    '{"text":"[redacted]"}\n{"text":""}',
  )
  const media = `AAAA${btoa(issued)}AAAA`
  for (const text of [media, 'gp-turbo', 'a gp-network with layers']) expect(redact(text)).toBe(text)
})

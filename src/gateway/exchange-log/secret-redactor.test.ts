// Tests that known keys are removed from what is stored, in every usual spelling and across chunks.
import { expect, test } from 'vitest'
import { readText } from '#shared/wire/read-body'
import { createSecretRedactor } from './secret-redactor'

const key = 'AQ.Ab8RN6/Kz+canary="Tail\\Z&<9>'
const { redact, redactBody, redactEvents } = createSecretRedactor([
  key,
  'sk-another-1234567890',
  'ada:pass-word-123',
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

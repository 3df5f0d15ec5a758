// Compares the quick scan of events with a parser: the same documents, wherever the bytes are split, and nothing invalid.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readEvents } from '#shared/wire/read-events'
import { scanEvents } from './scan-events'

const documents = [
  '{}',
  '{"a":[]}',
  '{"a":{},"b":[1,-2,0,0.5,1e3,-1.5E-7,10,true,false,null]}',
  '{ "a" : [ 1 , { "b" : "c" } ] }',
  '{"text":"a \\"quoted\\" \\\\ \\u00e9 \\n line"}',
  '{"text":"é 漢字 😀 \u2028 end"}',
  '{"usageMetadata":{"promptTokenCount":12,"totalTokenCount":130}}',
  '{"nested":{"error":{"code":1}}}',
  '{"candidates": [{"content": {"parts": [{"text": "a \\"b\\""}], "role": "model"}, "index": 0}]}',
  '{"a":{"b":{"c":{"d":{"e":{"f":[[1],{"g":"h"}]}}}}}}',
]

/** Also without a complete event. */
function scan(bytes: Buffer) {
  const { batch, ...others } = scanEvents(bytes)
  return { documents: batch?.documents ?? [], bytes: batch?.bytes ?? 0, hasUsage: batch?.hasUsage, ...others }
}

function toBytes(texts: readonly string[], lineBreak: string): Buffer {
  return Buffer.from(texts.map((text) => `data: ${text}${lineBreak}${lineBreak}`).join(''))
}

test.each(['\n', '\r\n'])('reads the same documents as a parser, with line breaks %j', async (lineBreak) => {
  const bytes = toBytes(documents, lineBreak)
  async function* send() {
    yield bytes
  }
  const parsed: string[] = []
  for await (const text of readEvents(send())) parsed.push(text)
  expect(scan(bytes)).toMatchObject({
    documents: parsed,
    bytes: Buffer.byteLength(documents.join('')),
    isComplete: true,
    hasUsage: true,
  })
  expect(parsed).toEqual(documents)
  expect(scanEvents(bytes).batch?.frames).toEqual(toBytes(documents, '\n'))
})

test.each(['\n', '\r\n'])('keeps an incomplete event, wherever it ends, with line breaks %j', (lineBreak) => {
  const bytes = toBytes(documents, lineBreak)
  for (let length = 0; length <= bytes.length; length += 1) {
    const first = scan(bytes.subarray(0, length))
    const second = scan(Buffer.concat([first.rest, bytes.subarray(length)]))
    expect([length, first.isComplete, second.isComplete]).toEqual([length, true, true])
    expect([...first.documents, ...second.documents]).toEqual(documents)
  }
})

test.each([
  ': comment\n\n',
  'event: message\ndata: {}\n\n',
  'data:{}\n\n',
  'data: {"a":1}\ndata: {"b":2}\n\n',
  'data: {}\r\r',
  'data: {}\n\r\n',
  'data: [DONE]\n\n',
  'data: []\n\n',
  'data: {} \n\n',
  '\ufeffdata: {}\n\n',
  'data: {"error":{"code":429}}\n\n',
  'data: {"\\u0065rror":{}}\n\n',
  '{"error":{"code":429}}',
  '<!doctype html>',
])('leaves %j to a parser', (text) => {
  expect(scan(Buffer.from(text))).toMatchObject({ documents: [], isComplete: false })
  // The events before it are read.
  const first = scan(Buffer.from(`data: {"a":1}\n\n${text}`))
  expect(first).toMatchObject({ documents: ['{"a":1}'], isComplete: false })
  expect(Buffer.from(first.rest).toString()).toBe(text)
})

test('replaces bytes that are not UTF-8, as a parser does', () => {
  const invalid = Buffer.concat([Buffer.from('data: {"a":"'), Buffer.of(0xff), Buffer.from('"}\n\n')])
  expect(scanEvents(invalid).batch?.frames).toEqual(toBytes(['{"a":"\ufffd"}'], '\n'))
})

test('never accepts what a parser rejects: documents with one changed character', () => {
  const characters = '{}[]":,\\ue01.-+tfn aé\t'.split('')
  fc.assert(
    fc.property(
      fc.constantFrom(...documents),
      fc.nat(),
      fc.constantFrom('', ...characters),
      (document, position, character) => {
        const at = 1 + (position % (document.length - 1))
        const bytes = Buffer.from(document.slice(0, at) + character + document.slice(at + (position % 2)))
        const changed = bytes.toString()
        const accepted = scan(Buffer.from(`data: ${changed}\n\n`)).documents
        expect(accepted).toEqual(accepted.length === 0 ? [] : [changed])
        if (accepted.length > 0) expect(JSON.parse(changed)).toBeTypeOf('object')
      },
    ),
    { numRuns: 5000 },
  )
})

test('an event with millions of escapes', () => {
  const document = JSON.stringify({ text: '\n'.repeat(8_000_000) })
  const { batch, isComplete } = scanEvents(Buffer.from(`data: ${document}\n\n`))
  expect([batch?.bytes, isComplete]).toEqual([document.length, true])
})

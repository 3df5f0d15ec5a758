// The documents of a stream pass in batches, whichever way they are read.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ApiError } from '#shared/schemas/api-error'
import { findUsage } from '../exchange-log/exchange-facts'
import { readModelEvents } from './generation'

const toEvent = (document: string) => `data: ${document}\r\n\r\n`
const toDocument = (index: number) => JSON.stringify({ candidates: [{ index }], text: 'é'.repeat(50) })

async function readAll(chunks: readonly Uint8Array[]) {
  let isEnded = false
  async function* send() {
    try {
      yield* chunks
    } finally {
      isEnded = true
    }
  }
  const batches: (readonly string[])[] = []
  const usages: unknown[] = []
  let bytes = 0
  let failure: unknown
  try {
    for await (const batch of readModelEvents(send(), (text) => text.replaceAll('canary', '…'))) {
      batches.push(batch.documents)
      if (batch.hasUsage) usages.push(findUsage(batch.documents.join('\n')))
      bytes += batch.bytes
    }
  } catch (error) {
    failure = error
  }
  return { batches, bytes, usages, failure, isEnded }
}

function split(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  )
}

test('the events of a chunk are one batch', async () => {
  const documents = Array.from({ length: 10_000 }, (_, index) => toDocument(index))
  const chunks = split(Buffer.from(documents.map(toEvent).join('')), 65_536)
  const { batches, ...others } = await readAll(chunks)
  expect(batches.flat()).toEqual(documents)
  expect(batches).toHaveLength(chunks.length)
  const bytes = Buffer.byteLength(documents.join(''))
  expect(others).toEqual({ bytes, usages: [], failure: undefined, isEnded: true })
})

test('the size of the chunks makes no difference', async () => {
  const huge = JSON.stringify({ text: 'x'.repeat(20_000) })
  const documents = [toDocument(1), huge, '{"usageMetadata":{"totalTokenCount":5}}', toDocument(2)]
  const events = documents.map(toEvent)
  const bytes = Buffer.from([...events.slice(0, 2), ': comment\n\n', ...events.slice(2)].join(''))
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 25_000 })),
      async (size) => {
        const { batches, usages, failure } = await readAll(split(bytes, size))
        expect({ documents: batches.flat(), usages, failure }).toEqual({
          documents,
          usages: [{ totalTokenCount: 5 }],
          failure: undefined,
        })
      },
    ),
    { numRuns: 20, examples: [[1]] },
  )
})

test.each([
  '{"error":{"code":429,"message":"Slow down.","status":"RESOURCE_EXHAUSTED"}}',
  '{"candidates":[}',
  '<html>',
])('the events before %s are read, and then it fails', async (last) => {
  const text = [toDocument(1), toDocument(2), last, toDocument(3)].map(toEvent).join('')
  const { batches, failure, isEnded } = await readAll([Buffer.from(text)])
  expect(batches.flat()).toEqual([toDocument(1), toDocument(2)])
  expect([failure instanceof Error, isEnded]).toEqual([true, true])
})

test('a quota error during a stream says when to retry, and contains no secret', async () => {
  const retryInfo = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '3s' }
  const details = [retryInfo, { key: 'canary' }]
  const error = { code: 429, message: 'Slow down, canary.', status: 'RESOURCE_EXHAUSTED', details }
  expect((await readAll([Buffer.from(toEvent(JSON.stringify({ error })))])).failure).toEqual(
    new ApiError('RESOURCE_EXHAUSTED', 'Slow down, ….', {
      http: 429,
      details: [retryInfo, { key: '…' }],
      source: 'provider',
      retryAfter: 3,
    }),
  )
})

test('an empty usage does not replace the last one', async () => {
  const chunks = ['{"usageMetadata":{"totalTokenCount":5}}', '{"usageMetadata":null}'].map(toEvent)
  expect((await readAll(chunks.map((text) => Buffer.from(text)))).usages).toEqual([{ totalTokenCount: 5 }])
})

test('ending early ends the stream of the upstream', async () => {
  let isEnded = false
  async function* send() {
    try {
      for (;;) yield Buffer.from(toEvent('{}'))
    } finally {
      isEnded = true
    }
  }
  for await (const _ of readModelEvents(send(), String)) break
  expect(isEnded).toBe(true)
})

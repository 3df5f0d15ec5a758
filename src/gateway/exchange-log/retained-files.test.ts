// The media that pass are retained: the same bytes, within limits.
import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { EndedExchange } from '#shared/schemas/exchange'
import { toEventBatch } from '../scan-events'
import { ExchangeRecord } from './exchange-log'
import { MediaBudget, RetainedFiles } from './retained-files'

const upstream = { id: 'demo', kind: 'demo' } as const
const base64 = randomBytes(150_000).toString('base64')
const body = `{"a":"text","data":"${base64}","b":"${base64.slice(0, 300)}"}`

function openRecord(mediaBudget: MediaBudget | undefined = new MediaBudget()) {
  const start = { method: 'POST', path: '/', query: '', headers: {} }
  return new ExchangeRecord(start, upstream, true, mediaBudget)
}

function listFiles({ files = [] }: EndedExchange): string[] {
  return files.map(({ chunks }) => Buffer.concat(chunks).toString('latin1'))
}

function finish(record: ExchangeRecord): EndedExchange {
  record.end({ status: 200, outcome: 'completed' })
  return record.toExchange()
}

test('retains Base64 however its bytes are split, in memory that threads share', () => {
  const bytes = Buffer.from(body)
  const begin = body.indexOf(base64)
  const check = (first: number, size: number) => {
    const record = openRecord()
    record.addResponseChunk(bytes.subarray(0, first))
    for (let at = first; at < bytes.length; at += size) record.addResponseChunk(bytes.subarray(at, at + size))
    const exchange = finish(record)
    expect(listFiles(exchange).sort()).toEqual([base64, base64.slice(0, 300)].sort())
    for (const { reference, chunks } of exchange.files ?? []) {
      for (const chunk of chunks) expect(chunk.buffer).toBeInstanceOf(SharedArrayBuffer)
      // Each mark names the file of its own length.
      const mark = `<${chunks[0]?.length} characters of Base64, file ${reference}>`
      expect(exchange.responseBody).toContain(mark)
    }
    record.release()
  }
  // Runs are found in slices of 65,536 bytes.
  for (const size of [1000, 65_536, 65_537, body.length]) check(size, size)
  fc.assert(
    fc.property(fc.nat(400), fc.integer({ min: 1000, max: 200_000 }), (first, size) =>
      check(begin + first, size),
    ),
  )
})

test('retains the images of a stream, and media that are the body', () => {
  const stream = openRecord()
  stream.addEvents(toEventBatch(`{"data":"${base64}"}`))
  stream.addEvents(toEventBatch('{"text":"Done."}'))
  expect(listFiles(finish(stream))).toEqual([base64])
  const video = openRecord()
  video.setResponseHeaders({ 'content-type': 'video/mp4' })
  const bytes = randomBytes(3_000_000)
  for (let at = 0; at < bytes.length; at += 70_000) video.addResponseChunk(bytes.subarray(at, at + 70_000))
  const exchange = finish(video)
  expect(Buffer.concat(exchange.files?.[0]?.chunks ?? []).equals(bytes)).toBe(true)
  expect(exchange.responseBody).toBe(`<3000000 bytes of video/mp4, file ${exchange.id}/0>`)
  for (const record of [stream, video]) record.release()
})

test('retains nothing of a part of a file, or if the log has no bodies', () => {
  const part = openRecord()
  part.setResponseHeaders({ 'content-type': 'video/mp4', 'content-range': 'bytes 0-9/20' })
  part.addResponseChunk(randomBytes(10))
  expect(finish(part)).toMatchObject({ responseBody: '<10 bytes of video/mp4>' })
  const off = new ExchangeRecord({ method: 'POST', path: '/', query: '', headers: {} }, upstream)
  off.addRequestChunk(Buffer.from(body))
  const exchange = finish(off)
  expect([exchange.files, exchange.requestBody.includes('characters of Base64>')]).toEqual([undefined, true])
})

// Without limits, requests in progress could use all memory, and a burst most of the gateway's time.
test('retains at most 32 MB of a request, and of all 64 MB and 12 MB more each second', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const budget = new MediaBudget()
  /** Returns the megabytes that were retained. */
  const retain = (megabytes: number) => {
    const files = new RetainedFiles('id', budget)
    const retained = Array.from({ length: megabytes }, () => files.reserve(1_048_576)).filter(Boolean).length
    return { retained, release: () => files.release() }
  }
  const first = [40, 20, 20].map(retain)
  expect(first.map(({ retained }) => retained)).toEqual([32, 20, 12])
  vi.advanceTimersByTime(10_000)
  expect(retain(1).retained).toBe(0)
  for (const { release } of first) release()
  const later = [40, 40].map(retain)
  expect(later.map(({ retained }) => retained)).toEqual([32, 32])
  for (const { release } of later) release()
  expect(retain(1).retained).toBe(0)
  vi.advanceTimersByTime(1000)
  expect(retain(40).retained).toBe(12)
})

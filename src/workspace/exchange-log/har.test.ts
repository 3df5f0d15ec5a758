// HAR files against the format's official JSON schema, and the entries of special requests.
import { createRequire } from 'node:module'
import Ajv from 'ajv'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { summarizeExchange } from '#shared/schemas/exchange'
import { makeExchange } from './exchange.fixture'
import { harEnd, toHarEntry, toHarStart } from './har'

const require = createRequire(import.meta.url)
const origin = 'http://127.0.0.1:4715'
const options = { origin, mediaBudget: 10_000 }
const startedAt = Date.UTC(2026, 4, 21, 9, 5, 30, 120)

function isValidHar(file: unknown): true | string {
  const ajv = new Ajv({ strict: false })
  addFormats(ajv)
  ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json'))
  const schemas: Record<string, object> = require('har-schema')
  for (const schema of Object.values(schemas)) ajv.addSchema(schema)
  return ajv.validate('har.json#', file) ? true : ajv.errorsText()
}

const events = '{"candidates":[]}\n{"usageMetadata":{"totalTokenCount":3}}'
const stream = {
  ...makeExchange('stream', startedAt, events),
  requestHeaders: { 'content-type': 'application/json', 'x-team': '…' },
  responseHeaders: { 'content-type': 'text/event-stream' },
}
const unreachable = {
  ...makeExchange('unreachable', startedAt, ''),
  method: 'GET',
  query: '',
  requestBody: '',
  outcome: 'failed' as const,
  status: 502,
  error: 'Can’t reach the provider.',
  times: { sentUpstream: 3, upstreamHeaders: null, firstByte: null, total: 8 },
}
const download = {
  ...makeExchange('download', startedAt, '<2048 bytes of video/mp4>'),
  responseHeaders: { 'content-type': 'video/mp4' },
  responseBytes: 2048,
}
const summary = { ...summarizeExchange(makeExchange('summary', startedAt)), hasDetail: false }

test('writes files that are valid by the schema of HAR 1.2', () => {
  const entries = [stream, unreachable, download, summary].map((one) => toHarEntry(one, options))
  const text = toHarStart('1.2.3') + entries.map((entry) => JSON.stringify(entry)).join(',\n') + harEnd
  const file = JSON.parse(text)
  expect(isValidHar(file)).toBe(true)
  expect(file.log.entries).toHaveLength(4)
  delete file.log.entries[0].request.url
  expect(isValidHar(file)).toMatch(/url/)
  expect(isValidHar(JSON.parse(toHarStart('1.2.3') + harEnd))).toBe(true)
})

test('writes the URL, the times and the events of a stream as they were', () => {
  expect(toHarEntry(stream, options)).toMatchObject({
    startedDateTime: '2026-05-21T09:05:30.120Z',
    time: 4.25,
    timings: { blocked: 1, wait: 2.5, receive: 0.75 },
    request: {
      url: `${origin}/v1beta/models/gen-2.5-pro:streamGenerateContent?alt=sse`,
      queryString: [{ name: 'alt', value: 'sse' }],
      postData: { mimeType: 'application/json', text: '{}' },
    },
    response: {
      content: { mimeType: 'text/event-stream', text: expect.stringMatching(/^data: \{.*\n\ndata: /) },
    },
    _model: 'gen-2.5-pro',
  })
})

test('adds up the times of a request without a response, and leaves out bodies of which the log has only the size', () => {
  const { time, timings, response } = toHarEntry(unreachable, options)
  expect([time, timings.blocked + timings.send + timings.wait + timings.receive]).toEqual([8, 8])
  expect(response.content.text).toBeUndefined()
  expect(toHarEntry(download, options).response.content).toEqual({ size: 2048, mimeType: 'video/mp4' })
})

const hash = 'ab'.repeat(32)

test('has the body of a download as Base64, and says which media are missing', () => {
  const logged = { ...download, responseBody: `<2048 bytes of video/mp4, SHA-256 ${hash}>` }
  const entry = toHarEntry(logged, options)
  expect(entry.response.content).toMatchObject({
    text: `<2732 characters of Base64, SHA-256 ${hash}>`,
    encoding: 'base64',
  })
  expect(entry.comment).toBe('Keys are removed.')
  const tooLarge = toHarEntry(logged, { origin, mediaBudget: 2731 })
  expect(tooLarge.response.content).toEqual({ size: 2048, mimeType: 'video/mp4' })
  expect(tooLarge.comment).toContain('too large')
  expect(toHarEntry(download, options).comment).toContain('replaced by their size')
})

// The settings for speed and failures: all are read, and mistakes are named.
import { expect, test } from 'vitest'
import { readControl, readPace } from './control'
import { makeRequest } from './service.fixture'

const defaults = readPace(undefined)

function read(settings: { query?: string; header?: string }) {
  const headers = settings.header === undefined ? {} : { 'x-demo': settings.header }
  const path =
    settings.query === undefined
      ? '/v1beta/models'
      : `/v1beta/models?demo=${encodeURIComponent(settings.query)}`
  return readControl(makeRequest(path, undefined, { headers }), defaults)
}

test('header and query accept the same settings, and the query takes precedence', () => {
  const both = { query: 'tokens-per-second=10', header: 'tokens-per-second=50; first-token=300ms, piece=2' }
  expect(read(both)).toEqual({ ...defaults, tokensPerSecond: 10, firstToken: 300, piece: 2 })
})

test('every setting of the table is read', () => {
  const query =
    'first-token=1s;image=20;video=2s;delay=5;piece=9;split=3;fail=418;retry-delay=1.5;stall-after=4;empty'
  expect(read({ query })).toEqual({
    ...{ tokensPerSecond: 60, firstToken: 1000, image: 20, video: 2000, delay: 5, piece: 9, split: 3 },
    ...{ fail: 418, retryDelay: 1.5, fault: { kind: 'stall-after', after: 4 }, empty: true },
  })
})

test.each([
  ['fial=503', '"fial" isn\'t a demo setting'],
  ['constructor=1', '"constructor" isn\'t a demo setting'],
  ['fail=200', 'HTTP status from 400 to 599'],
  ['cut-after=', 'must be a number'],
  ['cut-after=-1', 'must be a number, 0 or greater'],
  ['tokens-per-second=0', 'must be greater than 0'],
  ['delay=1h', 'must be a number'],
])('%s is rejected by name', (query, message) => {
  expect(() => read({ query })).toThrow(message)
})

test('a pace is "instant" or a number of tokens per second', () => {
  expect(readPace('120').tokensPerSecond).toBe(120)
  const instant = { tokensPerSecond: Number.POSITIVE_INFINITY, firstToken: 0, image: 0, video: 0 }
  expect([readPace('instant'), read({ query: 'instant' })]).toMatchObject([instant, instant])
  expect(() => readPace('fast')).toThrow('must be "instant" or tokens per second, not "fast"')
})

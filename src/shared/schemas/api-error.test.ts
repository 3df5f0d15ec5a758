// Checks the error's two body formats, and parsing the vendors' error bodies.
import { expect, test } from 'vitest'
import {
  ApiError,
  quoteProvider,
  readErrorBody,
  readErrorHeaders,
  splitQuote,
  toErrorCode,
  toErrorHeaders,
  toGeminiBody,
  toOpenAiBody,
} from './api-error'

test('a Gemini body carries the HTTP code and the dialect’s status name', () => {
  const error = new ApiError('NOT_FOUND', 'models/x is not found')
  expect(toGeminiBody(error)).toEqual({
    error: { code: 404, message: 'models/x is not found', status: 'NOT_FOUND' },
  })
})

test('a code that the dialect lacks keeps its HTTP status with the nearest name', () => {
  const body = toGeminiBody(new ApiError('PAYLOAD_TOO_LARGE', 'too large'))
  expect(body.error).toEqual({ code: 413, message: 'too large', status: 'INVALID_ARGUMENT' })
})

test('an OpenAI body names the field and the vendor’s code', () => {
  const error = new ApiError('UNAUTHENTICATED', 'Incorrect API key provided.', { param: 'authorization' })
  expect(toOpenAiBody(error)).toEqual({
    error: {
      message: 'Incorrect API key provided.',
      type: 'invalid_request_error',
      param: 'authorization',
      code: 'invalid_api_key',
    },
  })
})

test.each([
  ['bare', { error: { code: 429, message: 'quota', status: 'RESOURCE_EXHAUSTED', details: [{ a: 1 }] } }],
  [
    'wrapped in an array',
    [{ error: { code: 429, message: 'quota', status: 'RESOURCE_EXHAUSTED', details: [{ a: 1 }] } }],
  ],
])('parses a Gemini error %s', (_form, body) => {
  expect(readErrorBody(429, body)).toMatchObject({
    code: 'RESOURCE_EXHAUSTED',
    http: 429,
    message: 'quota',
    details: [{ a: 1 }],
  })
})

test('maps an OpenAI error by its HTTP status', () => {
  const body = {
    error: { message: 'bad key', type: 'invalid_request_error', param: null, code: 'invalid_api_key' },
  }
  expect(readErrorBody(401, body)).toMatchObject({ code: 'UNAUTHENTICATED', http: 401, message: 'bad key' })
})

test('an HTML page is not an error body', () => {
  expect(readErrorBody(502, '<html>')).toBeUndefined()
})

test('an unlisted status maps to its class', () => {
  expect([toErrorCode(418), toErrorCode(503), toErrorCode(400, 'FAILED_PRECONDITION')]).toEqual([
    'INVALID_ARGUMENT',
    'UNAVAILABLE',
    'FAILED_PRECONDITION',
  ])
})

test('a quoted message of the provider is split again, even if it quotes another one', () => {
  const message = quoteProvider('The file is gone.', 'Not found. It says: nothing.')
  expect(splitQuote(message)).toEqual({
    sentence: 'The file is gone.',
    providerMessage: 'Not found. It says: nothing.',
  })
  expect(splitQuote('The file is gone.')).toBeUndefined()
})

test('the headers of an error say whose message it is and what the interface acts on', () => {
  const headers = toErrorHeaders(new ApiError('UNAVAILABLE', 'No route.', { reason: 'connection' }))
  expect([headers, readErrorHeaders(headers)]).toEqual([
    { 'x-error-reason': 'connection' },
    { source: undefined, reason: 'connection' },
  ])
  expect(readErrorHeaders({ 'x-error-source': 'provider', 'x-error-reason': 'unknown' })).toEqual({
    source: 'provider',
    reason: undefined,
  })
})

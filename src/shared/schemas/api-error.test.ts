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

test('a Gemini body carries the HTTP code with the dialect’s nearest status name', () => {
  expect(toGeminiBody(new ApiError('NOT_FOUND', 'models/x is not found')).error).toEqual({
    code: 404,
    message: 'models/x is not found',
    status: 'NOT_FOUND',
  })
  expect(toGeminiBody(new ApiError('PAYLOAD_TOO_LARGE', 'too large')).error).toEqual({
    code: 413,
    message: 'too large',
    status: 'INVALID_ARGUMENT',
  })
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

test('reads a Gemini error, also wrapped in an array, and an OpenAI error, but no HTML page', () => {
  const gemini = {
    error: { code: 429, message: 'quota', status: 'RESOURCE_EXHAUSTED', details: [{ a: 1 }] },
  }
  const expected = { code: 'RESOURCE_EXHAUSTED', http: 429, message: 'quota', details: [{ a: 1 }] }
  for (const body of [gemini, [gemini]]) expect(readErrorBody(429, body)).toMatchObject(expected)
  const openAi = { message: 'bad key', type: 'invalid_request_error', param: null, code: 'invalid_api_key' }
  expect(readErrorBody(401, { error: openAi })).toMatchObject({
    code: 'UNAUTHENTICATED',
    http: 401,
    message: 'bad key',
  })
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

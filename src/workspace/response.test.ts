// Conversion of error responses with hostile values.
import { expect, test } from 'vitest'
import { ApiError } from '#shared/schemas/api-error'
import { TurnError } from '#shared/schemas/chat'
import { readErrorResponse, toTurnError } from './response'

test.each([
  ['a header', { retryAfter: Number.POSITIVE_INFINITY }],
  ['details', { details: [{ retryDelay: `${'9'.repeat(400)}s` }] }],
])('drops an infinite delay in %s', (_, delay) => {
  const error = toTurnError(new ApiError('RESOURCE_EXHAUSTED', 'Later.', delay))
  expect(error).toEqual({ code: 'RESOURCE_EXHAUSTED', message: 'Later.' })
  expect(TurnError.parse(error)).toEqual(error)
})

test('the reason that the gateway gives in a header is stored with the error', async () => {
  const body = Buffer.from('{"error":{"code":502,"message":"No route.","status":"UNAVAILABLE"}}')
  const headers = { 'x-error-reason': 'connection', 'retry-after': '3' }
  const stored = toTurnError(await readErrorResponse({ status: 502, headers, body }))
  expect(TurnError.parse(stored)).toEqual({
    code: 'UNAVAILABLE',
    message: 'No route.',
    retryAfter: 3,
    reason: 'connection',
  })
})

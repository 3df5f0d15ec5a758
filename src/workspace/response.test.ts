// Conversion of error responses with hostile values.
import { expect, test } from 'vitest'
import { ApiError } from '#shared/schemas/api-error'
import { TurnError } from '#shared/schemas/chat'
import { toTurnError } from './response'

test.each([
  ['a header', { retryAfter: Number.POSITIVE_INFINITY }],
  ['details', { details: [{ retryDelay: `${'9'.repeat(400)}s` }] }],
])('drops an infinite delay in %s', (_, delay) => {
  const error = toTurnError(new ApiError('RESOURCE_EXHAUSTED', 'Later.', delay))
  expect(error).toEqual({ code: 'RESOURCE_EXHAUSTED', message: 'Later.' })
  expect(TurnError.parse(error)).toEqual(error)
})

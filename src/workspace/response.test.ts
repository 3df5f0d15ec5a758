// What of a refusal is kept, whatever a service says in it.
import { expect, test } from 'vitest'
import { ApiError } from '#shared/schemas/api-error'
import { TurnError } from '#shared/schemas/chat'
import { toTurnError } from './response'

test.each([
  ['a header', { retryAfter: Number.POSITIVE_INFINITY }],
  ['details', { details: [{ retryDelay: `${'9'.repeat(400)}s` }] }],
])('a delay beyond all numbers, in %s, is none', (_, said) => {
  const kept = toTurnError(new ApiError('RESOURCE_EXHAUSTED', 'Later.', said))
  expect(kept).toEqual({ code: 'RESOURCE_EXHAUSTED', message: 'Later.' })
  expect(TurnError.parse(kept)).toEqual(kept)
})

// The explanations of failed requests.
import { expect, test } from 'vitest'
import { classifyError, ErrorClass } from '#shared/schemas/exchange'
import { explainError } from './explain-error'

const times = { sentUpstream: 1, upstreamHeaders: 5, firstByte: 6, total: 7 }
const unanswered = { ...times, upstreamHeaders: null }

const explain = (status: number, outcome: 'completed' | 'failed' | 'rejected' | 'cancelled', when = times) =>
  explainError({ status, outcome, errorClass: classifyError(outcome, status), times: when })

test('explains each class of errors differently, with what to do next', () => {
  const texts = ErrorClass.options.map((errorClass) =>
    explainError({ errorClass, outcome: 'failed', status: 400, times }),
  )
  expect(new Set(texts).size).toBe(ErrorClass.options.length)
  for (const text of texts) expect(text).toMatch(/^[A-Z].*\.$/)
})

test('a wrong local key is not the provider’s key', () => {
  expect(explain(401, 'rejected')).toContain('local key')
  expect(explain(401, 'failed')).toContain('API key')
  expect(explain(404, 'failed')).toContain('doesn’t exist')
  expect(explain(200, 'completed')).toBeNull()
})

test('a provider that responds is not one that could not be reached', () => {
  expect(explain(503, 'failed')).toContain('overloaded')
  expect(
    explainError({ status: 503, outcome: 'failed', errorClass: 'connection', times: unanswered }),
  ).toContain('wasn’t reached')
})

test('a request that the gateway did not send has only the gateway’s message', () => {
  expect(
    explainError({ status: 400, outcome: 'failed', errorClass: 'invalid', times: unanswered }),
  ).toBeNull()
})

// The explanations of failed requests.
import { expect, test } from 'vitest'
import { classifyError, ErrorClass } from '#shared/schemas/exchange'
import { explainError } from './explain-error'

const explain = (status: number, outcome: 'completed' | 'failed' | 'rejected' | 'cancelled') =>
  explainError({ status, outcome, errorClass: classifyError(outcome, status) })

test('explains each class of errors differently, with what to do next', () => {
  const texts = ErrorClass.options.map((errorClass) =>
    explainError({ errorClass, outcome: 'failed', status: 400 }),
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

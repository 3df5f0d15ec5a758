// A validation that timed out does not affect the next one.
import { expect, test } from 'vitest'
import { createJsonSchemas } from './validate-json'

const schema = {
  type: 'array',
  items: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
}

test('validates correctly after checks that timed out at any point', () => {
  for (let timeoutMs = 1; timeoutMs <= 40; timeoutMs += 1) createJsonSchemas(timeoutMs).check({ schema })
  const schemas = createJsonSchemas()
  expect(schemas.check({ schema })).toEqual([])
  expect(schemas.validate({ schema, text: '[{"name": "Ada"}, {}]' })).toEqual([
    { path: '$[1].name', message: 'is missing' },
  ])
})

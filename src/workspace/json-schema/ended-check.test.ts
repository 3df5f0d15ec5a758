// A check that was ended in its midst leaves nothing behind that the next one could stumble over.
import { expect, test } from 'vitest'
import { createJsonSchemas } from './validate-json'

const schema = {
  type: 'array',
  items: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
}

test('after checks that were ended wherever they were, a schema is a schema, and JSON fits it', () => {
  for (let timeoutMs = 1; timeoutMs <= 40; timeoutMs += 1) createJsonSchemas(timeoutMs).check({ schema })
  const schemas = createJsonSchemas()
  expect(schemas.check({ schema })).toEqual([])
  expect(schemas.validate({ schema, text: '[{"name": "Ada"}, {}]' })).toEqual([
    { path: '$[1].name', message: 'is missing' },
  ])
})

// Which parts of a schema the vendor's own form does not take.
import { expect, test } from 'vitest'
import { writeJsonPath } from '../json-places'
import { findForeignWords } from './response-schema-words'
import { schemaTemplates } from './schema-templates'

test('each word is named with its place, and properties of that name are none', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    additionalProperties: false,
    required: ['size', 'gone'],
    properties: {
      oneOf: { type: ['string', 'null'] },
      size: { enum: [1, 2] },
      list: { type: 'array', items: { oneOf: [{ type: 'string', const: 'a' }] } },
    },
  }
  const told = findForeignWords(schema, 'responseSchema').map(({ steps, message }) => [
    writeJsonPath(steps),
    message,
  ])
  expect(told).toEqual([
    ['$.$schema', 'is not known to responseSchema'],
    ['$.additionalProperties', 'is not known to responseSchema'],
    ['$.required[1]', 'is required, but no property has this name: gone'],
    ['$.properties.oneOf.type', 'must be one type in responseSchema; “nullable” says that null is allowed'],
    ['$.properties.size.enum', 'may hold only texts in responseSchema'],
    ['$.properties.list.items.oneOf', 'is not known to responseSchema'],
    ['$.properties.list.items.oneOf[0].const', 'is not known to responseSchema'],
  ])
})

test('the templates can be sent either way', () => {
  expect(schemaTemplates.flatMap(({ schema }) => findForeignWords(schema, 'responseSchema'))).toEqual([])
})

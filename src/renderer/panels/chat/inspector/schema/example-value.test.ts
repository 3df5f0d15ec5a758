// Values that show what a schema allows. Each is held against its schema by Ajv.
import { Ajv2020 } from 'ajv/dist/2020'
import { expect, test } from 'vitest'
import { exampleOf } from './example-value'
import { schemaTemplates } from './schema-templates'

const ajv = new Ajv2020({ strict: false })

test('the example of a schema is one that the schema allows', () => {
  const schemas = [
    ...schemaTemplates.map(({ schema }) => schema),
    {
      type: 'object',
      properties: {
        level: { type: 'integer', minimum: 3, maximum: 5 },
        share: { type: 'number', maximum: 1 },
        above: { type: 'number', exclusiveMinimum: 10 },
        code: { type: 'string', minLength: 6, maxLength: 8 },
        short: { type: 'string', maxLength: 2 },
        tags: { type: 'array', minItems: 2, items: { enum: ['a', 'b'] } },
        pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }] },
        maybe: { type: ['null', 'string'] },
        one: { anyOf: [{ type: 'boolean' }, { type: 'string' }] },
        fixed: { const: 7 },
        place: { $ref: '#/$defs/place' },
      },
      required: ['level', 'place'],
      $defs: { place: { type: 'object', properties: { town: { type: 'string' } }, required: ['town'] } },
    },
    { allOf: [{ type: 'object', properties: { a: { type: 'string' } } }], properties: { b: { const: 1 } } },
  ]
  for (const schema of schemas) {
    const value = exampleOf(schema)
    expect({ value, fits: ajv.validate(schema, value) }).toEqual({ value, fits: true })
  }
})

test('the vendor’s words are read, and a schema that refers to itself ends', () => {
  expect(exampleOf({ type: 'OBJECT', properties: { n: { type: 'INTEGER', minimum: '4' } } })).toEqual({
    n: 4,
  })
  const circle = { type: 'object', properties: { next: { $ref: '#' } } }
  expect(JSON.stringify(exampleOf(circle))).toContain('{"next":{"next":')
  expect([exampleOf({ $ref: '#/no/where' }), exampleOf(undefined)]).toEqual([null, null])
})

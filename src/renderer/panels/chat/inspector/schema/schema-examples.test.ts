import { Ajv2020 } from 'ajv/dist/2020'
import { describe, expect, test } from 'vitest'
import { schemaTemplates } from '../editor-templates'
import { exampleOf, inferSchema } from './schema-examples'

describe('example value', () => {
  const ajv = new Ajv2020({ strict: false })

  test('generates an example that the schema allows', () => {
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
          location: { $ref: '#/$defs/location' },
        },
        required: ['level', 'location'],
        $defs: { location: { type: 'object', properties: { town: { type: 'string' } }, required: ['town'] } },
      },
      { allOf: [{ type: 'object', properties: { a: { type: 'string' } } }], properties: { b: { const: 1 } } },
    ]
    for (const schema of schemas) {
      const value = exampleOf(schema)
      expect({ value, fits: ajv.validate(schema, value) }).toEqual({ value, fits: true })
    }
  })

  test('supports the vendor’s types, and limits a recursive schema', () => {
    expect(exampleOf({ type: 'OBJECT', properties: { n: { type: 'INTEGER', minimum: '4' } } })).toEqual({
      n: 4,
    })
    const recursive = { type: 'object', properties: { next: { $ref: '#' } } }
    expect(JSON.stringify(exampleOf(recursive))).toContain('{"next":{"next":')
    expect([exampleOf({ $ref: '#/no/where' }), exampleOf(undefined)]).toEqual([null, null])
  })
})

describe('infer schema', () => {
  test('infers nested objects, and requires properties that every list item has', () => {
    const example = {
      name: 'Ada',
      born: 1815,
      weight: 61.5,
      languages: [],
      works: [
        { title: 'Notes', pages: 66, price: 3 },
        { title: 'Letters', price: 2.5, note: null },
      ],
    }
    expect(inferSchema(example, 'responseSchema')).toEqual({
      type: 'object',
      properties: {
        name: { type: 'string' },
        born: { type: 'integer' },
        weight: { type: 'number' },
        languages: { type: 'array', items: { type: 'string' } },
        works: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              title: { type: 'string' },
              pages: { type: 'integer' },
              price: { type: 'number' },
              note: { type: 'null' },
            },
            required: ['title', 'price'],
          },
        },
      },
      required: ['name', 'born', 'weight', 'languages', 'works'],
    })
  })

  test('infers null as one of several types in either format', () => {
    const example = [{ a: null }, { a: 1 }]
    expect([inferSchema(example, 'responseSchema'), inferSchema(example, 'responseJsonSchema')]).toEqual([
      {
        type: 'array',
        items: { type: 'object', properties: { a: { type: 'integer', nullable: true } }, required: ['a'] },
      },
      {
        type: 'array',
        items: { type: 'object', properties: { a: { type: ['integer', 'null'] } }, required: ['a'] },
      },
    ])
  })

  test('supports any property name', () => {
    const example: unknown = JSON.parse('{"__proto__": 1, "constructor": "x"}')
    expect(JSON.stringify(inferSchema(example, 'responseSchema'))).toBe(
      '{"type":"object","properties":{"__proto__":{"type":"integer"},"constructor":{"type":"string"}},"required":["__proto__","constructor"]}',
    )
  })
})
